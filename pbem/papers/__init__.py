"""Papers: small signed files that prove one thing about a game to anybody, in an empty home (``schemas/trust.md``)."""
