"""Victory points and levels."""

from __future__ import annotations

from pbem.port.game import Reason, Result
from pbem.port.messages import Message
from pbem_rules.pegasus.book import BOOK
from pbem_rules.pegasus.model import BRITISH, DEAD, GERMAN
from pbem_rules.pegasus.play import Position


@BOOK.rule("25.1", "N5", "N33")
def score(position: Position) -> tuple[Reason, ...]:
    """Every term of the British score, as the position stands."""
    state, terrain = position.state, position.data.terrain
    points, held = position.data.forces.victory, set(state.held)
    dead = [unit for unit in position.board if unit.where == DEAD]
    ends = tuple(name for name, area in terrain.areas.items() if area.access == "Ranville")
    pegasus = controlled(position, terrain.pegasus, terrain.ends)
    ranville = controlled(position, terrain.ranville, ends)
    gun_taken = terrain.at_gun in held or terrain.at_gun not in state.guns
    machine_guns = sum(each in held or each not in state.guns for each in terrain.guns)
    counts = (
        (points.pegasus_intact, Message("Pegasus Bridge intact"), int(pegasus and state.pegasus == "intact")),
        (
            points.pegasus_damaged,
            Message("Pegasus Bridge damaged"),
            int(pegasus and state.pegasus == "damaged"),
        ),
        (points.ranville, Message("Ranville Bridge"), int(ranville)),
        (points.pillbox, Message("pillbox"), int(terrain.pillbox in held)),
        (points.bunker, Message("bunkers"), sum(each in held for each in state.cleared)),
        (points.machine_gun, Message("machine guns"), machine_guns),
        (points.gun, Message("anti-tank gun"), int(gun_taken)),
        (points.tank, Message("tanks"), state.tanks_killed),
        (points.prisoner, Message("prisoners"), sum(unit.prisoners for unit in position.board)),
        (points.leader, Message("leaders killed"), sum(unit.kind == "leader" for unit in dead)),
        (
            points.platoon,
            Message("platoons eliminated"),
            sum(unit.kind in ("platoon", "para") for unit in dead),
        ),
        (points.schmidt, Message("Schmidt"), int(state.schmidt_taken)),
    )
    return tuple(
        Reason(
            paragraph="25.1", text=Message("{what} x{n}", what=text, n=n) if n > 1 else text, value=each * n
        )
        for each, text, n in counts
        if n
    )


def controlled(position: Position, bridge: str, ends: tuple[str, ...]) -> bool:
    """Whether the British control a bridge: they hold it or an end of it, and no German stands on either."""
    places = (bridge, *ends)
    german = any(position.at(where, GERMAN) for where in places)
    return not german and any(where in position.state.held for where in places)


LEVELS = (Message("marginal victory"), Message("substantial victory"), Message("overwhelming victory"))


@BOOK.rule("25.2")
def result(position: Position) -> Result | None:
    """How the game ended."""
    if not position.state.over:
        return None
    terms = score(position)
    total = sum(term.value for term in terms)
    reached = [
        name
        for name, least in zip(LEVELS, position.data.scenarios[position.state.scenario].levels, strict=True)
        if total >= least
    ]
    if not reached:
        return Result(winner=GERMAN, level=Message("German victory"), score=total, reasons=terms)
    return Result(winner=BRITISH, level=reached[-1], score=total, reasons=terms)
