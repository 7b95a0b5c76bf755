"""The game port: all that a game sees of this program, and all that this program asks of a game."""
