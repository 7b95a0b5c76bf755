"""Papers that this home keeps, what they say here, and whether one of them ends the game."""
