"""June 6: D-Day, 1944 (R. Berg, 1999)."""
