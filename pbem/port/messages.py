"""Sentences for people that know how they were made: a template in plain English, and what stands in its holes.

A :class:`Message` is its English sentence, and can be used wherever a ``str`` can. A reader of another language has the
template looked up in a gettext catalogue (``locale/es/LC_MESSAGES`` of this program or of a game) and filled again; an
argument that is a message itself, such as the name of a phase, is put into that language first, and so are an error, and
a side in a hole of that name. What no catalogue has stays English. Nothing of this reaches a log.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from gettext import GNUTranslations, NullTranslations
from importlib import import_module
from importlib.resources import files

from attrs import field, frozen

from pbem.bytes.errors import PbemError

LANGUAGES = ("en", "es")
_BRACES = str.maketrans({"{": "{{", "}": "}}"})
_HOLE = re.compile(r"\{[^{}]*\}")
_SIDE = "side"
_PLACE = "locale/{}/LC_MESSAGES/messages.mo"


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

    def __new__(cls, text: str) -> Capital:
        made = str.__new__(cls, raised(text))
        made.template, made.many, made.number, made.arguments = "", "", 1, {}
        made.text = text
        return made

    def __getnewargs_ex__(self) -> tuple[tuple[object, ...], dict[str, object]]:
        """The text as it stands inside a sentence."""
        return (self.text,), {}


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


@frozen(kw_only=True)
class Catalogue:
    """One language: its code, and the catalogues that are asked one after the other."""

    code: str
    found: tuple[NullTranslations, ...] = field(default=(), repr=False)

    def say(self, text: str) -> str:
        """A text in this language; English where no catalogue has it."""
        found = self.find(text) if self.found else None
        return str(text) if found is None else found

    def find(self, text: str) -> str | None:
        """A text in this language, or None where no catalogue has it."""
        if isinstance(text, Series):
            parts = tuple(map(self.say, text.items))
            glue, last = (self.knows(each) or each for each in (text.glue, text.last))
            return joined(parts, glue, last)
        if isinstance(text, Capital):
            return raised(self.say(text.text))
        if not isinstance(text, Message):
            return self.knows(text)
        template = self.knows(text.template, text.many, text.number)
        if template is None:
            return None
        return template.format_map({name: self._filling(name, each) for name, each in text.arguments.items()})

    def _filling(self, name: str, value: object) -> object:
        """What stands in a hole: a message and an error in this language, a side (``{side}``) by its name in it."""
        if isinstance(value, Message):
            return self.say(value)
        if isinstance(value, PbemError):
            return " ".join(filter(None, map(self.say, (value.message, value.hint))))
        if name == _SIDE and isinstance(value, str):
            return self.knows(value) or value
        return value

    def knows(self, template: str, many: str = "", count: int = 1) -> str | None:
        """The template in this language, or None when no catalogue has it."""
        if not template:
            return None  # gettext has its header under the empty text
        for each in self.found:
            said = each.ngettext(template, many, count) if many else each.gettext(template)
            if said not in (template, many):
                return said
        wordless = self.found and not any(map(str.isalpha, _HOLE.sub("", template)))
        return template if wordless else None


ENGLISH = Catalogue(code="en")


def catalogue(code: str, *packages: str) -> Catalogue:
    """The catalogues of packages in a language, the first asked first; those that are not there are left out."""
    modules = map(import_module, packages)  # a game may be one module: it has no files beside it
    opened = []
    for place in (files(each) / _PLACE.format(code) for each in modules if hasattr(each, "__path__")):
        if place.is_file():
            with place.open("rb") as file:
                opened.append(GNUTranslations(file))
    return Catalogue(code=code, found=tuple(opened))
