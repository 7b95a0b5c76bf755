"""The after-action report: everything that happened in its turn and phase, every modifier, no more than a name may say."""

import re
import tomllib
import xml.etree.ElementTree as ET
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from pbem.dev import demo
from pbem.home.viewing.logs import Film, film
from pbem.home.viewing.reporting import report as reported
from pbem.port.game import Moment, Outcome, Reason, Roll
from pbem.replay.outcome import Ending
from pbem.view.brief import luck_chart
from pbem.view.markup import markdown
from pbem.view.report import Chapter, chapters, report
from tests.sampling import small_and_tried

DAY = Moment(turn=2, turn_name="7/8 June", phase="operations")
NIGHT = Moment(turn=3, turn_name="9/10 June", phase="end phase")
COMBAT = Outcome(
    kind="combat",
    text="505/82 attacks 634/VIII in W3121.",
    paragraph="12.5",
    side="allied",
    units=("505/82", "634/VIII"),
    hexes=("W3121",),
    faces=(5,),
    reasons=(
        Reason(paragraph="12.51", text="odds 3:2", value=1),
        Reason(paragraph="12.59a", text="bocage", value=-2),
        Reason(paragraph="12.55", text="cohesion 7 against 3", value=3),
    ),
    total=7,
)
REDUCED = Outcome(
    kind="reduced", text="634/VIII is reduced.", paragraph="13.2", side="german", units=("634/VIII",)
)
LOST = Outcome(
    kind="eliminated", text="621 Ost is eliminated.", paragraph="13.21", side="german", units=("621 Ost/352",)
)
CHRONICLE = (
    Chapter(
        entry=411, moment=DAY, outcomes=(Outcome(kind="moved", text="505/82 moves to W3122.", paragraph="8.1"),),
    ),
    Chapter(entry=412, moment=DAY, outcomes=(COMBAT, REDUCED)),
    Chapter(entry=413, moment=DAY, outcomes=()),
    Chapter(entry=520, moment=NIGHT, outcomes=(LOST, evolve(LOST, kind="reduced"))),
)  # fmt: skip


def test_every_outcome_is_told_with_its_entry_and_its_paragraph() -> None:
    text = report("A game", CHRONICLE, None, {})
    for chapter in CHRONICLE:
        for outcome in chapter.outcomes:
            assert f"`{chapter.entry}` {outcome.text} \\[{outcome.paragraph}\\]" in text


def test_every_modifier_stands_in_a_table_with_its_paragraph_and_its_sign() -> None:
    rows = report("A game", CHRONICLE, None, {}).splitlines()
    assert "| odds 3:2 | 12.51 | +1 |" in rows
    assert "| bocage | 12.59a | -2 |" in rows
    assert "| Die |  | 5 |" in rows
    assert "| **Total** |  | **7** |" in rows


def test_what_is_noted_of_a_turn_is_told_with_it_once_before_its_rolls() -> None:
    for parts in ("whole", "brief", "both"):
        text = report("A game", CHRONICLE, None, {}, parts=parts, notes={2: ("62VG goes for St. Vith.",)})
        assert (
            1 == text.split("Turn 3", maxsplit=1)[0].count("- 62VG goes for St. Vith.") == text.count("62VG")
        )
        assert parts == "whole" or text.index("62VG") < text.index(COMBAT.text)


def test_losses_are_summed_by_turn_and_by_side() -> None:
    rows = report("A game", CHRONICLE, None, {}).splitlines()
    assert "| [2](#turn-2) | 411-412 | 1 | 1 reduced |" in rows
    assert "| [3](#turn-3) | 520 | 0 | 1 eliminated, 1 reduced |" in rows
    assert "| **All** |  | **1** | **1 eliminated, 2 reduced** |" in rows
    assert "- German: reduced 634/VIII" in rows
    assert "- German: eliminated 621 Ost/352" in rows


def test_turns_and_phases_are_headings_in_order() -> None:
    heads = [r for r in report("A game", CHRONICLE, None, {}).splitlines() if r.startswith("#")]
    assert [
        "# A game", "## Summary", "## Turn 2: 7/8 June", "### Operations", "### Losses", "## Turn 3: 9/10 June",
        "### End phase", "### Losses",
    ] == heads  # fmt: skip


