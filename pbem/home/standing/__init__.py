"""Orders in advance: lines that a player writes once, kept locked in their home, and given while they hold."""
