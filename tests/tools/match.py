"""Matches of a game's player against the one it was: ``python -m tests.tools.match june6 landings --against v1.0``.

``--against`` is a tag or commit (``tests/tools/former.py``). On each seed the two play each other with either side;
``--pairs same`` lets each play itself (Pegasus Bridge has no opponent: the Germans play themselves), ``--pairs all`` does
both, and only that tells whether a side that loses lost as often before. What was played is kept in a file and not played
again, so that a long match goes in pieces. Bounds of shares are those of Wilson, a draw counted as half, bounds of mean
scores two standard errors; both for about 95 in 100.
"""

import json
from collections.abc import Mapping
from itertools import product
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from time import monotonic

import click
from attrs import AttrsInstance

from pbem.games import registry
from pbem.games.self_play import Hotseat
from pbem.port.game import Choice, Conceal
from pbem.port.player import think
from tests.tools.former import Advise, commit_of, former

_Z = 1.96
TODAY = "today"
Found = Mapping[str, tuple[str, int]]
"""By pair and seed ("c148760e9f01 today 7": who plays the first side, who the second) the winner and the score."""


def today(table: Hotseat[object], due: Choice | Conceal) -> AttrsInstance:
    """The player of the game as it is."""
    return think(table.rules, table.state, due.side, table.secrets(due.side), table.salt).order


def play(game: str, scenario: str, seed: int, players: Mapping[str, Advise]) -> tuple[str, int]:
    """One game to its end: who has won ("" for nobody), and the score."""
    rules = registry.load(game).rules
    table: Hotseat[object] = Hotseat.start(rules, scenario, {}, seed)
    while table.step(lambda now, due: players[due.side](now, due)):
        pass
    result = rules.result(table.state)
    assert result is not None, "a game that is over has a result"
    return result.winner or "", result.score


def interval(points: float, games: int) -> tuple[float, float]:
    """Wilson's interval for a share: its bounds."""
    share, square = points / games, _Z * _Z
    middle = (share + square / (2 * games)) / (1 + square / games)
    wide = _Z * sqrt(share * (1 - share) / games + square / (4 * games * games)) / (1 + square / games)
    return middle - wide, middle + wide


def line(name: str, side: str, games: list[tuple[str, int]]) -> str:
    """Games that a side has won, drawn and lost, the share of wins and the mean score, with bounds."""
    won, drawn = (sum(winner == want for winner, _ in games) for want in (side, ""))
    points, scores = won + drawn / 2, [score for _, score in games]
    low, high = interval(points, len(games))
    wide = 2 * stdev(scores) / sqrt(len(scores)) if len(scores) > 1 else float("inf")
    return (
        f"{name}: games {len(games)}, won {won}, drawn {drawn}, lost {len(games) - won - drawn}, "
        f"share {points / len(games):.2f} ({low:.2f} to {high:.2f}), mean score {mean(scores):.1f} (± {wide:.1f})"
    )


def told(found: Found, sides: tuple[str, ...]) -> str:
    """Of each pair what its first side has won; then what today's player has won of the games against the other."""
    pairs = {key: key.split()[:2] for key in found}
    lines = []
    for pair in sorted({tuple(each) for each in pairs.values()}):
        named = ", ".join(f"{side} {who}" for side, who in zip(sides, pair, strict=True))
        games = [result for key, result in found.items() if tuple(pairs[key]) == pair]
        lines.append(line(f"{named}, of {sides[0]}", sides[0], games))
    mixed = {key: sides[pair.index(TODAY)] for key, pair in pairs.items() if pair.count(TODAY) == 1}
    won = [(TODAY if found[key][0] == mine else found[key][0], found[key][1]) for key, mine in mixed.items()]
    return "\n".join([*lines, line(f"of {TODAY}", TODAY, won)] if won else lines)


@click.command()
@click.argument("game")
@click.argument("scenario")
@click.option("--against", default="HEAD", help="Who it plays: a tag or commit.")
@click.option("--pairs", type=click.Choice(["mixed", "same", "all"]), default="mixed")
@click.option("--first", default=1, help="The first seed.")
@click.option("--seeds", default=10, help="How many; a game of each pair on each.")
@click.option("--seconds", default=200, help="No game is begun after so many.")
@click.option("--kept", type=click.Path(path_type=Path), help="The file with what was played.")
def main(game, scenario, against, pairs, first, seeds, seconds, kept):
    """Play SCENARIO on some seeds, or on as many as there is time for, and tell how the games ended."""
    began, sides, other = monotonic(), registry.load(game).rules.sides, commit_of(against)
    file = kept or Path(f"match-{game}-{scenario}-{other}.json")
    found: dict[str, tuple[str, int]] = (
        {key: tuple(value) for key, value in json.loads(file.read_text()).items()} if file.exists() else {}
    )
    with former(game, other) as theirs:
        players = {other: theirs, TODAY: today}
        for seed, pair in product(range(first, first + seeds), product(players, repeat=2)):
            key = f"{' '.join(pair)} {seed}"
            wanted = pairs in ("all", "same" if pair[0] == pair[1] else "mixed")
            if wanted and key not in found and monotonic() - began <= seconds:
                found[key] = play(
                    game,
                    scenario,
                    seed,
                    {side: players[name] for side, name in zip(sides, pair, strict=True)},
                )
                file.write_text(json.dumps(found))
    click.echo(told(found, sides) if found else "Nothing was played.")


if __name__ == "__main__":
    main()
