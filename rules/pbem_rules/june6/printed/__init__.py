"""What is printed on counters, charts and map, and how it is read."""
