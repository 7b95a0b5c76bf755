"""The beginning of a turn: new forces are diced for, suppression is taken off."""

from __future__ import annotations

from pbem.bytes.values import evolve
from pbem_rules.pegasus import arrivals, charges, garrison
from pbem_rules.pegasus.book import BOOK
from pbem_rules.pegasus.german_fire import at_will
from pbem_rules.pegasus.model import BRITISH, GERMAN, Unit
from pbem_rules.pegasus.play import Play


def begin(play: Play) -> None:
    """Recovery: everything that comes before the British move."""
    for name in sorted(play.units):
        play.change(name, spent=0, fired=False, crew=False, slow=False, in_bunker=False, jolted=False)
    garrison.wake_all(play)
    at_will(play)
    arrivals.german_force(play)
    arrivals.british_force(play)
    arrivals.british_arrive(play)
    for side in (BRITISH, GERMAN):
        for unit in list(play.on_map(side)):
            if unit.suppressed:
                recover(play, unit)


@BOOK.rule(
    "22.1",
    "22.2",
    "N32",
    text="British 1-4, garrison 1-2, reinforcements 1-3; a leader of a platoon, Howard, Hickman "
    "or Schmidt makes it one more.",
)
def recover(play: Play, unit: Unit) -> None:
    """One suppressed unit."""
    table = play.data.tables.suppression
    side = play.side(unit)
    kind = "british" if side == BRITISH else "garrison" if unit.kind == "squad" else "reinforcement"
    led = any(
        each.id in play.data.forces.helpers or each.kind == "officer" for each in play.at(unit.where, side)
    )
    most = table[kind] + (table["leader"] if led else 0)
    face = play.die("recovery")
    free = face <= most
    play.change(unit.id, suppressed=not free)
    said = "recovers" if free else "stays suppressed"
    play.say(
        "recovery",
        f"{unit.id} {said}.",
        "22.1",
        side=side,
        units=(unit.id,),
        areas=(unit.where,),
        faces=(face,),
        total=most,
    )


def end(play: Play) -> None:
    """The last phase of a turn: the charges, and the next turn or the end."""

    charges.remove(play)
    last = len(play.data.tables.times)
    if play.state.turn >= last:
        play.state = evolve(play.state, over=True)
    else:
        play.state = evolve(play.state, turn=play.state.turn + 1)
