"""Fire of 6 June without the combat table: in the drop and on the beaches (20.9 to 20.13, 21.10 to 21.24)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.port.game import Demand, Die, Reason, Rolled
from pbem.port.insight import Branch, Chance, Forecast
from pbem.port.messages import Message
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.model import ALLIED, GERMAN, Piece
from pbem_rules.normandy.rules.june6 import hoc
from pbem_rules.normandy.rules.june6.places import FLEET, about, assault, beach_of, beside
from pbem_rules.normandy.rules.night import OVER, numbered, roll
from pbem_rules.normandy.rules.play import Play
from pbem_rules.normandy.rules.view import Position, View, infantry
from pbem_rules.normandy.tasks import Shot
from pbem_rules.shared.chance import Label
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class Shoot:
    """A unit fires at one beside it, in the drop or in the landing (20.9, 21.10)."""

    unit: str
    target: str


SHOOT = Kind[Shoot, View, Play](Shoot, early="20.9")
SHOTS = Label[View, Play]("shots", early="20.10")


def dropping(at: Position) -> bool:
    """Whether it is the fire of the drop, not that of the beaches."""
    return at.state.phase.startswith("drop")


def _gun(at: Position, name: str) -> bool:
    return at.type_of(name).branch == "artillery"


def _ship(at: Position, name: str) -> bool:
    return at.type_of(name).branch == "ship"


# --- who fires at whom -----------------------------------------------------------------------------------------


@SHOOT.invalid
def nobody(view: View, order: Shoot) -> Iterator[Violation]:
    for name, side in ((order.unit, view.side), (order.target, view.enemy(view.side))):
        if name not in view.board or view.side_of(name) != side:
            yield broken("20.9", Message("there is no such unit: {unit}", unit=name), name)


@SHOOT.wrong
@BOOK.rule("20.9", "21.16", "N15")
def twice(view: View, order: Shoot) -> Iterator[Violation]:
    """A unit that has fired, or a target that has been fired at."""
    if any(shot.unit == order.unit for shot in view.state.shots):
        yield broken("20.9", Message("{unit} has fired", unit=order.unit), order.unit)
    if not dropping(view) and any(shot.target == order.target for shot in view.state.shots):
        yield broken("21.16", Message("{unit} is fired at already", unit=order.target), order.target)


@SHOOT.wrong
@BOOK.rule("8.2", "20.9", "20.13", "21.10", "21.11", "21.12", "21.13", "21.15", "21.22", "21.23")  # fmt: skip
def out_of_reach(view: View, order: Shoot) -> Iterator[Violation]:
    """Targets that are not adjacent, guns that fire at the sea, ships that were not called."""
    name, target = order.unit, order.target
    one, two = view.board[name].where, view.board[target].where
    yield from hoc.silent(view, name)
    if _gun(view, name) and view.board[name].moved and not hoc.of_the_point(view, name):
        yield broken("8.2", Message("{unit} has moved", unit=name), name)
    elif _ship(view, name):
        yield from _not_called(view, order)
    elif dropping(view):
        if not beside(view, one, two):
            yield broken("20.9", Message("{target} is not beside {unit}", target=target, unit=name), target)
    elif _gun(view, name):
        yield from _gun_silent(view, name, target)
    elif not beside(view, one, two):
        yield broken("21.12", Message("{target} is not beside {unit}", target=target, unit=name), target)


def _gun_silent(view: View, name: str, target: str) -> Iterator[Violation]:
    """Why a gun does not fire at a target."""
    one, two = view.board[name].where, view.board[target].where
    if assault(two) is not None:
        yield broken("21.15", Message("guns do not fire at units at sea"), target)
    elif not beside(view, one, two):
        paragraph = "21.23" if view.side_of(name) == ALLIED else "21.13"
        yield broken(paragraph, Message("{target} is not beside {unit}", target=target, unit=name), target)
    elif view.face(name).defence != view.data.charts.landing.guns_defence and not hoc.of_the_point(
        view, name
    ):
        yield broken("21.13", Message("only guns that defend with 1 fire"), name)


@BOOK.rule("21.24", "N118")
def _not_called(view: View, order: Shoot) -> Iterator[Violation]:
    """A ship that was not called, or a target that nobody of its beach sees."""
    unit, where = view.board[order.unit], view.board[order.target].where
    if not unit.moved or not unit.where.startswith(FLEET):
        yield broken("21.24", Message("{unit} has not been called", unit=order.unit), order.unit)
        return
    beach = view.data.land.beaches[unit.where.removeprefix(FLEET)]
    near = {one for each in beach.hexes for one in view.data.ground.grid.within(each, 2)}
    if where not in near or not any(
        view.units_of(ALLIED, one) for one in view.data.ground.grid.adjacent[where]
    ):
        said = Message("nobody at {beach} stands beside {target}", beach=beach.name, target=order.target)
        yield broken("21.24", said, where)


@SHOOT.legal
def shots(view: View) -> Iterator[Shoot]:
    busy = {shot.unit for shot in view.state.shots}
    for unit in view.board:
        if view.side_of(unit.id) != view.side or unit.id in busy:
            continue
        for target in _targets(view, unit):
            if value(view, Shot(unit=unit.id, target=target)) > 0:
                yield Shoot(unit=unit.id, target=target)


def _targets(view: View, unit: Piece) -> Iterator[str]:
    """The enemies that a unit might fire at."""
    enemy = view.enemy(view.side)
    if _ship(view, unit.id):
        if unit.moved:
            yield from (
                other.id for other in view.board if view.side_of(other.id) == enemy and view.on_map(other.id)
            )
        return
    for place in about(view, unit.where):
        yield from view.units_of(enemy, place)


@SHOOT.carry_out
def shoot(play: Play, order: Shoot) -> None:
    shot = Shot(unit=order.unit, target=order.target)
    play.change(shots=(*play.state.shots, shot))
    said = Message(
        "{unit} will fire at {target} and hit on {n} or less.",
        unit=shot.unit,
        target=shot.target,
        n=value(play, shot),
    )
    play.say("aimed", said, "20.9", side=play.side_of(shot.unit), units=(shot.unit, shot.target))


# --- how they hit ----------------------------------------------------------------------------------------------


@BOOK.rule("19.1", "20.10", "21.14", "21.17")
def strength(at: Position, name: str) -> int:
    """What a unit fires with."""
    if hoc.of_the_point(at, name):
        return at.data.charts.hoc.strength
    kind = at.type_of(name)
    if kind.branch == "headquarters" and not dropping(at):
        return at.data.charts.landing.headquarters
    return kind.fire[at.board[name].lost] if kind.branch == "ship" else at.face(name).attack


def value(at: Position, shot: Shot) -> int:
    """The number to hit: that face or less costs a step."""
    return sum(each.value for each in terms(at, shot))


def terms(at: Position, shot: Shot) -> tuple[Reason, ...]:
    """The terms of the number to hit: strength, and on the beaches crowd, help and bluff."""
    own = Reason(
        paragraph="20.10" if dropping(at) else "21.17",
        text=Message("strength"),
        value=strength(at, shot.unit),
    )
    if dropping(at) or not own.value:
        return (own,)
    found = (
        own,
        Reason(paragraph="21.20", text=Message("crowded"), value=_crowd(at, shot)),
        Reason(paragraph="17.33", text=Message("engineers"), value=_help(at, shot)),
        Reason(paragraph="21.19", text=Message("bluff"), value=-_bluff(at, shot)),
    )
    return tuple(each for each in found if each.value)


def _die(at: Position) -> int:
    return at.data.charts.drop.die if dropping(at) else at.data.charts.landing.die


@SHOOT.forecast
def of_shot(view: View, order: Shoot) -> Forecast:
    """The chance that a shot hits, as things stand: all fire at once."""
    found, sides = terms(view, Shot(unit=order.unit, target=order.target)), _die(view)
    number = sum(each.value for each in found)
    hits = tuple((face,) for face in range(1, sides + 1) if face <= number)
    misses = tuple((face,) for face in range(1, sides + 1) if face > number)
    chances = (
        Chance(
            text=Message("the defender loses a step"), ways=len(hits), faces=hits, signs=("defender hurt",)
        ),
        Chance(text=Message("no effect"), ways=len(misses), faces=misses),
    )
    branch = Branch(
        when=(order.unit,),
        dice=(Die(sides=sides),),
        reasons=found,
        modifier=number,
        of=sides,
        chances=tuple(each for each in chances if each.ways),
    )
    return Forecast(
        text=Message(
            "{unit} fires at {target} and hits on {n} or less.",
            unit=order.unit,
            target=order.target,
            n=number,
        ),
        paragraph="20.10" if dropping(view) else "21.18",
        parts=("gun",),
        branches=(branch,),
    )


@BOOK.rule("21.5", "21.20", "17.32", "N13")
def _crowd(at: Position, shot: Shot) -> int:
    """What a crowded target adds."""
    stack = [
        name
        for name in at.board.at(at.board[shot.target].where)
        if at.side_of(name) == at.side_of(shot.target)
        and not (at.type_of(name).landing and at.type_of(name).branch == "engineer")
    ]
    return at.data.charts.landing.crowd * max(0, len(stack) - 1)


@BOOK.rule("17.26", "17.33")
def _help(at: Position, shot: Shot) -> int:
    """What those who stand with the unit add."""
    rule, where = at.data.charts.landing, at.board[shot.unit].where
    here = [at.type_of(name) for name in at.board.at(where)]
    there = [at.type_of(name) for name in at.board.at(at.board[shot.target].where)]
    works = at.type_of(shot.target).fixed and not _gun(at, shot.target)
    avre = rule.avre if works and any(kind.branch == "avre" for kind in here) else 0
    sappers = beach_of(at.data, where) and any(kind.landing and kind.branch == "engineer" for kind in here)
    alone = all(infantry(kind) for kind in there)
    return avre + (rule.engineers if sappers and alone and at.side_of(shot.unit) == ALLIED else 0)


@BOOK.rule("21.19", "N119")
def _bluff(at: Position, shot: Shot) -> int:
    """What a bluff between the two takes off."""
    one, two = sorted((at.board[shot.unit].where, at.board[shot.target].where))
    return at.data.charts.landing.bluff if (one, two) in at.data.ground.bluffs.pairs else 0


def owed(view: View) -> tuple[Demand, ...]:
    """A die for each shot: six-sided in the drop, ten-sided on the beaches."""
    side = GERMAN if "german" in view.state.phase else ALLIED
    return roll(
        numbered(view, SHOTS.word),
        len(view.state.shots),
        _die(view),
        "20.10" if dropping(view) else "21.18",
        side=side,
    )


@SHOTS.rolled
@BOOK.rule("20.10", "20.11", "20.13", "21.18", "N120")
def rolled(play: Play, told: Rolled) -> None:
    """Every shot is held against its number as it stood before the first."""
    state = play.state
    numbers = [value(play, shot) for shot in state.shots]
    for shot, number, face in zip(state.shots, numbers, told.faces, strict=True):
        hits = face <= number
        hit = Message("{unit} hits {target}.", unit=shot.unit, target=shot.target)
        misses = Message("{unit} misses {target}.", unit=shot.unit, target=shot.target)
        paragraph = "20.10" if dropping(play) else "21.18"
        side, units = play.side_of(shot.unit), (shot.unit, shot.target)
        play.say(
            "shot", hit if hits else misses, paragraph, side=side, units=units, faces=(face,), total=number
        )
        if hits and shot.target in play.board:
            play.step_loss(shot.target, paragraph)
    play.change(shots=(), rolls=play.state.rolls + 1, stage=OVER)
