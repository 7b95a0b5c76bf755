"""The order ``lose``: steps taken off after a combat (11.4), and units that are too many in a hex (6.4)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.bytes.records import frozen
from pbem.bytes.values import evolve
from pbem.port.messages import Message, counted
from pbem_rules.june44.book import BOOK
from pbem_rules.june44.rules.combat.losses import destroy, due, involved, lose_step, steps_of, ways
from pbem_rules.june44.rules.combat.under_way import under_way
from pbem_rules.june44.rules.play import Play, Position, View, own
from pbem_rules.june44.rules.stacking import crowded, stacking_violations
from pbem_rules.shared.orders import Kind, broken


@frozen(kw_only=True)
class Lose:
    """The units that lose a step each; a unit named twice loses two."""

    units: tuple[str, ...]


LOSE = Kind[Lose, View, Play](Lose)


# --- after a combat -------------------------------------------------------------------------------------------------------


@LOSE.wrong
@BOOK.rule("11.4")
def wrong_losses(view: View, order: Lose) -> Iterator[Violation]:
    if view.state.combat is None:
        return
    on, taken = under_way(view), order.units
    there = involved(view, on, on.loser)
    if len(taken) != on.losses:
        said = counted(
            on.losses,
            "{n} step must be lost, {named} named; a unit named twice loses two",
            "{n} steps must be lost, {named} named; a unit named twice loses two",
            named=len(taken),
        )
        yield broken("11.4", said)
    for name in dict.fromkeys(taken):
        if name not in there:
            said = Message("{unit} had no part in the combat: {units} had", unit=name, units=", ".join(there))
            yield broken("11.4", said, name)
        elif taken.count(name) > steps_of(view, name):
            said = counted(
                taken.count(name),
                "{unit} has not {n} step to lose",
                "{unit} has not {n} steps to lose",
                unit=name,
            )
            yield broken("11.4", said, name)


def losses(at: Position) -> Iterator[Lose]:
    """Every way to take the losses due, in order."""
    on = under_way(at)
    return (Lose(units=taken) for taken in ways(at, involved(at, on, on.loser), on.losses))


def lose(play: Play, order: Lose) -> None:
    """The owner's choice of losses is carried out."""
    for name in order.units:
        lose_step(play, name)
    play.change(combat=evolve(under_way(play), losses=0))


def suffer(play: Play, side: str, hits: int) -> None:
    """A side has to take off as many steps as it has, of those that the other has hit."""
    on = under_way(play)
    play.change(combat=evolve(on, loser=side, losses=due(play, involved(play, on, side), hits)))


# --- too many in a hex ----------------------------------------------------------------------------------------------------


@LOSE.wrong
@BOOK.rule("6.4", "N34")
def wrong_removal(view: View, order: Lose) -> Iterator[Violation]:
    """Units are taken off in the movement phase only from a hex with too many, one at a time."""
    if view.state.combat is not None:
        return
    if len(order.units) != 1:
        yield broken("6.4", Message("units that are too many are removed one at a time"))
    for name in order.units:
        unit, wrong = view.board.get(name), tuple(own(view, name, "6.4"))
        yield from wrong
        if unit is None or wrong:
            continue
        if unit.where not in view.data.ground.terrain or not stacking_violations(view, unit.where):
            said = Message("{unit} stands in no hex with too many units, so it is not removed", unit=name)
            yield broken("6.4", said, name)


def removals(view: View) -> Iterator[Lose]:
    """The units that may be taken off a hex with too many, in order."""
    names = [name for found in crowded(view) for name in view.board.at(found.subject)]
    return (Lose(units=(name,)) for name in dict.fromkeys(names))


@LOSE.legal
def legal(view: View) -> Iterator[Lose]:
    return removals(view) if view.state.combat is None else losses(view)


@LOSE.carry_out
def carry_out(play: Play, order: Lose) -> None:
    if play.state.combat is not None:
        lose(play, order)
        return
    (name,) = order.units
    where = play.unit(name).where
    said = Message("{unit} is one too many in {hex} and is removed.", unit=name, hex=where)
    play.tell("overstacked", said, "6.4", name)
    destroy(play, name)
