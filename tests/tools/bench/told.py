"""The figures of one game in sentences."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import cast

from pbem.bytes.canon import Json
from pbem.port.messages import Message

_COMMANDS = ("status", "orders")


def lines(found: Mapping[str, Json]) -> Iterator[str]:
    """What was measured of a game, each figure beside what it is held against."""

    def number(name: str) -> int:
        return cast("int", found[name])

    yield Message(
        "{file}: {game} {scenario}, {entries:,} entries in {files:,} turn files.",
        file=found["file"],
        game=found["game"],
        scenario=found["scenario"],
        entries=number("entries"),
        files=number("bundles"),
    )
    yield Message(
        "  rules and protocol: {rate:,} entries a second, each checked to be legal",
        rate=number("entries_a_second_with_legality"),
    )
    yield Message(
        "  whole verification: {ms:,.0f} ms, {times:.1f} times its floor of {floor:,.0f} ms "
        "(SHA-256 of every line, one Ed25519 check a turn file)",
        ms=number("verify_us") / 1000,
        times=number("verify_per_floor_hundredths") / 100,
        floor=number("floor_us") / 1000,
    )
    yield Message(
        "  an entry: {memory:.1f} KB in memory where every position is kept, {packed} bytes packed",
        memory=number("memory_an_entry") / 1024,
        packed=number("bytes_an_entry_packed"),
    )
    for name in _COMMANDS if "early" in found else ():
        early, late = (cast("Mapping[str, int]", found[each]) for each in ("early", "late"))
        yield Message(
            "  pbem {command}: {early:.2f} s behind entry {few:,}, {late:.2f} s behind entry {many:,}",
            command=name,
            early=early[f"{name}_us"] / 1_000_000,
            few=early["entries"],
            late=late[f"{name}_us"] / 1_000_000,
            many=late["entries"],
        )
