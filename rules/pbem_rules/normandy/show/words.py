"""What things are called: sides, counters, what stands on them."""

from __future__ import annotations

from pbem.port.messages import Message, Series
from pbem_rules.normandy.model import ALLIED, GERMAN, Piece
from pbem_rules.normandy.printed import Type

SIDES = {ALLIED: Message("Allied"), GERMAN: Message("German")}
WEATHER = {
    "clear": Message("clear"),
    "overcast": Message("overcast"),
    "heavy-rain": Message("heavy rain"),
    "storm": Message("storm"),
}
MARKS = {
    "MOV": Message("on its Moved side, or has moved"),
    "FIRED": Message("has fired"),
    "ATT": Message("has attacked this turn"),
    "STRAT": Message("in strategic movement"),
    "STILL": Message("held up by bombs"),
    "DIG": Message("digging a trench"),
}


def strength(kind: Type, lost: int) -> str:
    """Attack, defence and movement, of guns and ships their fire."""
    up = kind.faces[min(lost, len(kind.faces) - 1)]
    fire = f"({kind.fire[min(lost, len(kind.fire) - 1)]})" if kind.fire else ""
    return f"{fire}{up.attack}-{up.defence}-{kind.move}"


def marks(kind: Type, unit: Piece) -> tuple[str, ...]:
    """The markers on a counter, in short."""
    carried = (
        ("MOV", unit.moved and kind.branch in ("artillery", "ship")),
        ("FIRED", unit.fired),
        ("ATT", unit.attacked),
        ("STRAT", unit.strategic),
        ("STILL", unit.still),
        ("DIG", unit.dug > 0),
    )
    return tuple(word for word, on in carried if on)


def described(kind: Type, unit: Piece) -> str:
    """A counter in one line; its steps are said by the code that draws it."""
    said = [_BRANCHES.get(kind.branch, kind.branch), strength(kind, unit.lost)]
    said += [Message("range {n}", n=kind.range)] if kind.range else []
    return Series((*said, *(MARKS[mark] for mark in marks(kind, unit))))


_BRANCHES = {
    str(each): each
    for each in (
        *(
            Message("infantry"),
            Message("parachute"),
            Message("glider"),
            Message("ranger"),
            Message("commando"),
        ),
        *(Message("motorised"), Message("mechanised"), Message("tank"), Message("anti-tank")),
        *(Message("reconnaissance"), Message("engineer"), Message("artillery"), Message("headquarters")),
        *(Message("pathfinder"), Message("crocodile"), Message("replacement"), Message("ship")),
    )
}
