"""Prints the code of a few hundred forged turns, one a line: run with and without ``-O``, which drops every assert."""

import random

from attrs import evolve

from pbem.bytes.canon import Json
from pbem.bytes.errors import PbemError
from pbem.games import registry
from pbem.replay.verify import verify
from tests.protocol.conftest import honest_turns
from tests.protocol.test_session import Entry, forge
from tests.protocol.tiny import GAME

VALUES: tuple[Json, ...] = (
    0, -1, 1, 2, "x", "ab" * 32,
    [],
    [1],
    True, None,
    {},
    "cup/red", "fight/1", 2**53 - 1,
)  # fmt: skip
KINDS = "start seal req rsp open show reject audit back reply renew upgrade deck-mask deck-key go pick zzz"


def spoilt(source: random.Random, entries: list[Entry]) -> list[Entry]:
    """The entries with one of them dropped, doubled, added or changed."""
    made = [dict(each) for each in entries]
    at, what = source.randrange(len(made)), source.randrange(5)
    if what == 0 and len(made) > 1:
        del made[at]
    elif what == 1:
        made.insert(at, {"k": source.choice(KINDS.split())})
    elif what == 2:
        made.insert(at, dict(source.choice(made)))
    else:
        made[at][source.choice([name for name in made[at] if name != "k"] or ["x"])] = source.choice(VALUES)
    return made


def main() -> None:
    """Forge, verify, print."""
    registry.load = lambda name, pack=None: GAME
    source = random.Random(8)
    for mover, waiter, entries in honest_turns("optimised"):
        for _ in range(12):
            seat = source.choice((mover, waiter))
            try:
                bundle = forge(seat, spoilt(source, entries))
            except PbemError as error:
                print("unsigned", error.code)
                continue
            fault = verify(evolve(mover.log, bundles=(*mover.log.bundles, bundle)).encode()).fault
            print(fault.code if fault is not None else "holds")


if __name__ == "__main__":
    main()
