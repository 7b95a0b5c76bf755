"""A mail taken apart, with limits that hold while it is parsed and not only afterwards."""

from __future__ import annotations

import base64
import binascii
from collections.abc import Iterator
from email.feedparser import BytesFeedParser
from email.message import Message as Letter
from email.policy import Policy, compat32

from pbem.bytes.errors import MailError
from pbem.bytes.records import frozen
from pbem.mail.limits import MAX_MAIL

MAX_LINES = 250_000
MAX_PARTS = 50
MAX_DEPTH = 5
MAX_HEADERS = 500
MAX_HEADER = 16 * 1024
MAX_PARAMETERS = 100
"""The most parameters of a header about the content: the library takes the square of their number."""
_CHUNK = 64 * 1024


@frozen(kw_only=True)
class Leaf:
    """A part that holds no other parts: its content as it was before transport, and its place (``2.1``).

    ``kind`` and ``charset`` are what the sender's program claims, in lower case: hints.
    """

    data: bytes
    place: str
    kind: str
    charset: str


def leaves(raw: bytes) -> tuple[Leaf, ...]:
    """The parts of a mail in their order, those of attached mails included.

    MailError: mail-too-big, mail-parts (more than 50), mail-nesting (deeper than 5), mail-header.
    """
    if len(raw) > MAX_MAIL:
        raise MailError.of("mail-too-big", "The mail has more than {most} MB.", most=MAX_MAIL // 1024 // 1024)
    if raw.count(b"\n") + raw.count(b"\r") > 2 * MAX_LINES:
        raise MailError.of("mail-too-big", "The mail has more than {max_lines} lines.", max_lines=MAX_LINES)
    return tuple(_walk(_parse(raw, _Budget()), _Budget(), 0, ""))


class _Budget:
    """Counts the parts of one mail."""

    def __init__(self) -> None:
        self.parts = 0

    def spend(self) -> None:
        self.parts += 1
        # The mail itself is not one of its parts.
        if self.parts > MAX_PARTS + 1:
            raise MailError.of("mail-parts", "The mail has more than {max_parts} parts.", max_parts=MAX_PARTS)


class _Part(Letter):
    """A message whose headers are bounded.

    Taking apart the parameters of a huge one takes the library minutes.
    """

    def set_raw(self, name: str, value: str) -> None:  # the hook the parser uses
        if len(value) > MAX_HEADER or len(self) >= MAX_HEADERS:
            raise MailError.of(
                "mail-header",
                "The mail has a header over {max_header} bytes, or over {max_headers}.",
                max_header=MAX_HEADER,
                max_headers=MAX_HEADERS,
            )
        if name.lower().startswith("content-") and value.count(";") > MAX_PARAMETERS:
            raise MailError.of(
                "mail-header",
                "The mail has a header with over {max_parameters} parameters.",
                max_parameters=MAX_PARAMETERS,
            )
        super().set_raw(name, value)


def _parse(raw: bytes, budget: _Budget) -> Letter:
    def make(policy: Policy = compat32) -> _Part:
        budget.spend()
        return _Part(policy=policy)

    spent = budget.parts
    parser = BytesFeedParser(make, policy=compat32)
    # The library makes one message only to see whether it can.
    budget.parts = spent
    try:
        for start in range(0, len(raw), _CHUNK):
            parser.feed(raw[start : start + _CHUNK])
        return parser.close()
    except (LookupError, TypeError, ValueError, RecursionError):
        # The library trusts charsets and numbers in parameters ("boundary*=undefined''x").
        raise MailError.of("mail-header", "The mail has a header that cannot be read.") from None


def _walk(part: Letter, budget: _Budget, depth: int, place: str) -> Iterator[Leaf]:
    if depth > MAX_DEPTH:
        raise MailError.of(
            "mail-nesting", "The mail nests parts deeper than {max_depth}.", max_depth=MAX_DEPTH
        )
    # Asked for the text of a part, the library decodes it by whatever charset the sender names.
    children = part.get_payload() if part.is_multipart() else None
    if not isinstance(children, list):
        yield Leaf(
            data=_content(part), place=place or "1", kind=part.get_content_type(), charset=_charset(part)
        )
        return
    for number, child in enumerate(children, 1):
        if not isinstance(child, Letter):
            continue
        budget.spend()
        inside = _uncoded(part, child) if part.get_content_type() == "message/rfc822" else None
        below = f"{place}.{number}" if place else str(number)
        yield from _walk(child if inside is None else _parse(inside, budget), budget, depth + 1, below)


def _content(part: Letter) -> bytes:
    try:
        data = part.get_payload(decode=True)
    except (LookupError, ValueError):
        data = None
    return data if isinstance(data, bytes) else b""


def _charset(part: Letter) -> str:
    try:
        return part.get_content_charset("") or ""
    except (LookupError, TypeError, ValueError):
        return ""


def _uncoded(outer: Letter, inner: Letter) -> bytes | None:
    """The bytes of an attached mail that was encoded as base64, against the standard;

    None when it was not.
    """
    coded = str(outer.get("content-transfer-encoding", "")).strip().lower() == "base64"
    if not coded or len(inner) or inner.is_multipart():
        return None
    try:
        return base64.b64decode(_content(inner))
    except (binascii.Error, ValueError):
        return None
