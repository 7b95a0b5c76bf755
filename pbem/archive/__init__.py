"""Many logs at once: found wherever they lie, judged on all cores, kept as tables, and asked questions."""
