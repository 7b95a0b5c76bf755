"""The chances of an attack or a bombardment before it is ordered, read off the charts face by face (12.4, 12.5, 16.4).

What the asking side cannot know - the enemy's mode - is not guessed: each possibility has a table of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import TypeVar

from pbem.bytes.values import evolve
from pbem.port.game import Die, Outcome
from pbem.port.insight import Branch, Chance, Forecast
from pbem.port.messages import Message, Series, counted
from pbem_rules.june6.model import ALLIED, Combat, Mission, Play, Position, State, View
from pbem_rules.june6.printed.data import Cell
from pbem_rules.june6.rules.air_and_sea import barrage
from pbem_rules.june6.rules.air_and_sea.barrage import BARRAGE, Barrage
from pbem_rules.june6.rules.air_and_sea.bombardment import paragraph_of, read_parts, terms
from pbem_rules.june6.rules.air_and_sea.missions import BOMBARD, Bombard
from pbem_rules.june6.rules.combat import counterattack, drawn_modes, modifiers, support
from pbem_rules.june6.rules.combat.attack import ATTACK, Attack, declared
from pbem_rules.june6.rules.combat.counterattack import COUNTERATTACK, Counterattack
from pbem_rules.june6.rules.combat.defence import DEFEND, Defend, answered
from pbem_rules.june6.rules.combat.drawn_modes import LEAN, Lean
from pbem_rules.june6.rules.combat.flow import goes_on, read_cell, resolve, turns_on
from pbem_rules.june6.rules.combat.mode import MODE, Mode
from pbem_rules.june6.rules.combat.modifiers import ASSAULT, PROBE, RETREAT, STAND, Field
from pbem_rules.june6.rules.combat.results import alive, cell
from pbem_rules.june6.rules.lookup import enemy_of, top
from pbem_rules.june6.rules.weather import D10
from pbem_rules.june6.words import word

O = TypeVar("O")  # noqa: E741  # an order
_ATTACKS, _DEFENCES = (ASSAULT, PROBE), (STAND, RETREAT)
_SIDES = ("attacker", "defender")
_FOLLOWS = frozenset({"combat", "breakthrough", "rout"})
"""Outcomes that say the result itself again, and not what follows of it."""


@ATTACK.forecast
def _of_attack(view: View, order: Attack) -> Forecast:
    return _declared(_once(view, declared, order))


@COUNTERATTACK.forecast
def _of_counterattack(view: View, order: Counterattack) -> Forecast:
    return _declared(_once(view, counterattack.declare, order))


def _once(at: Position, rule: Callable[[Play, O], None], order: O) -> Position:
    """The position after an order, before anything that follows."""
    play = Play(data=at.data, state=at.state)
    rule(play, order)
    return play


def _to_the_end(at: Position, face: int) -> Play:
    """A combat resolved by a face, as far as it goes without a decision."""
    play = Play(data=at.data, state=at.state)
    play.alter(die=face)
    resolve(play)
    while goes_on(play) and isinstance(play.state.frames[-1], Combat):
        pass
    return play


def _of_mode(view: View, order: Mode | Lean) -> Forecast:
    return _with_mode(view, order.mode)


MODE.forecast(_of_mode)
LEAN.forecast(_of_mode)


@DEFEND.forecast
def _of_defence(view: View, order: Defend) -> Forecast:
    return _defended(view, order)


@BOMBARD.forecast
def _of_bombardment(view: View, order: Bombard) -> Forecast:
    flown = Mission(target=order.target, air=order.air, naval=order.naval)
    return _bombarded(view, (flown,))


@BARRAGE.forecast
def _of_barrage(view: View, order: Barrage) -> Forecast:
    pairs = [barrage.parse(text) for text in order.missions]
    return _bombarded(view, [Mission(target=hex_, by=name) for name, hex_ in pairs])


# --- combat -----------------------------------------------------------------------------------------------------------


def _combat(state: State) -> Combat:
    return state.current(Combat)


def _declared(at: Position) -> Forecast:
    """Both modes of both sides, the combat having been declared."""
    notes = [_answer(at)]
    if drawn_modes.on(at):
        notes.append(
            Message("The modes are drawn: each side's likelier mode comes two times in three (12.43).")
        )
    return _told(at, _branches(at, _ATTACKS, _DEFENCES), notes)


def _with_mode(at: Position, mode: str) -> Forecast:
    """The attacker has settled on a mode, or leans to one where modes are drawn."""
    notes = [_answer(at)]
    if drawn_modes.on(at):
        notes.append(_drawn(mode))
        return _told(at, _branches(at, _ATTACKS, _DEFENCES), notes)
    return _told(at, _branches(at, (mode,), _DEFENCES), notes)


def _defended(at: Position, order: Defend) -> Forecast:
    """The defender's answer; the attacker's mode is sealed."""
    after = _once(at, answered, order)
    if _combat(after.state).lean:
        return _told(after, _branches(after, _ATTACKS, _DEFENCES), (_drawn(order.mode),))
    return _told(after, _branches(after, _ATTACKS, (order.mode,)), ())


def _drawn(mode: str) -> str:
    return Message("The modes are drawn: {mode} comes two times in three (12.43).", mode=word(mode))


def _branches(at: Position, attacks: Iterable[str], defences: Sequence[str]) -> list[Branch]:
    return [_branch(at, mode, defence) for mode in attacks for defence in defences]


def _branch(at: Position, mode: str, defence: str) -> Branch:
    combat = evolve(_combat(at.state), mode=mode, defence=defence, stage="reveal")
    after = View(data=at.data, state=top(at.state, combat))
    found = modifiers.reasons(after, combat)
    modifier = modifiers.total(found)
    rows: dict[Cell, list[int]] = {}
    for face in _faces(D10):
        rows.setdefault(cell(at.data, mode, defence, face + modifier), []).append(face)
    chances = tuple(
        Chance(
            text=read_cell(result),
            ways=len(faces),
            faces=tuple((face,) for face in faces),
            then=_then(_to_the_end(after, faces[0]).outcomes),
            signs=tuple(_signs(combat, result)),
        )
        for result, faces in rows.items()
    )
    return Branch(
        when=(mode, defence), dice=(D10,), reasons=found, modifier=modifier, of=D10.sides, chances=chances
    )


def _faces(die: Die) -> range:
    return range(die.low, die.low + die.sides)


def _then(outcomes: Iterable[Outcome]) -> tuple[str, ...]:
    return tuple(each.text for each in outcomes if each.kind not in _FOLLOWS)


def _signs(combat: Combat, result: Cell) -> Iterator[str]:
    if result.attacker:
        yield "attacker hurt"
    if result.defender:
        yield "defender hurt"
    if result.retreat:
        yield "retreat"
    if result.breakthrough:
        yield "breakthrough"
    elif result.advance:
        yield "advance"
    if turns_on(combat, result):
        yield "rout"


def _answer(at: Position) -> str:
    """What the defender may add that the figures do not have."""
    combat = _combat(at.state)
    if not combat.support:
        return Message("Neither side has support in this combat.")
    side = enemy_of(combat.side)
    guns = support.sources(at, side, combat.target, alive(at.state, combat.defenders), attacking=False)
    before = modifiers.artillery(Field.of(at, combat)).value
    after = modifiers.artillery(Field.of(at, evolve(combat, defence_artillery=guns))).value
    said: list[str] = []
    points = support.total_points(guns)
    if guns:
        what = counted(points, "{n} artillery point", "{n} artillery points")
        less = before - after
        said.append(Message("with {points} (16.21) the modifier is {less} lower", points=what, less=less))
    if side == ALLIED:
        most = at.data.numbers.combat.air_markers_most, at.data.numbers.combat.naval_markers_most
        said.append(
            Message(
                "each marker of his takes 1 (17.31, 18.31), {air} air or {naval} naval at most",
                air=min(at.state.air, most[0]),
                naval=min(at.state.naval, most[1]),
            )
        )
    if not said:
        return Message("The defender has no support to add.")
    return Message("The defender's support is not in the figures: {support}.", support=Series(said, "; "))


def _told(at: Position, branches: Iterable[Branch], notes: Iterable[str]) -> Forecast:
    combat = _combat(at.state)
    text = Message(
        "{attackers} against {defenders} in {target}",
        attackers=", ".join(combat.attackers),
        defenders=", ".join(combat.defenders),
        target=combat.target,
    )
    return Forecast(text=text, paragraph="12.5", parts=_SIDES, branches=tuple(branches), notes=tuple(notes))


# --- bombardment ------------------------------------------------------------------------------------------------------


def _bombarded(at: Position, missions: Sequence[Mission]) -> Forecast:
    """One table for each mission; each has a die of its own."""
    return Forecast(
        text=Message("bombardment of {missions}", missions=", ".join(mission.target for mission in missions)),
        paragraph=paragraph_of(at.data, missions[0]),
        parts=("by", "target") if missions[0].by else ("target",),
        branches=tuple(_mission(at, mission) for mission in missions),
        notes=(Message("Every unit in the hex counts as hit; the letters say which of them suffer (N123)."),),
    )


def _mission(at: Position, mission: Mission) -> Branch:
    reasons = terms(at, mission)
    modifier = modifiers.total(reasons)
    rows: dict[tuple[tuple[str, str], ...], list[int]] = {}
    for face in _faces(D10):
        rows.setdefault(at.data.charts.bombing.results[face + modifier], []).append(face)
    return Branch(
        when=(mission.by, mission.target) if mission.by else (mission.target,),
        dice=(D10,),
        reasons=reasons,
        modifier=modifier,
        of=D10.sides,
        chances=tuple(
            Chance(
                text=read_parts(parts),
                ways=len(faces),
                faces=tuple((face,) for face in faces),
                signs=("defender hurt",) if parts else (),
            )
            for parts, faces in rows.items()
        ),
    )
