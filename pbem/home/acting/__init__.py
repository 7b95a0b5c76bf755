"""A program that acts for its player in the player's own home: it writes what decides nothing, and what their sheet says."""
