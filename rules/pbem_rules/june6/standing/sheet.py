"""A sheet of standing orders: its tables and keys, every slip in one, and typed access to what it says.

What each key means is in ``schemas/standing.md``. A sheet without slips is asked by :mod:`standing`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import TypeAlias

from attrs import frozen

from pbem.bytes.canon import Json, encode_value
from pbem.port.game import Slip
from pbem.port.messages import Message, Series
from pbem_rules.june6.printed.data import Data
from pbem_rules.june6.rules.markers.cup import markers_of
from pbem_rules.june6.words import OR
from pbem_rules.shared.standing_names import nearest

ASK = "ask"
HAND_BACK = "hand_back"
MOST_NAMES, MOST_BYTES = 200, 8000
_MOST = 999
_ODDS = re.compile(r"([1-9]\d?):([1-9]\d?)")

Path: TypeAlias = tuple[str | int, ...]
_Reader: TypeAlias = Callable[[Data, str, Path, Json], Iterator[Slip]]


# --- what may stand in a key ------------------------------------------------------------------------------------------


def _words(*known: str) -> _Reader:
    def read(_data: Data, _side: str, path: Path, value: Json) -> Iterator[Slip]:
        if value not in known:
            said = Message("{value!r} is not understood; say {either}.", value=value, either=_either(known))
            yield Slip(path=path, message=said)

    return read


def _number(*known: str) -> _Reader:
    def read(_data: Data, _side: str, path: Path, value: Json) -> Iterator[Slip]:
        if value in known:
            return
        if type(value) is not int or not 0 <= value <= _MOST:
            others = Message(", or {either}", either=_either(known)) if known else ""
            said = Message(
                "{value!r} is not a whole number from 0 to {most}{others}.",
                value=value,
                most=_MOST,
                others=others,
            )
            yield Slip(path=path, message=said)

    return read


def _odds(_data: Data, _side: str, path: Path, value: Json) -> Iterator[Slip]:
    if not isinstance(value, str) or not _ODDS.fullmatch(value):
        said = Message('{value!r} is no odds; write them like "3:1" or "3:2".', value=value)
        yield Slip(path=path, message=said)


def _names(what: str) -> _Reader:
    def read(data: Data, side: str, path: Path, value: Json) -> Iterator[Slip]:
        if not isinstance(value, list):
            said = Message('{value!r} is no list; write it like ["..."].', value=value)
            yield Slip(path=path, message=said)
            return
        if len(value) > MOST_NAMES:
            said = Message(
                "{len} names are too many; {most_names} are allowed.",
                len=len(value),
                most_names=MOST_NAMES,
            )
            yield Slip(path=path, message=said)
        for n, name in enumerate(value[:MOST_NAMES]):
            yield from _name(data, side, what, (*path, n), name)

    return read


def _flag(_data: Data, _side: str, path: Path, value: Json) -> Iterator[Slip]:
    if type(value) is not bool:
        yield Slip(path=path, message=Message("{value!r} is neither true nor false.", value=value))


def _text(_data: Data, _side: str, path: Path, value: Json) -> Iterator[Slip]:
    if not isinstance(value, str):
        said = Message("{value!r} is no text; put it between quotation marks.", value=value)
        yield Slip(path=path, message=said)


def _hex(data: Data, side: str, path: Path, value: Json) -> Iterator[Slip]:
    yield from _name(data, side, "hex", path, value)


def _pairs(what: str, *known: str) -> _Reader:
    def read(data: Data, side: str, path: Path, value: Json) -> Iterator[Slip]:
        if not isinstance(value, dict):
            said = Message(
                '{value!r} is no table; write it like {{NAME = "{known}"}}.', value=value, known=known[0]
            )
            yield Slip(path=path, message=said)
            return
        if len(value) > MOST_NAMES:
            said = Message(
                "{len} names are too many; {most_names} are allowed.",
                len=len(value),
                most_names=MOST_NAMES,
            )
            yield Slip(path=path, message=said)
        for name, word in value.items():
            yield from _name(data, side, what, (*path, name), name)
            if word not in known:
                said = Message("{word!r} is not understood; say {either}.", word=word, either=_either(known))
                yield Slip(path=(*path, name), message=said)

    return read


def _name(data: Data, side: str, what: str, path: Path, name: Json) -> Iterator[Slip]:
    if what in ("terrain", "odds"):
        yield from _state(data, what, path, name)
    elif what == "hex":
        if not isinstance(name, str) or name not in data.ground.terrain:
            places = (place for place, _ in data.ground.names.values())
            meant = nearest(str(name), (*data.ground.terrain, *places))
            said = Message("{name!r} is no hex and no place of this map.{meant}", name=name, meant=meant)
            yield Slip(path=path, message=said)
    elif what == "gun":
        unit, colon, points = name.partition(":") if isinstance(name, str) else ("", "", "")
        if unit not in data.units or data.unit(unit).side != side or not colon or not points.isdecimal():
            said = Message('{name!r} is no artillery of yours; write it like "HQ/82:1".', name=name)
            yield Slip(path=path, message=said)
    elif what == "marker":
        fit = markers_of(data, side)
        if not isinstance(name, str) or name not in fit:
            said = Message("{name!r} is no marker of yours; there are {fit}.", name=name, fit=", ".join(fit))
            yield Slip(path=path, message=said)
    elif not isinstance(name, str) or name not in data.units:
        own = [each for each in data.units if data.unit(each).side == side]
        wide = [each for each in data.formations.values() if each.side == side]
        words = (
            *own,
            *(each.id for each in wide),
            *(each.name for each in wide),
            *{data.unit(each).type for each in own},
        )
        said = Message(
            "{name!r} is no unit, formation or type of unit of yours.{nearest}",
            name=name,
            nearest=nearest(str(name), words),
        )
        yield Slip(path=path, message=said)
    elif data.unit(name).side != side:
        yield Slip(path=path, message=Message("{name} is no unit of yours.", name=name))


def _state(data: Data, what: str, path: Path, name: Json) -> Iterator[Slip]:
    """Of a mode by odds, or by the terrain of the hex."""
    if what == "odds":
        yield from _odds(data, "", path, name)
    elif name not in data.charts.terrain:
        known = ", ".join(data.charts.terrain)
        yield Slip(
            path=path,
            message=Message(
                "{name!r} is no terrain; there are {known}.{nearest}",
                name=name,
                known=known,
                nearest=nearest(str(name), data.charts.terrain),
            ),
        )


def _either(words: Sequence[str]) -> str:
    return Series(words, last=OR)


# --- the tables -------------------------------------------------------------------------------------------------------

_BREAKS: Mapping[str, _Reader] = {
    "units": _names("unit"),
    "odds": _odds,
    "hexes": _names("hex"),
    "losses": _number(),
    "turn": _number(),
}
_MODE = ("stand", "retreat", ASK)
TABLES: Mapping[str, Mapping[str, _Reader]] = {
    "modes": {
        "default": _words(*_MODE),
        "hexes": _pairs("hex", *_MODE),
        "units": _pairs("unit", *_MODE),
        "odds": _pairs("odds", *_MODE),
        "isolated": _words(*_MODE),
        "reduced": _words(*_MODE),
        "terrain": _pairs("terrain", *_MODE),
    },
    "support": {
        "artillery": _number("all", "none"),
        "air": _number(),
        "naval": _number(),
        "keep_air": _number(),
        "keep_naval": _number(),
    },
    "losses": {
        "first": _names("unit"),
        "last": _names("unit"),
        "rule": _words("weakest", "strongest", ASK),
    },
    "retreat": {"rule": _words("safest", ASK), "toward": _names("hex"), "avoid": _names("hex")},
    "counterattack": {
        "policy": _words("never", "odds", ASK),
        "odds": _odds,
        "mode": _words("assault", "probe", ASK),
    },
    "rout": {"policy": _words("never", ASK)},
    "storm": {"claim": _words("never", "always", ASK)},
    "release": {"failed": _words("force", "wait", ASK), "enemy": _words("weakest", "strongest", ASK)},
    "initiative": {"order": _words("first", "second", ASK), "marker": _names("marker")},
    "purchase": {"markers": _names("marker")},
    "activation": {"id": _text, "done": _flag},
}
_ATTACK: Mapping[str, _Reader] = {
    "target": _hex,
    "units": _names("unit"),
    "artillery": _names("gun"),
    "air": _number(),
    "naval": _number(),
    "mode": _words("assault", "probe", ASK),
    "advance": _names("unit"),
}
ATTACKS, MOST_ATTACKS = "attacks", 30


def slips(data: Data, side: str, sheet: Mapping[str, Json], only: Sequence[str] = ()) -> tuple[Slip, ...]:
    """Everything wrong with a sheet, in its order; ``only`` names the tables it may have (none: all)."""
    found = tuple(_slips(data, side, sheet, only))
    size = 0 if found else len(encode_value(dict(sheet)))
    if size > MOST_BYTES:
        return (
            Slip(
                path=(),
                message=Message(
                    "the sheet has {size} bytes; {most_bytes} are allowed.", size=size, most_bytes=MOST_BYTES
                ),
            ),
        )
    return found


def _slips(data: Data, side: str, sheet: Mapping[str, Json], only: Sequence[str]) -> Iterator[Slip]:
    known = {name: TABLES[name] for name in only} if only else TABLES
    for name, table in sheet.items():
        if name == HAND_BACK:
            yield from _table(data, side, (name,), table, _BREAKS)
        elif name == ATTACKS and not only:
            yield from _attacks(data, side, table)
        elif name not in known:
            there = ", ".join((*known, *(() if only else (ATTACKS,)), HAND_BACK))
            yield Slip(
                path=(name,),
                message=Message("there is no table {name!r}; there are {there}.", name=name, there=there),
            )
        else:
            yield from _table(data, side, (name,), table, known[name])
    policy = sheet.get("counterattack")
    if isinstance(policy, dict) and policy.get("policy") == "odds" and "odds" not in policy:
        said = Message('the odds are missing; write odds = "2:1" beside it.')
        yield Slip(path=("counterattack", "policy"), message=said)


def _table(data: Data, side: str, path: Path, table: Json, known: Mapping[str, _Reader]) -> Iterator[Slip]:
    if not isinstance(table, dict):
        yield Slip(path=path, message=Message("{path} must be a table; write [{path}].", path=path[-1]))
        return
    own = path[-1] not in (HAND_BACK, "support") and path[0] != ATTACKS
    for key, value in table.items():
        if key == HAND_BACK and own:
            yield from _table(data, side, (*path, key), value, _BREAKS)
        elif key not in known:
            there = ", ".join((*known, *((HAND_BACK,) if own else ())))
            yield Slip(
                path=(*path, key),
                message=Message(
                    "{path} has no {key!r}; it has {there}.", path=path[-1], key=key, there=there
                ),
            )
        else:
            yield from known[key](data, side, (*path, key), value)


def _attacks(data: Data, side: str, rows: Json) -> Iterator[Slip]:
    """The attacks of an activation, in their order: each hex once, each with its units."""
    if not isinstance(rows, list) or len(rows) > MOST_ATTACKS:
        yield Slip(
            path=(ATTACKS,),
            message=Message(
                "attacks are [[attacks]], at most {most_attacks} of them.", most_attacks=MOST_ATTACKS
            ),
        )
        return
    seen: set[str] = set()
    for n, row in enumerate(rows):
        yield from _table(data, side, (ATTACKS, n), row, _ATTACK)
        if not isinstance(row, dict):
            continue
        target = str(row.get("target", ""))
        if not target or not row.get("units"):
            yield Slip(path=(ATTACKS, n), message=Message("an attack needs its target and its units."))
        elif target in seen:
            yield Slip(
                path=(ATTACKS, n, "target"), message=Message("{target} is attacked twice.", target=target)
            )
        seen.add(target)


# --- what it says -----------------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class Sheet:
    """A sheet without slips. Whatever it leaves out is ``ask``, an empty list, or None. The table "" is the sheet itself."""

    tables: Mapping[str, Json]

    def _get(self, table: str, key: str) -> Json:
        found = self.tables.get(table) if table else self.tables
        return found.get(key) if isinstance(found, Mapping) else None

    def keys(self, table: str) -> frozenset[str]:
        """The keys that a table has."""
        found = self.tables.get(table)
        return frozenset(found) if isinstance(found, Mapping) else frozenset()

    def word(self, table: str, key: str) -> str:
        """A word, ``ask`` when there is none."""
        return str(self._get(table, key) or ASK)

    def names(self, table: str, key: str) -> tuple[str, ...]:
        """A list of names."""
        found = self._get(table, key)
        return tuple(str(each) for each in found) if isinstance(found, list) else ()

    def pairs(self, table: str, key: str) -> Mapping[str, str]:
        """A word for each of several names."""
        found = self._get(table, key)
        return {name: str(word) for name, word in found.items()} if isinstance(found, dict) else {}

    def number(self, table: str, key: str, otherwise: int) -> int:
        """A number; ``otherwise`` when there is none (a word is none)."""
        found = self._get(table, key)
        return found if type(found) is int else otherwise

    def flag(self, table: str, key: str) -> bool:
        """Whether something is true."""
        return self._get(table, key) is True

    def rows(self, name: str) -> tuple[Sheet, ...]:
        """The tables of a list, each as a sheet of its own."""
        found = self.tables.get(name)
        return (
            tuple(Sheet(tables=row) for row in found if isinstance(row, dict))
            if isinstance(found, list)
            else ()
        )

    def breaks(self, table: str) -> tuple[Sheet, ...]:
        """The conditions that hand back what ``table`` answers, as sheets of one table: the table's own, the general."""
        both = (self._get(table, HAND_BACK), self.tables.get(HAND_BACK))
        return tuple(Sheet(tables={HAND_BACK: each}) for each in both if isinstance(each, dict))


def odds_of(text: str) -> tuple[int, int]:
    """``3:2`` as numbers. Raises ValueError."""
    found = _ODDS.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is no odds")
    return int(found[1]), int(found[2])
