"""Carpet bombing: the order ``carpet`` (17.5 to 17.10)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.bytes.values import evolve
from pbem.port.game import Choice, Demand, Die, Roll, Rolled
from pbem.port.messages import Message, Series, counted
from pbem_rules.kernel.supply import flooded
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.model import ALLIED, GERMAN
from pbem_rules.normandy.rules.air import recon
from pbem_rules.normandy.rules.play import Play
from pbem_rules.normandy.rules.view import Position, View
from pbem_rules.shared.chance import Label
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class Carpet:
    """Ten hexes that hang together are bombed this turn (17.5 to 17.9)."""

    hexes: tuple[str, ...]


CARPET = Kind[Carpet, View, Play](Carpet, early="17.5")
BOMBED = Label[View, Play]("carpet", early="17.9")


@BOOK.rule("17.5")
def allowed(at: Position) -> bool:
    """Whether a carpet may be flown at all: after 15 July, by day, two in a game."""
    chart, state = at.data.charts.carpet, at.state
    return bool(state.part) and state.day > chart.after and state.carpets < chart.most


@BOOK.rule("17.6")
def carpet_owed(view: View) -> tuple[Demand, ...]:
    """It is asked for while it can be paid, once a turn."""
    payable = view.state.points >= view.data.charts.points.carpet
    if view.state.stage == "over" or view.state.carpet or not allowed(view) or not payable:
        return ()
    why = Message("carpet bombing")
    return (Choice(side=ALLIED, kinds=("carpet", "done"), why=why, paragraph="17.5"),)


CARPET.passed_over(lambda view: view.side == ALLIED and view.state.phase in ("carpet", "allied-move"))


@CARPET.invalid
def no_hexes(view: View, order: Carpet) -> Iterator[Violation]:
    for name in order.hexes:
        if name not in view.data.ground.grid:
            yield broken("17.7", Message("there is no hex {hex}", hex=name), name)


@CARPET.wrong
@BOOK.rule("17.5", "17.6")
def not_to_be_had(view: View, _order: Carpet) -> Iterator[Violation]:
    """Too early, at night, the third of the game, the second of the turn, or too dear."""
    price, there = view.data.charts.points.carpet, view.state.points
    if not allowed(view):
        yield broken("17.5", Message("two carpets in a game, by day, after 15 July"))
    elif view.state.carpet:
        yield broken("17.5", Message("a carpet is laid out already this turn"))
    elif there < price:
        said = counted(
            price,
            "it costs {n} point of combat supply; there are {there}",
            "it costs {n} points of combat supply; there are {there}",
            there=there,
        )
        yield broken("17.6", said)


@CARPET.wrong
@BOOK.rule("17.7")
def not_ten_together(view: View, order: Carpet) -> Iterator[Violation]:
    wanted = set(order.hexes)
    number = view.data.charts.carpet.hexes
    if len(order.hexes) != number or len(wanted) != number:
        yield broken("17.7", Message("a carpet is {n} hexes", n=number))
        return
    together = flooded([order.hexes[0]], view.data.ground.grid.adjacent, wanted.__contains__)
    if set(together) != wanted:
        yield broken("17.7", Message("the hexes of a carpet hang together"))


@CARPET.legal
def carpets(view: View) -> Iterator[Carpet]:
    """Round each hex with Germans that is not beside Allied units: it, its neighbours, and some further ones."""
    grid, number = view.data.ground.grid, view.data.charts.carpet.hexes
    for where in view.board.places():
        if where not in grid or not view.units_of(GERMAN, where):
            continue
        hexes = [*grid.within(where, 1), *grid.ring(where, 2)][:number]
        if not any(view.units_of(ALLIED, each) for near in hexes for each in grid.within(near, 1)):
            yield Carpet(hexes=tuple(sorted(hexes)))


@CARPET.carry_out
def ordered(play: Play, order: Carpet) -> None:
    play.pay(play.data.charts.points.carpet)
    hexes = tuple(sorted(order.hexes))
    play.change(carpet=hexes, carpets=play.state.carpets + 1)
    said = Message("A carpet of bombs was laid out over {hexes}.", hexes=Series(hexes))
    play.say("carpet", said, "17.7", side=ALLIED, hexes=hexes)
    if beside(play):
        play.change(sky=evolve(play.state.sky, pending="carpet"))


@BOOK.rule("17.8", "N142")
def beside(at: Position) -> tuple[str, ...]:
    """The Allied units in the area or beside it, in order."""
    grid = at.data.ground.grid
    area = {each for where in at.state.carpet for each in grid.within(where, 1)}
    return tuple(sorted(name for where in area for name in at.units_of(ALLIED, where)))


def bombs_fall(play: Play) -> None:
    """At the end of the Allied turn the bombs fall, if a carpet was laid out."""
    if play.state.carpet:
        play.change(sky=evolve(play.state.sky, pending="bombs"))


def frozen_friends(at: Position) -> tuple[str, ...]:
    """The friends who could not move, in order."""
    return tuple(unit.id for unit in at.board if unit.still)


def carpet_roll(view: View) -> tuple[Demand, ...]:
    """The dice of the freeze, or those of the bombs: one a hex, and one for each friend who stayed."""
    chart, why = view.data.charts.carpet, f"carpet/{view.state.rolls + 1}"
    first = view.state.sky.pending == "carpet"
    number = len(beside(view)) if first else len(view.state.carpet) + len(frozen_friends(view))
    dice = (Die(sides=chart.die),) * number
    return (Roll(side=ALLIED, why=why, dice=dice, paragraph="17.8" if first else "17.9"),)


@BOMBED.rolled
def carpet_rolled(play: Play, roll: Rolled) -> None:
    first = play.state.sky.pending == "carpet"
    play.change(sky=evolve(play.state.sky, pending=""), rolls=play.state.rolls + 1)
    if first:
        _freeze(play, roll.faces)
    else:
        _bombs(play, roll.faces)


@BOOK.rule("17.8")
def _freeze(play: Play, faces: tuple[int, ...]) -> None:
    """With 9 and 10 a friend does not move this turn."""
    least = play.data.charts.carpet.stays
    stay = tuple(name for name, face in zip(beside(play), faces, strict=True) if face >= least)
    play.mark(*stay, still=True)
    said = (
        Message("Under the bombs these cannot move: {units}.", units=Series(stay))
        if stay
        else Message("No friend is held up by the bombs.")
    )
    play.say("carpet-friends", said, "17.8", side=ALLIED, units=stay, faces=faces)


@BOOK.rule("17.9", "17.10", "N143", "N144")
def _bombs(play: Play, faces: tuple[int, ...]) -> None:
    """Hex by hex the strongest unit loses a step with a hit; then the friends who stayed."""
    hexes, friends = play.state.carpet, frozen_friends(play)
    for where, face in zip(hexes, faces, strict=False):
        names = (*play.units_of(GERMAN, where), *play.units_of(ALLIED, where))
        if names:
            _one(play, max(names, key=lambda name: (play.steps(name), play.face(name).attack)), face)
    for name, face in zip(friends, faces[len(hexes) :], strict=True):
        if name in play.board:
            _one(play, name, face)
    play.change(carpet=())
    play.mark(*(name for name in friends if name in play.board), still=False)


def _one(play: Play, name: str, face: int) -> None:
    unit, needed = play.unit(name), play.data.charts.recon.carpet_hit
    terms = recon.modifiers(play, unit.where, marching=unit.strategic)
    total = face + sum(each.value for each in terms)
    said = (
        Message("The carpet hit {unit}; it took {n} or more.", unit=name, n=needed)
        if total >= needed
        else Message("The carpet missed {unit}; it takes {n} or more.", unit=name, n=needed)
    )
    play.say(
        "bombed", said, "17.9", side=ALLIED, hexes=(unit.where,), faces=(face,), reasons=terms, total=total
    )
    if total >= needed:
        play.step_loss(name, "17.9")
