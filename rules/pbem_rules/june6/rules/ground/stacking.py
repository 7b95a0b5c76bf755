"""How many units may stand in a hex at rest (9.1)."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.bytes.errors import Violation
from pbem.port.messages import Message
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import GERMAN, Position
from pbem_rules.june6.printed.data import Data
from pbem_rules.shared.orders import broken


def stacking_violations(at: Position, where: str, units: Iterable[str] = ()) -> tuple[Violation, ...]:
    """Every limit that is broken when ``units`` stand in ``where`` beside those that are there already (9.11).

    Places off the map have no limit. Names that are not units are passed over: the caller reports them.
    """
    if ":" in where:
        return ()
    there = at.state.board.at(where)
    names = sorted({*there, *(name for name in units if name in at.data.units)})
    combat = [name for name in names if at.data.units[name].combat]
    support = [name for name in names if not at.data.units[name].combat]
    return (*_two_combat_units(at.data, where, combat), *_three_units(at.data, where, combat, support))


@BOOK.rule("9.12")
def _two_combat_units(data: Data, where: str, combat: list[str]) -> tuple[Violation, ...]:
    most = data.numbers.stacking.combat
    if len(combat) <= most:
        return ()
    said = Message(
        "{where} would hold {len} combat units ({combat}); {most} may stack",
        where=where,
        len=len(combat),
        combat=", ".join(combat),
        most=most,
    )
    return (broken("9.12", said, where),)


@BOOK.rule("9.13")
@BOOK.rule("9.14")
@BOOK.rule("9.15")
def _three_units(data: Data, where: str, combat: list[str], support: list[str]) -> tuple[Violation, ...]:
    most = data.numbers.stacking.total
    flak = [n for n in support if data.units[n].type == "flak" and data.units[n].side == GERMAN]
    extra = flak[: data.numbers.stacking.extra_flak]
    names = [name for name in (*combat, *support) if name not in extra]
    if len(names) <= most:
        return ()
    beside = Message(" beside the extra Flak of {flak}", flak=", ".join(extra)) if extra else ""
    said = Message(
        "{where} would hold {len} units ({names}){beside}; {most} may stack",
        where=where,
        len=len(names),
        names=", ".join(names),
        beside=beside,
        most=most,
    )
    return (broken("9.14" if combat else "9.13", said, where),)
