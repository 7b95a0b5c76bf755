"""Whole logs that pbem wrote under the JavaScript verifier and the second one: recorded games, and one with a take-back."""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from pbem.games import registry
from pbem.home.viewing import logs as looking
from pbem.log import Log, parse_log
from tests.js.logs import said
from tests.js.node import needs_node
from tests.protocol.conftest import begin, play_out
from tests.protocol.test_takeback import agreed, second_round
from tests.protocol.tiny import GAME

pytestmark = pytest.mark.wider

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests"))
import second_verifier as second  # noqa: E402


def recorded(name: str) -> Log:
    return parse_log(looking.lines_of(ROOT / "examples" / name))


def taken_back() -> Log:
    """A game in which red took back his first round, and played on to the end."""
    pair, first = second_round()
    return play_out(agreed(pair, first), salt=1).a.log


@pytest.fixture(params=["challenge/ann.pbem", "pegasus/campaign.pbem", "take-back", "plain"])
def log(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> Log:
    if str(request.param).endswith(".pbem"):
        return recorded(request.param)
    monkeypatch.setattr(registry, "load", lambda name, pack=None: GAME)
    return taken_back() if request.param == "take-back" else play_out(begin()).a.log


def test_the_second_verifier_finds_the_log_sound(log: Log) -> None:
    assert ("ok", None) == second.verify(log.encode())[:2]


@needs_node
def test_the_page_finds_the_log_sound_with_every_face(log: Log) -> None:
    found = said(log.encode())
    assert ("ok", len(log.bundles)) == (found.code, found.bundles)
    faces = [face for bundle in log.bundles for entry in bundle.entries for face in _faces(dict(entry))]
    assert found.counts is not None
    assert len(faces) == found.counts["dice"] != 0


def _faces(entry: dict[str, object]) -> list[object]:
    """The faces that an entry names."""
    named = entry.get("dice") if entry["k"] in ("rsp", "open") else None
    return named if isinstance(named, list) else []
