"""An archive to measure on: games that the computer plays against itself, each as it stood at several of its turn files.

    python -m tests.tools.build_archive games/ --games 154

Every file is a whole log of its own: a game that goes on is one. Games that lie there already are not played again.
"""

import argparse
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from attrs import evolve

from pbem.bytes import container
from tests.tools import short_games

PLAYED = {
    "june6": ("landings", "epsom", "cherbourg"),
    "normandy": ("omaha", "epsom", "cherbourg"),
    "darkdecember": ("herbstnebel", "turning-point", "final-fury"),
    "june44": ("to-22-june",),
    "pegasus": ("beginner", "advanced", "historical"),
}
TURN_FILES, MOMENTS = 40, 13
"""So many turn files of a game are played at most, and it is taken at so many of them, evenly spread."""


def build(out: Path, number: int) -> int:
    """The ``number``-th game, into ``out``; the files that it brought."""
    name = sorted(PLAYED)[number % len(PLAYED)]
    scenario = PLAYED[name][number // len(PLAYED) % len(PLAYED[name])]
    if any(out.glob(f"{number:04}-*")):
        return 0
    with TemporaryDirectory() as homes:
        one, other = (short_games.friend(f"{who} {number}", Path(homes, who)) for who in ("Ann", "Ben"))
        log = short_games.game(one, other, name, scenario, number, TURN_FILES).log
    ends = sorted({max(1, len(log.bundles) * n // MOMENTS) for n in range(1, MOMENTS + 1)})
    for end in reversed(ends):
        file = out / f"{number:04}-{name}-{scenario}-{end:03}.pbem"
        file.write_bytes(container.pack(evolve(log, bundles=log.bundles[:end]).encode()))
    return len(ends)


def main() -> int:
    """Play the games that are not there yet, and say how far it is."""
    parser = argparse.ArgumentParser(prog="python -m tests.tools.build_archive", description=__doc__)
    parser.add_argument("out", type=Path)
    parser.add_argument("--first", type=int, default=0, help="the number of the first game")
    parser.add_argument("--games", type=int, default=154)
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    for number in range(asked.first, asked.first + asked.games):
        print(f"game {number}: {build(asked.out, number)} files", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
