"""Movement, and what a unit does instead of it (7.3, 8, 19.3, 21)."""
