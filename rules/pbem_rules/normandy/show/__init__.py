"""Words, charts and counters as text."""
