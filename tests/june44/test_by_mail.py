"""The first turns by real mail: the log verifies, and neither side's files hold the other's cards."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import evolve

from pbem.bytes import container
from pbem.bytes.errors import PbemError
from pbem.dev import demo
from pbem.home.games import open_session
from pbem.home.identity import unlock
from pbem.mail.extract import turns_in
from pbem.port.game import Secrets
from pbem.port.player import Advice
from pbem.protocol.session import Session
from pbem.replay.verify import read
from pbem.store.home import Home
from pbem_rules.june44.game import June44
from pbem_rules.june44.model import CARDS, State
from pbem_rules.june44.rules.cards import hands
from pbem_rules.june44.rules.sequence import Done

PLAYERS = ("ann", "ben")

pytestmark = pytest.mark.wider


class FarEnoughError(Exception):
    """The game is in the middle, with cards in both hands."""


THINK = June44.think


def keeps_its_cards(
    rules: June44, state: State, side: str, secrets: Secrets, salt: int, level: str
) -> Advice:
    """The game's own player, who plays and discards no card."""
    if state.phase == CARDS:
        return Advice(order=Done())
    return THINK(rules, state, side, evolve(secrets, hand={}), salt, level)


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


def contents(folder: Path) -> Iterator[bytes]:
    """The bytes of every file of a player, and what is packed in them."""
    for path in sorted(each for each in folder.rglob("*") if each.is_file()):
        raw = path.read_bytes()
        yield raw
        if path.suffix == ".eml":
            yield from (container.unpack(turn.data) for turn in turns_in(raw))
        try:
            yield container.unpack(raw)
        except PbemError:
            continue


_LISTS = re.compile(rb'"cards":\[[^\]]*\]')
"""What a shuffle says it is of: every card of the deck by name, in the order of the rules."""


def held(session: Session) -> set[str]:
    """The names of the cards in a side's hand, those left out that the log has shown before."""
    names = {name for each in session.secrets.hand.values() for name in each.values()}
    entries = [entry for bundle in session.log.bundles for entry in bundle.entries]
    return names - {str(entry["v"]) for entry in entries if entry["k"] == "deck-show"}


def test_the_log_of_the_first_turns_verifies(stopped: Path) -> None:
    reading = read(session_of(stopped, "ann").log.encode())
    assert ("incomplete", None) == (reading.verdict.verdict, reading.verdict.fault)
    assert isinstance(reading.position.game, State)


def test_each_program_knows_its_own_hand_and_the_state_only_slots(stopped: Path) -> None:
    for who in PLAYERS:
        session = session_of(stopped, who)
        state = session.position.game
        assert isinstance(state, State)
        slots = {each.slot for each in state.hands[session.side != "allied"]}
        assert slots == set(session.secrets.hand[hands.DECK])
        assert held(session)


@pytest.mark.parametrize(("who", "other"), [("ann", "ben"), ("ben", "ann")])
def test_no_file_of_a_side_holds_a_card_of_the_other_hand(stopped: Path, who: str, other: str) -> None:
    secret = held(session_of(stopped, other))
    files = list(contents(stopped / who))
    assert secret
    assert any(b'"k":"attack"' in file for file in files)  # what is packed is searched as well
    told = [_LISTS.sub(b"", file) for file in files]
    assert told != files
    assert [] == [name for name in sorted(secret) for file in told if name.encode() in file]
