"""The map as it stands, with every counter, and what no counter shows."""
