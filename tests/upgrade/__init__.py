"""Upgrades and released versions."""
