"""attrs, with what few processes need written late: fields, making, comparing, hashing and naming the values of a class.

attrs writes and compiles code for every class at every start. A command loads some 300 classes, makes values of 100 and
compares values of ten. Here attrs writes a class when its first value is made or its fields are asked for, and what
compares, hashes and names when one of these is first called; from then on it is as quick as any other.

Such a class has no slots: attrs writes it in place, for slots need a second class. Where a copy has to go through
``__init__`` (converters, validators, what is worked out after it), or nothing may be copied that is kept beside the fields
(:func:`pbem.bytes.values.evolve`), the class has slots and is written at once.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Mapping, Sequence
from functools import cache, cached_property
from threading import RLock
from types import CodeType
from typing import TYPE_CHECKING, TypeVar

import attrs
from attrs import AttrsInstance, evolve, field, fields

__all__ = ["AttrsInstance", "define", "evolve", "field", "fields", "frozen", "hints", "resolved"]

A = TypeVar("A", bound=AttrsInstance)

_LOCK = RLock()
"""The table answers in several threads: a class is written once."""

if TYPE_CHECKING:
    from attrs import define, frozen
else:

    def define(cls=None, /, *, eq=True, frozen=False, slots=None, **options):
        """``attrs.define``; see above."""

        def build(plain):
            wanted = ("__repr__", *(("__eq__",) if eq else ()), *(("__hash__",) if eq and frozen else ()))
            late = tuple(name for name in wanted if name not in vars(plain))
            whole = _needs_init(plain) if slots is None else slots
            if not whole and "__init__" not in vars(plain):
                options["init"] = True  # what stands for it must not be taken for the class's own
            written = attrs.define(eq=False, repr=False, frozen=frozen, slots=whole, **options)
            record = written(plain) if whole else _later(plain, written)
            for name in late:
                setattr(record, name, _first(record, name, late))
            if eq and not frozen and "__hash__" not in vars(plain):
                record.__hash__ = None
            return record

        return build if cls is None else build(cls)

    def frozen(cls=None, /, **options):
        """``attrs.frozen``; see above."""
        return define(cls, frozen=True, **options)


@cache
def hints(cls: type[AttrsInstance]) -> Mapping[str, object]:
    """The types of a class's fields by name, as ``typing.get_type_hints`` with its extras: each text is compiled once."""
    found: dict[str, object] = {}
    for base in reversed(cls.__mro__):
        for name, hint in vars(base).get("__annotations__", {}).items():
            space = vars(sys.modules[base.__module__])
            found[name] = eval(_compiled(hint), space, dict(vars(base))) if isinstance(hint, str) else hint  # noqa: S307
    return found


@cache
def _compiled(text: str) -> CodeType:
    return compile(text, "<annotation>", "eval")


def resolved(cls: type[A]) -> type[A]:
    """The class, whose fields know their types: what ``attrs.resolve_types`` does with these hints."""
    if vars(cls).get("__attrs_types_resolved__") is not cls:
        for each in fields(cls):
            object.__setattr__(each, "type", hints(cls)[each.name])
        cls.__attrs_types_resolved__ = cls  # type: ignore[attr-defined]  # as attrs marks it
    return cls


def _needs_init(plain: type) -> bool:
    """Whether a copy of a value is more than a copy of its fields."""
    kept = any(
        name == "__attrs_post_init__"
        or isinstance(value, cached_property)
        or getattr(value, "_validator", None)
        or getattr(value, "converter", None)
        for name, value in vars(plain).items()
    )
    return kept or any(vars(base).get("__slots__") for base in plain.__mro__[1:-1])


class _Late:
    """What stands for something that attrs writes until it is asked for; works as a method and on the class."""

    def __init__(self, plain: type, name: str, write: Callable[[], None]) -> None:
        self._plain, self._name, self._write = plain, name, write

    def __get__(self, instance: object, owner: type) -> object:
        self._write()
        found = vars(self._plain)[self._name]
        return found.__get__(instance, owner) if hasattr(found, "__get__") else found


def _later(plain: type, written: Callable[[type], type]) -> type:
    """The class, which attrs writes when its first value is made or its fields are asked for."""
    left = [written]

    def write() -> None:
        with _LOCK:
            if left:
                for base in plain.__bases__:
                    getattr(base, "__attrs_attrs__", None)
                left.pop()(plain)

    for name in ("__attrs_attrs__", "__attrs_init__" if "__init__" in vars(plain) else "__init__"):
        setattr(plain, name, _Late(plain, name, write))
    return plain


def _first(record: type[AttrsInstance], name: str, late: Sequence[str]) -> object:
    """What stands for a method of a class until it is called, and then puts all the late ones in their places."""

    def method(*values: object) -> object:
        same = {each.name: field(eq=each.eq, hash=each.hash, repr=each.repr) for each in fields(record)}
        written = vars(attrs.make_class(record.__name__, same, init=False, frozen=True))
        for one in late:
            setattr(record, one, written[one])
        return written[name](*values)

    return method
