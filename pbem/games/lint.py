"""All that is wrong with a data pack, by file and line: first what does not fit our tables, then what the game says.

The game's own reader stops at its first error. The entry that it names is put aside, or, in a new unit or row, the one
value is filled in from another of its kind, and the game asked again: its typist learns of every slip at once.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from difflib import get_close_matches

from pbem.bytes.canon import Json
from pbem.bytes.errors import DataError
from pbem.bytes.records import define, field, frozen
from pbem.bytes.toml_lines import Path
from pbem.games import mistakes, registry
from pbem.games.overlay import TYPED, Entry, Fault, Overlaid, written
from pbem.games.overlay.shape import matches, tables_at
from pbem.games.overlay.words import short, texts
from pbem.games.packs.pack import Pack
from pbem.port.messages import Message

_MOST = 40
_FILE = re.compile(r"^([a-z0-9_-]+)\.toml: (?:: )?")
_PATH_END = frozenset(".[: ")
_PART = re.compile(r"\[(\d+)\]|\.?([^.\[]+)")


@frozen(kw_only=True)
class Linted:
    """What a check of a pack found. ``game`` is there when the pack can be played on; ``warnings`` prevent nothing."""

    entries: tuple[Entry, ...]
    faults: tuple[Fault, ...]
    warnings: tuple[Fault, ...] = ()
    game: registry.Game | None = None


def lint(pack: Pack, game: str) -> Linted:
    """Hold a pack against the game. Raises UsageError for an unknown game."""
    first = registry.lay(game, pack)
    search = _Search(pack=pack, game=game)
    faults = [*first.faults, *search.faults(_MOST - len(first.faults))]
    usable = registry.load(game, pack) if not faults else None
    warnings: tuple[Fault, ...] = ()
    if usable is not None:
        wrong, doubtful = mistakes.found(usable, pack)
        faults.extend(wrong)
        warnings = (*doubtful, *_unplaced(usable))
        usable = None if wrong else usable
    return Linted(entries=first.entries, faults=tuple(faults), warnings=warnings, game=usable)


@define
class _Search:
    """The search for what the game's reader says: what was put aside, and what was filled in so that it reads on."""

    pack: Pack
    game: str
    without: frozenset[tuple[str, Path]] = frozenset()
    filled: dict[Path, Json] = field(factory=dict)

    def faults(self, most: int) -> Iterator[Fault]:
        """Every fault, ``most`` of them at the most."""
        for _ in range(most):
            laid = registry.lay(self.game, self.pack, self.without)
            error = self._said(laid)
            if error is None:
                return
            named = _entries(error.message, laid.entries)
            if named:
                tables = self._filled(laid)
                yield _fault(self.pack, error, named, tables)
                self._go_on(error, named, tables)
            elif (behind := self._behind(laid.entries)) is not None:
                yield _elsewhere(error, behind)
                self.without |= {(behind.file, behind.source)}
            else:
                yield _fault(self.pack, error, (), None)
                return

    def _said(self, laid: Overlaid) -> DataError | None:
        """What the game says of these tables; None when it can be played on them."""
        tables = self._filled(laid)
        assert isinstance(tables, dict)
        try:
            built = registry.build(registry.info(self.game), tables)
            registry.sourced(built)
            registry.set_up(built)
        except DataError as error:
            return error
        return None

    def _filled(self, laid: Overlaid) -> Json:
        tables: Json = dict(laid.tables)
        for path, value in self.filled.items():
            tables = _with(tables, path, value)
        return tables

    def _behind(self, entries: Sequence[Entry]) -> Entry | None:
        """The entry behind an error that names another place: the first with which the game says anything at all.

        With none of them it says nothing, with all it does: halving finds the place in few steps, however long the pack is.
        """
        low, high = 0, len(entries)  # with the first ``low`` it is usable, with the first ``high`` it is not
        while high - low > 1:
            middle = (low + high) // 2
            rest = frozenset((each.file, each.source) for each in entries[middle:])
            if self._said(registry.lay(self.game, self.pack, self.without | rest)) is None:
                low = middle
            else:
                high = middle
        return entries[high - 1] if entries else None

    def _go_on(self, error: DataError, named: Sequence[Entry], tables: Json) -> None:
        place = _inside(error.message, named[0]) if len(named) == 1 and _is_new(named[0]) else None
        if place is not None and place not in self.filled:
            sample = next((each for each in _others(tables, place)), None)
            if sample is not None:
                self.filled[place] = sample
                return
        self.without |= {(each.file, each.source) for each in named}


def _is_new(entry: Entry) -> bool:
    return entry.before is None and isinstance(entry.after, dict)


