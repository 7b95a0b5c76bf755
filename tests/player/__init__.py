"""The player of every game (``pbem_rules.shared.player``)."""
