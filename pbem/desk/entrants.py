"""The entries of one challenge side by side: the same dice, and where the decisions part."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from attrs import frozen

from pbem.audit.rolls import Dice, thrown
from pbem.desk import lines, looking
from pbem.errors import UsageError, VerifyError
from pbem.replay.outcome import ending
from pbem.replay.verify import Verdict
from pbem.store.home import Home


@frozen(kw_only=True)
class Entrant:
    """One entrant's log: who, the verdict, the score, every roll by its number, and every order by its entry.

    A roll is its dice (sides and lowest face of each) and their faces. ``skipped`` are rolls that refusals burnt: from there
    on this entrant was dealt other dice than the others.
    """

    file: str
    who: str
    verdict: Verdict
    score: int | None
    rolls: Mapping[int, tuple[Dice, tuple[int, ...]]]
    orders: tuple[tuple[int, str], ...]
    skipped: tuple[int, ...] = ()


@frozen(kw_only=True)
class Pair:
    """Two entrants: rolls of the same dice under one number, how many of those agree, and where the orders part.

    ``first`` and ``second`` are the first orders that differ (entry and order), None where one log ends before.
    """

    one: Entrant
    other: Entrant
    rolls: int
    alike: int
    first: tuple[int, str] | None
    second: tuple[int, str] | None


def read(paths: Sequence[Path], *, home: Home | None = None) -> tuple[Entrant, ...]:
    """The entrants, best score first; every log is verified.

    Raises VerifyError ``no-challenge`` for a log of no challenge, ``other-challenge`` when the logs are of several,
    ``other-scenario``, ``other-terms`` (other options, rules or data), and whatever makes a log useless.
    """
    if len(paths) < 2:
        raise UsageError("one-file", "There is nothing to compare with.", hint="Name two logs or more.")
    films = [looking.film(path, home=home) for path in paths]
    first = films[0].log.invite
    for path, film in zip(paths, films, strict=True):
        offer = film.log.invite
        if not offer.challenge:
            raise VerifyError(
                "no-challenge",
                f"{path.name} is no entry of a challenge: its dice are its own.",
                hint="Compare games begun with pbem new --challenge TIP.",
            )
        if offer.challenge != first.challenge:
            raise VerifyError(
                "other-challenge",
                f"{path.name} is of the challenge {offer.challenge[:16]}, {paths[0].name} of {first.challenge[:16]}.",
                hint="Compare the entries of one challenge.",
            )
        if (offer.game, offer.scenario, offer.setup) != (first.game, first.scenario, first.setup):
            raise VerifyError(
                "other-scenario", f"{path.name} is {offer.game} {offer.scenario}, and {paths[0].name} is not."
            )
        if (offer.options, offer.rules, offer.data) != (first.options, first.rules, first.data):
            raise VerifyError(
                "other-terms",
                f"{path.name} was played with other options, rules or data than {paths[0].name}.",
                hint="Entries of a challenge are compared on the same terms.",
            )
    found = [entrant(path.name, film) for path, film in zip(paths, films, strict=True)]
    return ranked(found)


def ranked(found: Iterable[Entrant]) -> tuple[Entrant, ...]:
    """The best score first; behind them the games that are not finished, and last of all the logs that do not hold."""

    def place(each: Entrant) -> tuple[bool, bool, int, str]:
        return not each.verdict.good, each.score is None, -(each.score or 0), each.file

    return tuple(sorted(found, key=place))


def pair(one: Entrant, other: Entrant) -> Pair:
    """Two entrants compared, roll by roll and order by order."""
    both = [
        (faces, other.rolls[number][1])
        for number, (dice, faces) in one.rolls.items()
        if number in other.rolls and dice == other.rolls[number][0]
    ]
    count = min(len(one.orders), len(other.orders))
    at = next((i for i in range(count) if one.orders[i][1] != other.orders[i][1]), count)
    return Pair(
        one=one,
        other=other,
        rolls=len(both),
        alike=sum(mine == theirs for mine, theirs in both),
        first=one.orders[at] if at < len(one.orders) else None,
        second=other.orders[at] if at < len(other.orders) else None,
    )


def entrant(file: str, film: looking.Film) -> Entrant:
    """One log as the entry that it is."""
    orders: list[tuple[int, str]] = []
    for each in film.trail:
        codec = each.position.rules.actions
        if codec.knows(each.kind):
            action = codec.load({key: value for key, value in each.obj.items() if key != "i"})
            orders.append((each.entry, lines.write(codec, action)))
    rolls = thrown(film.trail)
    result = ending(film.at(None)[0])
    return Entrant(
        file=file,
        who=film.log.invite.seat.who,
        verdict=film.verdict,
        score=None if result is None else result.score,
        rolls={roll.number: (roll.dice, roll.faces) for roll in rolls},
        orders=tuple(orders),
        skipped=tuple(n for n in range(1, _end(film)) if n not in {roll.number for roll in rolls}),
    )


def _end(film: looking.Film) -> int:
    """The number behind the last roll that was thrown or burnt; one that is under way is neither."""
    table = film.at(None)[0].table
    return table.next_roll if table.pending is None else table.pending.j
