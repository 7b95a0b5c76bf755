"""The demonstration player of either side."""
