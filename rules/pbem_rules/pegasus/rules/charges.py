"""The charges under the canal bridge: looking for them, taking them away, and the one attempt to blow it."""

from __future__ import annotations

from pbem.port.messages import Message
from pbem_rules.pegasus.book import BOOK
from pbem_rules.pegasus.model import BRITISH, DEAD, GERMAN
from pbem_rules.pegasus.play import Play
from pbem_rules.pegasus.rules.ground import blocking, sees
from pbem_rules.pegasus.rules.losses import lose_schmidt, wreck_tank
from pbem_rules.shared.modifiers import reasons


@BOOK.rule("1.5", "N3")
def turn_up(play: Play) -> None:
    """The chit in the box of the charges."""
    if play.state.charges != "hidden":
        return
    blanks = play.data.forces.plans[play.state.plan].blanks
    connected = play.die("draw/charges", blanks + 1) == 1
    play.change(charges="connected" if connected else "blank")
    said = (
        Message("The charges are connected.")
        if connected
        else Message("There are no charges under the bridge.")
    )
    play.say("charges", said, "1.5", hexes=(play.data.terrain.pegasus,))


@BOOK.rule("19.1", "N15")
def sappers_look(play: Play, name: str) -> None:
    """Sappers have come into an area."""
    unit = play.unit(name)
    if unit.kind == "sappers" and unit.where in play.data.terrain.ends:
        turn_up(play)


@BOOK.rule("19.1")
def remove(play: Play) -> None:
    """At the end of a turn: the ends at which sappers have spent all of it."""
    state = play.state
    if state.charges != "connected":
        return
    done = set(state.ends_done)
    for unit in play.on_map(BRITISH):
        if unit.kind == "sappers" and unit.where in play.data.terrain.ends and unit.since < state.turn:
            if unit.where not in done:
                play.about(unit.id, "defused", "{unit} has searched {area}.", "19.1", where=unit.where)
            done.add(unit.where)
    removed = done >= set(play.data.terrain.ends)
    play.change(ends_done=tuple(sorted(done)), charges="removed" if removed else state.charges)
    if removed:
        said = Message("The charges are taken away.")
        play.say("removed", said, "19.1", hexes=(play.data.terrain.pegasus,))


@BOOK.rule("19.2", "N16")
def may_blow(play: Play) -> bool:
    """Whether the Germans try to blow the bridge in this movement phase; the chit is turned as soon as it matters."""
    state, terrain = play.state, play.data.terrain
    if not state.alarm or state.attempted or state.pegasus == "destroyed":
        return False
    turn_up(play)
    if play.state.charges != "connected":
        return False
    inside = [u for u in play.at(terrain.pillbox, GERMAN) if u.strength or u.kind == "officer"]
    if not inside or play.at(terrain.pillbox, BRITISH):
        return False
    blocked = blocking(play)
    seen = any(sees(terrain, terrain.pillbox, unit.where, blocked) for unit in play.on_map(BRITISH))
    return seen or state.pillbox_hit


@BOOK.rule("19.3", "19.5")
def blow(play: Play) -> None:
    """The attempt, if there may be one."""
    if not may_blow(play):
        return
    terrain = play.data.terrain
    schmidt = play.unit("Schmidt").where == terrain.pillbox
    added = reasons("19.3", (schmidt, Message("Schmidt"), play.data.tables.demolition_schmidt))
    throw = play.throw("demolition", added)
    found = play.data.tables.demolition[throw.total]
    play.change(attempted=True)
    told = {
        "destroyed": Message("The canal bridge is blown."),
        "damaged": Message("The canal bridge is damaged."),
    }
    play.say(
        "demolition",
        told.get(found, Message("The charges fail.")),
        "19.3",
        side=GERMAN,
        hexes=(terrain.pegasus,),
        throw=throw,
    )
    if found == "destroyed":
        collapse(play, "19.3")
    elif found == "damaged":
        play.change(pegasus="damaged")


@BOOK.rule("N13")
def collapse(play: Play, paragraph: str) -> None:
    """The canal bridge falls."""
    where = play.data.terrain.pegasus
    play.change(pegasus="destroyed", attempted=True)
    for unit in play.board:
        name = unit.id
        if unit.where == where and unit.kind == "tank":
            wreck_tank(play, name, paragraph)
        elif unit.where == where:
            play.mark(name, where=DEAD, strength=0, prisoners=0, bearer="")
            play.about(name, "eliminated", "{unit} goes down with the bridge.", paragraph, where=where)
            if name == "Schmidt":
                lose_schmidt(play)


@BOOK.rule("19.4")
def strain(play: Play, where: str) -> None:
    """A tank has come into an area."""
    if where != play.data.terrain.pegasus or play.state.pegasus != "damaged":
        return
    face = play.die("collapse")
    falls = play.data.tables.collapse[face] == "collapses"
    play.say(
        "strained",
        Message("The damaged bridge collapses.") if falls else Message("The damaged bridge holds."),
        "19.4",
        hexes=(where,),
        faces=(face,),
    )
    if falls:
        collapse(play, "19.4")
