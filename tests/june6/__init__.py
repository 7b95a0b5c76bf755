"""Tests of June 6: D-Day 1944."""
