"""Air units: placed face down, contested, turned over in combat; successful ones left over interdict (9.0, 16.4).

Nobody knows which of the five is which until it is turned over: then a die with as many sides as units are still face
down says whether it is one of those that succeed, which is drawing them blind (N20).
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.bytes.values import changed
from pbem.port.game import Choice, Demand, Die, Roll, Rolled
from pbem.port.messages import Message
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.model import ALLIED, GERMAN, Mission
from pbem_rules.june44.rules.play import Play, Position, View
from pbem_rules.shared.chance import Label
from pbem_rules.shared.orders import Kind, broken

SUCCESS, ABORT, UNKNOWN = "success", "abort", "unknown"
PLANNED = "naval-planning"


@frozen(kw_only=True)
class Fly:
    """An air unit is placed face down on a hex."""

    hex: str


@frozen(kw_only=True)
class Bombard:
    """16.4: a naval marker is placed on a hex."""

    hex: str


@frozen(kw_only=True)
class Contest:
    """A German fighter goes for the air unit on a hex."""

    hex: str


FLY, BOMBARD = Kind[Fly, View, Play](Fly), Kind[Bombard, View, Play](Bombard)
CONTEST = Kind[Contest, View, Play](Contest)
AIR = Label[View, Play]("air")


def demands(view: View) -> tuple[Demand, ...]:
    """The Allied side places what it has."""
    naval = view.chosen(PLANNED) and _naval_left(view)
    if ALLIED in view.state.done or not (view.state.air or naval):
        return ()
    kinds = ("fly", "bombard", "done") if naval else ("fly", "done")
    return (Choice(side=ALLIED, kinds=kinds, why=Message("air units"), paragraph="9.0"),)


# --- air units ------------------------------------------------------------------------------------------------------------


@FLY.wrong
@BOOK.rule("9.0")
def wrong_flight(view: View, order: Fly) -> Iterator[Violation]:
    if not view.state.air:
        yield broken("9.0", Message("no air unit is left this turn"), order.hex)
    if order.hex not in view.data.ground.terrain:
        yield broken("9.0", Message("there is no hex {hex!r}", hex=order.hex), order.hex)
    if any(each.hex == order.hex for each in view.state.missions):
        yield broken("9.0", Message("an air unit is over {hex} already", hex=order.hex), order.hex)


@FLY.legal
def flights(view: View) -> Iterator[Fly]:
    return (Fly(hex=where) for where in sorted(view.data.ground.terrain))


@FLY.carry_out
def fly(play: Play, order: Fly) -> None:
    play.change(air=play.state.air - 1, missions=(*play.state.missions, Mission(hex=order.hex)))
    said = Message("An air unit is placed over {hex}.", hex=order.hex)
    play.say("air", said, "9.0", side=ALLIED, hexes=(order.hex,))


# --- ships ----------------------------------------------------------------------------------------------------------------


@BOOK.rule("11.2", "9.0")
def naval_reaches(at: Position, target: str) -> bool:
    """Whether ships may fire at a hex this turn."""
    if at.state.turn > at.scenario.naval_until:
        return False
    ground = at.data.ground
    return any(where in ground.ocean for where in ground.grid.within(target, at.data.charts.naval_range))


def _naval_left(at: Position) -> bool:
    return len(at.state.naval_plans) < at.state.naval


@BOMBARD.wrong
@BOOK.rule("16.4")
def wrong_plan(view: View, order: Bombard) -> Iterator[Violation]:
    where = order.hex
    if not view.chosen(PLANNED):
        said = Message("naval support is not planned in this game: name it with the attack")
        yield broken("16.4", said, where)
    elif not _naval_left(view):
        yield broken("16.4", Message("no naval point is left this turn"), where)
    elif where not in view.data.ground.terrain or where in view.state.naval_plans:
        yield broken("16.4", Message("no naval marker can be placed on {hex!r}", hex=where), where)
    elif not naval_reaches(view, where):
        yield broken("11.2", Message("ships do not reach {hex}", hex=where), where)


@BOMBARD.legal
def plans(view: View) -> Iterator[Bombard]:
    return (Bombard(hex=where) for where in sorted(view.data.ground.terrain))


@BOMBARD.carry_out
def plan_naval(play: Play, order: Bombard) -> None:
    play.change(naval_plans=(*play.state.naval_plans, order.hex))
    said = Message("Naval support is planned for {hex}.", hex=order.hex)
    play.say("naval", said, "16.4", side=ALLIED, hexes=(order.hex,))


# --- German fighters ------------------------------------------------------------------------------------------------------


@BOOK.rule("12.1", "9.0", "N21")
def fighter_demands(view: View) -> tuple[Demand, ...]:
    """The German names the air unit that his fighter goes for."""
    state = view.state
    if not state.fighters or not state.missions or GERMAN in state.done:
        return ()
    why = Message("a fighter against an air unit")
    return (Choice(side=GERMAN, kinds=("contest", "done"), why=why, paragraph="12.1"),)


@CONTEST.wrong
def wrong_contest(view: View, order: Contest) -> Iterator[Violation]:
    if all(each.hex != order.hex for each in view.state.missions):
        yield broken("12.1", Message("there is no Allied air unit over {hex}", hex=order.hex), order.hex)


@CONTEST.legal
def contests(view: View) -> Iterator[Contest]:
    return (Contest(hex=each.hex) for each in view.state.missions)


@CONTEST.carry_out
def contest(play: Play, order: Contest) -> None:
    """A fighter goes up; what it is comes out with the air unit."""
    _change(play, (order.hex,), contested=UNKNOWN)
    play.change(done=(*play.state.done, GERMAN))
    said = Message("A German fighter goes for the air unit over {hex}.", hex=order.hex)
    play.say("fighter", said, "12.1", side=GERMAN, hexes=(order.hex,))


def _change(play: Play, hexes: tuple[str, ...], **fields: object) -> None:
    """The air units over these hexes with other fields."""
    found = (changed(each, **fields) if each.hex in hexes else each for each in play.state.missions)
    play.change(missions=tuple(found))


# --- turning over ---------------------------------------------------------------------------------------------------------


def mission_at(at: Position, where: str) -> Mission | None:
    """The air unit over a hex that has not been used."""
    return next((each for each in at.state.missions if each.hex == where and not each.used), None)


def roll_for(at: Position, hexes: tuple[str, ...]) -> Roll | None:
    """The roll that turns over the air units on these hexes, or None when none is face down there."""
    charts = at.data.charts
    left = charts.air_success + charts.air_abort - sum(at.state.air_drawn)
    dice: list[Die] = []
    for before, each in enumerate(_hidden(at, hexes)):
        dice.append(Die(sides=max(1, left - before)))
        if each.contested == UNKNOWN:
            dice.append(Die(sides=charts.fighter_success + charts.fighter_abort))
    if not dice:
        return None
    return Roll(side=ALLIED, why=f"air/{at.state.rolls + 1}", dice=tuple(dice), paragraph="9.0")


def _hidden(at: Position, hexes: tuple[str, ...]) -> tuple[Mission, ...]:
    return tuple(each for each in at.state.missions if not each.result and each.hex in hexes)


@AIR.rolled
def left_turned_over(play: Play, roll: Rolled) -> None:
    turn_over(play, left_over(play), roll.faces)


def turn_over(play: Play, hexes: tuple[str, ...], faces: tuple[int, ...]) -> None:
    """The air units on these hexes are known."""
    left = list(faces)
    for each in _hidden(play, hexes):
        result, contested = _turned(play, each, left)
        _change(play, (each.hex,), result=result, contested=contested)
    play.change(rolls=play.state.rolls + 1)


def _turned(play: Play, mission: Mission, faces: list[int]) -> tuple[str, str]:
    """The result of an air unit and of the fighter that contests it."""
    charts, (good, bad) = play.data.charts, play.state.air_drawn
    face = faces.pop(0)
    succeeds = face <= charts.air_success - good
    play.change(air_drawn=(good + 1, bad) if succeeds else (good, bad + 1))
    result, contested = SUCCESS if succeeds else ABORT, mission.contested
    word = _WORDS[result]
    if contested == UNKNOWN:
        contested = SUCCESS if faces.pop(0) <= charts.fighter_success else ABORT
        if contested == SUCCESS and succeeds:
            result, word = ABORT, Message("driven off by German fighters")
    said = Message("The air unit over {hex}: {result}.", hex=mission.hex, result=word)
    play.say("mission", said, "9.0", side=ALLIED, hexes=(mission.hex,), faces=(face,))
    return result, contested


_WORDS = {SUCCESS: Message("success"), ABORT: Message("abort")}


def use(play: Play, where: str) -> None:
    """The air unit over an attacked hex, if there is one, is taken off."""
    _change(play, (where,), used=True)


@BOOK.rule("9.0", "N22")
def interdicted(at: Position) -> frozenset[str]:
    """The hexes that are interdicted in the German movement phase."""
    return frozenset(each.hex for each in at.state.missions if each.result == SUCCESS and not each.used)


def left_over(at: Position) -> tuple[str, ...]:
    """The hexes whose air units were not used in a combat and are still face down."""
    return tuple(each.hex for each in at.state.missions if not each.result)
