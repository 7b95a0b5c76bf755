"""Combat, from its declaration to the last advance (12 to 18)."""
