"""A club: a folder of members, seasons and proofs, from which anybody works out the same tables."""
