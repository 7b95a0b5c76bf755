"""What a list of games says of each, without the rules: they are half of what pbem can load, and a list needs none of it.

A game may keep its summary beside its ``ruleset.toml``, in ``summary.json``, written by ``python -m tests.tools.summaries``.
It holds for the manifest and the data that it was made of; without one, and for other data, the rules are asked.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Mapping
from importlib import import_module
from typing import cast

from attrs import asdict

from pbem.bytes.canon import Json
from pbem.bytes.errors import CONFUSED
from pbem.bytes.records import field, frozen
from pbem.games import registry
from pbem.games.distributions import files
from pbem.games.registry import GameInfo
from pbem.port.agreed import Option, options_of
from pbem.port.messages import Message

FILE = "summary.json"


@frozen(kw_only=True)
class Summary:
    """The sides; how many values of the data come from where; what may be agreed on, by scenario in the game's order;
    whether the game's own player looks more or less far as one likes.
    """

    sides: tuple[str, ...]
    provenance: Mapping[str, int]
    options: Mapping[str, tuple[Option, ...]] = field(factory=dict)


def summary(info: GameInfo) -> Summary:
    """The summary of an installed game."""
    # A game may be one module: it has no files beside it.
    place = files(info.package) / FILE if hasattr(import_module(info.package), "__path__") else None
    if place is not None and place.is_file():
        try:
            kept = cast("dict[str, Json]", json.loads(place.read_bytes()))
            if kept["of"] == source(info):
                return _read(kept)
        except CONFUSED:
            pass  # written by hand: the rules know
    return asked(info)


def asked(info: GameInfo) -> Summary:
    """The same, of the rules themselves."""
    rules = registry.load(info.name).rules
    return Summary(
        sides=tuple(rules.sides),
        provenance=dict(rules.provenance()),
        options={each: options_of(rules, each) or () for each in rules.scenarios},
    )


def source(info: GameInfo) -> str:
    """The digest of what a summary is made of (64 hex digits): the bytes of the manifest and of every file of data."""
    folder, found = files(info.package), hashlib.sha256()
    data = folder / "data"
    tables = sorted(data.iterdir(), key=lambda each: each.name) if data.is_dir() else []
    for place in (folder / "ruleset.toml", *(each for each in tables if each.name.endswith(".toml"))):
        found.update(hashlib.sha256(place.name.encode() + b"\0" + place.read_bytes()).digest())
    return found.hexdigest()


def written(info: GameInfo) -> str:
    """The file of a game, as its rules are now. Raises ValueError for a title that says more than one thing."""
    made = asked(info)
    for options in made.options.values():
        for each in options:
            if isinstance(each.title, Message) and each.title.arguments:
                raise ValueError(f"the title of {each.name} has holes: {each.title.template!r}")
    value = {
        "of": source(info),
        "sides": list(made.sides),
        "provenance": dict(made.provenance),
        "options": {
            name: [{**asdict(each), "title": str(each.title)} for each in options]
            for name, options in made.options.items()
        },
    }
    return json.dumps(value, ensure_ascii=False, indent=1) + "\n"


def _read(kept: dict[str, Json]) -> Summary:
    sides = cast("list[str]", kept["sides"])
    counts = cast("dict[str, int]", kept["provenance"])
    options = cast("dict[str, list[dict[str, Json]]]", kept["options"])
    return Summary(
        sides=tuple(map(str, sides)),
        provenance={str(name): int(count) for name, count in counts.items()},
        options={str(name): tuple(map(_option, each)) for name, each in options.items()},
    )


def _option(table: dict[str, Json]) -> Option:
    return Option(
        name=str(table["name"]),
        values=tuple(cast("list[Json]", table["values"])),
        title=str(table["title"]),
        paragraph=str(table["paragraph"]),
    )
