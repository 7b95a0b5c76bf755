"""German fuel: the orders ``spare`` and ``starve`` (1.1, O9.5)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import combinations

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.game import Choice, Demand, Roll, Rolled
from pbem.port.messages import Message, counted
from pbem_rules.darkdecember.book import BOOK
from pbem_rules.darkdecember.printed.data import ALLIED, GERMAN
from pbem_rules.darkdecember.rules.play import DIE, Play
from pbem_rules.darkdecember.rules.supply import strike_columns
from pbem_rules.darkdecember.rules.view import Position, View
from pbem_rules.shared.chance import Label
from pbem_rules.shared.orders import Kind, broken

_MANTEUFFEL, _NOBODY = "Manteuffel", "-"


@frozen(kw_only=True)
class Spare:
    """The formation that Manteuffel keeps from the Allied choice of fuel (O9.5)."""

    formation: str


@frozen(kw_only=True)
class Starve:
    """A German formation goes out of supply for lack of fuel, or two of the independent brigades do (1.1)."""

    what: tuple[str, ...]


SPARE = Kind[Spare, View, Play](Spare, early="O9.5")
STARVE = Kind[Starve, View, Play](Starve, early="1.1a")
FUEL = Label[View, Play]("fuel", early="1.1a")


def units_of(position: Position, formation: str) -> tuple[str, ...]:
    """The units of a formation on the map, or the brigade of that name."""
    kinds = (position.kind(unit.id) for unit in position.units(GERMAN))
    return tuple(kind.id for kind in kinds if formation in (kind.formation, kind.id))


@BOOK.rule("1.1c", "N8")
def fit(position: Position, formation: str) -> bool:
    """Whether lack of fuel may stop a formation."""
    units = units_of(position, formation)
    alone = formation in position.data.charts.fuel.independent
    return len(units) > (0 if alone else 1) and any(not position.lacks_supply(name) for name in units)


@BOOK.rule("1.1e", "N7")
def eligible(position: Position) -> tuple[tuple[str, ...], ...]:
    """Every choice that there is: formations, then pairs of brigades (N7)."""
    rule = position.data.charts.fuel
    brigades = [name for name in rule.independent if fit(position, name)]
    formations = [(name,) for name in rule.formations if fit(position, name)]
    return (*formations, *combinations(brigades, rule.brigades))


# --- what is owed -----------------------------------------------------------------------------------------


@BOOK.rule("1.1", "1.1a", "N6")
def rolled_for(view: View) -> bool:
    """Whether fuel is rolled for in this half."""
    scenario = view.data.scenarios[view.state.scenario]
    return scenario.fuel and view.state.half == GERMAN and view.turn >= view.data.charts.fuel.first


def owed(view: View) -> tuple[Demand, ...]:
    """The die, then the choices of both sides as long as there is anybody to choose."""
    state = view.state
    if not rolled_for(view) or not eligible(view):
        return ()
    if state.fuel < 0:
        return (Roll(side=ALLIED, why=f"fuel/{view.turn}", dice=(DIE,), paragraph="1.1a"),)
    return _choice(view) if state.fuel else ()


@BOOK.rule("1.1a")
def _choice(view: View) -> tuple[Demand, ...]:
    """Who chooses next."""
    why = Message("fuel")
    if not view.state.picked and not view.state.spared and spareable(view):
        return (Choice(side=GERMAN, kinds=("spare", "done"), why=why, paragraph="O9.5"),)
    if not view.state.picked and allied_choices(view):
        return (Choice(side=ALLIED, kinds=("starve",), why=why, paragraph="1.1a"),)
    return (Choice(side=GERMAN, kinds=("starve",), why=why, paragraph="1.1a"),)


@BOOK.rule("1.1a")
def more(position: Position) -> int:
    """What is added to the die."""
    rule = position.data.charts.fuel
    return rule.more if position.turn >= rule.more_from else 0


@FUEL.rolled
def rolled(play: Play, roll: Rolled) -> None:
    stopped = play.data.charts.fuel.die[roll.faces[0] - 1] + more(play)
    play.change(fuel=stopped, picked=False, spared="", rolls=play.state.rolls + 1)
    said = counted(stopped, "Fuel: one division stops.", "Fuel: {n} divisions stop.")
    play.say("fuel", said, "1.1a", side=GERMAN, faces=roll.faces, total=stopped)


def begin(play: Play) -> None:
    """Before the die."""
    play.change(fuel=-1, picked=False, spared="")


# --- Manteuffel -------------------------------------------------------------------------------------------


@BOOK.rule("O9.5")
def spareable(position: Position) -> tuple[str, ...]:
    """The divisions that Manteuffel can keep from the Allied choice."""
    leader = position.board.get(_MANTEUFFEL)
    if not position.chosen("leaders") or leader is None:
        return ()
    reach = position.data.charts.numbers.command * position.data.leaders[_MANTEUFFEL].move
    far = position.data.ground.grid.distance

    def near(formation: str) -> bool:
        units = units_of(position, formation)
        return all(far(leader.where, position.board[name].where) <= reach for name in units)

    rule = position.data.charts.fuel
    ours = (name for name in rule.formations if fit(position, name) and not _of_the_ss(position, name))
    return tuple(name for name in ours if near(name))


def _of_the_ss(position: Position, formation: str) -> bool:
    return any(position.kind(name).ss for name in units_of(position, formation))


@SPARE.wrong
def not_spareable(view: View, order: Spare) -> Iterator[Violation]:
    name = order.formation
    if name in spareable(view):
        return
    if name not in view.data.charts.fuel.formations or not fit(view, name):
        said = Message("{formation} is not among those that lack of fuel can stop", formation=name)
    elif _of_the_ss(view, name):
        said = Message("Manteuffel spares no division of the SS")
    else:
        said = Message("Manteuffel does not reach all of {formation}", formation=name)
    yield broken("O9.5", said, name)


@SPARE.legal
def spares(view: View) -> Iterator[Spare]:
    yield from (Spare(formation=name) for name in spareable(view))


@SPARE.carry_out
def spare(play: Play, order: Spare) -> None:
    play.change(spared=order.formation)
    said = Message("Manteuffel sees to the fuel of {formation}.", formation=order.formation)
    play.say("spared", said, "O9.5", side=GERMAN)


def spare_nobody(play: Play) -> None:
    """Manteuffel spares no division."""
    play.change(spared=_NOBODY)


# --- the choices ------------------------------------------------------------------------------------------


def allied_choices(position: Position) -> tuple[tuple[str, ...], ...]:
    """What the Allied side may choose."""
    return tuple(each for each in eligible(position) if position.state.spared not in each)


@STARVE.wrong
@BOOK.rule("1.1a", "N7")
def not_chosen(view: View, order: Starve) -> Iterator[Violation]:
    rule, what = view.data.charts.fuel, tuple(sorted(order.what))
    listed = len(what) == 1 and what[0] in rule.formations
    pair = len(set(what)) == rule.brigades == len(what) and set(what) <= set(rule.independent)
    if not (listed or pair):
        yield broken("1.1a", Message("name a motorized division, or two independent brigades"))
        return
    for name in what:
        if not fit(view, name):
            few = len(units_of(view, name)) <= (0 if name in rule.independent else 1)
            said = (
                Message("{formation} has too few units on the map", formation=name)
                if few
                else Message("all of {formation} is out of supply as it is", formation=name)
            )
            yield broken("1.1c", said, name)
        if view.side == ALLIED and name == view.state.spared:
            yield broken("O9.5", Message("Manteuffel spares {formation}", formation=name), name)


@STARVE.legal
def choices(view: View) -> Iterator[Starve]:
    yield from (Starve(what=each) for each in eligible(view))


@STARVE.carry_out
@BOOK.rule("1.1b", "1.1d")
def starve(play: Play, order: Starve) -> None:
    names = tuple(name for what in order.what for name in units_of(play, what))
    play.mark(*names, dry=True)
    strike_columns(play)
    play.change(fuel=play.state.fuel - 1, picked=True)
    said = Message("Without fuel: {what}.", what=", ".join(order.what))
    play.say("dry", said, "1.1a", side=GERMAN, units=names)
