"""Victory points and levels."""

from __future__ import annotations

from pbem.port.game import Reason, Result
from pbem_rules.pegasus.book import BOOK
from pbem_rules.pegasus.model import BRITISH, DEAD, GERMAN, State
from pbem_rules.pegasus.printed import Data


@BOOK.rule(
    "25.1",
    "N5",
    "N33",
    text="Points for bridges, pillbox, bunkers, guns, tanks, prisoners and Schmidt; less for "
    "leaders and platoons.",
)
def score(data: Data, state: State) -> tuple[Reason, ...]:
    """Every term of the British score, as the position stands."""
    points, terrain, held = data.forces.victory, data.terrain, set(state.held)
    dead = [unit for unit in state.units.values() if unit.where == DEAD]
    pegasus = bool(held & {terrain.pegasus, *terrain.ends}) and _free_of_germans(
        data, state, terrain.pegasus, terrain.ends
    )
    ends = [name for name, area in terrain.areas.items() if area.access == "Ranville"]
    ranville = bool(held & {terrain.ranville, *ends}) and _free_of_germans(
        data, state, terrain.ranville, tuple(ends)
    )
    gun_taken = terrain.at_gun in held or terrain.at_gun not in state.guns
    machine_guns = sum(each in held or each not in state.guns for each in terrain.guns)
    counts = (
        ("pegasus_intact", "Pegasus Bridge intact", int(pegasus and state.pegasus == "intact")),
        ("pegasus_damaged", "Pegasus Bridge damaged", int(pegasus and state.pegasus == "damaged")),
        ("ranville", "Ranville Bridge", int(ranville)),
        ("pillbox", "pillbox", int(terrain.pillbox in held)),
        ("bunker", "bunkers", sum(each in held for each in state.cleared)),
        ("machine_gun", "machine guns", machine_guns),
        ("gun", "anti-tank gun", int(gun_taken)),
        ("tank", "tanks", state.tanks_killed),
        ("prisoner", "prisoners", sum(unit.prisoners for unit in state.units.values())),
        ("leader", "leaders killed", sum(unit.kind == "leader" for unit in dead)),
        ("platoon", "platoons eliminated", sum(unit.kind in ("platoon", "para") for unit in dead)),
        ("schmidt", "Schmidt", int(state.schmidt_taken)),
    )
    return tuple(
        Reason(paragraph="25.1", text=f"{text} x{n}" if n > 1 else text, value=points[name] * n)
        for name, text, n in counts
        if n
    )


def _free_of_germans(data: Data, state: State, bridge: str, ends: tuple[str, ...]) -> bool:
    """A bridge is controlled when no German stands on it or at its ends."""
    places = {bridge, *ends}
    return not any(
        unit.where in places and data.forces.kinds[unit.kind].side == GERMAN for unit in state.units.values()
    )


LEVELS = ("marginal victory", "substantial victory", "overwhelming victory")


@BOOK.rule("25.2", text="Three levels by difficulty; with fewer points the Germans win.")
def result(data: Data, state: State) -> Result | None:
    """How the game ended."""
    if not state.over:
        return None
    terms = score(data, state)
    total = sum(term.value for term in terms)
    reached = [
        name
        for name, least in zip(LEVELS, data.scenarios[state.scenario].levels, strict=True)
        if total >= least
    ]
    if not reached:
        return Result(winner=GERMAN, level="German victory", score=total, reasons=terms)
    return Result(winner=BRITISH, level=reached[-1], score=total, reasons=terms)
