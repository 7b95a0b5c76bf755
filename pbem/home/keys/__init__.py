"""The keys of a home: shown, renewed in a game, handed over to another."""
