"""Whole logs under the page's verifier and the second one: a challenge, a game for one, and a game with a take-back."""

from __future__ import annotations

import base64
import sys
from pathlib import Path

import pytest

from pbem import registry
from pbem.audit.rolls import dice_of
from pbem.canon import Json
from pbem.desk import looking
from pbem.log import Log, parse_log
from pbem.replay.fold import Happened
from pbem.replay.verify import Reading, read
from tests.js.node import needs_node, run
from tests.protocol.conftest import begin, play_out
from tests.protocol.test_takeback import agreed, second_round
from tests.protocol.tiny import GAME

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
import second_verifier as second  # noqa: E402

Rolls = dict[str, list[tuple[int, int]]]


def rolls(log: Log) -> Rolls:
    """The dice of every roll by the name that stands in the log."""
    trail: list[Happened[object]] = []
    found: Reading[object] = read(log.encode(), watch=trail.append)
    return {name: list(dice) for name, dice in dice_of(found.first, trail).items()}


def recorded(name: str) -> Log:
    return parse_log(looking.lines_of(ROOT / "examples" / name))


def taken_back() -> Log:
    """A game in which red took back his first round, and played on to the end."""
    pair, first = second_round()
    return play_out(agreed(pair, first), salt=1).a.log


@pytest.fixture(params=["challenge/ann.pbem", "pegasus/campaign.pbem", "take-back", "plain"])
def case(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> tuple[Log, Rolls]:
    if str(request.param).endswith(".pbem"):
        log = recorded(request.param)
    else:
        monkeypatch.setattr(registry, "load", lambda name, pack=None: GAME)
        log = taken_back() if request.param == "take-back" else play_out(begin()).a.log
    return log, rolls(log)


def ask(data: bytes, dice: Rolls) -> Json:
    table: dict[str, Json] = {name: [list(die) for die in found] for name, found in dice.items()}
    return run("vectors.js", [{"do": "log", "base64": base64.b64encode(data).decode(), "dice": table}])[0]


def test_the_second_verifier_finds_the_log_sound_with_every_face(case: tuple[Log, Rolls]) -> None:
    log, dice = case
    assert ("ok", None) == second.verify(log.encode(), dice)[:2]


@needs_node
def test_the_page_finds_the_log_sound_with_every_face(case: tuple[Log, Rolls]) -> None:
    log, dice = case
    found = ask(log.encode(), dice)
    assert isinstance(found, dict)
    assert ("ok", len(log.bundles)) == (found["code"], found["bundles"])
    counts = found["counts"]
    assert isinstance(counts, dict)
    assert (0, True) == (counts["facesUnknown"], counts["facesChecked"] != 0)


@needs_node
def test_both_refuse_the_faces_of_other_dice(case: tuple[Log, Rolls]) -> None:
    log, dice = case
    wider = {name: [(sides + 1, low) for sides, low in found] for name, found in dice.items()}
    found = ask(log.encode(), wider)
    assert isinstance(found, dict)
    assert ("better-dice", "better-dice") == (found["code"], second.verify(log.encode(), wider)[0])
