"""The rules of 6 June: the drop (section 20) and the beaches (19, 21)."""
