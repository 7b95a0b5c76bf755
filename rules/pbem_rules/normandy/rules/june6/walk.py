"""Movement on 6 June: one hex after the drop and in the landing, a few points for the Germans (20.8, 20.12, 21.8, 21.25)."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import pairwise

from pbem.bytes.errors import Violation
from pbem.bytes.values import evolve
from pbem.port.messages import Message
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.model import ALLIED, GERMAN
from pbem_rules.normandy.rules import movement, stacking
from pbem_rules.normandy.rules.cotentin import frozen
from pbem_rules.normandy.rules.night import part
from pbem_rules.normandy.rules.play import Play
from pbem_rules.normandy.rules.view import Position, View
from pbem_rules.normandy.rules.zones import zone_of_control
from pbem_rules.shared.orders import broken, not_beside

PARAGRAPHS = {
    "drop-allied-move": "20.8",
    "drop-german-move": "20.12",
    "landing-move": "21.8",
    "landing-german-move": "21.25",
}
"""The phases in which units move so, and their paragraphs."""
PHASES = frozenset(PARAGRAPHS)
_REACTION = "drop-german-move"


def side_of_phase(phase: str) -> str:
    """Who moves in one of these phases."""
    return GERMAN if "german" in phase else ALLIED


@BOOK.rule("20.12", "21.25", "8.1")
def allowance(at: Position) -> int:
    """German points in sixths; 0 in an Allied phase, where a unit moves one hex."""
    if at.state.phase == _REACTION:
        return at.data.charts.drop.reaction_move
    if side_of_phase(at.state.phase) == ALLIED:
        return 0
    march = at.data.charts.landing.march
    return march[min(max(at.state.wave, 1), len(march)) - 1]


def wrong(view: View, unit: str, path: tuple[str, ...], others: tuple[str, ...] = ()) -> Iterator[Violation]:
    """Every rule that a movement of 6 June breaks."""
    movers = (unit, *others)
    for name in movers:
        stays = tuple(_stays(view, name))
        yield from stays
        if not stays:
            yield from _way(view, name, movers, (view.board[name].where, *path))
    yield from movement.unescorted(view, movers)
    yield from _ends(view, movers, path[-1])


@BOOK.rule("21.27", "2.1", "2.4")
def _ends(view: View, movers: tuple[str, ...], to: str) -> Iterator[Violation]:
    """No room where the way ends: nobody waits here for somebody else to leave."""
    for each in stacking.no_room(view, to, (view.board[name] for name in movers)):
        too_full = each.paragraph != "2.4" and view.state.phase == "landing-move"
        yield evolve(each, paragraph="21.27") if too_full else each


@BOOK.rule("18.9", "18.19", "20.12")
def _stays(view: View, name: str) -> Iterator[Violation]:
    """Why a unit does not move at all."""
    unit, paragraph = view.board[name], PARAGRAPHS[view.state.phase]
    if not view.on_map(name) or view.side_of(name) != side_of_phase(view.state.phase):
        yield broken(paragraph, Message("{unit} does not move in this phase", unit=name), name)
    elif view.type_of(name).fixed:
        yield broken("18.19", Message("{unit} does not move", unit=name), name)
    elif not view.type_of(name).move or movement.has_moved(view, name):
        yield broken(paragraph, Message("{unit} does not move in this phase", unit=name), name)
    elif view.state.phase == _REACTION and not _near(view, unit.where):
        yield broken("20.12", Message("no enemy stands within two hexes of {unit}", unit=name), name)
    elif frozen(view, name):
        yield broken("18.9", Message("{unit} is kept near the coast", unit=name), name)


def _near(at: Position, where: str) -> bool:
    """Whether an Allied unit is near enough for Germans to react."""
    within = at.data.ground.grid.within(where, at.data.charts.drop.reaction)
    return any(at.units_of(ALLIED, one) for one in within)


@BOOK.rule("20.8", "21.8", "21.25", "21.26", "1.2", "1.5")
def _way(view: View, name: str, movers: tuple[str, ...], way: tuple[str, ...]) -> Iterator[Violation]:
    """What is wrong with the hexes of a way for one of those who go it."""
    ground, paragraph, enemy = view.data.ground, PARAGRAPHS[view.state.phase], view.enemy(view.side_of(name))
    zones, spent = zone_of_control(view, enemy), 0
    for one, two in pairwise(way):
        if two not in part(view):
            yield broken(paragraph, movement.bars(view, paragraph, name, two), two)
            return
        if two not in ground.grid.adjacent.get(one, ()):
            yield not_beside(paragraph, name, one, two)
            return
        price = _price(view, name, one, two)
        if price is None:
            barred = movement.never(view, name, one, two)
            enemies = Message("enemies stand in {hex}", hex=two)
            yield broken(paragraph, movement.bars(view, barred, name, two) if barred else enemies, two)
            return
        if zones.get(one) and zones.get(two):
            said = Message("{unit} goes from zone to zone", unit=name)
            yield broken("21.26" if view.state.wave else "20.8", said, name)
        spent += price + movement.leaving(view, movers, one, zones)
    if len(way) > 2 and spent > allowance(view):  # one hex is always allowed (8.1)
        most, to = allowance(view), way[-1]
        one_hex = broken(paragraph, Message("{unit} moves one hex, not to {hex}", unit=name, hex=to), name)
        yield movement.too_far(paragraph, name, to, spent, most) if most else one_hex


def _price(view: View, name: str, one: str, two: str) -> int | None:
    """What a step costs in sixths; None where the unit may not go."""
    if not view.data.ground.is_land(two) or view.units_of(view.enemy(view.side_of(name)), two):
        return None
    return movement.cost(view, name, one, two)


def listed(view: View) -> Iterator[tuple[str, tuple[str, ...]]]:
    """The movements of one hex that units of the side can make."""
    if view.state.phase not in PHASES:
        return
    for unit in view.board:
        if (
            view.side_of(unit.id) == side_of_phase(view.state.phase)
            and view.on_map(unit.id)
            and not movement.has_moved(view, unit.id)
        ):
            for where in view.data.ground.grid.adjacent[unit.where]:
                if not any(wrong(view, unit.id, (where,))):
                    yield unit.id, (where,)


def go(play: Play, unit: str, path: tuple[str, ...], others: tuple[str, ...] = ()) -> None:
    """Units move along a way."""
    for name in (unit, *others):
        play.move(name, path[-1])
        play.mark(name, moved=True, spent=1)
    said = Message("{unit} goes to {hex}.", unit=unit, hex=path[-1])
    paragraph, side = PARAGRAPHS[play.state.phase], play.side_of(unit)
    play.say("moved", said, paragraph, side=side, units=(unit, *others), hexes=(path[-1],))


def begin(play: Play) -> None:
    """A phase of movement begins: everybody may move again; guns keep their Moved side (8.2)."""
    tired = [unit.id for unit in play.board if unit.moved and play.type_of(unit.id).branch != "artillery"]
    if tired:
        play.mark(*tired, moved=False)
    spent = [unit.id for unit in play.board if unit.spent]
    if spent:
        play.mark(*spent, spent=0)
