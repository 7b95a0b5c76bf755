"""The area map and what lies on it."""
