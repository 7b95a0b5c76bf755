"""The referee's side and what rulings do to a game here."""
