"""The games of worlds: three that were made for tests, or any that is installed."""

from collections.abc import Iterator, Mapping
from contextlib import ExitStack, contextmanager
from unittest.mock import patch

from acting.one_turn import LONG
from deck import whist
from protocol import tiny

from pbem.games import registry

GAMES = {"tiny": tiny.GAME, "cards": whist.GAME, "long": LONG}


@contextmanager
def only(game: str) -> Iterator[None]:
    """For the time of a ``with`` block the registry knows this game alone, if it is one of those for tests."""
    one = GAMES.get(game)
    known: Mapping[str, object] = {}
    if one is not None:
        known = {
            "load": lambda name, pack=None: one,
            "info": lambda name: one.info,
            "installed": lambda: (one.info,),
        }
    with ExitStack() as stack:
        for name, given in known.items():
            stack.enter_context(patch.object(registry, name, given))
        yield
