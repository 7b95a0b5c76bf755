"""Who meets whom: round robin by the circle, Swiss by the best matching of a graph (networkx: Edmonds' blossoms).

Both give the same pairs for the same names and results on any machine: weights are whole numbers, names are sorted.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

import networkx
from attrs import evolve

from pbem.bytes.errors import ConflictError
from pbem.club.folder import DRAW, FIRST, ROUND_ROBIN, SWISS, Pairing, Season
from pbem.port.messages import Message

BYE = ""
_NEAR = 1_000_000
WIN, HALF = 2, 1
"""Half points: a table has no fractions."""


def next_round(season: Season, points: Mapping[str, int]) -> tuple[Pairing, ...]:
    """The pairings of the next round; ``points`` are half points so far.

    Raises ConflictError ``season-over``, ``unplayed``.
    """
    played = max((each.round for each in season.pairings), default=0)
    if season.system not in (ROUND_ROBIN, SWISS) or played >= season.rounds:
        raise ConflictError(
            "season-over",
            Message("{title} has no further round.", title=season.title),
            hint="pbem club table CLUB",
        )
    if season.system == ROUND_ROBIN:
        pairs = _circle(season.players, played)
    else:
        waiting = sum(not each.result for each in season.pairings if each.second)
        if waiting:
            raise ConflictError(
                "unplayed",
                Message(
                    "{waiting} games of round {played} have no result yet.", waiting=waiting, played=played
                ),
                hint="pbem club table CLUB",
            )
        pairs = _swiss(season, points)
    return tuple(_seated(season.pairings, played + 1, pairs))


def noted(season: Season) -> Mapping[str, int]:
    """Half points by name as the season has noted the results: what the next round is drawn from."""
    points: Counter[str] = Counter()
    for each in season.pairings:
        if not each.second:  # a bye is a won game without an opponent
            points[each.first] += WIN
        elif each.result == DRAW:
            points.update({each.first: HALF, each.second: HALF})
        elif each.result:
            points[each.first if each.result == FIRST else each.second] += WIN
    return points


def bent(season: Season) -> Iterator[str]:
    """Each round that is otherwise than it is drawn from what was noted before it: nobody has to believe a draw."""
    before: tuple[Pairing, ...] = ()
    by_round = groupby(sorted(season.pairings, key=lambda each: each.round), key=lambda each: each.round)
    for expected, (number, group) in enumerate(by_round, 1):
        stands = tuple(group)
        if number != expected:
            yield Message("Round {round} is missing.", round=expected)
            return
        part = evolve(season, pairings=before)
        try:
            drawn = next_round(part, noted(part))
        except ConflictError as error:
            yield Message("Round {round} cannot have been drawn: {why}", round=number, why=error.message)
            return
        if sorted(map(_who, drawn)) != sorted(map(_who, stands)):
            yield Message(
                "Round {round} is not as it is drawn: that would be {pairs}.",
                round=number,
                pairs=", ".join(" - ".join(filter(None, _who(each))) for each in drawn),
            )
            return
        before += stands


def _who(pairing: Pairing) -> tuple[str, str]:
    return pairing.first, pairing.second


def rounds_of(players: Sequence[str]) -> int:
    """How many rounds it takes until everybody has met everybody."""
    return len(players) - 1 + len(players) % 2


def _circle(players: Sequence[str], played: int) -> list[tuple[str, str]]:
    """The first stays, the others go round (the circle method; Berger's tables are made so)."""
    fixed, *others = [*sorted(players), *([BYE] if len(players) % 2 else [])]
    turned = others[played % len(others) :] + others[: played % len(others)]
    ring = [fixed, *turned]
    half = len(ring) // 2
    return list(zip(ring[:half], reversed(ring[half:]), strict=True))


def _swiss(season: Season, points: Mapping[str, int]) -> list[tuple[str, str]]:
    """Everybody is paired, nobody twice with the same if that can be, and with as little between their points as can be."""
    names = [*sorted(season.players), *([BYE] if len(season.players) % 2 else [])]
    lowest = min((points.get(each, 0) for each in season.players), default=0)
    met = {frozenset((each.first, each.second)) for each in season.pairings}
    graph = networkx.Graph()
    for at, one in enumerate(names):
        for other in names[at + 1 :]:
            theirs = lowest if other == BYE else points.get(other, 0)
            apart = (points.get(one, 0) - theirs) ** 2
            again = _NEAR // 2 if frozenset((one, other)) in met else 0
            graph.add_edge(one, other, weight=_NEAR - min(apart, _NEAR // 4) - again)
    found = networkx.max_weight_matching(graph, maxcardinality=True)
    return sorted((min(pair, key=_last), max(pair, key=_last)) for pair in found)


def _last(name: str) -> tuple[bool, str]:
    return (name == BYE, name)


def _seated(before: Sequence[Pairing], round_: int, pairs: Sequence[tuple[str, str]]) -> Iterator[Pairing]:
    """The one who had the first side less often has it; the first by name where both had it as often."""
    firsts = Counter(each.first for each in before if each.second)
    for pair in pairs:
        if BYE in pair:
            yield Pairing(round=round_, first=pair[0] or pair[1])
            continue
        one, other = sorted(pair, key=lambda name: (firsts[name], name))
        yield Pairing(round=round_, first=one, second=other)
