"""A sheet of standing orders: its tables, every slip in one, and what it says (N93)."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import TypeAlias

from attrs import frozen

from pbem.bytes.canon import Json
from pbem.port.game import Slip
from pbem.port.messages import Message
from pbem_rules.normandy.printed import Data
from pbem_rules.shared.standing_names import nearest

_MOST, _MOST_NAMES = 99, 200
_Check: TypeAlias = Callable[[Data, Json], str]


def _words(*known: str) -> _Check:
    def check(_: Data, value: Json) -> str:
        return "" if value in known else Message("say {known}", known=" | ".join(known))

    return check


def _number(_: Data, value: Json) -> str:
    fits = type(value) is int and 0 <= value <= _MOST
    return "" if fits else Message("say a whole number from 0 to {n}", n=_MOST)


def _names(of: Callable[[Data], Mapping[str, object]]) -> _Check:
    def check(data: Data, value: Json) -> str:
        if not isinstance(value, list) or len(value) > _MOST_NAMES:
            return Message("say a list of at most {n} names", n=_MOST_NAMES)
        for name in value:
            if not isinstance(name, str) or name not in of(data):
                return Message("there is no {name}", name=name) + nearest(str(name), of(data))
        return ""

    return check


_UNITS, _HEXES = _names(lambda data: data.units), _names(lambda data: data.ground.terrain)
_MAPS = ("a", "b", "c", "d", "e")
_TABLES: Mapping[str, tuple[str, Mapping[str, _Check]]] = {
    "support": (
        "defence: at most so many guns, ships, air points and points of combat supply a hex; points that are kept",
        dict.fromkeys(("guns", "ships", "air", "points", "keep"), _number),
    ),
    "fire-back": ("whether guns fire back (14.13, 14.15)", {"policy": _words("always", "never")}),
    "losses": (
        "who loses steps",
        {"first": _UNITS, "last": _UNITS, "rule": _words("weakest", "strongest")},
    ),
    "retreat": (
        "which way back, and whether a step is lost instead (12.15, 12.16)",
        {"rule": _words("safest"), "toward": _HEXES, "avoid": _HEXES, "stand": _words("always", "never")},
    ),
    "advance": ("who advances", {"policy": _words("all", "never")}),
    "flak": ("flak over the maps, as far as it goes", dict.fromkeys(_MAPS, _number)),
    "hand_back": (
        "you are asked all the same from a turn on, or when one of these units or hexes is attacked",
        {"turn": _number, "units": _UNITS, "hexes": _HEXES},
    ),
}
_EXAMPLES = {"rule": "weakest", "policy": "always", "stand": "never", "turn": "9"}


def template() -> str:
    """A commented sheet that hands everything back."""
    lines = ["# Standing orders: what is answered without asking you. Take the # away from what shall hold."]
    for name, (about, keys) in _TABLES.items():
        lines += ["", f"# [{name}]  # {about}"]
        for key, check in keys.items():
            lists = check in (_UNITS, _HEXES)
            lines.append(f"# {key} = {'[]' if lists else _example(name, key)}")
    return "\n".join((*lines, ""))


def _example(table: str, key: str) -> str:
    word = {"retreat": "safest", "advance": "never"}.get(table, "") if key in ("rule", "policy") else ""
    found = word or _EXAMPLES.get(key, "2")
    return found if found.isdecimal() else f'"{found}"'


def slips(data: Data, sheet: Mapping[str, Json]) -> Iterator[Slip]:
    """Everything wrong with a sheet."""
    for name, table in sheet.items():
        if name not in _TABLES:
            said = Message("there is no table {name}; there are {known}", name=name, known=", ".join(_TABLES))
            yield Slip(path=(name,), message=said)
        elif not isinstance(table, dict):
            yield Slip(path=(name,), message=Message("[{name}] is a table", name=name))
        else:
            keys = _TABLES[name][1]
            for key, value in table.items():
                wrong = keys[key](data, value) if key in keys else f"there is {', '.join(keys)}"
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
