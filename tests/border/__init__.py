"""The border between a game's code and the fold: whatever goes wrong behind it is a finding about one entry or one game."""
