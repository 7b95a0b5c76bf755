"""Bridges blown, and fortifications (5.0)."""
