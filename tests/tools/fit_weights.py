"""By how much each term of a weighing moved the score at the end: ``python -m tests.tools.fit_weights GAME SCENARIO``.

Games are played by two equal players at the quick level; every so many actions the terms of the position are noted, as the
side sees them whose score it is. Least squares over all that was noted, the mean of each turn taken off, gives what one of
each term was worth at the end. What was noted is kept in a file, and playing goes on from there.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from importlib import import_module
from inspect import signature
from pathlib import Path
from time import monotonic

import click

from pbem.games import registry
from pbem.games.playout import Hotseat
from pbem.port.player import QUICK, think
from pbem_rules.shared.player.desk import Player

_EVERY = 30
Row = Mapping[str, float]
_TURN, _SCORE = "turn", "score at the end"


def player_of(game: str, data: object) -> Player[object, object]:
    """The player of a game."""
    make = import_module(f"pbem_rules.{game}.player.advice").player
    return make(data, *(0,) * (len(signature(make).parameters) - 1))  # type: ignore[no-any-return]


def printed(rules: object, state: object) -> object:
    """What the scenario of a position is played with: June 6 has a map for each."""
    part = getattr(rules, "printed", None)
    return part(state) if part is not None else getattr(rules, "data")  # noqa: B009  # every game here has it


def played(game: str, scenario: str, seed: int, side: str) -> list[Row]:
    """The rows of one game."""
    rules = registry.load(game).rules
    table: Hotseat[object] = Hotseat.start(rules, scenario, {}, seed)
    rows: list[dict[str, float]] = []
    while table.step(
        lambda now, due: (
            think(
                rules, now.state, due.side, now.secrets(due.side), 2 * seed + (due.side == side), QUICK
            ).order
        )
    ):
        if table.actions % _EVERY == 0:
            player = player_of(game, printed(rules, table.state))
            turn = float(rules.moment(table.state).turn)
            rows.append({_TURN: turn, **player.terms(player.field(table.state, side))})
    result = rules.result(table.state)
    assert result is not None, "a game that is over has a result"
    return [{**row, _SCORE: float(result.score)} for row in rows]


def fitted(rows: Sequence[Row]) -> tuple[Mapping[str, float], float]:
    """What one of each term was worth at the end, and the share of the differences within a turn that the terms explain."""
    names = [name for name in rows[0] if name not in (_TURN, _SCORE)]
    by_turn: dict[float, list[Row]] = {}
    for row in rows:
        by_turn.setdefault(row[_TURN], []).append(row)
    points: list[tuple[list[float], float]] = []
    for group in by_turn.values():
        mean = {name: sum(row[name] for row in group) / len(group) for name in (*names, _SCORE)}
        points += [([row[name] - mean[name] for name in names], row[_SCORE] - mean[_SCORE]) for row in group]
    matrix = [[sum(x[i] * x[j] for x, _ in points) for j in range(len(names))] for i in range(len(names))]
    right = [sum(x[i] * y for x, y in points) for i in range(len(names))]
    found = solved(matrix, right)
    whole = sum(y * y for _, y in points)
    left = sum((y - sum(a * b for a, b in zip(x, found, strict=True))) ** 2 for x, y in points)
    return dict(zip(names, found, strict=True)), 1 - left / whole if whole else 0.0


def solved(matrix: Sequence[Sequence[float]], right: Sequence[float]) -> list[float]:
    """The solution of some linear equations; 0 for what nothing depends on (Gauss, with the largest pivot)."""
    size = len(right)
    rows = [[*line, value] for line, value in zip(matrix, right, strict=True)]
    pivots: list[int] = []
    for column in range(size):
        left = [n for n in range(size) if n not in pivots]
        best = max(left, key=lambda n: abs(rows[n][column]))
        pivots.append(best)
        if abs(rows[best][column]) < 1e-9:
            rows[best] = [0.0] * (size + 1)
            continue
        rows[best] = [value / rows[best][column] for value in rows[best]]
        for n in range(size):
            if n != best and rows[n][column]:
                times = rows[n][column]
                rows[n] = [a - times * b for a, b in zip(rows[n], rows[best], strict=True)]
    return [rows[pivots[column]][size] for column in range(size)]


@click.command()
@click.argument("game")
@click.argument("scenario")
@click.option("--side", required=True, help="Whose score it is: more is better for them.")
@click.option("--games", default=100)
@click.option("--seconds", default=200, help="No game is begun after so many.")
@click.option("--kept", type=click.Path(path_type=Path), help="The file with what was noted.")
def main(game: str, scenario: str, side: str, games: int, seconds: int, kept: Path | None) -> None:
    """Play GAMES games of SCENARIO, or as many as there is time for, and tell what each term was worth."""
    began, file = monotonic(), kept or Path(f"weights-{game}-{scenario}.json")
    found: dict[str, list[Row]] = json.loads(file.read_text()) if file.exists() else {}
    for seed in range(1, games + 1):
        if str(seed) not in found and monotonic() - began < seconds:
            found[str(seed)] = played(game, scenario, seed, side)
            file.write_text(json.dumps(found))
    worth, share = fitted([row for rows in found.values() for row in rows])
    player = player_of(game, getattr(registry.load(game).rules, "data"))  # noqa: B009  # every game here has it
    click.echo(f"{len(found)} games; within a turn {100 * share:.0f} in 100 of the differences are explained")
    for name, value in worth.items():
        click.echo(f"{name:20} {value:8.3f} at the end; its weight is {player.weights[name]}")


if __name__ == "__main__":
    main()
