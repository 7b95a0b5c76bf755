"""Two seats with fixed secrets at the card game."""

import pytest

from pbem.games import registry
from tests.protocol import conftest as protocol
from tests.protocol.conftest import Pair, play_out

from .whist import GAME


def begin(seed: str = "x") -> Pair:
    """A new game: A plays red."""
    return protocol.begin(seed, GAME)


@pytest.fixture(autouse=True)
def whist(monkeypatch: pytest.MonkeyPatch) -> None:
    """The registry knows the card game in these tests, and no other."""
    monkeypatch.setattr(registry, "load", lambda name, pack=None: GAME)
    monkeypatch.setattr(registry, "info", lambda name: GAME.info)


@pytest.fixture(scope="session")
def played() -> Pair:
    """A whole game."""
    return play_out(begin(), salt=1)
