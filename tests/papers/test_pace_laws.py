"""Laws of the account of a pace: nobody makes another late, honest columns agree, a clock that is wrong hurts nobody."""

from __future__ import annotations

from itertools import pairwise
from typing import TypeAlias

from attrs import evolve
from entry_writer import START, call, note, plain
from hypothesis import given
from hypothesis import strategies as st
from writer import Game

from pbem.log import REFEREE, Bundle, parse_log
from pbem.log.pace_stamp import Stamp, minutes, own_words, parsed, written
from pbem.papers.pace_account import Account, Row, Side, Terms, Waiting, account
from pbem.papers.pace_told import lasting
from pbem.papers.pace_told import minutes as read_time
from pbem.papers.signed_sheet import Sheet
from tests.vectors.make_pace_vectors import DAY, HOUR, when

TERMS = Terms(each=2 * DAY, bank=DAY, holidays=0, slack=6 * HOUR)
_ANY = st.integers(-30 * DAY, 60 * DAY)
File: TypeAlias = tuple[str, bool, int, int, int, int]
"""Seat, whether it decides, when it was signed, what it answers, when that came, how long its mail took."""


@st.composite
def games(draw: st.DrawFn, mail: int) -> list[File]:
    """Files of two with one clock, whose mails take up to so long: decisions, several in a row, and answers of programs."""
    found, moment, answers, came = list[File](), 0, 0, 0
    for n in range(draw(st.integers(1, 8))):
        by, decides = draw(st.sampled_from("AB")), draw(st.booleans())
        if found and found[-1][0] != by:
            moment += found[-1][5]
            answers, came = n, moment
        moment += draw(st.integers(0, 5 * DAY)) if decides else 0
        found.append((by, decides, moment, answers, came, draw(st.integers(0, mail))))
    return found


def files(made: list[File], *, ruling: int = 0) -> tuple[Bundle, ...]:
    """The turn files themselves; number ``ruling`` is the referee's."""
    game = Game("talk")
    for by, decides, signed, answers, came, _ in made:
        entries = (
            [call(1), note(f"@ {when(signed)} {answers} {when(came)}")] if decides else [plain("rsp", x="00")]
        )
        game.write(by, *([] if game.blocks else [START]), *entries)
    found = parse_log(b"".join(line + b"\n" for line in game.lines)).bundles
    return tuple(
        evolve(each, header=evolve(each.header, by=REFEREE)) if each.header.n == ruling else each
        for each in found
    )


def told(made: list[File], terms: Terms = TERMS, *rows: Row) -> Account:
    return account(files(made), terms, rows)


@given(games(10 * DAY), st.lists(st.tuples(_ANY, st.integers(0, 9), _ANY), min_size=8, max_size=8))
def test_what_the_other_signs_changes_nothing_in_ones_own_column(
    made: list[File], lies: list[tuple[int, int, int]]
) -> None:
    changed = [
        (*each[:2], *lie, each[5]) if each[0] == "B" else each for each, lie in zip(made, lies, strict=False)
    ]
    assert told(made).sides["A"].own == told(changed).sides["A"].own
    quick = [
        (*each[:2], min(each[2], each[4] + TERMS.each), *each[3:]) if each[0] == "A" else each
        for each in changed
    ]
    assert 0 == told(quick).sides["A"].own


@given(games(TERMS.slack))
def test_both_columns_agree_up_to_the_slack_of_mails_when_both_are_honest(made: list[File]) -> None:
    found = told(made)
    assert all(side.own == side.other for side in found.sides.values())
    assert () == found.backwards


@given(games(10 * DAY))
def test_without_slack_they_differ_by_what_mails_took(made: list[File]) -> None:
    found = told(made, evolve(TERMS, slack=0))
    mails = sum(one[5] for one, other in pairwise(made) if one[0] != other[0])
    for side in found.sides.values():
        assert 0 <= side.other - side.own <= mails


