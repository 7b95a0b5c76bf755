"""The drop: pathfinders, parachutists and gliders come down (20.1 to 20.7, 20.14 to 20.17, 17.35)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import accumulate

from pbem.bytes.values import evolve
from pbem.port.game import MAX_DICE, Demand, Rolled
from pbem.port.messages import Message
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.model import ALLIED, GERMAN
from pbem_rules.normandy.rules.companies import split
from pbem_rules.normandy.rules.june6.places import DROP
from pbem_rules.normandy.rules.night import OVER, is_over, numbered, part, roll
from pbem_rules.normandy.rules.play import Play
from pbem_rules.normandy.rules.tracks import is_company
from pbem_rules.normandy.rules.view import Position, View, battalion
from pbem_rules.normandy.rules.zones import zone_of_control
from pbem_rules.shared.chance import Label

PATHFINDERS = Label[View, Play]("pathfinders", early="20.1")
DROPPING = Label[View, Play]("drop", early="20.2")
GLIDERS = Label[View, Play]("gliders", early="20.14")
_BY_GLIDER = ("glider", "artillery", "reconnaissance", "anti-tank", "engineer")
_OF_BATTALION, _OF_COMPANY, _OF_ONE = 2, 4, {"glider": 5, "pathfinder": 2}
"""How many dice each takes (N16)."""


@BOOK.rule("20.1", "20.2", "20.14", "N112")
def _coming(at: Position, how: str) -> tuple[str, ...]:
    """Who comes down so: ``pathfinder``, ``glider`` or ``parachute`` (everybody else)."""
    found = []
    for unit in at.board:
        branch = at.type_of(unit.id).branch
        kind = "glider" if branch in _BY_GLIDER else branch if branch == "pathfinder" else "parachute"
        if unit.where.startswith(DROP) and kind == how:
            found.append(unit.id)
    return tuple(found)


def _dice(at: Position, how: str) -> dict[str, int]:
    """How many dice each takes that comes down so."""
    return dict.fromkeys(_coming(at, how), _OF_ONE[how])


def _zone(at: Position, name: str) -> str:
    """Where a unit is to come down."""
    return at.board[name].where.removeprefix(DROP)


def _along(at: Position, where: str, direction: int, hexes: int) -> str:
    """The hex so many hexes away in the direction of a die, north first; empty off the map."""
    here: str | None = where
    for _ in range(hexes):
        here = at.data.ground.grid.neighbours[here][direction - 1] if here else None
    return here if here and here in part(at) else ""


@BOOK.rule("20.2", "20.14", "N16")
def _group(coming: Mapping[str, int]) -> tuple[str, ...]:
    """Who of those still to come down is rolled for now: as many in their order as a roll has dice for.

    ``coming`` has the dice that each takes.
    """
    sums = accumulate(coming.values())
    return tuple(name for name, dice in zip(coming, sums, strict=True) if dice <= MAX_DICE)


def _owed(view: View, label: str, coming: Mapping[str, int], paragraph: str) -> tuple[Demand, ...]:
    dice = sum(coming[name] for name in _group(coming))
    if is_over(view) or not dice:
        return ()
    return roll(numbered(view, label), dice, view.data.charts.drop.die, paragraph, side=ALLIED)


def _rolled(play: Play, *, more: bool) -> None:
    play.change(rolls=play.state.rolls + 1, stage=play.state.stage if more else OVER)


# --- pathfinders -----------------------------------------------------------------------------------------------


def pathfinders_owed(view: View) -> tuple[Demand, ...]:
    """Two dice each."""
    return _owed(view, PATHFINDERS.word, _dice(view, "pathfinder"), "20.1")


@PATHFINDERS.rolled
@BOOK.rule("20.1")
def pathfinders(play: Play, told: Rolled) -> None:
    """Pathfinders come down."""
    faces = list(told.faces)
    coming = _dice(play, "pathfinder")
    for name in _group(coming):
        place, direction = faces.pop(0), faces.pop(0)
        off = place >= play.data.charts.drop.off
        _down(play, name, _along(play, _zone(play, name), direction, int(off)), "20.1", (place, direction))
    _rolled(play, more=len(_group(coming)) < len(coming))


# --- parachutists ----------------------------------------------------------------------------------------------


@BOOK.rule("20.2", "N113")
def break_up(play: Play) -> None:
    """Whole battalions of the drop become companies."""
    for name in _coming(play, "parachute"):
        if not is_company(name) and play.type_of(name).company:
            split(play, name)


def _battalions(at: Position) -> dict[str, tuple[str, ...]]:
    """The battalions of the drop by name, with their companies, or themselves."""
    found: dict[str, tuple[str, ...]] = {}
    for name in _coming(at, "parachute"):
        found[battalion(name)] = (*found.get(battalion(name), ()), name)
    return dict(sorted(found.items()))


def drop_owed(view: View) -> tuple[Demand, ...]:
    """Two dice for each battalion, four for each company."""
    return _owed(view, DROPPING.word, _of_battalions(view), "20.2")


def _of_battalions(at: Position) -> dict[str, int]:
    """How many dice each battalion of the drop takes."""
    return {name: _OF_BATTALION + _OF_COMPANY * len(units) for name, units in _battalions(at).items()}


@DROPPING.rolled
@BOOK.rule("20.2", "20.3", "20.4", "N16")
def dropped(play: Play, told: Rolled) -> None:
    """Everybody comes down; dice that are not needed are passed over."""
    rule, faces = play.data.charts.drop, list(told.faces)
    battalions, coming = _battalions(play), _of_battalions(play)
    for units in (battalions[name] for name in _group(coming)):
        how, direction = faces.pop(0), faces.pop(0)
        for name in units:
            one, two, ground, near = (faces.pop(0) for _ in range(_OF_COMPANY))
            far = one // 2 if how <= rule.half else one + two if how >= rule.double else one
            _down(play, name, _along(play, _zone(play, name), direction, far), "20.4", (one, two))
            _hurt(play, name, ground, near)
    _rolled(play, more=len(_group(coming)) < len(coming))


@BOOK.rule("20.6", "20.7", "N17")
def _hurt(play: Play, name: str, ground: int, near: int) -> None:
    """What the ground and the Germans do to a unit that has come down."""
    if name not in play.board:
        return
    rule, where = play.data.charts.drop, play.unit(name).where
    if play.data.land.terrain[where] == "flooded" and ground >= rule.marsh:
        said = Message("{unit} comes down in the marsh.", unit=name)
        play.say("marsh", said, "20.6", units=(name,), faces=(ground,))
        play.step_loss(name, "20.6")
    if name in play.board and near <= _strength_beside(play, where):
        said = Message("{unit} comes down beside Germans.", unit=name)
        play.say("fire", said, "20.7", units=(name,), faces=(near,))
        play.step_loss(name, "20.7")


@BOOK.rule("20.7", "N114")
def _strength_beside(at: Position, where: str) -> int:
    """The attack strength of the strongest German unit beside a hex; 0 for none."""
    germans = (name for one in at.data.ground.grid.adjacent[where] for name in at.units_of(GERMAN, one))
    return max((at.face(name).attack for name in germans), default=0)


# --- coming down -----------------------------------------------------------------------------------------------


@BOOK.rule("20.5", "N16", "N115")
def _down(play: Play, name: str, where: str, paragraph: str, faces: tuple[int, ...]) -> None:
    """A unit comes down in a hex; empty: off the map."""
    if not where or not play.data.ground.is_land(where):
        said = Message("{unit} comes down in the sea.", unit=name)
        play.say("dropped", said, "20.5", side=ALLIED, units=(name,), faces=faces)
        play.eliminate(name, "20.5")
        return
    take_pegasus(play, name, where)
    if play.units_of(GERMAN, where):
        where = next(_free(play, where), "")
        if not where:
            play.eliminate(name, "20.5")
            return
    play.mark(name, where=where)
    said = Message("{unit} comes down in {hex}.", unit=name, hex=where)
    play.say("dropped", said, paragraph, side=ALLIED, units=(name,), hexes=(where,), faces=faces)


def _free(at: Position, where: str) -> Iterator[str]:
    """The hexes beside one in which a unit can stand, from the north as the clock goes."""
    ground = at.data.ground
    for one in ground.grid.adjacent[where]:
        if one in part(at) and ground.is_land(one) and not at.units_of(GERMAN, one):
            yield one


@BOOK.rule("17.35")
def take_pegasus(play: Play, name: str, where: str) -> None:
    """The strongpoint of the bridge is destroyed when a unit of the division comes there."""
    if not is_pegasus(play, name, where):
        return
    for each in play.units_of(GERMAN, where):
        if play.type_of(each).fixed:
            said = Message("{unit} is taken by surprise.", unit=each)
            play.say("pegasus", said, "17.35", side=ALLIED, units=(each,))
            play.eliminate(each, "17.35")
            play.change(destroyed=tuple(sorted({*play.state.destroyed, where})))


def is_pegasus(at: Position, name: str, where: str) -> bool:
    """Whether a unit of 6th Airborne comes to the bridge."""
    return where in at.data.ground.pegasus and at.formation_of(name).id == "6 AB"


# --- gliders ---------------------------------------------------------------------------------------------------


def flying(at: Position) -> tuple[str, ...]:
    """The gliders that are still to land."""
    return _coming(at, "glider")


def gliders_owed(view: View) -> tuple[Demand, ...]:
    """Five dice each."""
    return _owed(view, GLIDERS.word, _dice(view, "glider"), "20.14")


@GLIDERS.rolled
@BOOK.rule("20.15", "20.16", "20.17", "N116")
def gliders(play: Play, told: Rolled) -> None:
    """Gliders land."""
    rule, faces = play.data.charts.drop, list(told.faces)
    coming = _dice(play, "glider")
    for name in _group(coming):
        landing, place, direction, ground, near = (faces.pop(0) for _ in range(_OF_ONE["glider"]))
        aimed = clear_of_enemies(play, _zone(play, name), name)
        play.mark(name, moved=False)
        where = _along(play, aimed, direction, int(place >= rule.off))
        _down(play, name, where, "20.16", (landing, place, direction))
        if name in play.board and landing <= rule.glider:
            said = Message("A landing of {unit} goes wrong.", unit=name)
            play.say("crash", said, "20.15", units=(name,), faces=(landing,))
            play.step_loss(name, "20.15")
        _hurt(play, name, ground, near)
    _rolled(play, more=len(_group(coming)) < len(coming))


def open_ground(at: Position, where: str, name: str) -> bool:
    """Whether a glider may aim at a hex: land clear of Germans and their zones; the bridge is 6th Airborne's to storm."""
    clear = not zone_of_control(at, GERMAN).get(where) and not at.units_of(GERMAN, where)
    return at.data.ground.is_land(where) and (clear or is_pegasus(at, name, where))


@BOOK.rule("20.14")
def clear_of_enemies(at: Position, where: str, name: str) -> str:
    """At which hex a glider aims whose hex is not clear any more; a hex of sea stays what it is."""
    ground = at.data.ground
    if not ground.is_land(where):
        return where
    seen, ring = {where}, [where]
    while ring:
        for one in ring:
            if open_ground(at, one, name):
                return one
        following = dict.fromkeys(two for one in ring for two in ground.grid.adjacent[one] if two in part(at))
        ring = [one for one in following if one not in seen]
        seen.update(ring)
    return where


def begin(play: Play) -> None:
    """The drop begins: units that were whole are broken up, and nobody has moved."""
    break_up(play)
    play.change(board=play.board.put(*(evolve(unit, moved=False) for unit in play.board if unit.moved)))
