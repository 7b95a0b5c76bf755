"""A referee's rulings in the homes of those who play: who may rule, what has come, and what it does to the game here."""
