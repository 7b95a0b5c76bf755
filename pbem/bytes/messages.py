"""Sentences for people that know how they were made: a template in plain English, and what stands in its holes.

A :class:`Message` is its English sentence, and can be used wherever a ``str`` can; :mod:`pbem.port.messages` says it in
another language. It lies at the bottom, because an error anywhere is read by somebody. Nothing of this reaches a log.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Self

_BRACES = str.maketrans({"{": "{{", "}": "}}"})


class Message(str):
    """A template and its arguments: ``Message("{unit} retreats to {hex}.", unit="505/82", hex="W3522")``.

    Raises KeyError when the template names what is not given.
    """

    __slots__ = ("arguments", "many", "number", "template")
    template: str
    many: str
    number: int
    arguments: Mapping[str, object]

    def __new__(cls, template: str, /, **arguments: object) -> Message:
        made = super().__new__(cls, template.format_map(arguments))
        made.template, made.many, made.number, made.arguments = template, "", 1, arguments
        return made

    def __getnewargs_ex__(self) -> tuple[tuple[object, ...], dict[str, object]]:
        """What makes it again in another process: its template, not the finished text, which may hold braces."""
        template = self.many if self.many and self.number != 1 else self.template
        return (template,), dict(self.arguments)


def counted(count: int, one: str, many: str, /, **arguments: object) -> Message:
    """One of two templates, as the number says; it stands in both as ``{n}``: ``counted(2, "{n} hex", "{n} hexes")``."""
    filled = {"n": count, **arguments}
    made = Message(one if count == 1 else many, **filled)
    made.template, made.many, made.number = one, many, count
    return made


class Series(Message):
    """Several things after one another, with ``glue`` between them; the last glue may be another (``" and "``)."""

    __slots__ = ("glue", "items", "last")
    items: tuple[str, ...]
    glue: str
    last: str

    def __new__(cls, items: Iterable[str], glue: str = ", ", last: str = "") -> Series:
        parts = tuple(items)
        made = str.__new__(cls, joined(parts, glue, last))
        made.template, made.many, made.number, made.arguments = "", "", 1, {}
        made.items, made.glue, made.last = parts, glue, last or glue
        return made

    def __getnewargs_ex__(self) -> tuple[tuple[object, ...], dict[str, object]]:
        """The items and what stands between them."""
        return (self.items, self.glue, self.last), {}


class Capital(Message):
    """A text that begins a sentence: its first letter is a capital in every language."""

    __slots__ = ("text",)
    text: str

    @staticmethod
    def change(text: str) -> str:
        """What becomes of the text, in whatever language it is."""
        return raised(text)

    def __new__(cls, text: str) -> Self:
        made = str.__new__(cls, cls.change(text))
        made.template, made.many, made.number, made.arguments = "", "", 1, {}
        made.text = text
        return made

    def __getnewargs_ex__(self) -> tuple[tuple[object, ...], dict[str, object]]:
        """The text as it stands inside a sentence."""
        return (self.text,), {}


class Loud(Capital):
    """A text in capital letters: what somebody puts something of their own in the place of, as in ``move UNIT PATH``."""

    __slots__ = ()

    @staticmethod
    def change(text: str) -> str:
        """All of it in capital letters."""
        return text.upper()


class OrderWord(Message):
    """A word of an order as somebody types it: its kind (``move``), and what the game's catalogue calls it elsewhere.

    Catalogues have it under a context of its own (:func:`word_context`), apart from sentences of the same letters. Without
    a game: a field of an order (``units``), or a value that an order names (``stand``).
    """

    __slots__ = ("game",)
    game: str

    def __new__(cls, kind: str, game: str = "") -> OrderWord:
        made = str.__new__(cls, kind)
        made.template, made.many, made.number, made.arguments = f"{word_context(game)}\x04{kind}", "", 1, {}
        made.game = game
        return made

    def __getnewargs_ex__(self) -> tuple[tuple[object, ...], dict[str, object]]:
        """The kind and its game."""
        return (str(self), self.game), {}


def word_context(game: str) -> str:
    """The gettext context under which a game's catalogue has the words for its kinds of order; "" for what stands in one."""
    return f"order of {game}" if game else "in an order"


def altered(text: str, change: Callable[[str], str]) -> str:
    """A text with everything in its holes changed, as deep as messages stand in messages; it stays a message."""
    match text:
        case Series():
            return Series((altered(each, change) for each in text.items), text.glue, text.last)
        case Capital():
            return type(text)(altered(text.text, change))
        case OrderWord():
            return text
        case Message():
            filled = {
                name: altered(each, change) if isinstance(each, str) else each
                for name, each in text.arguments.items()
            }
            return (
                counted(text.number, text.template, text.many, **filled)
                if text.many
                else Message(text.template, **filled)
            )
    return change(text)


def raised(text: str) -> str:
    """The text with its first letter as a capital."""
    return text[:1].upper() + text[1:]


def spelled(word: str) -> Message:
    """A word that a game or a log holds, such as a side or how a game ended: catalogues are asked for it as it stands.

    A message stays what it is.
    """
    return word if isinstance(word, Message) else Message(word.translate(_BRACES))


def joined(items: tuple[str, ...], glue: str, last: str = "") -> str:
    """The items with glue between them, another before the last one."""
    if len(items) < 2:
        return "".join(items)
    return (last or glue).join((glue.join(items[:-1]), items[-1]))
