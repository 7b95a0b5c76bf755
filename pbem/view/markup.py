"""Strings for XML and Markdown: every word of a scene may come from an opponent's file, so every word passes here."""

from __future__ import annotations

import json
import re
import unicodedata
from collections.abc import Iterable

from pbem.bytes.canon import Json
from pbem.bytes.messages import Message, altered
from pbem.port.scene import Point

_UNSEEN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
_COLOUR = re.compile(r"#(?:[0-9a-fA-F]{3}|[0-9a-fA-F]{6})\Z")
_XML = str.maketrans({"&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;"})
_MARKDOWN = re.compile(r"([\\`*_{}\[\]<>#|~!&@]|:(?=//)|(?<=[wW]{3})\.)")
_MAX_ACCENTS = 2


def clean(text: str, limit: int = 400) -> str:
    """The text in one line without control, format (bidirectional), private and unassigned characters.

    At most ``limit`` characters; accents piled up on one letter are dropped after the second. A message stays one, and
    can be said in another language, as long as what stands in its holes can be cleaned and cut; blanks before it stay.
    """
    if isinstance(text, Message) and (line := _clean(text, limit)) != text:
        return _within(altered(text, lambda each: _clean(each, limit)), line, limit)
    return _clean(text, limit)


def _within(message: str, line: str, limit: int) -> str:
    """A message with the longest text in its holes cut to the room there is; the clean line where that is not enough."""
    texts: list[str] = []

    def seen(each: str) -> str:
        texts.append(each)
        return each

    altered(message, seen)
    longest = max(texts, key=len, default="")
    room = limit - len(message) + len(longest)
    if len(message) > limit and room > 1:
        message = altered(message, lambda each: _clean(each, room) if each == longest else each)
    return message if _clean(message, limit) == message.strip() else line


def _clean(text: str, limit: int) -> str:
    if text.isascii() and text.isprintable():
        return text if len(text) <= limit else text[: limit - 1] + "…"
    kept: list[str] = []
    accents = 0
    for sign in unicodedata.normalize("NFC", text):
        kind = unicodedata.category(sign)
        accents = accents + 1 if kind in ("Mn", "Me") else 0
        if sign in "\t\n\r":
            kept.append(" ")
        elif kind not in _UNSEEN and accents <= _MAX_ACCENTS:
            kept.append(sign)
    line = " ".join("".join(kept).split())
    if line == text and len(line) <= limit:
        return text
    return line if len(line) <= limit else line[: limit - 1] + "…"


def xml(text: str, limit: int = 400) -> str:
    """Clean text, safe as XML character data and inside quoted attributes."""
    return clean(text, limit).translate(_XML)


def markdown(text: str, limit: int = 2000) -> str:
    """Clean text, safe as inline Markdown and in tables: no markup, no HTML, and no address turns into a link."""
    return _MARKDOWN.sub(r"\\\1", clean(text, limit))


def json_in_html(value: Json) -> str:
    """JSON that may stand inside a script element: nothing in it can end the element or begin markup.

    The only way in which JSON gets into a page; a test looks for any other.
    """
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    for sign, escape in (("<", "\\u003c"), (">", "\\u003e"), ("&", "\\u0026")):
        text = text.replace(sign, escape)
    return text.replace("\u2028", "\\u2028").replace("\u2029", "\\u2029")


def colour(text: str, default: str) -> str:
    """The text when it is a colour ``#rgb`` or ``#rrggbb``, else ``default``: nothing else gets into a style."""
    return text if _COLOUR.match(text) else default


def num(value: float) -> str:
    """A length in pixels with one decimal, in the fewest characters."""
    text = f"{value:.1f}"
    if text.endswith(".0"):
        text = text[:-2]
    return "0" if text == "-0" else text


_TENTHS = {tenths: f"{tenths / 10:g}" for tenths in range(-800, 801)}
"""Short lengths as they are written: a map is made of some ten thousand of them."""


def path(points: Iterable[Point], *, closed: bool = False) -> str:
    """SVG path data through the points, in relative steps between rounded positions so that errors never add up."""
    parts: list[str] = []
    add, written = parts.append, _TENTHS.get
    x = y = 0
    for px, py in points:
        nx, ny = round(px * 10), round(py * 10)
        if not parts:
            add(f"M{nx / 10:.10g} {ny / 10:.10g}l")
        elif nx != x or ny != y:
            dx, dy = nx - x, ny - y
            add(f"{written(dx) or f'{dx / 10:g}'} {written(dy) or f'{dy / 10:g}'} ")
        x, y = nx, ny
    if len(parts) < 2:
        return ""
    return "".join(parts).rstrip() + ("z" if closed else "")


def luminance(hex_colour: str) -> float:
    """Relative luminance of ``#rrggbb`` or ``#rgb``, from 0 (black) to 1 (white) (WCAG 2.2, relative luminance)."""
    digits = hex_colour[1:]
    if len(digits) == 3:
        digits = "".join(d * 2 for d in digits)
    parts = [int(digits[i : i + 2], 16) / 255 for i in (0, 2, 4)]
    r, g, b = (c / 12.92 if c <= 0.04045 else ((c + 0.055) / 1.055) ** 2.4 for c in parts)
    return 0.2126 * r + 0.7152 * g + 0.0722 * b


def ink_on(hex_colour: str) -> str:
    """Black or white ink, whichever reads better on the colour."""
    return "#1c1b18" if luminance(hex_colour) > 0.23 else "#ffffff"


def contrast(one: str, other: str) -> float:
    """How well two colours can be told apart, from 1 to 21 (WCAG 2.2, contrast ratio); letters want 4.5, large ones 3."""
    light, dark = sorted((luminance(one), luminance(other)), reverse=True)
    return (light + 0.05) / (dark + 0.05)
