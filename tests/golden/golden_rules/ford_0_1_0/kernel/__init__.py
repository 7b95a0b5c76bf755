"""Parts every hex game may use; the kernel knows no game.

``layout`` and ``hexes`` are the grid, ``edges`` the roads and rivers between hexes, ``board`` the pieces on
it, ``paths``, ``control`` and ``supply`` the searches over it, ``stacking``, ``charts`` and ``modifiers``
the numbers, ``tables`` the reading of data. Everything is a value or a pure function; what differs between
games comes in as functions.
"""
