"""Replacements: the dice of the day, points for losses, restored and rebuilt units (7.4 to 7.17)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.bytes.values import evolve
from pbem.port.messages import Message
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.model import ALLIED, GERMAN, Piece, Track
from pbem_rules.normandy.printed.charts import ReplacementRow
from pbem_rules.normandy.rules import stacking, supply
from pbem_rules.normandy.rules.night import nights_since, part
from pbem_rules.normandy.rules.play import Play, is_group
from pbem_rules.normandy.rules.tracks import COTENTIN, emptied, is_company, takes_armour, track_of
from pbem_rules.normandy.rules.view import Position, View, own
from pbem_rules.shared.orders import Kind, broken

NAMES = {
    "us": Message("American"),
    "cw": Message("Commonwealth"),
    "german": Message("German"),
    COTENTIN: Message("Cotentin"),
}
"""What the tracks of replacements are called."""


@frozen(kw_only=True)
class Restore:
    """A replacement point, or a field replacement battalion, gives a unit one step back (7.10, 7.17)."""

    unit: str
    origin: str = ""


@frozen(kw_only=True)
class Rebuild:
    """A replacement point brings a lost unit back, with one step, beside the headquarters of its division (7.13)."""

    unit: str
    at: str


RESTORE = Kind[Restore, View, Play](Restore, early="7.10")
REBUILD = Kind[Rebuild, View, Play](Rebuild, early="7.10")
NATIONS = ("us", "cw", "german")
TRACKS = {ALLIED: ("us", "cw"), GERMAN: ("german", COTENTIN)}
_AIRBORNE = ("parachute", "glider")
_REPLACED = "replacement"

# --- the points of the day -------------------------------------------------------------------------------------


def dice(at: Position) -> tuple[int, ...]:
    """A die for each nation, by its sides."""
    return (at.data.charts.replacements.die,) * len(NATIONS)


@BOOK.rule("7.4", "7.5", "7.6", "7.7", "18.7", "N49", "N101")
def rolled(play: Play, faces: tuple[int, ...]) -> None:
    """The tracks of all nations; what is lost in a Cotentin that is cut off comes back there alone."""
    rule = play.data.charts.replacements
    tables: tuple[Sequence[ReplacementRow], ...] = (rule.us, rule.cw, rule.german)
    tracks = dict(play.state.tracks)
    for nation, rows, face in zip(NATIONS, tables, faces, strict=True):
        row = next(row for row in rows if face <= row.upto)
        old = tracks.get(nation, Track())
        tracks[nation] = evolve(old, infantry=old.infantry + row.infantry, armour=old.armour + row.armour)
    for name, track in tracks.items():
        infantry = min(track.steps // rule.losses, rule.most_rem)
        armour = min(track.armour_steps // rule.losses, rule.most_rem - infantry)
        tracks[name] = evolve(
            track,
            infantry=track.infantry + infantry,
            armour=track.armour + armour,
            rem=infantry + armour,
            steps=track.steps - infantry * rule.losses,
            armour_steps=track.armour_steps - armour * rule.losses,
        )
    play.change(tracks=tracks)
    for nation, face in zip(NATIONS, faces, strict=True):
        got = tracks[nation]
        said = Message(
            "Replacements, {nation}: {infantry} infantry, {armour} armour.",
            nation=NAMES[nation],
            infantry=got.infantry,
            armour=got.armour,
        )
        play.say("replacements", said, "7.4", faces=(face,))


@BOOK.rule("7.5", "6.3", "N170")
def lapse(play: Play, side: str) -> None:
    """What a side has not used is lost; Germans remember it until the turn ends."""
    old = {name: play.state.tracks[name] for name in TRACKS[side] if name in play.state.tracks}
    play.change(tracks={**play.state.tracks, **{name: emptied(track) for name, track in old.items()}})
    unused = {name: Track(infantry=each.infantry, armour=each.armour) for name, each in old.items()}
    if side == GERMAN:
        play.change(
            kept={**play.state.kept, **{name: each for name, each in unused.items() if each != Track()}}
        )


@BOOK.rule("6.3", "7.5", "N170")
def handed_over(play: Play, name: str) -> None:
    """A headquarters has come back with the points that lay with it."""
    kept = dict(play.state.kept)
    points = kept.pop(name, None)
    if points is None:
        return
    key = track_of(play, name, play.unit(name).where)
    old = play.state.tracks.get(key, Track())
    more = evolve(old, infantry=old.infantry + points.infantry, armour=old.armour + points.armour)
    play.change(kept=kept, tracks={**play.state.tracks, key: more})


def anything(view: View, side: str) -> bool:
    """Whether a side has points, or a field replacement battalion."""
    tracks = (view.state.tracks.get(name, Track()) for name in TRACKS[side])
    return any(track.infantry or track.armour for track in tracks) or any(
        view.type_of(unit.id).branch == _REPLACED and view.side_of(unit.id) == side for unit in view.board
    )


# --- who may receive -------------------------------------------------------------------------------------------


def _beside(at: Position, one: str, two: str) -> bool:
    return one == two or two in at.data.ground.grid.adjacent.get(one, ())


def headquarters(at: Position, name: str) -> str:
    """The headquarters of a unit's own formation on the map; empty when there is none."""
    mine = at.formation_of(name).id
    found = (
        unit.id for unit in at.board if at.type_of(unit.id).branch == "headquarters" and at.on_map(unit.id)
    )
    return next((each for each in found if at.formation_of(each).id == mine), "")


