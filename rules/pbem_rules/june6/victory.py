"""Victory: what the Allied side holds, what is joined by road, and what was lost, at the end of the last turn."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from functools import lru_cache

from pbem.ruleset import Reason, Result
from pbem_rules.june6.communication import closed_hexes
from pbem_rules.june6.control import projects_from
from pbem_rules.june6.model import ALLIED, GERMAN, OVER, State
from pbem_rules.june6.printed import Data, Link, LossPoints, Objective, Scenario
from pbem_rules.june6.printed_once import Same
from pbem_rules.june6.terrain import roads
from pbem_rules.kernel.edges import Edges

SCENARIO = "scenario"
"""Stands for a paragraph: victory points are in the scenario, not in the rules."""


def result(data: Data, state: State) -> Result | None:
    """The level of victory once the game is over, with every term of the score; None before."""
    if state.phase != OVER:
        return None
    scenario = data.scenarios[state.scenario]
    terms = score(data, state)
    total = sum(term.value for term in terms)
    level = next(level for level in scenario.levels if total >= level.at_least)
    return Result(winner=level.winner or None, level=level.name, score=total, reasons=terms)


def score(data: Data, state: State) -> tuple[Reason, ...]:
    """Every term of the Allied score as the position stands; terms of 0 are left out."""
    scenario = data.scenarios[state.scenario]
    found = (
        *_objectives(state, scenario.objectives),
        *_links(data, state, scenario.links),
        *_losses(data, state, scenario.losses),
        *_lost_beaches(data, state, scenario),
    )
    return tuple(term for term in found if term.value)


def _objectives(state: State, objectives: Iterable[Objective]) -> Iterator[Reason]:
    """Held by the side that was last in the hex; a hex that nobody has entered is German."""
    held = dict(state.held)
    for objective in objectives:
        mine = sum(held.get(where, GERMAN) == ALLIED for where in objective.hexes)
        times = mine if objective.each else int(mine == len(objective.hexes))
        yield Reason(paragraph=SCENARIO, text=objective.name, value=times * objective.points)


def _links(data: Data, state: State, links: tuple[Link, ...]) -> tuple[Reason, ...]:
    return _joined(Same(data), closed_hexes(data, state, ALLIED), links, roads(data, state))


@lru_cache(maxsize=64)
def _joined(pack: Same, closed: frozenset[str], links: tuple[Link, ...], net: Edges) -> tuple[Reason, ...]:
    """Remembered, since few entries of a log close a road and every picture tells the score."""
    return tuple(
        Reason(
            paragraph=SCENARIO,
            text=link.name,
            value=link.points if open_road(pack.data, closed, link, net) else 0,
        )
        for link in links
    )


def open_road(data: Data, closed: frozenset[str], link: Link, net: Edges) -> bool:
    """Whether a road of ``net`` without a closed hex leads from one end of a link to the other.

    A beach hex is on every road in a hex next to it, like the end of a line of communication (5.31).
    """
    ends = _on_the_road(data, closed, link.end, net)
    seen = set(_on_the_road(data, closed, link.start, net))
    queue = deque(sorted(seen))
    while queue:
        where = queue.popleft()
        if where in ends:
            return True
        for other in net.at(where):
            if other not in seen and other not in closed:
                seen.add(other)
                queue.append(other)
    return False


def _on_the_road(data: Data, closed: frozenset[str], hexes: tuple[str, ...], net: Edges) -> frozenset[str]:
    beaches = {h for group in data.ground.beaches.values() for h in group}
    found = set()
    for where in hexes:
        if where in closed:
            continue
        if net.at(where):
            found.add(where)
        if where in beaches:
            found.update(h for h in data.ground.grid.adjacent[where] if net.at(h) and h not in closed)
    return frozenset(found)


def _losses(data: Data, state: State, losses: Iterable[LossPoints]) -> Iterator[Reason]:
    for each in losses:
        kinds = (data.unit(name) for name in state.lost)
        count = sum(kind.side == each.side and kind.combat and kind.size in each.sizes for kind in kinds)
        text = f"{count} {each.side.capitalize()} {' or '.join(each.sizes)} lost"
        yield Reason(paragraph=SCENARIO, text=text, value=count * each.points)


def _lost_beaches(data: Data, state: State, scenario: Scenario) -> Iterator[Reason]:
    for where in state.beaches_lost:
        back = projects_from(data, state, where, GERMAN)
        yield Reason(paragraph=SCENARIO, text=f"beach {where} lost", value=scenario.lost_beach if back else 0)
