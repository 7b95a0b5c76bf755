"""Many games of the demonstration player against itself, in memory: how a scenario ends, and how long it takes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from time import perf_counter

from pbem.bytes.canon import Json
from pbem.bytes.errors import PbemError, UsageError
from pbem.bytes.records import frozen
from pbem.games import registry
from pbem.games.self_play import Hotseat, advised
from pbem.port.messages import Message

Progress = Callable[[str], None]
_MOST_ACTIONS = 200_000


@frozen(kw_only=True)
class Played:
    """One game to its end: the result, its length in turns and actions, and its time in seconds."""

    seed: int
    winner: str
    level: str
    score: int
    turns: int
    actions: int
    seconds: float


@frozen(kw_only=True)
class Task:
    """One game to play: everything a worker process needs, as values that can be sent to it."""

    game: str
    scenario: str
    seed: int
    pack: Path | None = None


def play(task: Task) -> Played:
    """Play one game to its end. The same task gives the same result. Raises PbemError when it does not end."""
    began = perf_counter()
    rules = registry.load(task.game, task.pack).rules
    table = Hotseat.start(rules, task.scenario, {}, task.seed)
    while table.step(advised):
        if table.actions > _MOST_ACTIONS:
            raise PbemError.of(
                "endless",
                "game {seed} goes on after {most_actions} actions.",
                seed=task.seed,
                most_actions=_MOST_ACTIONS,
            )
    result = rules.result(table.state)
    if result is None:
        raise PbemError.of("no-result", "game {seed} is over and has no result.", seed=task.seed)
    return Played(
        seed=task.seed,
        winner=result.winner or "",
        level=result.level,
        score=result.score,
        turns=rules.moment(table.state).turn,
        actions=table.actions,
        seconds=perf_counter() - began,
    )


def run(
    game: str,
    *,
    scenario: str = "",
    games: int = 10,
    seed: int = 1,
    jobs: int = 1,
    pack: Path | None = None,
    progress: Progress = print,
) -> dict[str, Json]:
    """Play ``games`` games with the seeds ``seed``, ``seed + 1`` ... on ``jobs`` processes, and count how they ended.

    Everything but the seconds repeats itself, whatever ``jobs`` is. Raises UsageError for an unknown game or scenario.
    """
    loaded = registry.load(game, pack)
    scenario = scenario or loaded.rules.scenarios[0]
    if scenario not in loaded.rules.scenarios:
        known = ", ".join(loaded.rules.scenarios)
        raise UsageError.of(
            "no-scenario",
            "{game} has no scenario {scenario!r}.",
            game=game,
            scenario=scenario,
            known=known,
            hint="There is: {known}.",
        )
    tasks = [Task(game=game, scenario=scenario, seed=seed + n, pack=pack) for n in range(games)]
    found = []
    for played in each(tasks, jobs):
        found.append(played)
        progress(
            Message(
                "Game {seed}: {level} ({score}), {seconds:.1f} s.",
                seed=played.seed,
                level=played.level,
                score=played.score,
                seconds=played.seconds,
            )
        )
    return summary(game, scenario, found)


def each(tasks: Sequence[Task], jobs: int) -> Iterator[Played]:
    """The games in the order of their tasks, on ``jobs`` processes."""
    if jobs <= 1:
        yield from map(play, tasks)
        return
    with ProcessPoolExecutor(max_workers=jobs) as pool:
        yield from pool.map(play, tasks)


def summary(game: str, scenario: str, found: Sequence[Played]) -> dict[str, Json]:
    """What came of the games; scores are told from low to high."""
    scores = sorted(each.score for each in found)
    levels = sorted(
        Counter((each.level, each.winner) for each in found).items(), key=lambda one: (-one[1], one[0])
    )
    wins = Counter(each.winner or "draw" for each in found)
    count = len(found)
    return {
        "game": game,
        "scenario": scenario,
        "games": count,
        "seeds": f"{found[0].seed} to {found[-1].seed}",
        "levels": {level: number for (level, _), number in levels},
        "won": {side: wins[side] for side in sorted(wins)},
        "score": {"lowest": scores[0], "median": scores[count // 2], "highest": scores[-1]},
        "turns": {
            str(turns): number for turns, number in sorted(Counter(each.turns for each in found).items())
        },
        "actions": {
            "fewest": min(each.actions for each in found),
            "most": max(each.actions for each in found),
        },
        "seconds_a_game": f"{sum(each.seconds for each in found) / count:.2f}",
    }