def _points(at: Position, name: str, where: str) -> int:
    """The points at hand of the sort that a unit takes."""
    track = at.state.tracks.get(track_of(at, name, where), Track())
    return track.armour if takes_armour(at, name) else track.infantry


def _spend(play: Play, name: str, where: str) -> None:
    key = track_of(play, name, where)
    track = play.state.tracks[key]
    less = (
        evolve(track, armour=track.armour - 1)
        if takes_armour(play, name)
        else evolve(track, infantry=track.infantry - 1)
    )
    play.change(tracks={**play.state.tracks, key: less})


@BOOK.rule("7.9", "N173")
def too_early(at: Position, name: str) -> Iterator[Violation]:
    """Airborne units before their day."""
    day = at.data.charts.replacements.airborne
    airborne = at.formation_of(name).id in supply.AIRBORNE or at.type_of(name).branch in _AIRBORNE
    if airborne and nights_since(at, day) < 0:
        yield broken("7.9", Message("airborne units receive replacements from 8 June"), name)


@BOOK.rule("6.3")
def headquarters_lost(at: Position, name: str) -> Iterator[Violation]:
    """A German division without its headquarters receives nothing."""
    mine = at.formation_of(name)
    if mine.side == GERMAN and any(
        at.formation_of(each).id == mine.id for each in at.state.away if not is_group(at, each)
    ):
        yield broken("6.3", Message("the headquarters of {division} is lost", division=mine.name), name)


# --- a step comes back -----------------------------------------------------------------------------------------


@RESTORE.invalid
def nobody(view: View, order: Restore) -> Iterator[Violation]:
    for each in (order.unit, *((order.origin,) if order.origin else ())):
        yield from own(view, each, "7.10", boxes=True)


@RESTORE.wrong
@BOOK.rule("7.10", "7.11", "7.12", "4.3")
def cannot_receive(view: View, order: Restore) -> Iterator[Violation]:
    """Whole units, units out of supply, and those without points."""
    name, where = order.unit, view.board[order.unit].where
    if not view.board[name].lost:
        yield broken("7.10", Message("{unit} has lost no step", unit=name), name)
    if not supply.supplied(view, name):
        yield broken("7.11", Message("{unit} is out of supply", unit=name), name)
    yield from too_early(view, name)
    yield from headquarters_lost(view, name)
    if not order.origin and not _points(view, name, where):
        yield broken("7.10", Message("there is no replacement point for {unit}", unit=name), name)


@RESTORE.wrong
@BOOK.rule("7.16")
def company_alone(view: View, order: Restore) -> Iterator[Violation]:
    """Companies far from their headquarters."""
    near = headquarters(view, order.unit)
    if is_company(order.unit) and not (
        near and _beside(view, view.board[near].where, view.board[order.unit].where)
    ):
        yield broken("7.16", Message("{unit} is not beside its headquarters", unit=order.unit), order.unit)


@RESTORE.wrong
@BOOK.rule("7.17", "N65")
def not_its_battalion(view: View, order: Restore) -> Iterator[Violation]:
    """What is named is a field replacement battalion of the same division, beside the unit."""
    if not order.origin:
        return
    ours = view.formation_of(order.origin).id == view.formation_of(order.unit).id
    near = _beside(view, view.board[order.origin].where, view.board[order.unit].where)
    if view.type_of(order.origin).branch != _REPLACED or not ours or not near:
        said = Message(
            "{origin} is not a field replacement battalion of the division beside {unit}",
            origin=order.origin,
            unit=order.unit,
        )
        yield broken("7.17", said, order.origin)


