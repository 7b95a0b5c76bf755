"""One named change of a recorded game, and how it is written down."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from second_verifier import Json, Object
from writer import Entry, Game, Key, Made

CHANGES: dict[str, Change] = {}


@dataclass(frozen=True)
class Verdict:
    """A code, the entry at fault (None: the bundle, or nothing), and how many bundles hold."""

    expect: str
    entry: int | None
    valid_bundles: int

    @property
    def fields(self) -> Object:
        return {"expect": self.expect, "entry": self.entry, "valid_bundles": self.valid_bundles}


@dataclass(frozen=True)
class Change:
    """``rules`` is what a verifier with the rules says, ``others`` what one says that knows no game."""

    about: str
    lines: tuple[bytes, ...]
    rules: Verdict
    others: Verdict


Others = str | tuple[str, int | None] | None


def _add(name: str, about: str, lines: Sequence[bytes], verdict: Verdict, others: Others) -> None:
    name = name.replace("'", "")
    assert name not in CHANGES, name
    said = verdict
    if others == "ok":
        said = Verdict("ok", None, sum(line.startswith(b'{"by"') for line in lines))
    elif others is not None:
        code, entry = others if isinstance(others, tuple) else (others, verdict.entry)
        said = Verdict(code, entry, verdict.valid_bundles)
    CHANGES[name] = Change(about, tuple(lines), verdict, said)


def bad(
    name: str, about: str, game: Game, by: str, entries: Sequence[Entry], code: str, fault: int | None,
    others: Others = None, /, key: Key | None = None, **says: Json,
) -> None:  # fmt: skip
    """A last bundle that does not hold: its code, the entry at fault, and what they say who know no rules if it differs."""
    before = len(game.blocks)
    game.write(by, *entries, key=key, **says)
    _add(name, about, game.lines, Verdict(code, fault, before), others)


def good(name: str, about: str, game: Game) -> None:
    """What looks wrong and holds."""
    _add(name, about, game.lines, Verdict("ok", None, len(game.blocks)), None)


def damaged(
    name: str, about: str, game: Game, change: Callable[[list[bytes]], list[bytes]], code: str, bundles: int,
    fault: int | None = None, others: Others = None,
) -> None:  # fmt: skip
    """Lines that somebody changed on their way."""
    _add(name, about, change(game.lines), Verdict(code, fault, bundles), others)


def then(game: Game, by: str, *entries: Entry, key: Key | None = None, **says: Json) -> Game:
    """The game with one bundle more, which holds."""
    game.write(by, *entries, key=key, **says)
    return game


def with_(made: Made, **changes: Callable[[Json], Json]) -> Made:
    """The entry with fields made from what they are."""

    def changed(game: Game, by: str, before: bytes) -> Object:
        entry = made(game, by, before)
        return entry | {name: change(entry[name]) for name, change in changes.items()}

    return changed


def capitals(value: Json) -> Json:
    return str(value).upper()


def better(value: Json) -> Json:
    """Faces of which the first is one more, or lowest."""
    assert isinstance(value, list)
    return [int(str(value[0])) % 6 + 1, *value[1:]]
