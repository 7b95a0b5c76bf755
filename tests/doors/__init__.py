"""Doors: what people touch, gone through as they do, in every game."""
