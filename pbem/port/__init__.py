"""The game port: all that a game sees of this program, and all that this program asks of a game."""

from typing import TYPE_CHECKING

from pbem.bytes.doors import opened

if TYPE_CHECKING:
    from pbem.port.door import *  # noqa: F403  # what it lists, and nothing else
else:
    __getattr__ = opened(__name__)
