"""Movement (3.0)."""
