"""The air war of a turn: shares, reconnaissance, flak, carpet bombing (10, 17.5 to 17.10)."""
