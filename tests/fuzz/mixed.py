"""All targets in one: the first byte of an input chooses. One process, and so one start, for a short run."""

from __future__ import annotations

from tests.fuzz.harness import Mutate, Target
from tests.fuzz.targets import targets

NAME = "mixed"
_SEEDS = 3
_MEASURED = (
    "pbem.bytes.canon", "pbem.bytes.codec", "pbem.bytes.container", "pbem.log.files", "pbem.mail.parts",
    "pbem.games.packs.reading", "pbem.games.toml", "pbem.papers.paper",
)  # fmt: skip


def chosen(name: str) -> Target:
    """The target of a name, or the one that is all of them. Raises KeyError."""
    return _mixed() if name == NAME else targets()[name]


def split(data: bytes) -> tuple[Target, bytes]:
    """Which target an input of the mixed one is for, and what that one gets of it."""
    each = list(targets().values())
    found = each[(data[0] if data else 0) % len(each)]
    return found, data[1:][: found.largest]


def _run(data: bytes) -> None:
    target, rest = split(data)
    target.run(rest)


def _mutate(data: bytes, seed: int, mutate: Mutate) -> bytes:
    target, rest = split(data)
    changed = target.mutate(rest, seed, mutate) if target.mutate else mutate(rest, target.largest)
    return data[:1] + changed[: target.largest]


def _seeds() -> list[bytes]:
    found = []
    for number, each in enumerate(targets().values()):
        seeds = sorted((seed[: each.largest] for seed in each.seeds()), key=len)
        found += [bytes([number]) + seed for seed in seeds[:: max(1, len(seeds) // _SEEDS)][:_SEEDS]]
    return found


def _mixed() -> Target:
    all_of_them = targets().values()
    return Target(
        name=NAME,
        modules=_MEASURED,
        run=_run,
        seeds=_seeds,
        mutate=_mutate,
        largest=16 * 1024,
        slowest=max(each.slowest for each in all_of_them),
        below=targets()["table"].below,
    )
