"""Frozen values to and from JSON and to and from one line of text, strictly both ways.

A :class:`Codec` knows a closed set of attrs classes. Each has a *kind*: its class name in lower case, words joined with
hyphens. On the wire a value is an object with the kind under ``k`` and its fields beside it; fields that have their
default value are left out. What is read must give the same object when written again, so that two different byte
strings never mean one action.

The text form is what a person types: the kind, then the fields in order; ``name=value`` sets a field by name, a tuple
takes comma-separated items, and the last positional tuple takes every word that is left
(``move 505/82 W3522 W3523``).
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import UnionType
from typing import TypeVar, Union, cast, get_args, get_origin

import attrs
import cattrs
from attrs import AttrsInstance
from cattrs.gen import make_dict_structure_fn, make_dict_unstructure_fn, override

from pbem.bytes.canon import MAX_INT, Json
from pbem.bytes.errors import FormatError, UsageError
from pbem.bytes.messages import Loud, Message, OrderWord, Series
from pbem.bytes.records import hints, resolved

T = TypeVar("T")

_RESERVED = frozenset({"i", "k"})
_FIELD = re.compile(r"[a-z][a-z0-9_]{0,15}")


def _exactly(kind: type[T]) -> Callable[[object, object], T]:
    """A structuring hook that takes values of ``kind`` as they are and refuses everything else (True is no int)."""

    def structure(value: object, _: object) -> T:
        if type(value) is not kind:
            raise ValueError(f"expected {kind.__name__}, found {value!r}")
        return value

    return structure


def _structure_tuple(converter: cattrs.Converter) -> Callable[[object, type], tuple[object, ...]]:
    def structure(value: object, kind: type) -> tuple[object, ...]:
        arguments = get_args(kind)
        if not isinstance(value, list):
            raise ValueError(f"expected a list, found {value!r}")
        if len(arguments) == 2 and arguments[1] is Ellipsis:
            return tuple(converter.structure(item, arguments[0]) for item in value)
        if len(arguments) != len(value):
            raise ValueError(f"expected {len(arguments)} items, found {len(value)}")
        return tuple(converter.structure(item, each) for item, each in zip(value, arguments, strict=True))

    return structure


def _unstructure_tuple(converter: cattrs.Converter, kind: type) -> Callable[[Iterable[object]], list[object]]:
    """Plain items are taken as they are: a state is mostly tuples of words."""
    arguments = get_args(kind)
    if all(each in (str, int, bool, Ellipsis) for each in arguments):
        return list
    if len(arguments) != 2 or arguments[1] is not Ellipsis:
        return lambda value: [converter.unstructure(item) for item in value]
    inner = converter.get_unstructure_hook(arguments[0])
    return lambda value: [inner(item) for item in value]


def _is_tuple(kind: object) -> bool:
    return get_origin(kind) is tuple


def _is_attrs(kind: object) -> bool:
    return isinstance(kind, type) and attrs.has(kind)


def _is_json(kind: object) -> bool:
    """Whether an annotation is :data:`pbem.bytes.canon.Json`, any value of the profile, taken as it is."""
    return get_origin(kind) is Union and {bool, int, str, type(None)} <= set(get_args(kind))


def strict_converter(*, omit_defaults: bool = True) -> cattrs.Converter:
    """A cattrs converter that coerces nothing and knows no extra keys; for wire classes and game states alike."""
    converter = cattrs.Converter(forbid_extra_keys=True, unstruct_strat=cattrs.UnstructureStrategy.AS_DICT)
    for kind in (int, str, bool):
        converter.register_structure_hook(kind, _exactly(kind))
    converter.register_structure_hook_func(_is_json, lambda value, _: value)
    converter.register_unstructure_hook_func(_is_json, lambda value: value)
    converter.register_structure_hook_func(_is_tuple, _structure_tuple(converter))
    converter.register_unstructure_hook_factory(_is_tuple, lambda kind: _unstructure_tuple(converter, kind))

    def _fields(kind: type[AttrsInstance]) -> dict[str, object]:
        return {
            f.name: override(omit=True) for f in attrs.fields(resolved(kind)) if f.metadata.get("derived")
        }

    converter.register_unstructure_hook_factory(
        _is_attrs,
        lambda kind: make_dict_unstructure_fn(
            kind,
            converter,
            _cattrs_omit_if_default=omit_defaults,
            **_fields(kind),  # type: ignore[arg-type]  # cattrs types its overrides by keyword
        ),
    )
    converter.register_structure_hook_factory(
        _is_attrs,
        lambda kind: make_dict_structure_fn(
            kind,
            converter,
            _cattrs_forbid_extra_keys=True,
            **_fields(kind),  # type: ignore[arg-type]  # cattrs types its overrides by keyword
        ),
    )
    return converter


def kind_of(cls: type[AttrsInstance]) -> str:
    """The kind of a class: ``DrawMarker`` is ``draw-marker``."""
    return re.sub(r"(?<!^)(?=[A-Z])", "-", cls.__name__).lower()


class Codec:
    """A closed set of attrs classes with their kinds, the orders of ``game``.

    Raises ValueError for a class that cannot go on the wire.
    """

    def __init__(self, classes: Iterable[type[AttrsInstance]], game: str = "") -> None:
        self.game = game
        self._classes = {kind_of(cls): cls for cls in classes}
        self._kinds = {cls: kind for kind, cls in self._classes.items()}
        self._converter = strict_converter()
        for cls in self._kinds:
            for name in _names(cls):
                if name in _RESERVED or not _FIELD.fullmatch(name):
                    raise ValueError(f"{cls.__name__}.{name} cannot be a wire name")

    @property
    def kinds(self) -> tuple[str, ...]:
        """Every kind, in the order in which the classes were given."""
        return tuple(self._classes)

    def cls(self, kind: str) -> type[AttrsInstance]:
        """The class of a kind. Raises KeyError."""
        return self._classes[kind]

    def kind(self, value: AttrsInstance) -> str:
        """The kind of a value of one of the classes. Raises KeyError."""
        return self._kinds[type(value)]

    def knows(self, kind: str) -> bool:
        """Whether there is such a kind."""
        return kind in self._classes

    def dump(self, value: AttrsInstance) -> dict[str, Json]:
        """The object that stands for a value."""
        fields = cast("dict[str, Json]", self._converter.unstructure(value))
        return {"k": self.kind(value), **fields}

    def load(self, obj: Mapping[str, Json]) -> AttrsInstance:
        """The value an object stands for. Raises FormatError (``unknown-kind``, ``bad-fields``, ``two-forms``)."""
        kind = obj.get("k")
        if not isinstance(kind, str) or kind not in self._classes:
            raise FormatError.of("unknown-kind", "there is no entry of kind {kind!r}.", kind=kind)
        fields = {name: value for name, value in obj.items() if name not in _RESERVED}
        try:
            value: AttrsInstance = self._converter.structure(fields, self._classes[kind])
        except Exception as error:  # cattrs raises groups of many classes; every one means the same here
            reasons = (
                "; ".join(cattrs.transform_error(error))
                if isinstance(error, BaseExceptionGroup)
                else str(error)
            )
            raise FormatError.of(
                "bad-fields", "a {kind!r} entry that cannot be read: {reasons}.", kind=kind, reasons=reasons
            ) from error
        if {name: v for name, v in self.dump(value).items() if name != "k"} != fields:
            raise FormatError.of(
                "two-forms", "a {kind!r} entry that is not written in its one proper form.", kind=kind
            )
        return value

    # --- the text form ------------------------------------------------------------------------------------------------

    def write(self, value: AttrsInstance) -> str:
        """The line a person would type for a value."""
        words = [self.kind(value)]
        for each in attrs.fields(type(value)):
            item = getattr(value, each.name)
            if item != default_of(each):
                text = ",".join(str(part) for part in item) if isinstance(item, tuple) else _word(item)
                words.append(f"{each.name}={text}")
        return shlex.join(words)

    def typed(self, value: AttrsInstance) -> str:
        """The shortest line that :meth:`parse` reads as this very value: fields in order, without names where that can be.

        This is how a person types it.
        """
        named = shlex.split(self.write(value))
        fields = [each.name for each in attrs.fields(type(value))]
        present = [word.partition("=")[0] for word in named[1:]]
        bare = [named[0], *(word.partition("=")[2] for word in named[1:])]
        if present == fields[: len(present)]:
            spread = [*bare[:-1], *bare[-1].split(",")] if len(bare) > 1 else bare
            for words in (spread, bare):
                if self._reads(words, value):
                    return shlex.join(words)
        for count in range(len(named) - 1, 0, -1):
            mixed = [*bare[:count], *named[count:]]
            if self._reads(mixed, value):
                return shlex.join(mixed)
        return shlex.join(named)

    def _reads(self, words: Sequence[str], value: AttrsInstance) -> bool:
        try:
            return bool(self.parse(words) == value)
        except UsageError:
            return False

    def parse(self, words: Sequence[str] | str) -> AttrsInstance:
        """The value that typed words stand for. Raises UsageError naming the field and its form."""
        try:
            parts = shlex.split(words) if isinstance(words, str) else list(words)
        except ValueError as error:
            raise UsageError.of(
                "bad-word",
                "the line cannot be read: {value}.",
                value=str(error).lower(),
                hint="Close the quotation.",
            ) from error
        if not parts or parts[0] not in self._classes:
            known = Series(OrderWord(kind, self.game) for kind in self._classes)
            raise UsageError.of(
                "unknown-order",
                "there is no order {value!r}.",
                value=parts[0] if parts else "",
                known=known,
                hint="Orders: {known}.",
            )
        cls = self._classes[parts[0]]
        fields = attrs.fields_dict(cls)
        found: dict[str, list[str]] = {}
        loose: list[str] = []
        for part in parts[1:]:
            name, equals, rest = part.partition("=")
            if equals and name in fields:
                found[name] = rest.split(",") if self._many(cls, name) and rest else [rest] if rest else []
            else:
                loose.append(part)
        for name in fields:
            if name in found or not loose:
                continue
            if self._many(cls, name):
                found[name], loose = [item for word in loose for item in word.split(",") if item], []
            else:
                found[name] = [loose.pop(0)]
        if loose:
            raise UsageError(
                "too-many-words",
                Message(
                    "{value!r} is too much for {kind}.",
                    value=" ".join(loose),
                    kind=OrderWord(parts[0], self.game),
                ),
                hint=Message("Type: {value}", value=self.usage(parts[0])),
            )
        return self._build(cls, found)

    def usage(self, kind: str) -> Series:
        """How an order is typed: ``move UNIT PATH...``."""
        cls = self._classes[kind]
        words: list[str] = [OrderWord(kind, self.game)]
        for each in attrs.fields(cls):
            word = Message(
                "{name}..." if self._many(cls, each.name) else "{name}", name=placeholder(each.name)
            )
            words.append(word if each.default is attrs.NOTHING else Message("[{word}]", word=word))
        return Series(words, " ")

    def _many(self, cls: type[AttrsInstance], name: str) -> bool:
        return _is_tuple(hints(cls)[name])

    def _build(self, cls: type[AttrsInstance], found: Mapping[str, list[str]]) -> AttrsInstance:
        values: dict[str, object] = {}
        for each in attrs.fields(cls):
            if each.name not in found:
                if each.default is attrs.NOTHING:
                    raise UsageError.of(
                        "missing-word",
                        "{name} is missing.",
                        name=placeholder(each.name),
                        value=self.usage(kind_of(cls)),
                        hint="Type: {value}",
                    )
                continue
            hint = hints(cls)[each.name]
            words = found[each.name]
            try:
                if _is_tuple(hint):
                    values[each.name] = tuple(_read(word, get_args(hint)[0]) for word in words)
                else:
                    values[each.name] = _read(words[0] if words else "", hint)
            except ValueError as error:
                raise UsageError.of(
                    "bad-word",
                    "{name}: {error}.",
                    name=placeholder(each.name),
                    error=error.args[0],
                    value=self.usage(kind_of(cls)),
                    hint="Type: {value}",
                ) from error
        return cls(**values)


def placeholder(name: str) -> Loud:
    """What stands for a field where it is told how an order is typed: ``UNIT``."""
    return Loud(OrderWord(name))


def _names(cls: type[AttrsInstance]) -> Iterator[str]:
    """The names of the fields of a class; what is annotated where attrs has not written it yet."""
    written = vars(cls).get("__attrs_attrs__")
    if isinstance(written, tuple):
        yield from (each.name for each in written)
        return
    for base in cls.__mro__:
        hints: Mapping[str, object] = getattr(base, "__annotations__", {})
        yield from (name for name, hint in hints.items() if "ClassVar" not in str(hint))


def default_of(each: attrs.Attribute[object]) -> object:
    """A field's default, made anew where the class makes it anew; ``attrs.NOTHING`` where it has none."""
    return getattr(each.default, "factory", lambda: each.default)()


def _word(value: object) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _read(word: str, hint: object) -> object:
    if get_origin(hint) in (Union, UnionType):
        hint = next(each for each in get_args(hint) if each is not type(None))
    if hint is bool:
        if word not in ("yes", "no"):
            raise ValueError(Message("say yes or no, not {word!r}", word=word))
        return word == "yes"
    if hint is int:
        if not re.fullmatch(r"-?\d{1,16}", word) or abs(int(word)) > MAX_INT:
            raise ValueError(Message("{word!r} is not a whole number", word=word))
        return int(word)
    return word
