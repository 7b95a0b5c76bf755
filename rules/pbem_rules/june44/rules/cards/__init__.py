"""Event cards (12.0): the deck, the hands, what may be played, and what it does."""
