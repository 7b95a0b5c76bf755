"""The fleet and the airborne divisions leave (17.1 to 17.4)."""

from __future__ import annotations

from pbem.port.messages import Message
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.model import ALLIED
from pbem_rules.normandy.rules.night import nights_since
from pbem_rules.normandy.rules.play import Play
from pbem_rules.normandy.rules.view import Position

FLEET = "fleet"
DIVISIONS = ("82", "101")


@BOOK.rule("17.1", "17.4", "N54")
def rolling(at: Position) -> tuple[str, ...]:
    """Who rolls tonight, in order."""
    rule, state = at.data.charts.withdrawal, at.state
    found = []
    ships = any(at.type_of(unit.id).branch == "ship" for unit in at.board)
    if state.fleet and ships and nights_since(at, rule.fleet_from) >= 0:
        found.append(FLEET)
    if nights_since(at, rule.airborne_from) >= 0:
        found += [each for each in DIVISIONS if not state.withdrawal.get(each) and _of(at, each)]
    return tuple(found)


def _of(at: Position, formation: str) -> tuple[str, ...]:
    """The units of a formation, on the map and in boxes."""
    return tuple(unit.id for unit in at.board if at.formation_of(unit.id).id == formation)


def dice(at: Position) -> tuple[int, ...]:
    """A die for each, by its sides."""
    return (at.data.charts.withdrawal.die,) * len(rolling(at))


@BOOK.rule("17.2", "17.3", "N54")
def rolled(play: Play, faces: tuple[int, ...]) -> None:
    """The fleet leaves at once, a division is marked."""
    rule = play.data.charts.withdrawal
    for who, face in zip(rolling(play), faces, strict=True):
        first = rule.fleet_from if who == FLEET else rule.airborne_from
        leaves = face + rule.each_night * nights_since(play, first) >= rule.leaves
        if who == FLEET:
            _fleet(play, leaves, face)
        else:
            play.change(withdrawal={**play.state.withdrawal, who: int(leaves)})
            _division(play, who, leaves, face)


def _fleet(play: Play, leaves: bool, face: int) -> None:
    if not leaves:
        play.say("withdrawal", Message("The fleet stays."), "17.1", side=ALLIED, faces=(face,))
        return
    ships = tuple(unit.id for unit in play.board if play.type_of(unit.id).branch == "ship")
    play.change(fleet=False)
    play.take_off(*ships)
    play.say("withdrawal", Message("The fleet leaves."), "17.1", side=ALLIED, units=ships, faces=(face,))


def _division(play: Play, who: str, leaves: bool, face: int) -> None:
    name = play.data.formations[who].name
    said = Message("{name} leaves at the end of the day.", name=name)
    stays = Message("{name} stays.", name=name)
    play.say("withdrawal", said if leaves else stays, "17.4", side=ALLIED, faces=(face,))


@BOOK.rule("17.4")
def leave(play: Play) -> None:
    """The divisions whose die has come are taken off."""
    for who in DIVISIONS:
        units = _of(play, who) if play.state.withdrawal.get(who) else ()
        if units:
            play.take_off(*units)
            play.change(due=tuple(name for name in play.state.due if name != who))
            back = {name: turn for name, turn in play.state.away.items() if play.formation_of(name).id != who}
            play.change(away=back)
            said = Message("{name} has left.", name=play.data.formations[who].name)
            play.say("withdrawn", said, "17.4", side=ALLIED, units=units)
