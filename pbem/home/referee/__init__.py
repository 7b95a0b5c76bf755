"""The referee's side: heard, decided, and signed; what a ruling does to a game is in :mod:`pbem.home.rulings`."""
