"""A report tells every roll of a recorded game, in the turn and phase when it was made: as the log has it."""

import re
import tomllib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from pbem.dev import demo
from pbem.home.viewing.logs import Film, film
from pbem.home.viewing.reporting import report
from pbem.port.game import Roll
from pbem.view.markup import markdown
from pbem.view.report import chapters
from tests.sampling import small_and_tried

ROOT = Path(__file__).resolve().parents[2]
LOGS = {"june6": "landings"}
"""Recorded games whose folder of examples has another name than the game."""
FIGHTS = {
    *(
        "combat", "fire", "fired", "grenade", "gammon", "piat", "shelled", "shot", "recon", "flak", "bombarded",
    ),
    *("attrition", "unharmed", "mission", "surrendered"),
}  # fmt: skip
"""What a roll in anger is called in any of the games."""
LINE = re.compile(r"- `(\d+)` (.*)")
TURN = re.compile(r"## Turn (\d+)")


@cache
def filmed(game: str) -> Film:
    return film(ROOT / "examples" / LOGS.get(game, game) / "campaign.pbem")


@cache
def brief(game: str) -> str:
    return report(filmed(game), pictures={}, appendix=True)


def lines(text: str) -> Iterator[tuple[int, int, str]]:
    """Turn, entry and sentence of each line of the brief part."""
    turn = 0
    for line in text.partition("# Appendix")[0].splitlines():
        if head := TURN.match(line):
            turn = int(head[1])
        elif found := LINE.match(line):
            yield turn, int(found[1]), found[2]


def rolled(game: str) -> Iterator[tuple[int, int]]:
    """From the log: the turn in which dice were owed, and the entry that brought their faces."""
    before = filmed(game).first
    for each in filmed(game).trail:
        if each.kind in ("rsp", "open") and any(
            isinstance(d, Roll) for d in before.rules.demands(before.game)
        ):
            yield before.rules.moment(before.game).turn, each.entry
        before = each.position


def fights(game: str) -> Iterator[tuple[int, str]]:
    """Entry and sentence of every fight."""
    for each in filmed(game).trail:
        yield from ((each.entry, o.text) for o in each.outcomes if o.kind in FIGHTS and o.faces)


@pytest.mark.parametrize("game", small_and_tried())
def test_every_fight_of_the_log_is_told_once_in_its_turn(game: str) -> None:
    told = [(entry, sentence) for _, entry, sentence in lines(brief(game))]
    for entry, text in fights(game):
        assert 1 == sum(at == entry and markdown(text) in said for at, said in told), (entry, text)
    assert 20 < len([*fights(game)])


@pytest.mark.parametrize("game", small_and_tried())
def test_every_line_of_a_turn_stands_under_the_turn_in_which_its_dice_were_owed(game: str) -> None:
    """What is rolled at once in the turn that follows stands there: then the entry has lines in both."""
    turns: dict[int, set[int]] = {}
    for turn, entry, _ in lines(brief(game)):
        turns.setdefault(entry, set()).add(turn)
    for turn, entry in rolled(game):
        if entry in turns:
            assert turns[entry] <= {turn, turn + 1}, entry
    assert {entry for _, entry in rolled(game)} & turns.keys()


@pytest.mark.parametrize("game", small_and_tried())
def test_as_many_rolls_are_counted_as_are_told(game: str) -> None:
    text = brief(game)
    counted = {
        int(a): int(b) for a, b in re.findall(r"(?m)^\| \[(\d+)\]\(#turn-\d+\) \| \S+ \| (\d+) \|", text)
    }
    told = [turn for turn, _, said in lines(text) if "Rolled" in said]
    assert {turn: told.count(turn) for turn in counted} == counted
    assert sum(counted.values()) > 5
    assert f"| **All** |  | **{sum(counted.values())}** |" in text


PHASES = tomllib.loads(Path(__file__).with_name("phases.toml").read_text("utf-8"))
"""Sentences and the phase in which the rules have it happen, first time each."""


@pytest.mark.parametrize("game", small_and_tried())
def test_what_happened_stands_under_its_own_phase(game: str) -> None:
    of: dict[str, str] = {}
    for chapter in chapters(filmed(game).trail):
        for outcome in chapter.outcomes:
            of.setdefault(str(outcome.text), str(chapter.moment.phase))
    assert PHASES[game] == {text: of.get(text) for text in PHASES[game]}


def test_the_report_of_the_demonstration_has_the_same_headings(tmp_path: Path) -> None:
    demo.run("pegasus", seed=1, out=tmp_path, progress=lambda _: None)
    told = (tmp_path / "report.md").read_text()
    shown = report(film(tmp_path / "campaign.pbem"))
    assert [line for line in shown.splitlines() if line.startswith("##")] == [
        line for line in told.splitlines() if line.startswith("##")
    ]


def test_half_points_are_named_where_they_are_summed() -> None:
    by_road = [o for e in filmed("june6").trail for o in e.outcomes if "½" in o.text or o.kind == "marched"]
    assert by_road
    for each in by_road:
        assert f"{each.total} half points" in each.text
