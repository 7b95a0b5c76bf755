"""Turn files between two homes: invited, signed, sent, and joined to the log."""
