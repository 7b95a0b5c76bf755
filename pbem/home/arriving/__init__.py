"""What arrives: fetched, looked at, read, and joined to the game or kept as a paper."""
