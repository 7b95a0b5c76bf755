"""Orders as forms: what each field takes, an order from what was filled in, and the order that two clicks would mean."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import islice
from types import UnionType
from typing import Union, get_args, get_origin, get_type_hints

import attrs
from attrs import AttrsInstance

from pbem.bytes.canon import Json
from pbem.bytes.codec import placeholder
from pbem.bytes.errors import FormatError, UsageError
from pbem.port.described import described
from pbem.table.legal_orders import Stand, tokens

_MOST_VALUES = 400
_MOST_SEEN = 2_000  # orders of a kind that is listed unit by unit
_UNITS = frozenset({"unit", "units", "item", "leader", "guns"})
_CELLS = frozenset({"path", "target", "where", "hexes", "to", "frm", "hex", "area"})


def form(stand: Stand, kind: str) -> dict[str, Json]:
    """The form of a kind: its fields with type (``word``, ``words``, ``number``, ``switch``), and the values that occur."""
    cls = stand.codec.cls(kind)
    seen = tuple(islice(stand.of_kind(kind), _MOST_SEEN if kind in stand.wide else None))
    fields: list[Json] = []
    for name, hint, optional in _fields(cls):
        values: dict[str, None] = {}
        for each in seen:
            value = each.obj.get(name)
            for item in value if isinstance(value, list) else (value,):
                if isinstance(item, str):
                    values.setdefault(item)
            if len(values) >= _MOST_VALUES:
                break
        known = list(values)
        fields.append(
            {
                "name": name,
                "type": _type(hint),
                "optional": optional,
                "about": _about(stand, name, known),
                "values": [*known],
            }
        )
    return {"kind": kind, "help": described(cls), "usage": stand.codec.usage(kind), "fields": fields}


def filled(stand: Stand, kind: str, given: Mapping[str, Json]) -> AttrsInstance:
    """The order that a filled form stands for. Raises UsageError naming what is missing or cannot be read."""
    codec = stand.codec
    if not codec.knows(kind):
        raise UsageError.of("unknown-order", "There is no order {kind!r}.", kind=kind[:40])
    known = {name: (hint, optional) for name, hint, optional in _fields(codec.cls(kind))}
    obj: dict[str, Json] = {"k": kind}
    for name, (hint, optional) in known.items():
        value = _value(name, _type(hint), given.get(name))
        if value in (None, "", []) and not optional and value != []:
            raise UsageError.of(
                "missing-word",
                "{name} is missing.",
                name=placeholder(name),
                usage=codec.usage(kind),
                hint="Type: {usage}",
            )
        if value is not None and not _is_default(codec.cls(kind), name, value):
            obj[name] = value
    return loaded(stand, obj)


def loaded(stand: Stand, obj: Mapping[str, Json]) -> AttrsInstance:
    """The order that an object stands for. Raises UsageError ``bad-word``."""
    try:
        return stand.codec.load(obj)
    except FormatError as error:
        raise UsageError.of(
            "bad-word", "The order cannot be read: {message}", message=error.message
        ) from error


def meant(stand: Stand, units: Sequence[str], cell: str) -> Iterator[AttrsInstance]:
    """The orders that some units and a cell could mean, kind by kind, whether they are legal or not.

    Which field takes a unit and which a cell is seen in the legal orders; where there are none, in the field's name.
    """
    for kind in stand.kinds:
        obj: dict[str, Json] = {"k": kind}
        held = aimed = False
        for name, hint, optional in _fields(stand.codec.cls(kind)):
            many = _type(hint) == "words"
            about = _about(stand, name, _samples(stand, kind, name))
            if about == "unit" and not held and (many or len(units) == 1):
                obj[name] = [*units] if many else units[0]
                held = True
            elif about == "cell" and not aimed:
                obj[name] = [cell] if many else cell
                aimed = True
            elif not optional:
                aimed = False
                break
        if held and aimed:
            try:
                yield stand.codec.load(obj)
            except FormatError:
                continue


def _samples(stand: Stand, kind: str, name: str) -> list[str]:
    found: list[str] = []
    for each in stand.of_kind(kind):
        if name in each.obj:
            found += tokens({name: each.obj[name]})
            if len(found) > 8:
                break
    return found


def _about(stand: Stand, name: str, values: Sequence[str]) -> str:
    """``unit``, ``cell`` or ``""``: what the values of a field name."""
    if values:
        if all(value in stand.places for value in values):
            return "unit"
        return "cell" if all(value in stand.cells for value in values) else ""
    return "unit" if name in _UNITS else "cell" if name in _CELLS else ""


def _fields(cls: type[AttrsInstance]) -> Iterator[tuple[str, object, bool]]:
    hints = get_type_hints(cls)
    for each in attrs.fields(cls):
        yield each.name, hints[each.name], each.default is not attrs.NOTHING


def _type(hint: object) -> str:
    if get_origin(hint) in (Union, UnionType):
        hint = next(each for each in get_args(hint) if each is not type(None))
    if get_origin(hint) is tuple:
        return "words"
    return "switch" if hint is bool else "number" if hint is int else "word"


def _value(name: str, kind: str, given: Json) -> Json:
    if given is None:
        return None
    match kind, given:
        case "words", list():
            return [str(item).strip() for item in given if str(item).strip()]
        case "words", str():
            return [item.strip() for item in given.split(",") if item.strip()]
        case "switch", bool():
            return given
        case "number", int() if not isinstance(given, bool):
            return given
        case "number", "":
            return None
        case "number", str() if re.fullmatch(r"\s*-?[0-9]{1,9}\s*", given):
            return int(given)
        case "word", str():
            return given.strip()
    raise UsageError.of("bad-word", "{name}: this cannot be read.", name=placeholder(name))


def _is_default(cls: type[AttrsInstance], name: str, value: Json) -> bool:
    default: object = attrs.fields_dict(cls)[name].default
    default = getattr(default, "factory", lambda: default)()
    return (
        default is not attrs.NOTHING and (list(default) if isinstance(default, tuple) else default) == value
    )
