"""Values of tables, told apart and named in a sentence."""

from __future__ import annotations

from collections.abc import Mapping
from difflib import get_close_matches

from pbem.bytes.canon import Json
from pbem.port.messages import Message, Series

LISTED = ("published", "quoted", "inferred", "history", "reconstructed")
"""Labels under whose name a table may list the paths of single values."""
LABELS = frozenset({"provenance", "source", *LISTED})
"""Keys that say where values come from, and are no values."""


def kind_of(value: Json) -> str:
    """What kind of value it is, in words."""
    match value:
        case bool():
            return Message("true or false")
        case int():
            return Message("a whole number")
        case str():
            return Message("text")
        case dict():
            return Message("a table")
        case list():
            return Message("a list")
    return Message("a number with a point")


def short(value: Json) -> str:
    """A value as a mistake quotes it, 60 characters at most."""
    text = f'"{value}"' if isinstance(value, str) else str(value)
    return text if len(text) <= 60 else text[:57] + "..."


def near(key: str, ours: Mapping[str, Json]) -> str:
    """The keys of ours that were meant, or those that there are."""
    close = get_close_matches(key, list(ours), n=3, cutoff=0.6)
    return (
        Message("Is it {close}?", close=" or ".join(close))
        if close
        else Message("Ours: {list}{what}.", list=", ".join(list(ours)[:12]), what=" ..." * (len(ours) > 12))
    )


def firsts(rows: list[dict[str, Json]], first: str) -> str:
    """The values under one key of the first rows."""
    return ", ".join(short(row.get(first)) for row in rows[:20])


def texts(value: Json) -> tuple[str, ...]:
    """The texts of a list; none for anything else."""
    return tuple(each for each in value if isinstance(each, str)) if isinstance(value, list) else ()


def items(value: Json) -> list[Json]:
    """A list; empty for anything else."""
    return value if isinstance(value, list) else []


def spoken(value: Json) -> str:
    """A whole value as a player reads it."""
    match value:
        case None:
            return Message("nothing")
        case "":
            return "-"
        case bool():
            return Message("yes") if value else Message("no")
        case list():
            return Series(map(spoken, value), " ") or "-"
        case dict():
            said = (each for each in value.items() if each[0] not in LABELS)
            return (
                Series((Series((key.replace("_", " "), spoken(each)), " ") for key, each in said), ", ")
                or "-"
            )
    return str(value)
