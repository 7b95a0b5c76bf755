"""The map as one SVG picture: ground, counters, layers, and the paper around them."""
