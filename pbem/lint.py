"""Everything that is wrong with a data pack, by file and line: first what does not fit our tables, then what the game says.

The game's own reader stops at its first error. The entry that it names is put aside and the game asked again, so that
whoever typed a chart learns of every slip at once.
"""

from __future__ import annotations

import re
from collections.abc import Sequence

from attrs import frozen

from pbem import registry
from pbem.errors import DataError
from pbem.overlay import Entry, Fault
from pbem.packs import Pack
from pbem.toml_lines import Path

_MOST = 40
_FILE = re.compile(r"^([a-z0-9_-]+)\.toml: (?:: )?")
_PATH_END = frozenset(".[: ")


@frozen(kw_only=True)
class Linted:
    """What a check of a pack found. ``game`` is there when the pack can be played on."""

    entries: tuple[Entry, ...]
    faults: tuple[Fault, ...]
    game: registry.Game | None = None


def lint(pack: Pack, game: str) -> Linted:
    """Hold a pack against the game. Raises UsageError for an unknown game."""
    chosen = registry.info(game)
    without: frozenset[tuple[str, Path]] = frozenset()
    first = laid = registry.lay(game, pack)
    faults = list(first.faults)
    while len(faults) < _MOST:
        try:
            built = registry.build(chosen, laid.tables)
            for scenario in built.rules.scenarios:
                built.rules.setup(scenario, {})
        except DataError as error:
            named = _entries(error.message, laid.entries)
            faults.append(_fault(pack, error, named))
            if not named:
                break
            without |= {(each.file, each.source) for each in named}
            laid = registry.lay(game, pack, without)
        else:
            break
    usable = registry.load(game, pack) if not faults else None
    return Linted(entries=first.entries, faults=tuple(faults), game=usable)


def _entries(message: str, entries: Sequence[Entry]) -> tuple[Entry, ...]:
    """The entries that an error of the game's reader is about: the one it stands in, else those inside what it names."""
    text = _FILE.sub(r"\1.", message)
    around = [each for each in entries if _leads(each.name, text)]
    if around:
        longest = max(len(each.name) for each in around)
        return tuple(each for each in around if len(each.name) == longest)
    where = text.partition(": ")[0]
    return tuple(each for each in entries if _leads(where, each.name))


def _leads(prefix: str, text: str) -> bool:
    return text.startswith(prefix) and (text[len(prefix) : len(prefix) + 1] or ":") in _PATH_END


def _fault(pack: Pack, error: DataError, named: Sequence[Entry]) -> Fault:
    told = _FILE.sub("", error.message)
    if not named:
        return Fault(at=f"{pack.files[0].name}:1", path=pack.name, text=error.message, hint=error.hint)
    path = named[0].name
    inside = path.partition(".")[2]
    text = told.removeprefix(inside).removeprefix(": ") if told.startswith(f"{inside}: ") else told
    others = sorted({each.at for each in named[1:]} - {named[0].at})
    more = f"See also {', '.join(others[:5])}." if others else ""
    return Fault(at=named[0].at, path=path, text=text, hint=" ".join(filter(None, (error.hint, more))))
