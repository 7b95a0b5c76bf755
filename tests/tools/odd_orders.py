"""Orders that no program writes, put to the real rules of every game along random games: what they may not do.

    python -m tests.tools.odd_orders --minutes 30
    python -m tests.tools.odd_orders normandy --minutes 5

An order has odd values (no name at all, a name of nobody, a number beyond reason, a list with one thing twice), or is a
legal one with another value in it. ``check`` may not raise; one that is legal may not raise in ``apply``, must change the
state, and no second order of its kind may bring the state before it back.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator, Sequence
from itertools import count, islice
from random import Random
from time import monotonic
from typing import TypeVar

import attrs
import click
from attrs import AttrsInstance, define, field

from pbem.bytes.canon import MAX_INT, Json
from pbem.bytes.errors import FormatError
from pbem.games import registry
from pbem.games.driver import kinds
from pbem.port.game import Choice, Conceal, Ruleset
from tests import random_play
from tests.sampling import GAMES

S = TypeVar("S")
WORDS = ("", " ", "?", "nobody", "x" * 300, "None", "0", "-1", "../..", "{unit}", "é", "A/B/C")
NUMBERS = (-1, 0, 1, 2, 7, 255, 10**6, MAX_INT, -MAX_INT)
_LISTED = 40


@define(kw_only=True)
class Found:
    """What came of a search: orders put to ``check``, those that were legal, and each sort of finding with an example."""

    inputs: int = 0
    legal: int = 0
    findings: dict[str, str] = field(factory=dict)

    def add(self, more: Found) -> None:
        """Both searches together."""
        self.inputs, self.legal = self.inputs + more.inputs, self.legal + more.legal
        self.findings = {**more.findings, **self.findings}


def _varied(value: Json, words: Sequence[str], draw: Random) -> Json:
    """Another value of the same type."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return draw.choice((*NUMBERS, value + 1, value - 1))
    if isinstance(value, str):
        return draw.choice(WORDS if draw.random() < 0.4 else words)
    if isinstance(value, dict):
        if not value:
            return value
        name = draw.choice(sorted(value))
        return {**value, name: _varied(value[name], words, draw)}
    if isinstance(value, list):
        return _list(value, words, draw)
    return value


def _list(value: list[Json], words: Sequence[str], draw: Random) -> Json:
    pick = draw.randrange(6)
    if pick == 0 or not value:
        return [] if value else [draw.choice((*WORDS, *words))]
    if pick == 1:
        return [*value, value[0]]
    if pick == 2:
        return value[:-1]
    if pick == 3:
        return value * 40
    at = draw.randrange(len(value))
    return [*value[:at], _varied(value[at], words, draw), *value[at + 1 :]]


def odd(rules, listed, words, draw):
    """An order as an object: one that is listed with a value or two changed, or a fresh one of any kind with odd values."""
    if listed and draw.random() < 0.7:
        made = dict(draw.choice(listed))
        for name in draw.sample(sorted(made), min(len(made), draw.choice((1, 1, 2)))):
            if name != "k":
                made[name] = _varied(made[name], words, draw)
        return made
    kind = draw.choice(rules.actions.kinds)
    made = {"k": kind}
    for each in attrs.fields(rules.actions.cls(kind)):
        made[each.name] = draw.choice(
            (draw.choice(WORDS), draw.choice(words), draw.choice(NUMBERS), [], True)
        )
    return made


def at(rules, state, side, draw, inputs, *, most=_LISTED):
    """So many odd orders in one position."""
    found = Found()
    codec = rules.actions
    listed = [codec.dump(each) for each in islice(rules.options(state, side), most)]
    words = sorted({*_words(listed), *_words([rules.dump(state)][:1])}) or [""]
    for _ in range(inputs):
        made = odd(rules, listed, words, draw)
        try:
            order = codec.load(dict(made))
        except FormatError:
            continue
        judged(rules, state, side, order, found)
    return found


def judged(rules: Ruleset[S], state: S, side: str, order: AttrsInstance, found: Found) -> None:
    """One order in one position; what is wrong is noted."""
    kind = rules.actions.kind(order)
    found.inputs += 1
    wrong = _finding(rules, state, side, order, kind, found)
    if wrong:
        found.findings.setdefault(f"{rules.name} {kind}: {wrong}", repr(order))


def _finding(rules: Ruleset[S], state: S, side: str, order: AttrsInstance, kind: str, found: Found) -> str:
    """What is wrong with what the rules say and do; empty when nothing is."""
    try:
        broken = tuple(rules.check(state, side, order))
    except Exception as error:  # that is what is looked for
        return f"check raises {type(error).__name__}"
    if broken or kind in rules.secret:
        return ""
    found.legal += 1
    before = rules.write(state)
    try:
        after = rules.apply(state, side, order).state
        written = rules.write(after)
    except Exception as error:  # that is what is looked for
        return f"apply raises {type(error).__name__}"
    if written == before:
        return "changes nothing"
    return "to and fro" if _comes_back(rules, after, side, kind, before) else ""


def _comes_back(rules: Ruleset[S], state: S, side: str, kind: str, before: bytes) -> bool:
    """Whether a second order of its kind brings back what was before."""
    due = next(iter(rules.demands(state)), None)
    if not isinstance(due, Choice) or due.side != side or kind not in due.kinds:
        return False
    again = (each for each in rules.options(state, side) if rules.actions.kind(each) == kind)
    return any(rules.write(rules.apply(state, side, each).state) == before for each in islice(again, 8))


def _words(values: Sequence[object]) -> Iterator[str]:
    for value in values:
        if isinstance(value, str):
            yield value
        elif isinstance(value, dict):
            yield from map(str, value)
            yield from _words(list(value.values()))
        elif isinstance(value, (list, tuple)):
            yield from _words(value)


def along(name, scenario, seed, *, positions, inputs, until=float("inf")):
    """Odd orders in so many positions of one random game, of the side that has to act and now and then of the other."""
    rules, kind = registry.load(name).rules, random_play.of(name)
    game = kind.start(rules, scenario, seed, kind.variants[seed % len(kind.variants)])
    draw, found = Random(f"{name} {scenario} {seed}"), Found()
    for _ in range(positions):
        if monotonic() > until:
            break
        due = game.now.due
        if isinstance(due, Choice | Conceal) and kinds(due):
            side = due.side if draw.random() < 0.95 else next(s for s in rules.sides if s != due.side)
            found.add(at(rules, game.state, side, draw, inputs))
        if not game.step():
            break
    return found


@click.command()
@click.argument("games", nargs=-1)
@click.option("--minutes", default=5.0, help="For all of them together.")
def main(games: Sequence[str], minutes: float) -> None:
    """Search; what was found, with an example of each."""
    chosen, worst = games or GAMES, False
    for name in chosen:
        until, found, scenarios = (
            monotonic() + minutes * 60 / len(chosen),
            Found(),
            registry.load(name).rules.scenarios,
        )
        for seed in count():
            if monotonic() > until:
                break
            scenario = scenarios[seed % len(scenarios)]
            found.add(along(name, scenario, seed, positions=2000, inputs=20, until=until))
        click.echo(f"{name}: {found.inputs:,} orders, {found.legal:,} legal, {len(found.findings)} findings")
        for what, example in sorted(found.findings.items()):
            click.echo(f"  {what}: {example}")
        worst = worst or bool(found.findings)
    sys.exit(worst)


if __name__ == "__main__":
    main()
