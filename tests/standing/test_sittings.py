"""Sittings are counted in a game that is played, and the manual says what was counted."""

import re

import pytest

from tests.tools import count_sittings
from tests.tools.count_sittings import PAGES, ROOT, WAYS, Mail, counted, kept, play, sittings, table

PINNED = {
    "by hand": {"turns": 3, "mails": 60, "decided": 32, "sittings": 60},
    "service": {"turns": 3, "mails": 60, "decided": 32, "sittings": 13},
    "service and usual sheet": {"turns": 3, "mails": 60, "decided": 30, "sittings": 11},
}

FRONTS = ("README.md", "pbem/manual/es/README.md")
_TOLD = ("Dark December", "June 6")


@pytest.mark.night
def test_what_three_turns_cost_with_each_lever() -> None:
    """Raise a number only with a reason: it is how often two people have to sit down."""
    assert PINNED == counted("june44", "to-22-june", 1, turns=3)


@pytest.mark.night
def test_what_a_turn_of_the_landings_costs_with_plans() -> None:
    """The lever that makes a campaign by mail one that people finish."""
    played = play("june6", "landings", 1, sheets=True, plans=True, turns=1)
    assert {"turns": 1, "mails": 94, "decided": 7, "sittings": 5} == played.row()


def test_what_programs_write_ends_no_sitting_and_the_other_person_does() -> None:
    mails = [Mail(seat=seat, turn=1, person=person, decided=True) for seat, person in _MAILS]
    assert 3 == sittings(mails)


_MAILS = (("A", True), ("B", False), ("A", True), ("B", True), ("A", False), ("B", True), ("A", True))


@pytest.mark.parametrize("language", PAGES)
def test_the_manual_says_what_was_counted(language: str) -> None:
    assert kept()
    text = PAGES[language].read_text(encoding="utf-8")
    assert count_sittings.BEGIN + table(language, kept()) + count_sittings.END in text


@pytest.mark.parametrize("page", FRONTS, ids=str)
def test_the_front_page_says_what_was_counted(page: str) -> None:
    """Of Dark December and of June 6 with all three commands, then of both by hand."""
    rows = kept()
    december, june6 = (
        next(row for name, row in rows.items() if name.startswith(f"{game}:")) for game in _TOLD
    )
    each = [(december, WAYS[3]), (june6, WAYS[3]), (december, WAYS[0]), (june6, WAYS[0])]
    line = next(
        line for line in (ROOT / page).read_text(encoding="utf-8").splitlines() if "few-mails.md" in line
    )
    said = [int(word) for word in re.findall(r"(?<!June )\b\d+", line.partition("](")[0])]
    assert [round(row[way]["sittings"] / row[way]["turns"]) for row, way in each] == said


def test_each_game_is_counted_and_no_lever_costs_sittings() -> None:
    assert len(kept()) >= 5  # the games
    for row in kept().values():
        each = [row[way]["sittings"] for way in WAYS if way in row]
        assert each == sorted(each, reverse=True)
