"""Charts, cards and counters as text."""
