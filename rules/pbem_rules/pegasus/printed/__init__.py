"""What is printed: map, tables and forces."""
