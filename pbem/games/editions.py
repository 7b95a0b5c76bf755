"""The versions of a game that are at hand, and the one that a log pins: by the digests of its rules and of its data.

Those of the installed packages come first, the frozen ones of earlier releases after them (:mod:`pbem.games.released`).
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path
from typing import TypeAlias

from attrs import evolve

from pbem.bytes.errors import DataError, NotHereError, UsageError
from pbem.games import registry, released
from pbem.games.packs import Pack, code_of
from pbem.games.registry import Finder, Game, GameInfo
from pbem.port.messages import Message

Packs: TypeAlias = Callable[[str], Iterable[Path | Pack]]
"""The data packs to try for data of this digest, the likeliest first."""


MISSING_PACK = "missing-pack"
"""The code of a log that cannot be checked here because its data pack is not installed: nothing is known against it."""

NOT_HERE = frozenset({"other-data", "other-rules", "unknown-game", "unknown-version", MISSING_PACK})
"""The codes of what is at fault with this installation and not with the log."""


def no_packs(_: str) -> Iterable[Path | Pack]:
    """Nowhere to look for data packs."""
    return ()


def versions(name: str) -> tuple[GameInfo, ...]:
    """Every version of a game at hand, those of the installed packages first; none for an unknown game."""
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
    fitting = [each for each in versions(name) if each.digest == rules]
    if not fitting:
        raise unknown_version(name, rules)
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
    raise unknown_data(fitting[0], data)


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
    raise UsageError(
        "unknown-version",
        Message(
            "Version {version} of {name} is not installed; at hand: {at_hand}.",
            version=version,
            name=name,
            at_hand=at_hand or "none",
        ),
        hint=Message(
            'Type: pip install --upgrade pbem, or pip install "pbem==THAT" with the release that has it.'
        ),
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


def unknown_version(name: str, rules: str) -> UsageError:
    """The error for rules that are not at hand: which they are, as far as that is known, and what to install."""
    known = next((each for each in released.released() if (each.name, each.digest) == (name, rules)), None)
    at_hand = ", ".join(dict.fromkeys(each.version for each in versions(name))) or "none"
    ruleset = Message("ruleset {rules}", rules=rules[:12])
    what = (
        f"{name} {known.version} ({ruleset})"
        if known is not None
        else Message("{ruleset} of {name}", ruleset=ruleset, name=name)
    )
    return UsageError(
        "unknown-version",
        Message("{what} is not installed; at hand are the versions {at_hand}.", what=what, at_hand=at_hand),
        hint=_install(known.pbem if known is not None else "", name),
    )


def of_a_release(data: str) -> bool:
    """Whether this is the digest of the own data of a release that is known here, and of no pack."""
    return any(each.data == data for each in released.released())


def missing_pack(what: str, pack: str, data: str, who: str = "") -> NotHereError:
    """The error for a data pack that is not here: which, that this says nothing against the log, and how to get it.

    ``what`` begins the sentence: "the game is played on"; ``who`` has the pack, as far as that is known.
    """
    named = Message("the data pack {pack}", pack=pack) if pack else Message("a data pack")
    return NotHereError(
        MISSING_PACK,
        Message(
            "{what} {named} (code {code}), which is not installed here. Nothing is known against "
            "the log: it can be checked as soon as the pack is here.",
            what=what,
            named=named,
            code=code_of(data),
        ),
        hint=Message(
            "Ask {who} for the pack: it becomes a file with pbem packs pack {pack}. Then type: pbem "
            "packs add FILE",
            who=who or "one of the players",
            pack=pack or "NAME",
        ),
    )


def unknown_data(version: GameInfo, data: str) -> UsageError:
    """The error for data that no version and no pack here makes."""
    known = next((each for each in released.released() if each.data == data), None)
    if known is not None:
        what, hint = (
            Message("the own data of {name} {version}", name=known.name, version=known.version),
            _install(known.pbem, known.name),
        )
    else:
        what = Message(
            "data {data} for {name} {version}", data=data[:12], name=version.name, version=version.version
        )
        hint = Message(
            "It is a data pack, or the data of another release. Ask your opponent: for the pack "
            '(pbem packs add FILE installs it), or what "pbem --version" says there, and type: pip '
            'install "pbem==THAT"'
        )
    return UsageError("unknown-data", Message("{what} is not installed.", what=what), hint=hint)


def _install(release: str, name: str) -> str:
    if release:
        return Message('Type: pip install "pbem=={release}"', release=release)
    return Message(
        "It is newer than this pbem, or comes from another package of games. Type: pip install "
        '--upgrade pbem; if {name} is still not found, ask your opponent what "pbem rules list" and '
        '"pbem --version" say there, and type: pip install "pbem==THAT"',
        name=name,
    )
