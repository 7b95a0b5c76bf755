"""The tiny game, played honestly once: what every attack here starts from."""

from collections.abc import Iterator

import pytest

from pbem.games import registry
from tests.protocol.conftest import Pair, begin, play_out
from tests.protocol.tiny import GAME


@pytest.fixture(scope="module", autouse=True)
def tiny() -> Iterator[None]:
    """The registry knows the tiny game, and no other."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "load", lambda name, pack=None: GAME)
        patch.setattr(registry, "info", lambda name: GAME.info)
        yield


@pytest.fixture(scope="module")
def ended(tiny: None) -> Pair:
    """Both seats after a whole honest game."""
    return play_out(begin())
