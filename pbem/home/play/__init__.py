"""One player's own turn: orders, odds, hand, upgrades."""
