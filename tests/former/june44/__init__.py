"""The demonstration player."""
