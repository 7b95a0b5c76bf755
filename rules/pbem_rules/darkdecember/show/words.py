"""What things are called: sides, counters, what stands on them, and a unit in one line."""

from __future__ import annotations

from pbem.port.messages import Message, Series
from pbem_rules.darkdecember.model import ISOLATED, OUT, Unit
from pbem_rules.darkdecember.printed.counters import Face, Kind, Leader
from pbem_rules.darkdecember.printed.data import ALLIED, GERMAN, Data
from pbem_rules.darkdecember.printed.marks import PART
from pbem_rules.darkdecember.words import turn as named

SIDES = {ALLIED: Message("Allied"), GERMAN: Message("German")}
NATIONS = {
    "us": Message("US"),
    "british": Message("British"),
    "french": Message("French"),
    "german": Message("German"),
}


def arm(kind: Kind) -> str:
    """What a unit is, in the words of the field."""
    if kind.armour:
        return Message("armour")
    if kind.cavalry:
        return Message("cavalry")
    if kind.motorized:
        return Message("armoured infantry")
    return (
        Message("engineers")
        if kind.engineer
        else Message("parachute infantry")
        if kind.parachute
        else Message("infantry")
    )


def face(kind: Kind, unit: Unit) -> Face:
    """The side of the counter that is up."""
    return kind.back if unit.reduced and kind.back is not None else kind.front


def strength(up: Face) -> str:
    """Attack, defence and movement as printed."""
    return f"{up.attack}-{up.defence}-{up.move}"


def marks(kind: Kind, unit: Unit) -> tuple[str, ...]:
    """The markers on a unit, in short."""
    held = kind.restricted and not unit.free
    carried = (
        ("COL", unit.column),
        ("OUT", unit.supply == OUT),
        ("ISO", unit.supply == ISOLATED),
        ("DRY", unit.dry),
        ("RES", unit.reserve),
        ("BR", bool(unit.bridging)),
        ("RET", unit.retreated),
        ("HELD", held),
    )
    return tuple(word for word, on in carried if on)


MARKS = {
    "COL": Message("in strategic movement"),
    "OUT": Message("out of supply"),
    "ISO": Message("isolated"),
    "DRY": Message("without fuel"),
    "RES": Message("in reserve"),
    "BR": Message("building a bridge"),
    "RET": Message("has retreated in this phase"),
    "HELD": Message("restricted"),
}


def described(kind: Kind, unit: Unit | None = None) -> str:
    """A unit in one line: its name, what it is, its numbers, and what holds it."""
    up = face(kind, unit) if unit is not None else kind.front
    said = [kind.name, Message("{nation} {arm}", nation=NATIONS[kind.nation], arm=arm(kind))]
    numbers = {"attack": up.attack, "defence": up.defence, "move": up.move}
    said.append(Message("attack {attack}, defence {defence}, movement {move}", **numbers))
    if unit is not None:
        said += [MARKS[word] for word in marks(kind, unit)]
        said += [Message("{points} spent", points=points(unit.spent))] if unit.spent else []
    return Series(said)


def led(leader: Leader) -> str:
    """A commander in one line."""
    whom = leader.army or (NATIONS[leader.nation] if leader.nation else Message("any"))
    return Message(
        "{name}, {side} commander ({whom} units), {attack} attack and {defence} defence options, movement {move}",
        name=leader.name,
        side=SIDES[leader.side],
        whom=whom,
        attack=leader.attack,
        defence=leader.defence,
        move=leader.move,
    )


def points(parts: int) -> str:
    """Thirtieths of a movement point as people read them: ``2 1/2``, ``1/3``."""
    whole, rest = divmod(parts, PART)
    if not rest:
        return str(whole)
    step = next(each for each in (15, 10, 6, 5, 3, 2, 1) if rest % each == 0)
    return f"{whole or ''} {rest // step}/{PART // step}".strip()


def turn(data: Data, number: int) -> str:
    """The name of a turn; those past the last have none."""
    return named(data.turns[number - 1]) if 0 < number <= len(data.turns) else "-"


def places(data: Data, where: str) -> str:
    """A hex with the name of its town or village: ``3913 St. Vith``."""
    name = data.ground.towns.get(where) or data.ground.names.get(where, "")
    return f"{where} {name}".rstrip()
