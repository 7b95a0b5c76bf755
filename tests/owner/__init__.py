"""A player's own copy of a printed game."""
