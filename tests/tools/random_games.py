"""Random legal play of any game to its end (:mod:`tests.random_play`), many games.

    python -m tests.tools.random_games pegasus --games 500

A game that breaks a law is kept as a file; ``--replay FILE`` plays it again and looks at its last position. The digest
over all last positions is the same for every PYTHONHASHSEED.
"""

import argparse
import sys
from collections import Counter
from collections.abc import Iterable
from hashlib import sha256
from pathlib import Path
from tempfile import gettempdir

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
    state: str
    level: str = ""
    broken: str = ""
    file: str = ""


def play(task: Task) -> Ended:
    """One game to its end. Never raises for what is wrong in the game."""
    kind, rules = random_play.of(task.game), registry.load(task.game).rules
    options = kind.variants[task.seed % len(kind.variants)]
    game = kind.start(rules, task.scenario, task.seed, options, inspect=task.inspect)
    level, broken, file = "", "", ""
    try:
        level = game.play(task.every, task.stop)
    except Exception as error:  # whatever it is, the game that led to it is kept
        broken, file = f"{type(error).__name__}: {error}", str(game.save(task.out))
    state = digest(rules.dump(game.state))
    return Ended(task=task, actions=len(game.log), state=state, level=level, broken=broken, file=file)


def digest_of(ended: Iterable[Ended]) -> str:
    """One digest over the last positions of games."""
    return sha256("".join(each.state for each in ended).encode()).hexdigest()


def again(file: Path) -> str:
    """Play a kept game again and hold its last position against every law. Raises BrokenLawError."""
    game = random_play.replay(file)
    game.laws()
    game.dear_laws()
    for side in game.rules.sides:
        game.inspected(side)
    return f"{len(game.log)} actions, no law is broken. State {digest(game.rules.dump(game.state))}"


def main() -> int:
    """Play random games and say which broke a law; 1 when one did."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.random_games", description=__doc__)
    parser.add_argument("game", nargs="?", default="june6")
    parser.add_argument("--games", type=int, default=20, help="so many of each scenario")
    parser.add_argument("--scenario", help="else every scenario of the game")
    parser.add_argument("--seed", type=int, default=1, help="of the first; the next has the next")
    parser.add_argument("--replay", type=Path, metavar="FILE", help="play a kept game again")
    asked = parser.parse_args()
    if asked.replay is not None:
        print(again(asked.replay))
        return 0
    ended: list[Ended] = []
    for name in (asked.scenario,) if asked.scenario else registry.load(asked.game).rules.scenarios:
        tasks = (Task(game=asked.game, scenario=name, seed=asked.seed + n) for n in range(asked.games))
        of_scenario = [play(task) for task in tasks]
        for each in of_scenario:
            if each.broken:
                print(f"BROKEN after {each.actions} actions: {each.broken[:400]}\n    --replay {each.file}")
        levels = Counter(each.level for each in of_scenario if not each.broken)
        print(f"{name}: {levels.total()} to the end: {dict(sorted(levels.items()))}", flush=True)
        ended += of_scenario
    broken = sum(bool(each.broken) for each in ended)
    print(f"{len(ended)} games, {broken} broken. Digest {digest_of(ended)}")
    return int(broken > 0)


if __name__ == "__main__":
    sys.exit(main())
