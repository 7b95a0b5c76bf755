"""Random legal play of any game to its end, through the game port alone.

    python -m tests.tools.random_games pegasus --games 2000 --jobs 2

Every decision is one of the legal orders that the game lists, drawn by a seeded generator; dice, decks and secrets are
those of :mod:`pbem.games.playout`. A game that breaks a law leaves a file; ``--replay FILE`` plays it again to the same
action. The digest over all last positions is the same for every PYTHONHASHSEED and number of jobs.
"""

from __future__ import annotations

import json
import random
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from hashlib import sha256
from itertools import islice
from pathlib import Path
from time import perf_counter

import click
from attrs import AttrsInstance, frozen

from pbem.bytes.canon import digest, encode_value
from pbem.games import registry
from pbem.games.cards import wrong_card
from pbem.games.playout import Hotseat
from pbem.port.game import Choice, Conceal

MOST_ACTIONS = 50_000
MOST_ORDERS = 400


class BrokenLawError(AssertionError):
    """A law does not hold in a position."""


@frozen(kw_only=True)
class Task:
    """One game, by everything that decides it: its folder's name, the scenario, the seed; laws every so many actions."""

    game: str
    scenario: str
    seed: int
    every: int = 20


@frozen(kw_only=True)
class Ended:
    """How a game ended: its result in words, the digest of its last position, or what broke after how many actions."""

    task: Task
    actions: int
    seconds: float
    state: str
    level: str = ""
    broken: str = ""


def play(task: Task) -> Ended:
    """One game to its end. Never raises for what is wrong in the game."""
    began = perf_counter()
    rules = registry.load(task.game).rules
    game = Hotseat.start(rules, task.scenario, {}, task.seed)
    chance = random.Random(f"random {task.game} {task.scenario} {task.seed}")
    level, broken = "", ""

    def decide(at: Hotseat[object], owed: Choice | Conceal) -> AttrsInstance:
        kinds = owed.kinds if isinstance(owed, Choice) else (owed.kind,)
        orders = list(islice(rules.options(at.state, owed.side), MOST_ORDERS))
        wrong = [each for each in orders if rules.actions.kind(each) not in kinds]
        if wrong or not orders:
            raise BrokenLawError(f"{owed} is owed and the options are {wrong or 'none'}")
        hand = at.secrets(owed.side).hand
        while wrong_card(rules, at.state, owed.side, chosen := chance.choice(orders), hand):
            orders.remove(chosen)  # a card that lies elsewhere than the order says
        return chosen

    try:
        while game.step(decide):
            if game.actions % task.every == 0:
                laws(game)
            if game.actions > MOST_ACTIONS:
                raise BrokenLawError("the game goes on without end")
        laws(game)
        result = rules.result(game.state)
        if result is None:
            raise BrokenLawError("nobody owes anything and there is no result")
        level = result.level
    except Exception as error:  # whatever it is, the game that led to it is kept
        broken = f"{type(error).__name__}: {error}"
    return Ended(
        task=task,
        actions=game.actions,
        seconds=perf_counter() - began,
        state=digest(rules.dump(game.state)),
        level=level,
        broken=broken,
    )


def laws(game: Hotseat[object]) -> None:
    """What holds in every position: the dump round-trips, the quick bytes are the plain ones, the scene can be drawn."""
    rules, state = game.rules, game.state
    dumped = rules.dump(state)
    if rules.load(dumped) != state:
        raise BrokenLawError("the state is not what its dump says")
    if rules.write(state) != encode_value(dumped):
        raise BrokenLawError("the quick bytes are not those of the dump")
    for side in (*rules.sides, None):
        rules.scene(state, side)


def many(tasks: Sequence[Task], jobs: int) -> Iterator[Ended]:
    """The games in the order of their tasks."""
    if jobs <= 1:
        yield from map(play, tasks)
        return
    with ProcessPoolExecutor(max_workers=jobs) as pool:
        yield from pool.map(play, tasks, chunksize=4)


def keep(ended: Ended, out: Path) -> Path:
    """The file that plays a broken game again."""
    task = ended.task
    out.mkdir(parents=True, exist_ok=True)
    path = out / f"{task.game}-{task.scenario}-{task.seed}.json"
    told = {
        "game": task.game,
        "scenario": task.scenario,
        "seed": task.seed,
        "every": task.every,
        "actions": ended.actions,
        "broken": ended.broken,
    }
    path.write_text(json.dumps(told, indent=1) + "\n", encoding="utf-8")
    return path


def kept(path: Path) -> Task:
    """The game of a file that :func:`keep` wrote."""
    told = json.loads(path.read_text(encoding="utf-8"))
    return Task(game=told["game"], scenario=told["scenario"], seed=told["seed"], every=told["every"])


@click.command()
@click.argument("game", default="pegasus")
@click.option(
    "--games", type=click.IntRange(min=1), default=20, show_default=True, help="So many of each scenario."
)
@click.option("--scenario", multiple=True, help="Else every scenario of the game.")
@click.option("--seed", type=int, default=1, show_default=True, help="Of the first; the next has the next.")
@click.option("--jobs", type=click.IntRange(min=1), default=1, show_default=True)
@click.option(
    "--every", type=click.IntRange(min=1), default=20, show_default=True, help="Laws: every so many actions."
)
@click.option("--out", type=click.Path(path_type=Path), default=Path("random-games"), show_default=True)
@click.option("--replay", "file", type=click.Path(path_type=Path), help="Play a broken game again.")
def main(
    game: str,
    games: int,
    scenario: tuple[str, ...],
    seed: int,
    jobs: int,
    every: int,
    out: Path,
    file: Path | None,
) -> None:
    """Play random games of GAME and say which broke a law; exit code 1 when one did."""
    names = scenario or registry.load(game).rules.scenarios
    tasks = [
        Task(game=game, scenario=name, seed=seed + n, every=every) for name in names for n in range(games)
    ]
    found: list[Ended] = []
    for each in many([kept(file)] if file is not None else tasks, jobs):
        found.append(each)
        if each.broken:
            where = file or keep(each, out)
            click.echo(
                f"BROKEN after {each.actions} actions: {each.broken[:400]}\n    play it again: --replay {where}"
            )
    for name in dict.fromkeys(each.task.scenario for each in found):
        levels = Counter(each.level for each in found if each.task.scenario == name and not each.broken)
        told = ", ".join(f"{level} {count}" for level, count in sorted(levels.items()))
        click.echo(f"{name}: {sum(levels.values())} to the end: {told}")
    broken = sum(bool(each.broken) for each in found)
    mean = sum(each.seconds for each in found) / len(found)
    whole = sha256("".join(each.state for each in found).encode()).hexdigest()
    actions = sum(each.actions for each in found)
    click.echo(f"{len(found)} games, {actions} actions, {broken} broken, {mean:.2f} s a game. Digest {whole}")
    sys.exit(1 if broken else 0)


if __name__ == "__main__":
    main()
