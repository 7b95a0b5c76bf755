"""What lies beside the map of Pegasus Bridge: the clock, the British score with its levels, plan, chits, charges, losses."""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve

from pbem.port.map_displays import Furniture, Score, Stock, Threshold
from pbem_rules.pegasus.model import BRITISH, DEAD, GERMAN, ITEMS, State
from pbem_rules.pegasus.picture.scene import BRIDGE, CHARGES
from pbem_rules.pegasus.play import View
from pbem_rules.pegasus.rules import victory
from pbem_rules.shared import map_displays as shared


def furnished(view: View, bare: Furniture) -> Furniture:
    """All that both know; ``bare`` has turn and phases."""
    state, data = view.state, view.data
    terms = victory.score(view)
    levels = zip(data.scenarios[state.scenario].levels, victory.LEVELS, strict=True)
    dead = {
        unit.id: data.forces.kinds[unit.kind].side
        for unit in view.board.stack(DEAD)
        if unit.kind not in ITEMS
    }
    return evolve(
        bare,
        turns=shared.turns(enumerate(data.tables.times, 1), ()),
        score=Score(
            side=BRITISH,
            value=sum(term.value for term in terms),
            terms=terms,
            thresholds=tuple(Threshold(at_least=at, name=name, side=BRITISH) for at, name in levels),
        ),
        stocks=tuple(_stocks(state)),
        lost=tuple(shared.lost(tuple(dead), dead.__getitem__, (BRITISH, GERMAN))),
    )


def _stocks(state: State) -> Iterator[Stock]:
    yield Stock(kind="plan", value=state.plan or "-", side=GERMAN)
    yield Stock(kind="chits", value=str(len(state.chits)), side=GERMAN)
    yield Stock(kind="bridge", value=BRIDGE[state.pegasus])
    if state.charges:
        yield Stock(kind="charges", value=CHARGES[state.charges], side=GERMAN)
    if state.german_force:
        yield Stock(kind="force", value=str(state.german_force), side=GERMAN)
    if state.british_force:
        yield Stock(kind="force", value=state.british_force, side=BRITISH)
