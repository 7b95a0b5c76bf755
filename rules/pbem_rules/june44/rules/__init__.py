"""The rules of June '44: what may be done, and what it does."""
