"""What is said of rules, data and packs that a log pins and that are not here: which they are, and what to install."""

from __future__ import annotations

from collections.abc import Iterable

from pbem.bytes.errors import MISSING_PACK, NotHereError, UsageError
from pbem.games import released
from pbem.games.packs.pack import code_of
from pbem.games.registry import GameInfo
from pbem.port.messages import Message


def unknown_version(name: str, rules: str, there: Iterable[GameInfo]) -> UsageError:
    """The error for rules that are not ``there``: which they are, as far as that is known, and what to install."""
    known = next((each for each in released.released() if (each.name, each.digest) == (name, rules)), None)
    at_hand = ", ".join(dict.fromkeys(each.version for each in there)) or "none"
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


def missing_pack(what: str, pack: str, data: str, who: str = "") -> NotHereError:
    """The error for a data pack that is not here: which, that this says nothing against the log, and how to get it.

    ``what`` begins the sentence: "the game is played on"; ``who`` has the pack, as far as that is known.
    """
    named = Message("the data pack {pack}", pack=pack) if pack else Message("a data pack")
    return NotHereError.of(
        MISSING_PACK,
        "{what} {named} (code {code}), which is not installed here. Nothing is known against "
        "the log: it can be checked as soon as the pack is here.",
        what=what,
        named=named,
        code=code_of(data),
        who=who or "one of the players",
        pack=pack or "NAME",
        hint="Ask {who} for the pack: it becomes a file with pbem packs pack {pack}. Then type: pbem "
        "packs add FILE",
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
