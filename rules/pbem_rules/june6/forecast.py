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
from pbem_rules.june6.model import ALLIED, Combat, Mission, Play, State, View
from pbem_rules.june6.printed.data import Cell, Data
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
    return _declared(view.data, _once(view.data, view.state, declared, order))


@COUNTERATTACK.forecast
def _of_counterattack(view: View, order: Counterattack) -> Forecast:
    return _declared(view.data, _once(view.data, view.state, counterattack.declare, order))


def _once(data: Data, state: State, rule: Callable[[Play, O], None], order: O) -> State:
    """The state after an order, before anything that follows."""
    play = Play(data=data, state=state)
    rule(play, order)
    return play.state


def _to_the_end(data: Data, state: State, face: int) -> Play:
    """A combat resolved by a face, as far as it goes without a decision."""
    play = Play(data=data, state=state)
    play.alter(die=face)
    resolve(play)
    while goes_on(play) and isinstance(play.state.frames[-1], Combat):
        pass
    return play


def _of_mode(view: View, order: Mode | Lean) -> Forecast:
    return _with_mode(view.data, view.state, order.mode)


MODE.forecast(_of_mode)
LEAN.forecast(_of_mode)


@DEFEND.forecast
def _of_defence(view: View, order: Defend) -> Forecast:
    return _defended(view.data, view.state, order)


@BOMBARD.forecast
def _of_bombardment(view: View, order: Bombard) -> Forecast:
    flown = Mission(target=order.target, air=order.air, naval=order.naval)
    return _bombarded(view.data, view.state, (flown,))


@BARRAGE.forecast
def _of_barrage(view: View, order: Barrage) -> Forecast:
    pairs = [barrage.parse(text) for text in order.missions]
    return _bombarded(view.data, view.state, [Mission(target=hex_, by=name) for name, hex_ in pairs])


# --- combat -----------------------------------------------------------------------------------------------------------


def _combat(state: State) -> Combat:
    return state.current(Combat)


def _declared(data: Data, state: State) -> Forecast:
    """Both modes of both sides, the combat having been declared."""
    notes = [_answer(data, state)]
    if drawn_modes.on(data, state):
        notes.append(
            Message("The modes are drawn: each side's likelier mode comes two times in three (12.43).")
        )
    return _told(data, state, _branches(data, state, _ATTACKS, _DEFENCES), notes)


def _with_mode(data: Data, state: State, mode: str) -> Forecast:
    """The attacker has settled on a mode, or leans to one where modes are drawn."""
    notes = [_answer(data, state)]
    if drawn_modes.on(data, state):
        notes.append(_drawn(mode))
        return _told(data, state, _branches(data, state, _ATTACKS, _DEFENCES), notes)
    return _told(data, state, _branches(data, state, (mode,), _DEFENCES), notes)


def _defended(data: Data, state: State, order: Defend) -> Forecast:
    """The defender's answer; the attacker's mode is sealed."""
    after = _once(data, state, answered, order)
    if _combat(after).lean:
        return _told(data, after, _branches(data, after, _ATTACKS, _DEFENCES), (_drawn(order.mode),))
    return _told(data, after, _branches(data, after, _ATTACKS, (order.mode,)), ())


def _drawn(mode: str) -> str:
    return Message("The modes are drawn: {mode} comes two times in three (12.43).", mode=word(mode))


def _branches(data: Data, state: State, attacks: Iterable[str], defences: Sequence[str]) -> list[Branch]:
    return [_branch(data, state, mode, defence) for mode in attacks for defence in defences]


def _branch(data: Data, state: State, mode: str, defence: str) -> Branch:
    combat = evolve(_combat(state), mode=mode, defence=defence, stage="reveal")
    state = top(state, combat)
    found = modifiers.reasons(data, state, combat)
    modifier = modifiers.total(found)
    rows: dict[Cell, list[int]] = {}
    for face in _faces(D10):
        rows.setdefault(cell(data, mode, defence, face + modifier), []).append(face)
    chances = tuple(
        Chance(
            text=read_cell(result),
            ways=len(faces),
            faces=tuple((face,) for face in faces),
            then=_then(_to_the_end(data, state, faces[0]).outcomes),
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


def _answer(data: Data, state: State) -> str:
    """What the defender may add that the figures do not have."""
    combat = _combat(state)
    if not combat.support:
        return Message("Neither side has support in this combat.")
    side = enemy_of(combat.side)
    guns = support.sources(data, state, side, combat.target, alive(state, combat.defenders), attacking=False)
    before = modifiers.artillery(Field.of(data, state, combat)).value
    after = modifiers.artillery(Field.of(data, state, evolve(combat, defence_artillery=guns))).value
    said: list[str] = []
    points = support.total_points(guns)
    if guns:
        what = counted(points, "{n} artillery point", "{n} artillery points")
        less = before - after
        said.append(Message("with {points} (16.21) the modifier is {less} lower", points=what, less=less))
    if side == ALLIED:
        most = data.numbers.combat.air_markers_most, data.numbers.combat.naval_markers_most
        said.append(
            Message(
                "each marker of his takes 1 (17.31, 18.31), {air} air or {naval} naval at most",
                air=min(state.air, most[0]),
                naval=min(state.naval, most[1]),
            )
        )
    if not said:
        return Message("The defender has no support to add.")
    return Message("The defender's support is not in the figures: {support}.", support=Series(said, "; "))


def _told(data: Data, state: State, branches: Iterable[Branch], notes: Iterable[str]) -> Forecast:
    combat = _combat(state)
    text = Message(
        "{attackers} against {defenders} in {target}",
        attackers=", ".join(combat.attackers),
        defenders=", ".join(combat.defenders),
        target=combat.target,
    )
    return Forecast(text=text, paragraph="12.5", parts=_SIDES, branches=tuple(branches), notes=tuple(notes))


# --- bombardment ------------------------------------------------------------------------------------------------------


def _bombarded(data: Data, state: State, missions: Sequence[Mission]) -> Forecast:
    """One table for each mission; each has a die of its own."""
    return Forecast(
        text=Message("bombardment of {missions}", missions=", ".join(mission.target for mission in missions)),
        paragraph=paragraph_of(data, missions[0]),
        parts=("target",),
        branches=tuple(_mission(data, state, mission) for mission in missions),
        notes=(Message("Every unit in the hex counts as hit; the letters say which of them suffer (N123)."),),
    )


def _mission(data: Data, state: State, mission: Mission) -> Branch:
    reasons = terms(data, state, mission)
    modifier = modifiers.total(reasons)
    rows: dict[tuple[tuple[str, str], ...], list[int]] = {}
    for face in _faces(D10):
        rows.setdefault(data.charts.bombing.results[face + modifier], []).append(face)
    return Branch(
        when=(f"{mission.by}:{mission.target}" if mission.by else mission.target,),
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
