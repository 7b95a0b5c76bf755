"""Charts and counters as text."""
