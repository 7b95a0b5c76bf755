"""An owner's own map and counters as pictures, for their own eyes: they lie in the home and leave it by no way."""
