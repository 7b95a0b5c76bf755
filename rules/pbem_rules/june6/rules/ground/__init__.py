"""The ground and who holds it: terrain, zones of control, lines of communication, stacking."""
