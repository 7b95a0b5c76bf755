"""Reading the fields of one line: nothing missing, nothing extra, every value of its exact type and size."""

from __future__ import annotations

import re
from collections.abc import Mapping

from pbem.bytes import canon
from pbem.bytes.canon import Json
from pbem.bytes.errors import FormatError, newer
from pbem.port.messages import Message

_HEX = re.compile(r"[0-9a-f]*")
_NAME = re.compile(r"[a-z][a-z0-9-]{0,31}")
KEY = re.compile(r"[0-9a-f]{64}")
"""32 bytes in hexadecimal."""


def is_words(text: Json, limit: int) -> bool:
    """Whether a value is a string of 1 to ``limit`` characters without a space at either end: a name or a note."""
    return isinstance(text, str) and 1 <= len(text) <= limit and text == text.strip(" ")


def _check_version(said: Json) -> None:
    """``v`` is 1; anything else is another format, and nothing else of the line is ours to judge."""
    if type(said) is int and said > 1:
        raise newer(said)
    if type(said) is not int or said != 1:
        raise FormatError.of("version", "Format {value!r} is not known here.", value=said)


class Fields:
    """The members of one line, asked for by name; a bad value raises FormatError("bad-field")."""

    def __init__(self, value: Mapping[str, Json], names: tuple[str, ...]) -> None:
        self._value = value
        self._kind = value.get("k")
        if "v" in names and "v" in value:
            _check_version(value["v"])
        missing = [name for name in names if name not in value]
        extra = [name for name in value if name not in names]
        if missing:
            raise FormatError.of(
                "missing-field",
                "The {kind} line lacks {missing}.",
                kind=self._kind,
                missing=", ".join(missing),
            )
        if extra:
            raise FormatError.of(
                "extra-field",
                "The {kind} line has the unknown field {extra}.",
                kind=self._kind,
                extra=", ".join(extra),
            )

    def has(self, name: str) -> bool:
        """Whether a member that may be missing is there."""
        return name in self._value

    def _bad(self, name: str, expected: str) -> FormatError:
        return FormatError.of(
            "bad-field",
            "{name!r} on the {kind} line must be {expected}.",
            name=name,
            kind=self._kind,
            expected=expected,
        )

    def hex(self, name: str, length: int) -> str:
        """``2 * length`` lower-case hex digits."""
        text = self._value[name]
        if not isinstance(text, str) or len(text) != 2 * length or not _HEX.fullmatch(text):
            raise self._bad(name, Message("{length} lower-case hex digits", length=2 * length))
        return text

    def octets(self, name: str, length: int) -> bytes:
        """``length`` bytes written as lower-case hex."""
        return bytes.fromhex(self.hex(name, length))

    def number(self, name: str, low: int, high: int = canon.MAX_INT) -> int:
        """A whole number from ``low`` to ``high``."""
        number = self._value[name]
        if isinstance(number, bool) or not isinstance(number, int) or not low <= number <= high:
            raise self._bad(name, Message("a whole number from {low} to {high}", low=low, high=high))
        return number

    def name(self, name: str) -> str:
        """A short machine name: ``[a-z][a-z0-9-]{0,31}``."""
        return self._checked_name(name, self._value[name])

    def names(self, name: str, count: int) -> tuple[str, ...]:
        """``count`` different machine names."""
        items = self._value[name]
        if not isinstance(items, list) or len(items) != count:
            raise self._bad(name, Message("a list of {count} names", count=count))
        found = tuple(self._checked_name(name, item) for item in items)
        if len(set(found)) != count:
            raise self._bad(name, Message("{count} different names", count=count))
        return found

    def text(self, name: str, limit: int) -> str:
        """1 to ``limit`` characters without a space at either end."""
        text = self._value[name]
        if not is_words(text, limit):
            raise self._bad(
                name, Message("1 to {limit} characters, without a space at either end", limit=limit)
            )
        return str(text)

    def choice(self, name: str, allowed: tuple[str, ...]) -> str:
        """One of the allowed words."""
        text = self._value[name]
        if not isinstance(text, str) or text not in allowed:
            raise self._bad(name, " or ".join(allowed))
        return text

    def mapping(self, name: str) -> dict[str, Json]:
        """An object, whatever is in it."""
        value = self._value[name]
        if not isinstance(value, dict):
            raise self._bad(name, Message("an object"))
        return value

    def _checked_name(self, name: str, text: Json) -> str:
        if not isinstance(text, str) or not _NAME.fullmatch(text):
            raise self._bad(name, Message("made of a-z, 0-9 and -, at most 32 characters"))
        return text
