"""The map of the Ardennes and what stands on it."""
