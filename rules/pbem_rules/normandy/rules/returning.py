"""Headquarters that come back, and those of battle groups (6.2 to 6.5, 18.11)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.bytes.values import evolve
from pbem.port.messages import Message
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.model import Piece
from pbem_rules.normandy.rules import replacements, stacking, supply
from pbem_rules.normandy.rules.night import has_come, part
from pbem_rules.normandy.rules.play import Play
from pbem_rules.normandy.rules.view import Position, View
from pbem_rules.normandy.rules.zones import zone_of_control
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class Replace:
    """A headquarters that has been away comes back in a hex (6.4, 6.5); or that of a battle group is set up (18.11)."""

    unit: str
    at: str


REPLACE = Kind[Replace, View, Play](Replace, early="6.2")


def is_battle_group(at: Position, name: str) -> bool:
    """Whether it is the headquarters of a battle group."""
    return at.type_of(name).battle_group and at.formation_of(name).size == "corps"


def returning(at: Position, side: str) -> Iterator[str]:
    """The headquarters of a side that may come onto the map now, but for battle groups."""
    for name, turn in sorted(at.state.away.items()):
        if at.side_of(name) == side and has_come(at, turn) and not is_battle_group(at, name):
            yield name


@BOOK.rule("18.11")
def battle_groups(at: Position, side: str) -> Iterator[str]:
    """The headquarters of battle groups that may be set up."""
    for name, unit in sorted(at.data.units.items()):
        if (
            at.data.types[unit.type].battle_group
            and is_battle_group(at, name)
            and name not in at.board
            and at.side_of(name) == side
        ):
            away = at.state.away.get(name, "")
            if not away or has_come(at, away):
                yield name


@REPLACE.invalid
def nobody(view: View, order: Replace) -> Iterator[Violation]:
    if order.unit not in view.data.units or view.side_of(order.unit) != view.side:
        yield broken("6.2", Message("you have no unit {unit}", unit=order.unit), order.unit)
    elif order.at not in part(view) or not view.data.ground.is_land(order.at):
        yield broken("6.4", Message("there is no hex {hex} in this game", hex=order.at), order.at)


@REPLACE.wrong
@BOOK.rule("6.2", "18.11", "N25")
def not_yet(view: View, order: Replace) -> Iterator[Violation]:
    """Who is not to be placed now."""
    groups = battle_groups(view, view.side) if view.state.phase.endswith("replacements") else ()
    if order.unit not in (*returning(view, view.side), *groups):
        yield broken("6.2", Message("{unit} does not come back now", unit=order.unit), order.unit)


@REPLACE.wrong
@BOOK.rule("6.4", "6.5", "18.11")
def not_there(view: View, order: Replace) -> Iterator[Violation]:
    """Too far, in a zone, or out of supply."""
    rule, name, where = view.data.charts.headquarters, order.unit, order.at
    kind, enemy = view.type_of(name), view.enemy(view.side)
    corps = kind.size == "corps"
    group = is_battle_group(view, name)
    paragraph = "18.11" if group else "6.5" if corps else "6.4"
    if (not corps and zone_of_control(view, enemy).get(where)) or view.units_of(enemy, where):
        yield broken(paragraph, Message("the enemy is too near to {hex}", hex=where), where)
    elif group or corps:
        near = rule.battle_group_near if group else rule.corps_back
        if not _friends_within(view, where, near):
            yield broken(paragraph, Message("no friend stands within {hexes} hexes", hexes=near), where)
        elif group and not _fed(view, name, where):
            yield broken(paragraph, Message("{hex} is out of supply", hex=where), where)
    elif not _own_within(view, name, where):
        said = Message("no unit of the division stands near enough to {hex}", hex=where)
        yield broken(paragraph, said, where)
    yield from stacking.no_room(view, where, (Piece(id=name, where=where),))


def _friends_within(at: View, where: str, hexes: int) -> bool:
    away = at.data.ground.grid.distance
    return any(
        at.side_of(unit.id) == at.side and at.on_map(unit.id) and away(unit.where, where) <= hexes
        for unit in at.board
    )


def _own_within(at: View, name: str, where: str) -> bool:
    """Whether a unit of the headquarters' own formation stands within so many points."""
    mine = at.formation_of(name).id
    own = {unit.where for unit in at.board if at.on_map(unit.id) and at.formation_of(unit.id).id == mine}
    reached = supply.reach(at, at.side, where, at.data.charts.headquarters.division_back)
    return any(each in reached for each in own)


def _fed(at: View, name: str, where: str) -> bool:
    """Whether a headquarters would be in supply in a hex."""
    there = evolve(at.state, board=at.board.put(Piece(id=name, where=where)))
    return supply.supplied(View(data=at.data, state=there, side=at.side), name)


@REPLACE.legal
def places(view: View) -> Iterator[Replace]:
    """Where their own stand, and beside them: the hexes that people look for."""
    groups = battle_groups(view, view.side) if view.state.phase.endswith("replacements") else iter(())
    for name in (*returning(view, view.side), *groups):
        mine = "" if is_battle_group(view, name) else view.formation_of(name).id
        for where in sorted(_where(view, mine)):
            yield Replace(unit=name, at=where)


def _where(view: View, formation: str) -> set[str]:
    """The hexes of a side's units, or of those of one formation."""
    return {
        unit.where
        for unit in view.board
        if view.side_of(unit.id) == view.side
        and view.on_map(unit.id)
        and view.type_of(unit.id).branch != "ship"
        and (not formation or view.formation_of(unit.id).id == formation)
    }


@REPLACE.carry_out
def replace(play: Play, order: Replace) -> None:
    away = {name: turn for name, turn in play.state.away.items() if name != order.unit}
    play.change(away=away, gone=tuple(name for name in play.state.gone if name != order.unit))
    play.put(Piece(id=order.unit, where=order.at))
    replacements.handed_over(play, order.unit)
    said = Message("{unit} is set up in {hex}.", unit=order.unit, hex=order.at)
    paragraph = "18.11" if is_battle_group(play, order.unit) else "6.4"
    play.say("placed", said, paragraph, side=play.side_of(order.unit), units=(order.unit,), hexes=(order.at,))
