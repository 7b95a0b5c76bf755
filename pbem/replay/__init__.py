"""Folding a log through a ruleset: positions, what happened, and the first entry that is wrong."""