@RESTORE.legal
def restores(view: View) -> Iterator[Restore]:
    hurt = [unit.id for unit in view.board if unit.lost and view.side_of(unit.id) == view.side]
    pools = [
        unit.id
        for unit in view.board
        if view.type_of(unit.id).branch == _REPLACED and view.side_of(unit.id) == view.side
    ]
    for name in hurt:
        yield Restore(unit=name, origin="")
        own = view.formation_of(name).id
        yield from (Restore(unit=name, origin=each) for each in pools if view.formation_of(each).id == own)


@RESTORE.carry_out
def restore(play: Play, order: Restore) -> None:
    unit = play.unit(order.unit)
    if order.origin:
        play.take_off(order.origin)
    else:
        _spend(play, order.unit, unit.where)
    play.mark(order.unit, lost=unit.lost - 1)
    said = Message("{unit} has a step back.", unit=order.unit)
    paragraph = "7.17" if order.origin else "7.10"
    play.say(
        "restored", said, paragraph, side=play.side_of(order.unit), units=(order.unit,), hexes=(unit.where,)
    )


# --- a unit comes back -----------------------------------------------------------------------------------------


@REBUILD.invalid
def not_lost(view: View, order: Rebuild) -> Iterator[Violation]:
    if order.unit not in view.state.gone or view.side_of(order.unit) != view.side:
        yield broken("7.10", Message("{unit} is not among your lost units", unit=order.unit), order.unit)
    elif order.at not in view.data.ground.grid:
        yield broken("7.13", Message("there is no hex {hex}", hex=order.at), order.at)


@BOOK.rule("7.14", "17.22", "N106")
def never(at: Position, name: str) -> Iterator[Violation]:
    """Who is not rebuilt."""
    kind = at.type_of(name)
    if is_company(name) or kind.size == "company":
        paragraph = "17.22" if kind.branch in ("avre", "crocodile") else "7.14"
        yield broken(paragraph, Message("{unit} is not rebuilt", unit=name), name)
    elif kind.fixed or kind.branch in ("headquarters", "ship", "pathfinder"):
        yield broken("7.10", Message("{unit} is not rebuilt", unit=name), name)


@REBUILD.wrong
@BOOK.rule("7.13", "7.17")
def cannot_be_rebuilt(view: View, order: Rebuild) -> Iterator[Violation]:
    """Who never comes back, no headquarters beside the hex, no points."""
    name = order.unit
    refused = tuple(never(view, name))
    yield from refused
    if refused:
        return
    near = headquarters(view, name)
    if not near or not _beside(view, view.board[near].where, order.at) or not _open(view, name, order.at):
        yield broken("7.13", Message("{unit} comes back beside its headquarters", unit=name), order.at)
    else:
        yield from stacking.no_room(view, order.at, (Piece(id=name, where=order.at),))
        if not supply.supplied(view, near):
            yield broken("7.11", Message("{unit} is out of supply", unit=near), near)
    yield from too_early(view, name)
    yield from headquarters_lost(view, name)
    if not _points(view, name, order.at):
        pools = any(
            view.type_of(unit.id).branch == _REPLACED and view.side_of(unit.id) == view.side
            for unit in view.board
        )
        said = Message("there is no replacement point for {unit}", unit=name)
        yield broken("7.17" if pools else "7.10", said, name)


def _open(at: Position, name: str, where: str) -> bool:
    """Whether a unit may come in a hex at all: land, and no enemy."""
    land = where in part(at) and at.data.ground.is_land(where)
    return land and not at.units_of(at.enemy(at.side_of(name)), where)


@REBUILD.legal
def rebuilds(view: View) -> Iterator[Rebuild]:
    for name in view.state.gone:
        near = headquarters(view, name) if view.side_of(name) == view.side else ""
        if near:
            where = view.board[near].where
            for each in (where, *view.data.ground.grid.adjacent[where]):
                yield Rebuild(unit=name, at=each)


@REBUILD.carry_out
@BOOK.rule("7.13", "7.15")
def rebuild(play: Play, order: Rebuild) -> None:
    """The unit stands on the map again."""
    name = order.unit
    _spend(play, name, order.at)
    play.change(gone=tuple(each for each in play.state.gone if each != name))
    play.put(Piece(id=name, where=order.at, lost=play.type_of(name).steps - 1))
    said = Message("{unit} is rebuilt in {hex}.", unit=name, hex=order.at)
    play.say("rebuilt", said, "7.13", side=play.side_of(name), units=(name,), hexes=(order.at,))
