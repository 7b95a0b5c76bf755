"""Everything printed on the map, the counters and the charts, and how it is read."""
