"""The exact chances of an order: the procedure itself run through with every face of every die it asks for."""

from __future__ import annotations

from collections.abc import Iterator
from fractions import Fraction
from math import lcm

from attrs import frozen

from pbem.bytes.values import evolve
from pbem.port.game import Die, Outcome
from pbem.port.insight import Branch, Chance, Forecast
from pbem_rules.pegasus import sequence
from pbem_rules.pegasus.model import BRITISH, State, Task
from pbem_rules.pegasus.play import NeedDice, Play
from pbem_rules.pegasus.printed import Data

_SHOTS = frozenset({"fired", "grenade", "piat", "gammon", "shelled"})
"""Outcomes that tell of a die and its modifiers; what comes of it is told by the outcomes after them."""
_CERTAIN = frozenset({"moved"})
_HARM = frozenset({"suppressed", "lost", "eliminated", "killed", "wounded", "wrecked", "immobile"})
_DICED = frozenset({"move", "grenade", "gammon", "clear", "fire", "piat", "shell"})
_PARAGRAPHS = {"clear": "20.3", "move": "5.1"}
"""Where the dice of an order come from when nobody fires."""
_MOST = 2500
"""How many ways of the dice are looked at; an order with more (a walk past many Germans) has no table."""
_MOST_FACES = 36


@frozen(kw_only=True)
class _End:
    """One way that the dice may fall: their faces and sizes in the order thrown, and what happened."""

    faces: tuple[tuple[int, int], ...]
    outcomes: tuple[Outcome, ...]

    @property
    def odds(self) -> Fraction:
        found = Fraction(1)
        for sides, _ in self.faces:
            found /= sides
        return found


def forecast(data: Data, state: State, task: Task) -> Forecast | None:
    """The chances of an order that is legal; None when no die is thrown for it, or too many."""
    if task.kind not in _DICED:
        return None
    try:
        ends = list(_ends(data, evolve(state, pool=()), task, (), [_MOST]))
    except _TooManyError:
        return None
    if not any(end.faces for end in ends):
        return None
    shots = [each for end in ends for each in end.outcomes if each.kind in _SHOTS]
    first = shots[0] if shots else None
    reasons = first.reasons if first is not None else ()
    longest = max((end.faces for end in ends), key=len)
    of = lcm(*(end.odds.denominator for end in ends))
    branch = Branch(
        when=(task.path[-1] if task.path else task.target or task.unit,),
        dice=tuple(Die(sides=sides) for sides, _ in longest),
        reasons=reasons,
        modifier=sum(reason.value for reason in reasons),
        of=of,
        chances=tuple(_chances(data, state, ends, of)),
    )
    return Forecast(
        text=_said(task),
        paragraph=first.paragraph if first is not None else _PARAGRAPHS.get(task.kind, "9.1"),
        parts=("target",),
        branches=(branch,),
        notes=tuple(_notes(shots, len(longest))),
    )


class _TooManyError(Exception):
    """There are more ways than anybody reads."""


def _ends(
    data: Data, state: State, task: Task, thrown: tuple[tuple[int, int], ...], left: list[int]
) -> Iterator[_End]:
    """Every way from here, the lowest faces first. Raises _TooManyError."""
    left[0] -= 1
    if left[0] < 0:
        raise _TooManyError
    play = Play.of(data, evolve(state, pool=thrown))
    try:
        sequence.perform(play, task)
    except NeedDice as need:
        for face in range(1, need.sides + 1):
            yield from _ends(data, state, task, (*thrown, (need.sides, face)), left)
        return
    yield _End(faces=thrown, outcomes=tuple(play.outcomes))


def _chances(data: Data, state: State, ends: list[_End], of: int) -> Iterator[Chance]:
    """The ways with the same end put together."""
    together: dict[tuple[str, ...], list[_End]] = {}
    for end in ends:
        together.setdefault(told(end.outcomes), []).append(end)
    for texts, same in together.items():
        ways = sum((end.odds for end in same), Fraction(0)) * of
        faces = tuple(tuple(face for _, face in end.faces) for end in same)
        yield Chance(
            text=" ".join(texts) or "No effect.",
            ways=int(ways),
            faces=faces if len(faces) <= _MOST_FACES else (),
            signs=tuple(sorted(_signs(data, state, same[0].outcomes))),
        )


def told(outcomes: tuple[Outcome, ...]) -> tuple[str, ...]:
    """What comes of an order, in sentences, without its dice."""
    return tuple(each.text for each in outcomes if each.kind not in _SHOTS | _CERTAIN)


def _signs(data: Data, state: State, outcomes: tuple[Outcome, ...]) -> set[str]:
    found = set()
    for each in outcomes:
        if each.kind in _HARM and each.units:
            unit = state.units.get(each.units[0])
            ours = unit is not None and data.forces.kinds[unit.kind].side == BRITISH
            found.add("attacker hurt" if ours else "defender hurt")
        if each.kind == "gun-lost":
            found.add("defender hurt")
    return found


def _said(task: Task) -> str:
    who = ", ".join(task.units) or task.unit
    match task.kind:
        case "move":
            return f"{who} moves to {task.path[-1]}"
        case "clear":
            return f"{who} clears the bunker"
        case "grenade":
            return f"{who} throws grenades at {task.target}"
        case "gammon":
            return f"{who} uses a Gammon bomb on {task.target}"
        case _:
            return f"{who} at {task.target}"


def _notes(shots: list[Outcome], most: int) -> Iterator[str]:
    several = {(each.units, each.reasons) for each in shots}
    if len(several) > 1:
        yield "There is more than one shot: the modifiers are those of the first, the chances those of all."
    if most > 1:
        yield f"Up to {most} dice are thrown; leaders are diced for where points are lost (15.2)."
