"""Parts every hex game may use; the kernel knows no game."""
