"""Keys, dice and decks: the arithmetic that makes trust needless. Knows no log and no game."""
