"""Laws of the account of a pace: nobody makes another late, honest columns agree, a clock that is wrong hurts nobody."""

from __future__ import annotations

from itertools import pairwise

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from pbem.log import Bundle, parse_log
from pbem.papers.pace_account import Account, Column, Terms, account
from pbem.log.pace_stamp import Stamp, minutes, parsed, written
from tests.vectors.make_pace_vectors import DAY, HOUR, stamped

TERMS = Terms(each=2 * DAY, bank=DAY, holidays=0, slack=6 * HOUR)
NOTHING = {"A": (), "B": ()}
_WAITS = st.integers(0, 5 * DAY)
_STAMPS = st.none() | st.tuples(st.integers(-30 * DAY, 60 * DAY), st.integers(-30 * DAY, 60 * DAY))


def files(*times: tuple[int, int] | None) -> list[Bundle]:
    """The turn files of a game in which both decide by turns; when each was signed, when the one before came."""
    return [*parse_log(b"".join(line + b"\n" for line in stamped(*times).lines)).bundles]


def told(*times: tuple[int, int] | None, terms: Terms = TERMS) -> Account:
    return account(files(*times), terms, NOTHING, {"A": 0, "B": 0})


@st.composite
def honest(draw: st.DrawFn, mail: int) -> list[tuple[int, int]]:
    """Stamps of two with one clock, whose mails take up to so long."""
    moment, found = 0, list[tuple[int, int]]()
    for _ in range(draw(st.integers(1, 6))):
        came = moment + (draw(st.integers(0, mail)) if found else 0)
        moment = came + draw(_WAITS)
        found.append((moment, came))
    return found


@given(honest(10 * DAY), st.lists(_STAMPS, min_size=6, max_size=6))
def test_what_the_other_signs_changes_nothing_in_ones_own_column(
    times: list[tuple[int, int]], others: list[tuple[int, int] | None]
) -> None:
    changed = [others[n] if n % 2 else each for n, each in enumerate(times)]
    assert told(*times).sides["A"].own == told(*changed).sides["A"].own
    quick = [
        others[n] if n % 2 else (came + min(signed - came, TERMS.each), came)
        for n, (signed, came) in enumerate(times)
    ]
    assert Column(used=0, late=0) == told(*quick).sides["A"].own


@given(honest(TERMS.slack))
def test_both_columns_agree_up_to_the_slack_of_mails_when_both_are_honest(
    times: list[tuple[int, int]],
) -> None:
    found = told(*times)
    assert all(side.own == side.other for side in found.sides.values())
    assert () == found.backwards


@given(honest(10 * DAY))
def test_without_slack_they_differ_by_what_mails_took(times: list[tuple[int, int]]) -> None:
    found = told(*times, terms=evolve(TERMS, slack=0))
    mails = sum(came - signed for (signed, _), (_, came) in pairwise(times))
    for side in found.sides.values():
        assert 0 <= side.other.used - side.own.used <= mails


@given(honest(10 * DAY), st.integers(-400 * DAY, 400 * DAY))
def test_a_clock_that_is_wrong_all_the_time_changes_no_column(
    times: list[tuple[int, int]], wrong: int
) -> None:
    """Not even the other's: each column is read off one clock. What is named are the two clocks."""
    shifted = [(signed + wrong * (n % 2), came + wrong * (n % 2)) for n, (signed, came) in enumerate(times)]
    found, other = told(*times), told(*shifted)
    assert found.sides == other.sides
    assert all(each.by != each.with_ for each in other.backwards)


@given(honest(10 * DAY), _WAITS)
def test_a_gift_makes_nobody_late(times: list[tuple[int, int]], gift: int) -> None:
    without = account(files(*times), TERMS, NOTHING, {"A": 0, "B": 0})
    given_ = account(files(*times), TERMS, NOTHING, {"A": gift, "B": 0})
    assert given_.sides["A"].own.late == max(0, without.sides["A"].own.late - gift)
    assert given_.sides["B"] == without.sides["B"]


@given(
    st.integers(0, 40_000_000),
    st.integers(0, 999_999),
    st.integers(0, 40_000_000),
    st.dictionaries(
        st.text("0123456789abcdef", min_size=16, max_size=16), st.integers(0, 40_000_000), max_size=2
    ),
)
def test_a_stamp_is_read_as_it_was_written(
    signed: int, answers: int, came: int, seen: dict[str, int]
) -> None:
    made = Stamp(signed=signed, answers=answers, came=came, seen=seen)
    text = made.text()
    for words in (text, f"{text} Caen is yours.", f"@again 4 7 (the same orders again) {text}"):
        assert made == parsed(words)
    assert minutes(written(signed)) == signed
    assert parsed(f"Look: {text}") is None