def _inside(message: str, entry: Entry) -> Path | None:
    """The place inside a new table that an error names; None when it names the table itself."""
    text = _FILE.sub(r"\1.", message)
    rest = text.removeprefix(entry.name).partition(": ")[0] if text.startswith(entry.name) else ""
    parts = tuple(int(n) if n else key for n, key in _PART.findall(rest))
    return (*entry.path, *parts) if parts and len(parts) <= 4 else None


def _others(tables: Json, place: Path) -> Iterator[Json]:
    """What the tables alike have in the place of this one."""
    parent, key = place[:-1], place[-1]
    for each in tables_at(tables, (*parent[:-1], "*")):
        if isinstance(key, str) and key in each and each is not _at(tables, parent):
            yield each[key]


def _at(tables: Json, path: Path) -> Json:
    for part in path:
        if isinstance(tables, dict):
            tables = tables.get(str(part))
        elif isinstance(tables, list) and isinstance(part, int) and part < len(tables):
            tables = tables[part]
        else:
            return None
    return tables


def _with(tables: Json, path: Path, value: Json) -> Json:
    """A copy of the tables with one value in its place."""
    if not path:
        return value
    if isinstance(tables, dict):
        key = str(path[0])
        return {**tables, key: _with(tables.get(key), path[1:], value)}
    if isinstance(tables, list) and isinstance(path[0], int) and path[0] < len(tables):
        n = path[0]
        return [*tables[:n], _with(tables[n], path[1:], value), *tables[n + 1 :]]
    return {str(path[0]): _with(None, path[1:], value)}


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


def _fault(pack: Pack, error: DataError, named: Sequence[Entry], tables: Json) -> Fault:
    told = _FILE.sub("", error.message)
    if not named:
        return Fault(at=f"{pack.files[0].name}:1", path=pack.name, text=error.message, hint=error.hint)
    entry = named[0]
    place = _inside(error.message, entry) if _is_new(entry) else entry.path
    deeper = place[len(entry.path) :] if place is not None else ()
    at = entry.at
    if deeper:
        at = next(each for each in pack.files if each.name == entry.file).at((*entry.source, *deeper))
    path = written(place) if place is not None else entry.name
    inside = path.partition(".")[2]
    text = told.removeprefix(inside).removeprefix(": ") if told.startswith(f"{inside}: ") else told
    others = sorted({each.at for each in named[1:]} - {entry.at})
    more = f"See also {', '.join(others[:5])}." if others else ""
    meant = _meant(tables, place) if place is not None else ""
    return Fault(at=at, path=path, text=text, hint=" ".join(filter(None, (error.hint, meant, more))))


def _elsewhere(error: DataError, entry: Entry) -> Fault:
    """An error that names another place than the one that the pack has changed: both are told."""
    return Fault(
        at=entry.at,
        path=entry.name,
        text=Message("with this the game cannot be played: {error}", error=error.message),
        hint=error.hint,
    )


def _meant(tables: Json, place: Path) -> str:
    """What was meant by a word: the nearest that stand in the same place of tables alike."""
    value = _at(tables, place)
    if not isinstance(value, str):
        return ""
    known = {each for each in _others(tables, place) if isinstance(each, str)} - {value}
    close = get_close_matches(value, sorted(known), n=3, cutoff=0.6)
    return f"Is it {' or '.join(close)}?" if close else ""


# --- warnings ---------------------------------------------------------------------------------------------------------


def _unplaced(game: registry.Game) -> Iterator[Fault]:
    """The new counters that no scenario, no schedule and no other counter names: nobody would ever see them."""
    patterns = texts(registry.manifest_of(game.info.package).get("placed"))
    new = [each for each in game.entries if each.before is None and _fits(each.path, patterns)]
    if not new:
        return
    rest: dict[str, Json] = {name: each for name, each in game.tables.items() if name != TYPED}
    for each in new:
        if not any(_names(_without(rest, each.path), str(each.path[-1]))):
            yield Fault(
                at=each.at,
                path=each.name,
                text=Message(
                    "{what} stands and arrives in no scenario: nobody will ever see it.",
                    what=short(each.path[-1]),
                ),
                hint=Message("Give it a place in scenarios.toml, or an arrival in schedule.toml."),
            )


def _fits(path: Path, patterns: Sequence[str]) -> bool:
    return any(matches(tuple(each.split(".")), path) for each in patterns)


def _without(tables: Mapping[str, Json], path: Path) -> Json:
    """The tables without one key."""
    parent = _at(dict(tables), path[:-1])
    assert isinstance(parent, dict)
    return _with(dict(tables), path[:-1], {key: each for key, each in parent.items() if key != path[-1]})


def _names(value: Json, name: str) -> Iterator[bool]:
    """True for every key and every text that is ``name``."""
    if isinstance(value, dict):
        for key, each in value.items():
            if key == name:
                yield True
            yield from _names(each, name)
    elif isinstance(value, list):
        for each in value:
            yield from _names(each, name)
    elif value == name:
        yield True
