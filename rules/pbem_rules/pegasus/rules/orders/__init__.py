"""What the player may order, one kind in a module."""
