"""The beginning of a turn: new forces are diced for, suppression is taken off."""

from __future__ import annotations

from pbem_rules.pegasus.book import BOOK
from pbem_rules.pegasus.model import BRITISH, GERMAN, Unit
from pbem_rules.pegasus.play import Play
from pbem_rules.pegasus.rules import arrivals, garrison
from pbem_rules.pegasus.rules.germans.fire import at_will


def recover_all(play: Play) -> None:
    """Recovery: everything that comes before the British move."""
    fresh = {"fired": False, "crew": False, "gunner": False, "slow": False, "in_bunker": False}
    play.mark(*play.board.pieces, spent=0, jolted=False, **fresh)
    garrison.wake_all(play)
    at_will(play)
    arrivals.german_force(play)
    arrivals.british_force(play)
    arrivals.british_arrive(play)
    for unit in (*play.on_map(BRITISH), *play.on_map(GERMAN)):
        if unit.suppressed:
            recover(play, unit)


@BOOK.rule("22.1", "22.2", "N32")
def recover(play: Play, unit: Unit) -> None:
    """One suppressed unit."""
    table, side = play.data.tables.suppression, play.side_of(unit)
    own = table.garrison if unit.kind == "squad" else table.reinforcement
    helpers, beside = play.data.forces.helpers, play.at(unit.where, side)
    led = any(each.id in helpers or each.kind == "officer" for each in beside)
    most = (table.british if side == BRITISH else own) + (table.leader if led else 0)
    face = play.die("recovery")
    free = face <= most
    play.mark(unit.id, suppressed=not free)
    if free:
        play.about(unit.id, "recovery", "{unit} recovers.", "22.1", side=side, faces=(face,), total=most)
    else:
        play.about(
            unit.id, "recovery", "{unit} stays suppressed.", "22.1", side=side, faces=(face,), total=most
        )
