"""A game of June '44 by real mail, stopped in the middle with cards in both hands."""

from pathlib import Path

import pytest
from attrs import evolve

from pbem.dev import demo
from pbem.home.games import open_session
from pbem.home.identity import unlock
from pbem.port.game import Secrets
from pbem.port.player import Advice
from pbem.protocol.session import Session
from pbem.store.home import Home
from pbem_rules.june44.game import June44
from pbem_rules.june44.model import CARDS, State
from pbem_rules.june44.rules.sequence import Done


class FarEnoughError(Exception):
    """The game is in the middle, with cards in both hands."""


THINK = June44.think


def keeps_its_cards(rules: June44, state: State, side: str, secrets: Secrets, salt: int) -> Advice:
    """The game's own player, who plays and discards no card."""
    if state.phase == CARDS:
        return Advice(order=Done())
    return THINK(rules, state, side, evolve(secrets, hand={}), salt)


@pytest.fixture(scope="module")
def stopped(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of a demonstration that stops in the middle: homes and mails as they lie on the disk."""
    out = tmp_path_factory.mktemp("june44") / "out"

    def progress(line: str) -> None:
        if line.startswith("Turn 3,"):
            raise FarEnoughError

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(June44, "think", keeps_its_cards)
        with pytest.raises(FarEnoughError):
            demo.run(game="june44", seed=3, out=out, progress=progress)
    return out


def session_of(out: Path, who: str) -> Session:
    """A player's game as his home has it."""
    home = Home(out / who / "home")
    return open_session(home.games()[0], unlock(home, ""))
