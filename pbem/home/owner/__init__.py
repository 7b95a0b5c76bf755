"""A player's own copy of a printed game, cell by cell: what they have typed of it so far, kept in the home."""
