"""Random legal play of any game to its end (:mod:`tests.random_play`), many games.

    python -m tests.tools.random_games pegasus --games 500 --jobs 2

A game that breaks a law is kept as a file; ``--replay FILE`` plays it again and looks at its last position. The digest
over all last positions is the same for every PYTHONHASHSEED and number of jobs.
"""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256
from pathlib import Path
from tempfile import gettempdir
from time import perf_counter

import click
from attrs import frozen

from pbem.bytes.canon import digest
from pbem.games import registry
from tests import random_play

KEPT = Path(gettempdir()) / "pbem-random-games"
"""Where games that broke a law are kept: not in the folder in which the command is typed."""


@frozen(kw_only=True)
class Task:
    """One game, by everything that decides it. ``stop``: it is left after so many actions (0: played to its end)."""

    game: str
    scenario: str
    seed: int
    every: int = 25
    inspect: float = 0.02
    out: Path = KEPT
    stop: int = 0


@frozen(kw_only=True)
class Ended:
    """How a game ended: its result in words, the digest of its last position, or what broke and the file that shows it."""

    task: Task
    actions: int
    seconds: float
    state: str
    level: str = ""
    broken: str = ""
    file: str = ""


def play(task: Task) -> Ended:
    """One game to its end. Never raises for what is wrong in the game."""
    began = perf_counter()
    kind, rules = random_play.of(task.game), registry.load(task.game).rules
    options = kind.variants[task.seed % len(kind.variants)]
    game = kind.start(rules, task.scenario, task.seed, options, inspect=task.inspect)
    level, broken, file = "", "", ""
    try:
        level = game.play(task.every, task.stop)
    except Exception as error:  # whatever it is, the game that led to it is kept
        broken, file = f"{type(error).__name__}: {error}", str(game.save(task.out))
    return Ended(
        task=task,
        actions=len(game.log),
        seconds=perf_counter() - began,
        state=digest(rules.dump(game.state)),
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
    """One digest over the last positions of games."""
    return sha256("".join(each.state for each in found).encode()).hexdigest()


def again(file: Path) -> None:
    """Play a kept game again and hold its last position against every law."""
    try:
        game = random_play.replay(file)
        game.laws()
        game.dear_laws()
        for side in game.rules.sides:
            game.inspected(side)
    except random_play.BrokenLawError as error:
        raise click.ClickException(str(error)) from error
    click.echo(f"{len(game.log)} actions, no law is broken. State {digest(game.rules.dump(game.state))}")


@click.command()
@click.argument("game", default="june6")
@click.option(
    "--games", type=click.IntRange(min=1), default=20, show_default=True, help="So many of each scenario."
)
@click.option("--scenario", multiple=True, help="Else every scenario of the game.")
@click.option("--seed", type=int, default=1, show_default=True, help="Of the first; the next has the next.")
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True)
@click.option(
    "--every", type=click.IntRange(min=1), default=25, show_default=True, help="Dear laws: every so many."
)
@click.option(
    "--inspect", type=float, default=0.02, show_default=True, help="Share of decisions checked whole."
)
@click.option("--stop", type=int, default=0, help="Leave a game after so many actions.")
@click.option("--out", type=click.Path(path_type=Path), default=KEPT, show_default=True)
@click.option("--replay", "file", type=click.Path(path_type=Path), help="Play a kept game again.")
def main(
    game: str,
    games: int,
    scenario: tuple[str, ...],
    seed: int,
    jobs: int,
    every: int,
    inspect: float,
    stop: int,
    out: Path,
    file: Path | None,
) -> None:
    """Play random games of GAME and say which broke a law; exit code 1 when one did."""
    if file is not None:
        again(file)
        return
    names = scenario or registry.load(game).rules.scenarios
    tasks = [
        Task(game=game, scenario=name, seed=seed + n, every=every, inspect=inspect, out=out, stop=stop)
        for name in names
        for n in range(games)
    ]
    found: list[Ended] = []
    for each in many(tasks, jobs):
        found.append(each)
        if each.broken:
            click.echo(f"BROKEN after {each.actions} actions: {each.broken[:400]}\n    --replay {each.file}")
    for name in names:
        levels = Counter(each.level for each in found if each.task.scenario == name and not each.broken)
        told = ", ".join(f"{level} {count}" for level, count in sorted(levels.items()))
        click.echo(f"{name}: {sum(levels.values())} to the end: {told}")
    broken = sum(bool(each.broken) for each in found)
    mean = sum(each.seconds for each in found) / len(found)
    actions = sum(each.actions for each in found)
    click.echo(
        f"{len(found)} games, {actions} actions, {broken} broken, {mean:.2f} s a game. Digest {digest_of(found)}"
    )
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
