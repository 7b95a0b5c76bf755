"""Random legal play to the end of a scenario, many games, every law looked at after every action.

    python -m tests.tools.random_campaigns --games 20 --scenario landings --seed 1 --jobs 2

A game that breaks a law is saved as a file; ``--replay FILE`` plays it again and stops where it broke. The digest over
all final positions is the same for every PYTHONHASHSEED and number of jobs.
"""

from __future__ import annotations

import random
import sys
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256
from pathlib import Path
from time import perf_counter
from typing import cast

import click
from attrs import frozen

from pbem.bytes.canon import digest
from pbem.games import registry
from pbem_rules.june6.game import June6
from pbem_rules.june6.model import OVER
from tests.june6.random_laws import Watch, dear
from tests.june6.random_play import BrokenLawError, Game, inspected, replay, step

MOST = 100_000


@frozen(kw_only=True)
class Task:
    """One game: its scenario and seed, the share of decisions of which every option is checked, where failures go.

    ``stop``: after so many actions the game is left where it is (0: played to its end).
    """

    scenario: str
    seed: int
    inspect: float
    every: int
    out: Path
    stop: int = 0


@frozen(kw_only=True)
class Ended:
    """How a game ended: the digest of its last position, or what broke and the file that plays it again."""

    seed: int
    actions: int
    seconds: float
    state: str
    level: str = ""
    broken: str = ""
    file: str = ""


def rules() -> June6:
    """The game with its own data."""
    return cast("June6", registry.load("june6").rules)


def play(task: Task) -> Ended:
    """One game to its end. Never raises for what is wrong in the game."""
    began = perf_counter()
    game, chance = Game.start(rules(), task.seed, task.scenario), random.Random(task.seed)
    watch, broken, file, level = Watch(every=task.every), "", "", ""
    try:
        while step(game, chance, inspect=task.inspect):
            watch.after(game)
            if len(game.log) == task.stop:
                break
            if len(game.log) > MOST:
                raise BrokenLawError(f"the game goes on after {MOST} actions")
        dear(game)
        result = game.rules.result(game.state)
        if (game.state.phase != OVER or result is None) and len(game.log) != task.stop:
            raise BrokenLawError(f"nobody owes anything in {game.state.phase} of turn {game.state.turn}")
        level = result.level if result is not None else "under way"
    except Exception as error:  # whatever it is, the game that led to it is kept
        task.out.mkdir(parents=True, exist_ok=True)
        broken, file = f"{type(error).__name__}: {error}", str(game.save(task.out))
    return Ended(
        seed=task.seed,
        actions=len(game.log),
        seconds=perf_counter() - began,
        state=digest(game.rules.dump(game.state)),
        level=level,
        broken=broken,
        file=file,
    )


def many(tasks: Sequence[Task], jobs: int) -> Iterator[Ended]:
    """The games in the order of their tasks."""
    if jobs <= 1:
        yield from map(play, tasks)
        return
    with ProcessPoolExecutor(max_workers=jobs) as pool:
        yield from pool.map(play, tasks)


def digest_of(found: Sequence[Ended]) -> str:
    """One digest over the final positions of games."""
    return sha256("".join(each.state for each in found).encode()).hexdigest()


@click.command()
@click.option("--games", type=click.IntRange(min=1), default=10, show_default=True)
@click.option("--scenario", default="", help="Else the game's first.")
@click.option(
    "--seed", type=int, default=1, show_default=True, help="Of the first game; the next has the next."
)
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True)
@click.option(
    "--inspect", type=float, default=0.05, show_default=True, help="Share of decisions checked whole."
)
@click.option(
    "--every", type=click.IntRange(min=1), default=25, show_default=True, help="Dear laws: every so many."
)
@click.option("--out", type=click.Path(path_type=Path), default=Path("random-games"), show_default=True)
@click.option("--replay", "file", type=click.Path(path_type=Path), help="Play a saved game again.")
def main(
    games: int, scenario: str, seed: int, jobs: int, inspect: float, every: int, out: Path, file: Path | None
) -> None:
    """Play GAMES random games and say which broke a law; exit code 1 when one did."""
    if file is not None:
        try:
            game = replay(rules(), file)
            dear(game)
            inspected(game)
        except BrokenLawError as error:
            raise click.ClickException(str(error)) from error
        click.echo(f"{len(game.log)} actions, no law is broken. State {digest(game.rules.dump(game.state))}")
        return
    name = scenario or rules().scenarios[0]
    tasks = [Task(scenario=name, seed=seed + n, inspect=inspect, every=every, out=out) for n in range(games)]
    found = []
    for each in many(tasks, jobs):
        found.append(each)
        how = f"BROKEN: {each.broken[:300]}\n    saved as {each.file}" if each.broken else each.level
        click.echo(
            f"{name} {each.seed}: {each.actions} actions, {each.seconds:.1f} s, {each.state[:16]}: {how}"
        )
    broken = sum(bool(each.broken) for each in found)
    mean = sum(each.seconds for each in found) / len(found)
    click.echo(f"{len(found)} games, {broken} broken, {mean:.1f} s a game. Digest {digest_of(found)}")
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
