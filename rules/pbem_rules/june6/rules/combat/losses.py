"""What a unit suffers: Disorder, Reduction, elimination (13.1, 13.2). All harm to units goes through here."""

from __future__ import annotations

from pbem.port.messages import Message
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import Play, Position, Unit
from pbem_rules.june6.rules.arrivals import returning
from pbem_rules.june6.rules.lookup import formation_of

PIN, DIS1, DIS2, RED = "pin", "dis1", "dis2", "red"
EFFECTS = (DIS1, DIS2, RED)
"""What combat can do to a unit, mildest first; a bombardment may pin it besides."""

EFFECT_NAMES = {
    PIN: Message("Pinned"),
    DIS1: Message("Disorder-1"),
    DIS2: Message("Disorder-2"),
    RED: Message("a Reduction"),
}


def costs_step(unit: Unit, effect: str) -> bool:
    """Whether the effect would turn the unit over or remove it (13.14, 13.21)."""
    return effect == RED or (unit.disorder > 0 and effect == DIS2) or (unit.disorder == 2 and effect == DIS1)


def suffer(play: Play, name: str, effect: str) -> None:
    """One unit takes a pin or one of ``EFFECTS``; nothing happens when it is no longer on the board.

    Raises ValueError for any other effect.
    """
    if effect not in (PIN, *EFFECTS):
        raise ValueError(f"{effect!r} is not something a unit can suffer")
    unit = play.board.get(name)
    if unit is None:
        return
    if effect == PIN:
        _pin(play, unit)
    elif costs_step(unit, effect):
        _reduce(play, unit, effect)
    else:
        _disorder(play, unit, effect)


def _pin(play: Play, unit: Unit) -> None:
    """A unit carries one Pinned marker at most, until the end of the turn (3.82, 8.22, 12.24, 16.13)."""
    if not unit.pinned:
        play.mark(unit.id, pinned=True)
        _happened(play, "pinned", unit, Message("{unit} is pinned.", unit=unit.id), "8.22")


@BOOK.rule("13.11", "13.13")
def _disorder(play: Play, unit: Unit, effect: str) -> None:
    level = unit.disorder + 1 if effect == DIS1 else 2
    play.mark(unit.id, disorder=level)
    text = Message("{unit} is in Disorder-{level}.", unit=unit.id, level=level)
    _happened(play, "disordered", unit, text, "13.13" if unit.disorder else "13.11")


@BOOK.rule("13.14", "13.15", "13.21")
def _reduce(play: Play, unit: Unit, effect: str) -> None:
    paragraph = ("13.15" if unit.disorder else "13.21") if effect == RED else "13.14"
    if unit.reduced or play.data.unit(unit.id).reduced is None:
        eliminate(play, unit.id, paragraph=paragraph)
        return
    play.mark(unit.id, reduced=True, disorder=0)
    whole = Message("{unit} is reduced, and its Disorder is gone.", unit=unit.id)
    text = whole if unit.disorder else Message("{unit} is reduced.", unit=unit.id)
    _happened(play, "reduced", unit, text, paragraph)


@BOOK.rule("6.16")
def eliminate(play: Play, name: str, *, paragraph: str = "13.21") -> None:
    """The unit leaves the game; the units of a lost headquarters take Reduced Efficiency markers (6.16a, b).

    Nothing happens when it is not on the board.
    """
    unit = play.board.get(name)
    if unit is None:
        return
    data, kind = play.data, play.data.unit(name)
    play.remove(name)
    play.change(lost=_gone(play, name))
    if kind.hq:
        returning.headquarters_lost(play, unit, paragraph)
        orphans = [other.id for other in play.board if formation_of(data, other) == kind.formation]
        play.mark(*orphans, efficiency=False)
    _happened(play, "eliminated", unit, Message("{unit} is eliminated.", unit=name), paragraph)


@BOOK.rule("19.35")
def _gone(at: Position, unit_id: str) -> tuple[str, ...]:
    """The list of losses with one unit more; a Detachment is no loss for good (N148)."""
    return at.state.lost if at.data.unit(unit_id).type == "detachment" else (*at.state.lost, unit_id)


def _happened(play: Play, kind: str, unit: Unit, text: str, paragraph: str) -> None:
    side = play.data.unit(unit.id).side
    play.say(kind, text, paragraph, side=side, units=(unit.id,), hexes=(unit.where,))
