"""Tests of the parts every hex game may use."""
