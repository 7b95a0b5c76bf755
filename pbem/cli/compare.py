"""``pbem challenge compare``: the entries of one challenge side by side."""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import pairwise
from pathlib import Path

import click

from pbem.bytes.canon import Json
from pbem.cli import output
from pbem.cli.app import home_options, json_option, setting
from pbem.cli.verdict_first import spoken
from pbem.games.game_cards import title
from pbem.home import verdict_sentence
from pbem.home.challenges import comparison
from pbem.home.challenges.comparison import Entrant, Pair
from pbem.port.messages import Message, counted, spelled
from pbem.view.markup import clean

_NAMED = 10


@click.command()
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@json_option
@home_options
def compare(files: tuple[Path, ...], as_json: bool) -> None:
    """Verify logs of one challenge and rank them: who scored what, with the same dice, and where decisions part.

    Anybody can do it. With the file of the challenge it also says which logs are not entries of it. Each game and each
    entrant is ranked once. Exit code 3 when a log does not hold or is not an entry, somebody entered twice, dice differ or
    were skipped.

    \b
    Example:
      pbem challenge compare challenge-autumn.pbem ann.pbem ben.pbem
    """
    field = comparison.read(files, home=setting().home)
    found = field.entrants
    pairs = [comparison.pair(one, other) for one, other in pairwise(found)]
    if as_json:
        output.data_json(
            {
                "entrants": [_entry(each) for each in found],
                "pairs": [_pair(each) for each in pairs],
                "said": list(field.said),
            }
        )
    else:
        for line in (
            *_rejected(found),
            *(clean(each, 600) for each in field.said),
            *_table(found),
            *([""] if pairs else []),
            *(line for each in pairs for line in _said(each)),
        ):
            output.data(line)
    held = all(each.verdict.fault is None for each in found) and all(p.alike == p.rolls for p in pairs)
    held = field.good and held and not any(each.skipped for each in found)
    if not held:
        sys.exit(3)


def _rejected(found: tuple[Entrant, ...]) -> Iterator[str]:
    """The verdict on each log that does not hold: before anybody is ranked."""
    return (spoken(each.file, each.verdict) for each in found if not each.verdict.good)


def _table(found: tuple[Entrant, ...]) -> Iterator[str]:
    if not found:
        yield Message("Nobody is ranked.")
        return
    first = found[0].verdict
    count = counted(len(found), "{n} entry", "{n} entries")
    yield Message(
        "Challenge {challenge}: {game}, {count}",
        challenge=first.challenge[:16],
        game=title(first.game, first.scenario),
        count=count,
    )
    wide = max(len(each.who) for each in found)
    for each in found:
        verdict = each.verdict
        yield (
            Message(
                "  {who}  {verdict}  {result}  {rolls} rolls, {orders} orders  ({file})",
                who=each.who.ljust(wide),
                verdict=spelled(verdict.verdict),
                result=verdict.result or Message("not finished"),
                rolls=len(each.rolls),
                orders=len(each.orders),
                file=each.file,
            )
        )
        if each.skipped:
            numbers = ", ".join(map(str, each.skipped[:_NAMED])) + (
                " ..." if len(each.skipped) > _NAMED else ""
            )
            yield Message(
                "    Refusals burnt rolls {numbers}: from there on these are not the dice of the others.",
                numbers=numbers,
            )


def _said(pair: Pair) -> Iterator[str]:
    one, other = pair.one.who, pair.other.who
    yield (
        Message(
            "{one} and {other}: {alike} of {rolls} rolls of the same dice show the same faces",
            one=one,
            other=other,
            alike=pair.alike,
            rolls=pair.rolls,
        )
        + ("." if pair.alike == pair.rolls else Message(": these dice are not of one chain."))
    )
    if pair.first is None and pair.second is None:
        yield Message("  Their orders are the same, one by one.")
        return
    parts = [
        Message("{who} at entry {order}: {order_b}", who=who, order=order[0], order_b=order[1])
        if order
        else Message("{who} has no more orders", who=who)
        for who, order in ((one, pair.first), (other, pair.second))
    ]
    yield Message("  Their orders part here: {parts}.", parts="; ".join(parts))


def _entry(each: Entrant) -> dict[str, Json]:
    return {
        **verdict_sentence.as_json(each.verdict, each.file),
        "who": each.who,
        "score": each.score,
        "orders": len(each.orders),
        "skipped": list(each.skipped),
    }


def _pair(each: Pair) -> dict[str, Json]:
    def order(found: tuple[int, str] | None) -> Json:
        return None if found is None else {"entry": found[0], "order": found[1]}

    return {
        "between": [each.one.who, each.other.who],
        "rolls": each.rolls,
        "alike": each.alike,
        "part": [order(each.first), order(each.second)],
    }


COMMAND = compare
