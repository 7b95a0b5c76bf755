"""Drawing what a side may see: an SVG map, a map for the terminal, and the after-action report. Knows no game."""
