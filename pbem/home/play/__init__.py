"""One player's own turn: status, orders, odds, hand, standing orders, upgrades."""
