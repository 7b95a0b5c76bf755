"""The garrison: chits face down, waking, and the bunkers."""

from __future__ import annotations

from pbem.port.messages import Message
from pbem_rules.pegasus.book import BOOK
from pbem_rules.pegasus.play import Play


@BOOK.rule("1.3", "N3")
def turn_up(play: Play, where: str) -> str:
    """The squad under the chit in an area, or "" for a decoy."""
    state = play.state
    left = state.squads_left + state.decoys_left
    squad = left == state.squads_left or (
        state.squads_left > 0 and play.die("draw/chit", left) <= state.squads_left
    )
    chits = tuple(each for each in state.chits if each != where)
    if not squad:
        play.change(chits=chits, decoys_left=state.decoys_left - 1)
        play.say("decoy", Message("The chit in {where} is a decoy.", where=where), "1.3", hexes=(where,))
        return ""
    play.change(chits=chits, squads_left=state.squads_left - 1)
    name = f"Squad{play.area(where).bunker}"
    play.mark(name, where=where)
    play.about(name, "squad", "A garrison squad stands in {area}.", "1.3", where=where)
    return name


@BOOK.rule("24.1", "24.2")
def wake_around(play: Play, mover: str) -> None:
    """Every chit in or beside the area into which a British unit has just moved."""
    where = play.unit(mover).where
    for chit in play.state.chits:
        if chit == where or play.data.terrain.beside(where, chit):
            name = turn_up(play, chit)
            if name:
                face = play.die("garrison")
                slow = play.data.tables.garrison[face] == "slow"
                play.mark(name, slow=slow)
                late = Message("{unit} is awake, too late for opportunity fire.", unit=name)
                play.say(
                    "woken",
                    late if slow else Message("{unit} is awake, ready to fire.", unit=name),
                    "24.2",
                    units=(name,),
                    faces=(face,),
                )


@BOOK.rule("24.3")
def wake_all(play: Play) -> None:
    """Every chit that is left is turned up."""
    if play.state.turn >= play.data.tables.garrison_wakes:
        for chit in play.state.chits:
            turn_up(play, chit)
