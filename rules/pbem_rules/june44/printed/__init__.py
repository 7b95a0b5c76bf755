"""Everything printed: its classes, and reading it from the data pack."""
