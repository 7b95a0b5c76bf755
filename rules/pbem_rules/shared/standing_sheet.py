"""A game's own sheet of standing orders: which tables and keys it has, every slip in one, and what it says.

A game declares a :class:`Form`; what it answers with a :class:`Sheet` without slips is its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Generic, TypeVar

from attrs import frozen

from pbem.bytes.canon import Json
from pbem.port.game import Slip
from pbem.port.messages import Message
from pbem_rules.shared.standing_names import nearest

D = TypeVar("D")
_MOST, _MOST_NAMES = 99, 200


@frozen(kw_only=True)
class Key(Generic[D]):
    """What may stand at a key: ``wrong`` says what is wrong with a value, "" when nothing is; ``example`` is TOML."""

    wrong: Callable[[D, Json], str]
    example: str


def words(*known: str) -> Key[D]:
    """One of some words, the first as an example."""

    def wrong(_: D, value: Json) -> str:
        return "" if value in known else Message("say {known}", known=" | ".join(known))

    return Key(wrong=wrong, example=f'"{known[0]}"')


def number(example: int = 2) -> Key[D]:
    """A whole number from 0 to 99."""

    def wrong(_: D, value: Json) -> str:
        fits = type(value) is int and 0 <= value <= _MOST
        return "" if fits else Message("say a whole number from 0 to {n}", n=_MOST)

    return Key(wrong=wrong, example=str(example))


def names(of: Callable[[D], Mapping[str, object]]) -> Key[D]:
    """A list of names that the game knows."""

    def wrong(data: D, value: Json) -> str:
        if not isinstance(value, list) or len(value) > _MOST_NAMES:
            return Message("say a list of at most {n} names", n=_MOST_NAMES)
        known = of(data)
        for name in value:
            if not isinstance(name, str) or name not in known:
                near = nearest(str(name), known)
                return Message("there is no {name}{near}", name=name, near=near)
        return ""

    return Key(wrong=wrong, example="[]")


@frozen(kw_only=True)
class Form(Generic[D]):
    """The tables of a sheet, each with what it is about and its keys."""

    tables: Mapping[str, tuple[str, Mapping[str, Key[D]]]]

    def template(self) -> str:
        """A commented sheet that hands everything back."""
        lines = [
            "# Standing orders: what is answered without asking you. Take the # away from what shall hold."
        ]
        for name, (about, keys) in self.tables.items():
            lines += [
                "",
                f"# [{name}]  # {about}",
                *(f"# {key} = {each.example}" for key, each in keys.items()),
            ]
        return "\n".join((*lines, ""))

    def slips(self, data: D, sheet: Mapping[str, Json]) -> Iterator[Slip]:
        """Everything wrong with a sheet."""
        for name, table in sheet.items():
            if name not in self.tables:
                known = ", ".join(self.tables)
                said = Message("there is no table {name}; there are {known}", name=name, known=known)
                yield Slip(path=(name,), message=said)
            elif not isinstance(table, dict):
                yield Slip(path=(name,), message=Message("[{name}] is a table", name=name))
            else:
                keys = self.tables[name][1]
                for key, value in table.items():
                    known = ", ".join(keys)
                    wrong = (
                        keys[key].wrong(data, value)
                        if key in keys
                        else Message("there is {known}", known=known)
                    )
                    if wrong:
                        yield Slip(path=(name, key), message=wrong)


@frozen(kw_only=True)
class Sheet:
    """A sheet without slips."""

    tables: Mapping[str, Json]

    def has(self, table: str) -> bool:
        """Whether it says anything of a matter."""
        return table in self.tables

    def _get(self, table: str, key: str) -> Json:
        found = self.tables.get(table)
        return found.get(key) if isinstance(found, dict) else None

    def word(self, table: str, key: str) -> str:
        """A word; empty when there is none."""
        return str(self._get(table, key) or "")

    def number(self, table: str, key: str, otherwise: int = 0) -> int:
        """A number."""
        found = self._get(table, key)
        return found if type(found) is int else otherwise

    def names(self, table: str, key: str) -> tuple[str, ...]:
        """A list of names."""
        found = self._get(table, key)
        return tuple(map(str, found)) if isinstance(found, list) else ()


def missing(table: str) -> Message:
    """Why a sheet answers nothing in a matter."""
    return Message("the sheet has no [{table}]", table=table)
