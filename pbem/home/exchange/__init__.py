"""Turn files out and in: invited, signed, sent, fetched, read, and reported."""
