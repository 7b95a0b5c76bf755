"""What a player has left to a responder, and what their two homes may know of each other."""
