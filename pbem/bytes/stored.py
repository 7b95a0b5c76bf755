"""Values of attrs classes as JSON in a home's own files, read back strictly: nothing is coerced, and no key is unknown."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING, TypeVar, cast

from pbem.bytes.canon import Json
from pbem.bytes.codec import strict_converter

if TYPE_CHECKING:
    import cattrs
    from attrs import AttrsInstance

T = TypeVar("T")


@cache
def _converter() -> cattrs.Converter:
    return strict_converter(omit_defaults=False)


def plain(value: AttrsInstance) -> dict[str, Json]:
    """The object that stands for a value."""
    return cast("dict[str, Json]", _converter().unstructure(value))


def loaded(value: Json, kind: type[T]) -> T:
    """The value of a class, or of a mapping of such values, that an object stands for. Raises ValueError."""
    try:
        return _converter().structure(value, kind)
    except Exception as error:  # cattrs raises groups of many classes; every one means the same here
        raise ValueError(f"{kind} cannot be read from it") from error
