"""A sitting: what has happened since the player last looked, and when they are needed again."""
