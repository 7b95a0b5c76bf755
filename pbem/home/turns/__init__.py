"""What turn files bring: two versions of one turn, what was dropped with one, and the notes of an import, in words."""
