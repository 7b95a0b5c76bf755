"""Challenges: one chain of dice for everybody who enters."""
