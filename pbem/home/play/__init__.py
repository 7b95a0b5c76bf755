"""One player's own turn: orders, odds, hand, plans, standing orders, upgrades."""