def test_a_picture_stands_at_the_end_of_its_turn() -> None:
    text = report("A game", CHRONICLE, None, {2: "maps/turn 2.svg"})
    assert "The game goes on." in text
    assert text.index("634/VIII is reduced") < text.index("](maps/turn%202.svg)") < text.index("## Turn 3")


def test_the_result_is_told_with_what_led_to_it() -> None:
    won = Ending(
        winner="allied", level="marginal victory", score=12,
        reasons=(Reason(paragraph="S4", text="Bayeux", value=12),),
    )  # fmt: skip
    text = report("A game", (), won, {})
    assert "Result: **Allied**: marginal victory (score 12)." in text
    assert "| Bayeux | S4 | +12 |" in text
    assert "**Draw**" in report("A game", (), Ending(winner="", level="", score=0), {})


def test_markup_in_a_name_stays_text() -> None:
    evil = "![x](http://evil) <img src=x> | `a` www.evil.example"
    text = report(
        evil, (Chapter(entry=1, moment=DAY, outcomes=(Outcome(kind="moved", text=evil),)),), None, {}
    )
    bare = re.sub(r"\\.", "", text)
    assert "<img" not in bare
    assert "](http" not in bare
    assert "://" not in bare
    assert "www." not in bare


@given(st.text(st.characters(exclude_categories=()), max_size=40))
def test_no_text_of_a_stranger_adds_a_line(word: str) -> None:
    plain = report(
        "t", (Chapter(entry=1, moment=DAY, outcomes=(Outcome(kind="moved", text="word"),)),), None, {}
    )
    text = report(
        "t", (Chapter(entry=1, moment=DAY, outcomes=(Outcome(kind="moved", text=word),)),), None, {}
    )
    assert len(plain.splitlines()) == len(text.splitlines())


def test_a_report_in_brief_has_a_picture_a_turn_and_the_whole_log_only_when_asked_for() -> None:
    pictures = {2: "r-turn-2.svg", 3: "r-turn-3.svg"}
    short, whole = (
        report("A game", CHRONICLE, None, pictures, parts=parts, luck="r-luck.svg")
        for parts in ("brief", "both")
    )
    assert [1, 1, 1] == [short.count(f"]({name})") for name in (*pictures.values(), "r-luck.svg")]
    assert "`412` 505/82 attacks 634/VIII in W3121. Rolled 5 = **7**. 634/VIII is reduced." in short
    assert "odds 3:2" not in short
    assert "- Moves: 1" in short
    assert "| odds 3:2 | 12.51 | +1 |" in whole
    assert whole.startswith(short.rstrip())
    assert 1 == whole.count('id="turn-2"')


def test_a_turn_in_brief_leaves_no_fight_out() -> None:
    """Four hundred fights in their order, each with what it cost somebody."""
    many = [
        Chapter(entry=n, moment=DAY, outcomes=(COMBAT, REDUCED) if n % 20 == 0 else (COMBAT,))
        for n in range(400)
    ]
    told = [line for line in report("A game", many, None, {}, parts="brief").splitlines() if "Rolled" in line]
    assert [f"- `{n}`" for n in range(400)] == [line[: line.rindex("`") + 1] for line in told]
    assert [n for n in range(400) if n % 20 == 0] == [
        n for n, line in enumerate(told) if REDUCED.text in line
    ]


def test_the_chart_of_luck_is_a_picture_with_both_sides_and_every_turn() -> None:
    drawn = luck_chart([(3, 1.5), (9, -0.5)], ("allied", "ger<man"), [(0, 1), (5, 2)], "Luck")
    texts = ["".join(e.itertext()) for e in ET.fromstring(drawn).iter("{http://www.w3.org/2000/svg}text")]
    assert {"allied", "ger<man", "1", "2", "+1.5", "-1.5", "0"} <= set(texts)


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
    return reported(filmed(game), pictures={}, appendix=True)


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
    shown = reported(film(tmp_path / "campaign.pbem"))
    assert [line for line in shown.splitlines() if line.startswith("##")] == [
        line for line in told.splitlines() if line.startswith("##")
    ]


def test_half_points_are_named_where_they_are_summed() -> None:
    by_road = [o for e in filmed("june6").trail for o in e.outcomes if "½" in o.text or o.kind == "marched"]
    assert by_road
    for each in by_road:
        assert f"{each.total} half points" in each.text
