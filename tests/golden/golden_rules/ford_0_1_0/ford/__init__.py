"""The Ford: four turns for a crossing."""
