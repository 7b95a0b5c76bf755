"""Bombardment."""
