"""Papers as one home reads and makes them; what they prove to anybody is in :mod:`pbem.papers`."""
