"""Which games are installed.

A distribution names one import package under the entry point group ``pbem.rulesets``; every folder of that package with
a ``ruleset.toml`` is a game, made by the function ``create(tables)`` of its module ``game``. Files are read here, so
that nothing inside a game folder touches the disk.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import lru_cache
from importlib import import_module
from importlib.metadata import entry_points
from importlib.resources import files
from importlib.resources.abc import Traversable
from math import isfinite
from pathlib import Path
from typing import cast

from attrs import evolve, frozen

from pbem.canon import Json, encode_value, tagged_hash
from pbem.errors import DataError, UsageError
from pbem.rulebook import Paragraph, parse_paragraphs
from pbem.ruleset import Ruleset

_GROUP = "pbem.rulesets"
_OURS = "pbem_rules"
_MAX_PACK = 5_000_000
_MAX_DEPTH = 32


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


@frozen(kw_only=True)
class Game:
    """An installed game ready to use. ``data_digest`` pins the data pack that it was built with."""

    info: GameInfo
    rules: Ruleset[object]
    data_digest: str
    tables: Mapping[str, Json]


def packages() -> tuple[str, ...]:
    """The import packages that hold games, ours first, others in name order."""
    found = {point.value for point in entry_points(group=_GROUP)}
    return (_OURS, *sorted(found - {_OURS}))


@lru_cache(maxsize=1)
def installed() -> tuple[GameInfo, ...]:
    """Every game, in name order within each package."""
    infos = []
    for package in packages():
        for folder in sorted(files(package).iterdir(), key=lambda each: each.name):
            manifest = folder / "ruleset.toml"
            if manifest.is_file():
                infos.append(_info(f"{package}.{folder.name}", _toml(manifest)))
    return tuple(infos)


def info(name: str) -> GameInfo:
    """The game of that name. Raises UsageError naming those that there are."""
    for each in installed():
        if each.name == name:
            return each
    names = ", ".join(each.name for each in installed())
    raise UsageError("unknown-game", f"there is no game called {name!r} here.", hint=f"Installed: {names}.")


@lru_cache(maxsize=8)
def load(name: str, pack: Path | None = None) -> Game:
    """A game with its own data, or with the tables of a data pack laid over them (file by file).

    Raises UsageError for an unknown game and DataError, with file and key, for data that cannot be used.
    """
    chosen = info(name)
    tables = _tables(files(chosen.package) / "data")
    if pack is not None:
        tables.update(_pack(pack, known=frozenset(tables)))
    create = import_module(f"{chosen.package}.game").create
    rules = cast("Ruleset[object]", create(tables))
    digest = tagged_hash("data", encode_value(_exact(tables))).hex()
    return Game(info=chosen, rules=rules, data_digest=digest, tables=tables)


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
        raise UsageError("no-file", f"the game {name} has no file {'/'.join(path)}.")
    return place.read_text(encoding="utf-8")


def cases(name: str) -> dict[str, str]:
    """The case files a game ships, by file name, in name order."""
    folder = files(info(name).package) / "cases"
    names = sorted(each.name for each in folder.iterdir() if each.name.endswith(".toml"))
    return {each: (folder / each).read_text(encoding="utf-8") for each in names}


def _info(package: str, table: Mapping[str, Json]) -> GameInfo:
    digest = tagged_hash("ruleset", encode_value(cast("Json", dict(table)))).hex()
    blank = GameInfo(
        name="", title="", edition="", version="", players="", scenarios=(), digest=digest, package=package
    )
    words = {key: str(table.get(key, "")) for key in ("name", "title", "edition", "version", "players")}
    scenarios = table.get("scenarios", [])
    names = tuple(str(each) for each in scenarios) if isinstance(scenarios, list) else ()
    return evolve(blank, scenarios=names, **words)


def parse_toml(data: bytes, name: str, code: str = "bad-toml") -> dict[str, Json]:
    """A TOML file made of tables, lists, text, numbers and truth values. Raises DataError naming file and key."""
    try:
        table = cast("dict[str, Json]", tomllib.loads(data.decode()))
    except RecursionError:
        raise DataError(code, f"{name}: nested too deeply.") from None
    except ValueError as error:  # a number of thousands of digits is no TOMLDecodeError
        raise DataError(code, f"{name}: {error}.") from error
    todo: list[tuple[str, object, int]] = [("", table, 1)]
    while todo:
        key, value, depth = todo.pop()
        if depth > _MAX_DEPTH:
            raise DataError(code, f"{name}: {key[:40]}... is nested too deeply.")
        if isinstance(value, dict):
            todo.extend((f"{key}.{each}" if key else each, value[each], depth + 1) for each in value)
        elif isinstance(value, list):
            todo.extend((key, each, depth + 1) for each in value)
        elif not isinstance(value, str | int | float) or (isinstance(value, float) and not isfinite(value)):
            raise DataError(code, f"{name}: {key} is {value}; write dates, times and the like as text.")
    return table


def _toml(place: Traversable | Path) -> dict[str, Json]:
    try:
        if not place.is_file():
            raise DataError("bad-toml", f"{place.name} is no file.")
        with place.open("rb") as file:
            data = file.read(_MAX_PACK + 1)
    except OSError as error:
        raise DataError("bad-toml", f"{place.name} cannot be read: {error.strerror}.") from error
    if len(data) > _MAX_PACK:
        raise DataError("pack-size", f"{place.name} is larger than {_MAX_PACK} bytes.")
    return parse_toml(data, place.name)


def _tables(folder: Traversable) -> dict[str, Json]:
    if not folder.is_dir():
        return {}
    places = sorted((p for p in folder.iterdir() if p.name.endswith(".toml")), key=lambda p: p.name)
    return {place.name.removesuffix(".toml"): _toml(place) for place in places}


def _pack(folder: Path, known: frozenset[str]) -> dict[str, Json]:
    if not folder.is_dir():
        raise DataError(
            "no-pack", f"{folder} is not a folder.", hint="A data pack is a folder of TOML files."
        )
    laid: dict[str, Json] = {}
    for place in sorted(folder.glob("*.toml")):
        if place.stem not in known:
            raise DataError(
                "pack-file",
                f"{place.name} is no table of this game.",
                hint=f"Known: {', '.join(sorted(known))}.",
            )
        laid[place.stem] = _toml(place)
    if not laid:
        raise DataError("empty-pack", f"{folder} holds no TOML file.")
    return laid
