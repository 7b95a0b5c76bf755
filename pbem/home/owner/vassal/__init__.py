"""What a VASSAL module says of a game: its maps with their grids, its counters, its charts, where counters begin.

The format is known from files and from the engine's documentation. Elements are named after classes of the engine, of which
only the last part counts. A module is somebody else's file: sizes are looked at before anything is unpacked, no name in it
becomes a path, and what cannot be read is said and left.
"""
