"""What comes before movement in a half."""
