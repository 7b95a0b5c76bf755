"""Games of a player who has no opponent (Pegasus Bridge: the Germans play themselves): ``python -m tests.tools.solo``.

Each seed is played once by today's player and once by that of a tag or commit. What was played is kept in a file and not
played again, so that a long run can go in pieces. Told are the mean score with its 95 in 100 interval, and the games won.
"""

from __future__ import annotations

import json
from itertools import product
from math import sqrt
from pathlib import Path
from statistics import fmean, stdev
from time import monotonic

import click

from pbem.games import registry
from tests.tools.former import Advise, commit_of, former
from tests.tools.match import play, today

GAME = "pegasus"
_Z = 1.96


def told(scores: list[tuple[str, int]]) -> str:
    """Mean, interval, and games won of (winner, score)."""
    points = [score for _, score in scores]
    wide = _Z * stdev(points) / sqrt(len(points)) if len(points) > 1 else 0.0
    won = sum(winner == "british" for winner, _ in scores)
    return f"games {len(points)}, mean {fmean(points):.1f} (± {wide:.1f}), won {won}"


@click.command()
@click.option("--commit", default="HEAD", help="A tag or commit: the former player.")
@click.option("--games", default=50, help="Games of each scenario and player.")
@click.option("--seconds", default=200, help="No game is begun after so many.")
@click.option("--kept", type=click.Path(path_type=Path), default=Path("solo-pegasus.json"))
def main(commit: str, games: int, seconds: int, kept: Path) -> None:
    """Play what is missing, and tell how it came out."""
    began = monotonic()
    found: dict[str, tuple[str, int]] = json.loads(kept.read_text()) if kept.exists() else {}
    scenarios, former_name = registry.info(GAME).scenarios, commit_of(commit)
    with former(GAME, former_name) as old:
        players: dict[str, Advise] = {former_name: old, "today": today}
        for seed, scenario, name in product(range(1, games + 1), scenarios, players):
            key = f"{scenario} {name} {seed}"
            if key not in found and monotonic() - began < seconds:
                found[key] = play(GAME, scenario, seed, dict.fromkeys(("british", "witness"), players[name]))
                kept.write_text(json.dumps(found))
    for scenario in scenarios:
        for name in players:
            some = [tuple(each) for key, each in found.items() if key.startswith(f"{scenario} {name} ")]
            if some:
                click.echo(f"{scenario:12} {name:12} {told(some)}")  # type: ignore[arg-type]


if __name__ == "__main__":
    main()
