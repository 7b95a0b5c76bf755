"""Engineers and their bridges (20)."""
