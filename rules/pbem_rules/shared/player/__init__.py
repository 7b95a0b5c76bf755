"""The player of every game: it knows aims and formations, and gets from a game what that game alone can tell.

``desk`` says which function decides which kind of order, ``reasons`` says why, ``intentions`` what a side is about: every
game has these. ``game`` is what a game gives besides, so that ``sectors`` gives each formation an objective, ``moves`` and
``attacks`` weigh orders, and ``guard`` keeps places that count. Pure: no clock, no chance but the salt.
"""

from typing import TYPE_CHECKING

from pbem.bytes.doors import opened

if TYPE_CHECKING:
    from pbem_rules.shared.player.door import *  # noqa: F403  # what it lists, and nothing else
else:
    __getattr__ = opened(__name__)
