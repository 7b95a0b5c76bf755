"""When the two homes do not agree: settled, refused, silence."""