@given(games(10 * DAY), st.integers(-400 * DAY, 400 * DAY))
def test_a_clock_that_is_wrong_all_the_time_changes_no_column(made: list[File], wrong: int) -> None:
    """Not even the other's: each column is read off one clock. What is named are the two clocks."""
    shifted = [
        (by, decides, signed + wrong * (by == "B"), answers, came + wrong * (by == "B"), mail)
        for by, decides, signed, answers, came, mail in made
    ]
    found = told(shifted)
    assert found.sides == told(made).sides
    assert all(each.by != each.with_ for each in found.backwards)


@given(games(10 * DAY), st.sampled_from("AB"), st.integers(0, 5 * DAY), st.integers(1, 6))
def test_what_is_owed_counts_like_a_decision_that_is_signed_now(
    made: list[File], by: str, wait: int, at: int
) -> None:
    """By the own words, and by those of the other, who would have it and decide at this moment."""
    at = min(at, len(made))
    same, before = made[-1][0] == by, [n for n, each in enumerate(made, 1) if each[0] != by]
    terms = evolve(TERMS, at=at, slack=0 if same else TERMS.slack)
    came = made[-1][4] if same else made[-1][2]
    now = made[-1][2] + wait
    after = [*made, (by, True, now, max(before, default=0), came, 0)]
    begin = minutes(when(0)) or 0

    def owed(*, own: bool) -> Side:
        found = Waiting(by=by, begun=begin + came, now=begin + now, own=own)
        return account(files(made), terms, (), found).sides[by]

    assert owed(own=True).own == told(after, terms).sides[by].own
    if any(each[1] for each in made[at - 1 :] if each[0] != by):
        silent = after if same else [*made, (by, True, now, 99, came, 0)]
        closed = [*silent, ("AB"[by == "A"], True, now, len(after), now, 0)]
        assert owed(own=False).other == told(closed, terms).sides[by].other


@given(games(10 * DAY), st.integers(0, 5 * DAY))
def test_a_gift_makes_nobody_late(made: list[File], gift: int) -> None:
    row = Row(by="B", kind="give", made=0, sheet=Sheet(purpose="give", gid=b"", line=b""), minutes=gift, no=1)
    without, given_ = told(made), told(made, TERMS, row)
    late = [side.late(side.own) for side in (without.sides["A"], given_.sides["A"])]
    assert late[1] == max(0, late[0] - gift)
    assert given_.sides["B"] == without.sides["B"]


def test_behind_a_ruling_days_begin_anew_and_the_other_has_no_word_about_them() -> None:
    """A decided on day 0; the ruling came to B on day 20, who signed on 21, which came to A at once."""
    days = [(0, 0, 0), (1, 1, 0), (21, 2, 20), (21, 3, 21)]
    made = [
        ("AABA"[n], True, signed * DAY, answers, came * DAY, 0)
        for n, (signed, answers, came) in enumerate(days)
    ]
    plain_, ruled = (account(each, TERMS) for each in (files(made), files(made, ruling=2)))
    assert (0, 0) == (ruled.sides["B"].own, ruled.sides["B"].other)
    assert plain_.sides["B"].other > 0


_TIME = st.integers(0, 40_000_000)
_NAME = st.text("0123456789abcdef", min_size=16, max_size=16)


@given(_TIME, st.integers(0, 999_999), _TIME, st.dictionaries(_NAME, _TIME, max_size=2))
def test_a_stamp_and_a_time_are_read_as_they_were_written(
    signed: int, answers: int, came: int, seen: dict[str, int]
) -> None:
    made = Stamp(signed=signed, answers=answers, came=came, seen=seen)
    text, again = made.text(), "@again 4 7 (the same orders again)"
    for words, left in ((text, ""), (f"{text} Caen is yours.", "Caen is yours."), (f"{again} {text}", again)):
        assert made == parsed(words)
        assert left == own_words(words)
    assert minutes(written(signed)) == signed
    assert parsed(f"Look: {text}") is None
    assert read_time(lasting(answers)) == answers
