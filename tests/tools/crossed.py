"""Today's player and that of a commit on each side of the same seeds, all four pairs: ``python -m tests.tools.crossed``.

Only this tells whether a side that loses lost as often before. What was played is kept in a file and not played again.
Bounds of shares are those of Wilson, bounds of mean scores two standard errors; both for about 95 in 100.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from itertools import product
from math import sqrt
from pathlib import Path
from statistics import mean, stdev
from time import monotonic

import click

from pbem.games import registry
from tests.tools.former import commit_of, former
from tests.tools.match import interval, play, today

Found = Mapping[str, tuple[str, int]]
"""By pair and seed ("c148760e9f01 today 7": who plays the first side, who the second) the winner and the score."""


def told(found: Found, sides: tuple[str, ...]) -> str:
    """Of each pair: games, won by the first side, drawn, lost, the share of wins and the mean score with bounds."""
    lines = []
    for pair in sorted({key.rpartition(" ")[0] for key in found}):
        games = [each for key, each in found.items() if key.rpartition(" ")[0] == pair]
        won, drawn = (sum(winner == want for winner, _ in games) for want in (sides[0], ""))
        low, high = interval(won + drawn / 2, len(games))
        middle, wide = spread([score for _, score in games])
        named = ", ".join(f"{side} {who}" for side, who in zip(sides, pair.split(), strict=True))
        lines.append(
            f"{named}: games {len(games)}, {sides[0]} won {won}, drawn {drawn}, lost {len(games) - won - drawn}, "
            f"share {(won + drawn / 2) / len(games):.2f} ({low:.2f} to {high:.2f}), "
            f"mean score {middle:.1f} (± {wide:.1f})"
        )
    return "\n".join(lines)


def spread(scores: list[int]) -> tuple[float, float]:
    """The mean and two standard errors of it; no bounds (infinite ones) for a single score."""
    return mean(scores), 2 * stdev(scores) / sqrt(len(scores)) if len(scores) > 1 else float("inf")


@click.command()
@click.argument("game")
@click.argument("scenario")
@click.option("--commit", default="HEAD", help="A tag or commit: the former player.")
@click.option("--first", default=1, help="The first seed.")
@click.option("--seeds", default=5, help="How many; four games each.")
@click.option("--seconds", default=170, help="No game is begun after so many.")
@click.option("--kept", type=click.Path(path_type=Path), required=True, help="The file with what was played.")
def main(game: str, scenario: str, commit: str, first: int, seeds: int, seconds: int, kept: Path) -> None:
    """Play all four pairs of SCENARIO on some seeds, or as many as there is time for, and tell how they ended."""
    began, sides = monotonic(), registry.load(game).rules.sides
    found: dict[str, tuple[str, int]] = (
        {key: tuple(value) for key, value in json.loads(kept.read_text()).items()} if kept.exists() else {}
    )
    name = commit_of(commit)
    with former(game, name) as old:
        players = {name: old, "today": today}
        for seed, pair in product(range(first, first + seeds), product(players, repeat=2)):
            key = f"{' '.join(pair)} {seed}"
            if key not in found and monotonic() - began <= seconds:
                who = {side: players[player] for side, player in zip(sides, pair, strict=True)}
                found[key] = play(game, scenario, seed, who)
                kept.write_text(json.dumps(found))
    click.echo(told(found, sides) if found else "Nothing was played.")


if __name__ == "__main__":
    main()
