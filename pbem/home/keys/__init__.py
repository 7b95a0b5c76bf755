"""The keys of a home's games: shown, and renewed."""
