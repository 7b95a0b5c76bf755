"""Parts every hex game may use; the kernel knows no game.

``layout`` and ``hexes`` are the grid, ``edges`` the roads and rivers between hexes, ``board`` the pieces on
it, ``paths``, ``control`` and ``supply`` the searches over it and ``charts``
the numbers, ``tables`` the reading of data. Everything is a value or a pure function; what differs between
games comes in as functions.
"""

from typing import TYPE_CHECKING

from pbem.bytes.doors import opened

if TYPE_CHECKING:
    from pbem_rules.kernel.door import *  # noqa: F403  # what it lists, and nothing else
else:
    __getattr__ = opened(__name__)
