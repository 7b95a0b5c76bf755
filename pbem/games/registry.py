"""Which games are installed.

A distribution names one import package under the entry point group ``pbem.rulesets``; every folder of that package with
a ``ruleset.toml`` is a game, made by the function ``create(tables)`` of its module ``game``. Files are read here, so
that nothing inside a game folder touches the disk.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from contextlib import contextmanager
from functools import lru_cache
from importlib import import_module
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias, cast

from pbem.bytes.canon import Json, encode_value, tagged_hash
from pbem.bytes.errors import CONFUSED, DataError, UsageError
from pbem.bytes.records import evolve, field, frozen
from pbem.games import compiled
from pbem.games.distributions import entry_points, files
from pbem.games.packs.pack import Pack, code_of
from pbem.games.toml import parse_toml
from pbem.port.agreed import options_of
from pbem.port.game import Ruleset
from pbem.port.messages import Message
from pbem.port.rulebook import Paragraph, parse_paragraphs
from pbem.port.scene import Ground

if TYPE_CHECKING:  # most games are played on their own data
    from importlib.resources.abc import Traversable

    from pbem.bytes.toml_lines import Path as Key
    from pbem.games.overlay import Change, Entry, Overlaid

_GROUP = "pbem.rulesets"
_OURS = "pbem_rules"


@frozen(kw_only=True)
class GameInfo:
    """A game folder's ``ruleset.toml``; ``digest`` pins the ruleset (name, version and behaviour) in a log."""

    name: str
    title: str
    edition: str
    version: str
    players: str
    scenarios: tuple[str, ...]
    digest: str
    package: str

    @property
    def playing(self) -> int:
        """How many sides give orders, of a game's two: the other one only has a part in the dice."""
        number, *_ = self.players.split(" ")
        return int(number) if number.isdecimal() else 2


Finder: TypeAlias = Callable[[str, str, str], "Game"]
"""Finds the version of a game by its name, the digest of its rules and the digest of its data (64 hex digits each).

Raises UsageError ``unknown-version`` and ``unknown-data``, with what to install.
"""


@frozen(kw_only=True)
class Game:
    """An installed game ready to use. ``data_digest`` pins its tables; ``entries`` came from ``pack``, if any.

    ``find`` knows where this home keeps other versions of it and data packs; None: what is installed for everybody.
    """

    info: GameInfo
    rules: Ruleset[object]
    data_digest: str
    tables: Mapping[str, Json]
    pack: Pack | None = None
    entries: tuple[Entry, ...] = ()
    find: Finder | None = field(default=None, eq=False, repr=False)

    @property
    def on_pack(self) -> str:
        """``the data pack my-copy (code 3f2a-91c0-77de)``; "" for the game's own data."""
        return (
            Message("the data pack {name} (code {code})", name=self.pack.name, code=code_of(self.data_digest))
            if self.pack is not None
            else ""
        )

    def changed_from(self, old: Game) -> tuple[Change, ...]:
        """Every value of its tables that another version or pack has otherwise, in words of the game."""
        from pbem.games.overlay import Titles, changes  # noqa: PLC0415  # as above

        return changes(old.tables, self.tables, Titles.of(manifest_of(self.info.package)))


def packages() -> tuple[str, ...]:
    """The import packages that hold games, ours first, others in name order."""
    return (_OURS, *sorted({*entry_points(_GROUP)} - {_OURS}))


@lru_cache(maxsize=1)
def installed() -> tuple[GameInfo, ...]:
    """Every game, in name order within each package."""
    infos = []
    for package in packages():
        for folder in sorted(files(package).iterdir(), key=lambda each: each.name):
            manifest = folder / "ruleset.toml"
            if manifest.is_file():
                infos.append(info_of(f"{package}.{folder.name}", _toml(manifest)))
    return tuple(infos)


def info(name: str) -> GameInfo:
    """The game of that name. Raises UsageError naming those that there are."""
    for each in installed():
        if each.name == name:
            return each
    from difflib import get_close_matches  # noqa: PLC0415  # few names are mistyped

    known = [each.name for each in installed()]
    near = get_close_matches(name.lower(), known, n=1)
    hint = Message("Installed: {names}.", names=", ".join(known))
    if near:
        hint = Message("Did you mean {near}? {installed}", near=near[0], installed=hint)
    raise UsageError("unknown-game", Message("There is no game called {name!r} here.", name=name), hint=hint)


