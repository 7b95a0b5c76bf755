"""A changed copy of a frozen value, fast enough to fold a game with.

``attrs.evolve`` runs the whole ``__init__``: 7.5 us for a state of 38 fields, and a fold makes some ten copies an entry.
Copying the instance's dictionary takes 0.7 us. Type checkers see ``attrs.evolve`` itself, and with it every field's type.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, TypeVar

import attrs

from pbem.bytes.errors import VerifyError

T = TypeVar("T", bound=attrs.AttrsInstance)
V = TypeVar("V")

TABLES = "_derived"
"""Where a frozen value keeps what was worked out for it (:mod:`pbem_rules.kernel.derived`); a copy does not take it over."""

if TYPE_CHECKING:
    from attrs import evolve

    def changed(value: T, /, **changes: object) -> T:
        """As ``evolve``, for a class that the type checker does not know."""

    def bare(value: V, /) -> V:
        """The value without what was worked out for it: itself, where there is nothing of that kind."""
else:

    def evolve(value: T, /, **changes: object) -> T:
        """The value with some fields changed. Classes with slots, converters or validators go through attrs."""
        try:
            fields = value.__dict__
        except AttributeError:
            return attrs.evolve(value, **changes)
        # A dictionary copied whole is five times as fast as a new one that is filled.
        held = fields.copy()
        held.pop(TABLES, None)
        size = len(held)
        held.update(changes)
        # A name that is no field makes the dictionary grow: attrs knows what to say of it.
        if len(held) != size:
            return attrs.evolve(value, **changes)
        copy = object.__new__(type(value))
        object.__setattr__(copy, "__dict__", held)
        return copy

    def bare(value: V, /) -> V:
        """The value without what was worked out for it: itself, where there is nothing of that kind."""
        return evolve(value) if TABLES in getattr(value, "__dict__", ()) else value

    changed = evolve


def hex_bytes(text: str, size: int = 32) -> bytes:
    """The bytes of a value in hexadecimal. Raises VerifyError ``bad-hex``."""
    try:
        value = bytes.fromhex(text)
    except ValueError:
        value = b""
    if len(value) != size or value.hex() != text:
        raise VerifyError.of(
            "bad-hex", "a value that should be {size} lower-case hexadecimal digits is not.", size=2 * size
        )
    return value


__all__ = ["TABLES", "bare", "changed", "evolve", "hex_bytes"]
