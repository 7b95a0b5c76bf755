"""Worlds: every law holds in each of them, whatever the weather. The same worlds for everybody."""

import base64
from pathlib import Path

import pytest

from tests.js.node import needs_node, run
from tests.sampling import part_by_turns

from .script import SEATS, Script, Step, drawn, parse
from .shrink import shrunk
from .world import Broken, played

QUICK, WIDER = 40, 70
_ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("first", range(5))
def test_every_law_holds_in_forty_worlds(first: int) -> None:
    """Five tests, so that every worker has something to do."""
    for seed in range(first, QUICK, 5):
        played(drawn(seed))


def test_one_script_is_one_world() -> None:
    script = drawn(7, weather="storm", steps=30)
    assert played(script).digest == played(script).digest


def test_a_script_is_what_was_written_down() -> None:
    for seed in range(100):
        script = drawn(seed)
        assert script == parse(str(script))


def test_a_world_is_made_shorter_while_the_same_law_is_broken() -> None:
    def breaks(script: Script) -> str:
        return "a_law" if any(step.dies and step.does == "play" for step in script.steps) else ""

    script = next(each for each in map(drawn, range(100)) if breaks(each))
    (left,) = shrunk(script, "a_law", breaks).steps
    assert ("play", True) == (left.does, left.dies > 0)


def test_a_world_says_which_law_is_broken_where_and_how_it_is_seen_again(monkeypatch):
    monkeypatch.setattr("pbem.home.exchange.turn_mail.mail_of", lambda *_, **__: 1 / 0)
    with pytest.raises(Broken) as caught:
        played(drawn(3, weather="fair"))
    said = str(caught.value).splitlines()
    assert "no unexpected exception: ZeroDivisionError: division by zero" == said[0]
    assert "python -m tests.world 3 --game tiny --weather fair --steps 60 --trace" == said[-1]
    assert "no_unexpected_exception" == caught.value.law


def test_where_nobody_can_go_on_the_end_does_not_come(monkeypatch: pytest.MonkeyPatch) -> None:
    """The law of the end can be broken: a mail that says nothing of its turn is never read."""
    monkeypatch.setattr("pbem.home.arriving.receiving.Letter.turns", lambda self: ())
    script = Script(
        name="1", game="tiny", weather="fair", steps=tuple(Step(who=who, does="look") for who in SEATS)
    )
    with pytest.raises(Broken) as caught:
        played(script)
    assert "a_spoilt_mail_is_whole_or_named" == caught.value.law


@pytest.mark.wider
@pytest.mark.parametrize(
    "weather", part_by_turns(["changes", "copies", "cheats", "thefts", "court", "trials"], 3)
)
def test_every_law_holds_with_shared_cards(weather: str) -> None:
    """Masks, deals and cards shown, among cheats and before a referee: a card costs a hundred times a die."""
    played(drawn(1, game="cards", weather=weather, steps=30))


@pytest.mark.wider
@needs_node
def test_the_reader_of_the_page_agrees_with_the_two_others() -> None:
    """One process for all logs that two readers have found sound in these worlds."""
    worlds = [played(drawn(seed, weather=weather)) for weather in ("changes", "court") for seed in (0, 1)]
    logs = [log for world in worlds for log in sorted(world.agreed)]
    cases = [{"do": "log", "base64": base64.b64encode(log).decode()} for log in logs]
    answers = run("cases.mjs", cases)
    assert len(logs) == sum(isinstance(each, dict) and each["code"] == "ok" for each in answers) > len(worlds)


@pytest.mark.wider
@pytest.mark.parametrize("part", range(10))
def test_every_law_holds_in_seventy_more_worlds(part: int) -> None:
    """The same for every commit: what fails is the change, and not the draw. Others are the night's."""
    for seed in range(QUICK + part, QUICK + WIDER, 10):
        played(drawn(seed))
