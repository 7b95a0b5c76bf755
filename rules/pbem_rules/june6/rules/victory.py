"""Victory: what the Allied side holds, what is joined by road, and what was lost, at the end of the last turn."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterator

from pbem.port.game import Reason, Result
from pbem.port.messages import Message
from pbem_rules.june6 import words
from pbem_rules.june6.model import ALLIED, GERMAN, OVER, Position
from pbem_rules.june6.printed.data import Data, Link, Scenario
from pbem_rules.june6.rules.ground.line_of_communication import closed_hexes
from pbem_rules.june6.rules.ground.terrain import roads
from pbem_rules.june6.rules.ground.zones_of_control import projects_from
from pbem_rules.june6.words import SIDES, either, word
from pbem_rules.kernel.derived import recent
from pbem_rules.kernel.edges import Edges

SCENARIO = "scenario"
"""Stands for a paragraph: victory points are in the scenario, not in the rules."""


def result(at: Position) -> Result | None:
    """The level of victory once the game is over, with every term of the score; None before."""
    if at.state.phase != OVER:
        return None
    scenario = at.data.scenarios[at.state.scenario]
    terms = score(at)
    total = sum(term.value for term in terms)
    level = next(level for level in scenario.levels if total >= level.at_least)
    return Result(winner=level.winner or None, level=word(level.name), score=total, reasons=terms)


def score(at: Position, closed: frozenset[str] | None = None) -> tuple[Reason, ...]:
    """Every term of the Allied score as the position stands; terms of 0 are left out.

    ``closed`` are the hexes closed to Allied lines of communication, where the asker knows them already.
    """
    scenario = at.data.scenarios[at.state.scenario]
    shut = closed_hexes(at, ALLIED) if closed is None else closed
    found = (
        *_objectives(at.data, at.state.scenario, at.state.held),
        *_links(at, scenario, shut),
        *_losses(at.data, at.state.scenario, at.state.lost),
        *_lost_beaches(at, scenario),
    )
    return tuple(term for term in found if term.value)


@recent(64)
def _objectives(data: Data, scenario: str, held: tuple[tuple[str, str], ...]) -> tuple[Reason, ...]:
    """Held by the side that was last in the hex; a hex that nobody has entered is German."""
    owners, found = dict(held), []
    for objective in data.scenarios[scenario].objectives:
        mine = sum(owners.get(where, GERMAN) == ALLIED for where in objective.hexes)
        times = mine if objective.each else int(mine == len(objective.hexes))
        found.append(
            Reason(paragraph=SCENARIO, text=words.objective(objective.name), value=times * objective.points)
        )
    return tuple(found)


def _links(at: Position, scenario: Scenario, closed: frozenset[str]) -> tuple[Reason, ...]:
    net = roads(at)
    found = []
    for link, known in zip(scenario.links, _known(at.data, at.state.scenario, at.state.blown), strict=True):
        if not known.holds(closed):
            known.find(at.data, closed, link, net)
        value = link.points if known.open else 0
        found.append(Reason(paragraph=SCENARIO, text=words.objective(link.name), value=value))
    return tuple(found)


class Known:
    """What was found of a link when it was looked at last, and for which other positions that is the answer.

    An open road stays open while none of its hexes closes; a closed one stays closed while none of the closed hexes
    that the search came to opens. Every picture of a log tells the score, and few entries change either.
    """

    def __init__(self) -> None:
        self.open = False
        self.witness: frozenset[str] | None = None

    def holds(self, closed: frozenset[str]) -> bool:
        """Whether the answer is that for these closed hexes too."""
        if self.witness is None:
            return False
        return self.witness.isdisjoint(closed) if self.open else self.witness <= closed

    def find(self, data: Data, closed: frozenset[str], link: Link, net: Edges) -> None:
        """Look again."""
        self.open, self.witness = searched(data, closed, link, net)


@recent(64)
def _known(data: Data, scenario: str, _blown: tuple[str, ...]) -> tuple[Known, ...]:
    """What is remembered of each link of a scenario on one net of roads."""
    return tuple(Known() for _ in data.scenarios[scenario].links)


def searched(data: Data, closed: frozenset[str], link: Link, net: Edges) -> tuple[bool, frozenset[str]]:
    """Whether a road of ``net`` without a closed hex leads from one end of a link to the other, and why.

    Why: the road found, or the closed hexes round all that can be reached. A beach hex is on every road in a hex next to
    it, like the end of a line of communication (5.31).
    """
    starts, shut = _on_the_road(data, closed, link.start, net)
    ends, shut_ends = _on_the_road(data, closed, link.end, net)
    barrier = {*shut, *shut_ends}
    came: dict[str, str] = dict.fromkeys(sorted(starts), "")
    queue = deque(came)
    while queue:
        where = queue.popleft()
        if where in ends:
            return True, _back(data, came, where, link) - closed
        for other in net.at(where):
            if other in closed:
                barrier.add(other)
            elif other not in came:
                came[other] = where
                queue.append(other)
    return False, frozenset(barrier)


def _back(data: Data, came: dict[str, str], where: str, link: Link) -> frozenset[str]:
    """The hexes of the road found, with those ends of the link beside it that are beaches."""
    path = {where}
    while came[where]:
        where = came[where]
        path.add(where)
    around = {h for hex_ in path for h in data.ground.grid.adjacent[hex_]}
    return frozenset(path | ({*link.start, *link.end} & around))


def _on_the_road(
    data: Data, closed: frozenset[str], hexes: tuple[str, ...], net: Edges
) -> tuple[frozenset[str], frozenset[str]]:
    """The open road hexes where a link begins or ends, and the closed hexes there."""
    beaches = {h for group in data.ground.beaches.values() for h in group}
    found, shut = set(), set()
    for where in hexes:
        if where in closed:
            shut.add(where)
            continue
        if net.at(where):
            found.add(where)
        if where in beaches:
            for other in data.ground.grid.adjacent[where]:
                if net.at(other):
                    (shut if other in closed else found).add(other)
    return frozenset(found), frozenset(shut)


@recent(64)
def _losses(data: Data, scenario: str, lost: tuple[str, ...]) -> tuple[Reason, ...]:
    found = []
    for each in data.scenarios[scenario].losses:
        kinds = (data.unit(name) for name in lost)
        count = sum(kind.side == each.side and kind.combat and kind.size in each.sizes for kind in kinds)
        text = Message(
            "{side} {sizes} lost: {count}",
            count=count,
            side=SIDES[each.side],
            sizes=either(map(word, each.sizes)),
        )
        found.append(Reason(paragraph=SCENARIO, text=text, value=count * each.points))
    return tuple(found)


def _lost_beaches(at: Position, scenario: Scenario) -> Iterator[Reason]:
    for where in at.state.beaches_lost:
        back = projects_from(at, where, GERMAN)
        yield Reason(
            paragraph=SCENARIO,
            text=Message("beach {where} lost", where=where),
            value=scenario.lost_beach if back else 0,
        )
