"""Combat from the naming of attacks to the last advance (10.14 to 14.15)."""
