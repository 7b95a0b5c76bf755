"""Activation markers: bought, drawn, and what they let a formation do (3.6, 5, 7)."""
