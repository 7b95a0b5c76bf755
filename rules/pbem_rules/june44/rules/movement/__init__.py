"""Movement (10.0)."""