def blamed(error: BaseException) -> GameInfo | None:
    """The game in whose rules an error arose; None when it arose elsewhere. Only asked for what nothing else has caught."""
    at, names = error.__traceback__, set()
    while at is not None:
        names.add(str(at.tb_frame.f_globals.get("__name__", "")))
        names.add(
            type(at.tb_frame.f_locals.get("self")).__module__
        )  # a method that it has of what games share
        at = at.tb_next
    for each in installed():
        if any(name == each.package or name.startswith(f"{each.package}.") for name in names):
            return each
    return None


def load(name: str, pack: Path | Pack | None = None) -> Game:
    """A game with its own data, or with a data pack laid over it (:mod:`pbem.games.overlay`).

    Raises UsageError for an unknown game and DataError, with file and line, for a pack that cannot be used.
    """
    return load_version(info(name), pack)


def load_version(chosen: GameInfo, pack: Path | Pack | None = None) -> Game:
    """One version of a game. Raises DataError as :func:`load` does."""
    if isinstance(pack, Path):
        from pbem.games.packs.reading import read_pack  # noqa: PLC0415  # as above

        pack = read_pack(pack)
    return _load(chosen, pack)


@lru_cache(maxsize=8)
def _load(chosen: GameInfo, pack: Pack | None) -> Game:
    if pack is None:
        try:
            own = _own(chosen.package)
            return build(chosen, own.values, own.digest)
        except DataError as error:
            said = Message("the data of the game {game}: {what}", game=chosen.name, what=error.message)
            raise DataError("data", said, hint=error.hint) from error
    if pack.game and pack.game != chosen.name:
        raise DataError.of(
            "pack-game",
            "the data pack {name} is for {game}, not for {other}.",
            name=pack.name,
            game=pack.game,
            other=chosen.name,
        )
    laid = _lay(chosen.package, pack)
    if laid.faults:
        more = Message(" (and {n} more)", n=len(laid.faults) - 1) if len(laid.faults) > 1 else ""
        raise DataError(
            "pack",
            f"{laid.faults[0]}{more}",
            hint=Message("Type: pbem packs check PACK, for all that is wrong."),
        )
    return evolve(build(chosen, laid.tables), pack=pack, entries=laid.entries)


def lay(name: str, pack: Pack, without: frozenset[tuple[str, Key]] = frozenset()) -> Overlaid:
    """The tables of a game with a pack over them, and what is wrong with the pack."""
    return _lay(info(name).package, pack, without)


def _lay(package: str, pack: Pack, without: frozenset[tuple[str, Key]] = frozenset()) -> Overlaid:
    from pbem.games.overlay import Shape, overlay  # noqa: PLC0415  # as above

    return overlay(own_tables(package), pack, Shape.of(manifest_of(package)), without)


def manifest_of(package: str) -> Mapping[str, Json]:
    """A game's ``packs.toml``: what a data pack may add, and what the tables are called; empty when there is none."""
    manifest = files(package) / "packs.toml"
    return _toml(manifest) if manifest.is_file() else {}


def build(chosen: GameInfo, tables: Mapping[str, Json], digest: str = "") -> Game:
    """The game on these tables. Raises DataError, with file and key, for what its own reader cannot use.

    ``digest`` is that of tables which were read before they were installed: a game may read these when a rule asks. All
    others are read whole here, for somebody may have typed them.
    """
    create = import_module(f"{chosen.package}.game").create
    with _reading():
        rules = cast("Ruleset[object]", create(tables))
        if not digest:
            for each in getattr(rules, "scenarios", ()):  # one without them is for the lint
                options_of(rules, each)
            read_late(rules)
    return Game(info=chosen, rules=rules, data_digest=digest or digest_of(tables), tables=tables)


def read_late(rules: Ruleset[object]) -> Ruleset[object]:
    """The rules with everything read that waits until it is asked for: for typed tables, and whoever looks a game over."""
    getattr(rules, "read_late", lambda: None)()
    return rules


def sourced(game: Game) -> Mapping[str, int]:
    """How many values of its data have each label. A game is played without; who checks a pack asks.

    Raises DataError, with file and key, for a value that does not say where it comes from.
    """
    with _reading():
        return game.rules.provenance()


def set_up(game: Game) -> None:
    """Set every scenario up once, without options. Raises DataError for tables on which one cannot begin."""
    with _reading():
        for scenario in game.rules.scenarios:
            game.rules.setup(scenario, {})


def ground(game: Game) -> Ground:
    """The largest map that a scenario is played on."""
    rules = game.rules
    scenes = (rules.scene(rules.setup(each, {}), None).ground for each in rules.scenarios)
    return max(scenes, key=lambda each: len(each.cells))


