"""The replay page: one HTML file that plays a game back and verifies its log by itself, with nothing from outside."""
