"""A sitting: what has happened since the player last looked, what is asked of them now, and when they are needed again."""
