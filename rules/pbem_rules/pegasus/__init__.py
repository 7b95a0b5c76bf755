"""Pegasus Bridge: one player, a German side that plays itself, and a witness for the dice."""
