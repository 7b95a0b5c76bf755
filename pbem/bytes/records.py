"""attrs, with what few processes need written late: comparing, hashing and naming the values of a class.

attrs writes and compiles code for every class at every start, and half of that is these three methods. A command loads
some 300 classes and compares values of ten. Here a class gets them when one is first called, from attrs itself; from
then on it is as quick as any other. Everything else is as attrs has it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

import attrs
from attrs import AttrsInstance, evolve, field, fields

__all__ = ["AttrsInstance", "define", "evolve", "field", "fields", "frozen"]

if TYPE_CHECKING:
    from attrs import define, frozen
else:

    def define(cls=None, /, *, eq=True, frozen=False, **options):
        """``attrs.define``; see above."""

        def build(plain):
            wanted = ("__repr__", *(("__eq__",) if eq else ()), *(("__hash__",) if eq and frozen else ()))
            late = tuple(name for name in wanted if name not in vars(plain))
            record = attrs.define(eq=False, repr=False, frozen=frozen, **options)(plain)
            for name in late:
                setattr(record, name, _first(record, name, late))
            if eq and not frozen and "__hash__" not in vars(plain):
                record.__hash__ = None
            return record

        return build if cls is None else build(cls)

    def frozen(cls=None, /, **options):
        """``attrs.frozen``; see above."""
        return define(cls, frozen=True, **options)


def _first(record: type[AttrsInstance], name: str, late: Sequence[str]) -> object:
    """What stands for a method of a class until it is called, and then puts all the late ones in their places."""

    def method(*values: object) -> object:
        same = {each.name: field(eq=each.eq, hash=each.hash, repr=each.repr) for each in fields(record)}
        written = vars(attrs.make_class(record.__name__, same, init=False, frozen=True))
        for one in late:
            setattr(record, one, written[one])
        return written[name](*values)

    return method
