"""One world, by its number.

python -m tests.world 48211 --trace             every step, a line each
python -m tests.world 48211 --weather power     the same number under another weather
python -m tests.world 48211 --shrink            shorter, as a script, while the same law is broken
python -m tests.world FILE                      a script that was written down
python -m tests.world mutants                   broken programs, and after how many worlds each is found
"""

import argparse
import os
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
sys.path[:0] = [str(ROOT), str(ROOT / "rules"), str(ROOT / "rules" / "example"), str(ROOT / "tests")]
os.environ["PBEM_LANG"] = "en"

from tests.world.mutants import MUTANTS, sought  # noqa: E402
from tests.world.people_mutants import PEOPLE  # noqa: E402
from tests.world.script import STEPS, WEATHERS, Script, drawn, parse  # noqa: E402
from tests.world.shrink import shrunk  # noqa: E402
from tests.world.world import Broken, World, played  # noqa: E402


def main() -> int:
    """Play one world; 1 when a law is broken in it."""
    parser = argparse.ArgumentParser(prog="python -m tests.world", description=__doc__.partition("\n")[0])
    parser.add_argument("world", metavar="SEED", help="a number, or a file with a script")
    parser.add_argument(
        "--game", default="", help="tiny unless named; cards, in the weathers that need no disk"
    )
    parser.add_argument("--weather", default="", choices=["", *WEATHERS], help="else drawn out of the number")
    parser.add_argument("--steps", type=int, default=STEPS, help="before the end that has to come")
    parser.add_argument("--trace", action="store_true", help="print every step")
    parser.add_argument(
        "--shrink", action="store_true", help="print the shortest script that breaks the same law"
    )
    given = parser.parse_args()
    if given.world == "mutants":
        found = [str(sought(each)) for each in (*MUTANTS, *PEOPLE)]
        print(*found, sep="\n")
        return int(any(" never " in line for line in found))
    script = _script(given)
    try:
        world = played(script, watch=print if given.trace else None)
    except Broken as broken:
        print(broken, file=sys.stderr)
        if given.shrink:
            print(shrunk(script, broken.law), end="")
        return 1
    print(_summary(world))
    return 0


def _script(given: argparse.Namespace) -> Script:
    if given.world.isdecimal():
        return drawn(int(given.world), game=given.game, weather=given.weather, steps=given.steps)
    return parse(Path(given.world).read_text("utf-8"))


def _summary(world: World) -> str:
    script = world.script
    return f"World {script.name} ({script.game}, {script.weather}): {len(world.trace)} steps, digest {world.digest[:16]}."


if __name__ == "__main__":
    sys.exit(main())