@contextmanager
def _reading() -> Iterator[None]:
    """Around what reads tables that somebody may have typed: whatever goes wrong is a DataError."""
    try:
        yield
    except (*CONFUSED, RuntimeError, StopIteration) as error:
        # A reader that looked at something before it checked it: still no reason to show a trace to who typed a chart.
        raise DataError.of(
            "data", "the data cannot be used: {name} {error}.", name=type(error).__name__, error=error
        ) from error


def digest_of(tables: Mapping[str, Json]) -> str:
    """The digest that pins tables in a log (64 hex digits)."""
    return tagged_hash("data", encode_value(_exact(tables))).hex()


def own_tables(package: str) -> Mapping[str, Json]:
    """The tables that a game ships, by file name without ``.toml``: in JSON where it keeps them so, else from the TOML."""
    return _own(package).values


@lru_cache(maxsize=8)
def _own(package: str) -> compiled.Tables:
    folder = files(package)
    return compiled.tables(folder) or compiled.Tables(values=_tables(folder / "data"))


def written_tables(package: str) -> str:
    """The file of a game's tables in JSON, as its TOML is now."""
    folder = files(package)
    values = _tables(folder / "data")
    return compiled.written(folder, compiled.Tables(values=values, digest=digest_of(values)))


def _exact(value: object) -> Json:
    """TOML as values that have one canonical form: a number with a point goes by its shortest decimal text."""
    if isinstance(value, dict):
        return {key: _exact(each) for key, each in value.items()}
    if isinstance(value, list):
        return [_exact(each) for each in value]
    return repr(value) if isinstance(value, float) else cast("Json", value)


def paragraphs(name: str) -> tuple[Paragraph, ...]:
    """Every numbered paragraph of the game's text with its standing, in the order of the text."""
    found: list[Paragraph] = []
    for table in _tables(files(info(name).package) / "paragraphs").values():
        found.extend(parse_paragraphs(cast("Mapping[str, object]", table)))
    return tuple(found)


def text(name: str, *path: str) -> str:
    """A text file of the game's folder, such as ``NOTES.md``. Raises UsageError when there is none."""
    place = files(info(name).package).joinpath(*path)
    if not place.is_file():
        raise UsageError.of("no-file", "the game {name} has no file {path}.", name=name, path="/".join(path))
    return place.read_text(encoding="utf-8")


def reading(name: str, number: str) -> str:
    """A numbered reading of ours (``N92``): its part of ``NOTES.md`` without its ending; "" when there is none."""
    notes = files(info(name).package) / "NOTES.md"
    if not re.fullmatch(r"N[0-9]{1,4}", number) or not notes.is_file():
        return ""
    found = re.search(
        rf"^(#+ {number}\b.*?)(?=^#|\Z)", notes.read_text(encoding="utf-8"), re.DOTALL | re.MULTILINE
    )
    return found.group(1).strip() if found else ""


def readings(name: str) -> tuple[str, ...]:
    """The numbers of all readings of ours, in the order of ``NOTES.md``."""
    notes = files(info(name).package) / "NOTES.md"
    text = notes.read_text(encoding="utf-8") if notes.is_file() else ""
    return tuple(re.findall(r"^#+ (N[0-9]{1,4})\b", text, re.MULTILINE))


def cases(name: str) -> dict[str, str]:
    """The case files a game ships, by file name, in name order."""
    folder = files(info(name).package) / "cases"
    there = folder.iterdir() if folder.is_dir() else ()
    names = sorted(each.name for each in there if each.name.endswith(".toml"))
    return {each: (folder / each).read_text(encoding="utf-8") for each in names}


def info_of(package: str, table: Mapping[str, Json]) -> GameInfo:
    """What the ``ruleset.toml`` of a game folder says; ``package`` is the folder's import package."""
    digest = tagged_hash("ruleset", encode_value(cast("Json", dict(table)))).hex()
    blank = GameInfo(
        name="", title="", edition="", version="", players="", scenarios=(), digest=digest, package=package
    )
    words = {key: str(table.get(key, "")) for key in ("name", "title", "edition", "version", "players")}
    scenarios = table.get("scenarios", [])
    names = tuple(str(each) for each in scenarios) if isinstance(scenarios, list) else ()
    return evolve(blank, scenarios=names, **words)


def _toml(place: Traversable) -> dict[str, Json]:
    return parse_toml(place.read_bytes(), place.name)


def _tables(folder: Traversable) -> dict[str, Json]:
    if not folder.is_dir():
        return {}
    places = sorted((p for p in folder.iterdir() if p.name.endswith(".toml")), key=lambda p: p.name)
    return {place.name.removesuffix(".toml"): _toml(place) for place in places}
