"""The example game installed in two versions: 0.2.0 from rules/example, and 0.1.0 from a shelf of the tests' own."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from pbem.games import registry, released
from pbem.games.registry import Game
from pbem.games.released import Released
from pbem.protocol.session import Session
from tests.protocol.conftest import begin, play_out

ROOT = Path(__file__).resolve().parents[2]
EXAMPLE = ROOT / "rules" / "example"
SHELF = Path(__file__).with_name("shelf")
PACK = Path(__file__).with_name("ford-pack")
CACHES = (registry.installed, released.released, released.package_of)


@contextmanager
def laid() -> Iterator[None]:
    """Inside, the program finds the example game as if it were installed, and its older version as if it were shipped."""
    packages = (*registry.packages(), "ford_rules")
    with pytest.MonkeyPatch.context() as patch:
        patch.syspath_prepend(str(EXAMPLE))
        patch.setattr(registry, "packages", lambda: packages)
        patch.setattr(released, "shelf", lambda: SHELF)
        _forget()
        yield
    _forget()


def listed(shelf: Path) -> tuple[Released, ...]:
    """The versions on a shelf."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(released, "shelf", lambda: shelf)
        _forget()
        found = released.released()
    _forget()
    return found


def played(game: Game, seed: str) -> Session:
    """A whole game, as Ann has it."""
    return play_out(begin(seed, game)).a


def _forget() -> None:
    for cache in CACHES:
        cache.cache_clear()
