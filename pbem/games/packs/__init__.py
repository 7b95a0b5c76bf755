"""Data packs: what an owner of the printed game types, as a TOML file, a folder of them, or one file that travels.

A pack is data and nothing else: its files are named after the game's own tables, so that nothing a sender wrote ever
becomes a path, and their sizes are limited. How it is laid over the game's tables is in :mod:`pbem.games.overlay`, the
file that travels in ``schemas/pack.md``.
"""
