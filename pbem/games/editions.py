"""The versions of a game that are at hand, and the one that a log pins: by the digests of its rules and of its data.

Those of the installed packages come first, the frozen ones of earlier releases after them (:mod:`pbem.games.released`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeAlias

from attrs import evolve

from pbem.bytes.errors import DataError, UsageError
from pbem.games import registry
from pbem.games.packs.pack import Pack
from pbem.games.registry import Finder, Game, GameInfo

Packs: TypeAlias = Callable[[str], Iterable[Path | Pack]]
"""The data packs to try for data of this digest, the likeliest first."""


def no_packs(_: str) -> Iterable[Path | Pack]:
    """Nowhere to look for data packs."""
    return ()


def versions(name: str) -> tuple[GameInfo, ...]:
    """Every version of a game at hand, those of the installed packages first; none for an unknown game."""
    from pbem.games import released  # noqa: PLC0415  # most games are played under the rules installed now

    now = [each for each in registry.installed() if each.name == name]
    kept = [
        registry.info_of(each.package, released.manifest(each))
        for each in released.released()
        if each.name == name and each.archive
    ]
    return (*now, *kept)


def find(name: str, rules: str, data: str, packs: Packs = no_packs) -> Game:
    """The version of a game with these digests, on its own data or on one of the packs.

    Raises UsageError ``unknown-version`` and ``unknown-data``; the hint says what to install.
    """
    from pbem.games import missing_editions  # noqa: PLC0415  # most games are played under the rules installed now

    fitting = [each for each in versions(name) if each.digest == rules]
    if not fitting:
        raise missing_editions.unknown_version(name, rules, versions(name))
    for each in fitting:
        own = load(each)
        if own.data_digest == data:
            return own
    for pack in packs(data):
        for each in fitting:
            try:
                laid = load(each, pack)
            except DataError:
                continue  # a pack for another game or version: it does not make this data
            if laid.data_digest == data:
                return laid
    raise missing_editions.unknown_data(fitting[0], data)


def load(version: GameInfo, pack: Path | Pack | None = None) -> Game:
    """One of :func:`versions`, on its own data or on a pack. Raises DataError for a pack that cannot be used."""
    current = any(each == version for each in registry.installed()) and registry.info(version.name) == version
    return registry.load(version.name, pack) if current else registry.load_version(version, pack)


def named(name: str, version: str) -> GameInfo:
    """The version of a game with this number, or this digest. Raises UsageError ``unknown-version``."""
    found = versions(name)
    for each in found:
        if version in (each.version, each.digest):
            return each
    at_hand = ", ".join(dict.fromkeys(each.version for each in found))
    raise UsageError.of(
        "unknown-version",
        "Version {version} of {name} is not installed; at hand: {at_hand}.",
        version=version,
        name=name,
        at_hand=at_hand or "none",
        hint='Type: pip install --upgrade pbem, or pip install "pbem==THAT" with the release that has it.',
    )


def finder(packs: Packs) -> Finder:
    """:func:`find` that looks for data packs in these places."""
    return lambda name, rules, data: find(name, rules, data, packs)


def version_of(game: Game, rules: str, data: str) -> Game:
    """Another version of the same game, found where this one looks. Raises UsageError as :func:`find` does."""
    if (rules, data) == (game.info.digest, game.data_digest):
        return game
    look = game.find or find
    found = look(game.info.name, rules, data)
    return with_finder(found, game.find)


def with_finder(game: Game, look: Finder | None) -> Game:
    """The game, looking for its other versions with ``look``."""
    return evolve(game, find=look)
