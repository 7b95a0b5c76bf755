"""Sentences in the reader's language (:mod:`pbem.bytes.messages` is how they are made). A reader of another language has the
template looked up in a gettext catalogue (``locale/es/LC_MESSAGES`` of this program or of a game) and filled again; an
argument that is a message itself, such as the name of a phase, is put into that language first, and so are an error, and
a side in a hole of that name. What no catalogue has stays English. Nothing of this reaches a log.
"""

from __future__ import annotations

import re
from gettext import GNUTranslations, NullTranslations
from importlib import import_module

from pbem.bytes.errors import PbemError
from pbem.bytes.messages import Capital as Capital
from pbem.bytes.messages import Loud as Loud
from pbem.bytes.messages import Message as Message
from pbem.bytes.messages import OrderWord as OrderWord
from pbem.bytes.messages import Series as Series
from pbem.bytes.messages import counted as counted
from pbem.bytes.messages import joined as joined
from pbem.bytes.messages import raised as raised
from pbem.bytes.messages import spelled as spelled
from pbem.bytes.records import field, frozen

LANGUAGES = ("en", "es")
_HOLE = re.compile(r"\{[^{}]*\}")
_TWO_STOPS = re.compile(r"(?<=[A-Z])\.\.(?=\s|$)")
"""An abbreviation at the end of a sentence: ``EE. UU..`` has one full stop."""
_SIDE = "side"
_COMMAS = str.maketrans({".": ",", ",": "\N{NO-BREAK SPACE}"})
_PLACE = "locale/{}/LC_MESSAGES/messages.mo"


@frozen
class _Comma:
    """A number as people write it who put a comma where English has a point, and a space between thousands."""

    number: float

    def __format__(self, spec: str, /) -> str:
        return format(self.number, spec).translate(_COMMAS)

    def __str__(self) -> str:
        return str(self.number).translate(_COMMAS)

    __repr__ = __str__


class _Nothing(NullTranslations):
    """What a catalogue falls back on: empty where it has nothing, for a translation may well be like its English."""

    def gettext(self, message: str) -> str:
        return ""

    def ngettext(self, msgid1: str, msgid2: str, n: int) -> str:
        return ""


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
            return text.change(self.say(text.text))
        if not isinstance(text, Message):
            return self.knows(text)
        template = self.knows(text.template, text.many, text.number)
        if template is None:
            return None
        said = template.format_map({name: self._filling(name, each) for name, each in text.arguments.items()})
        return _TWO_STOPS.sub(".", said)

    def _filling(self, name: str, value: object) -> object:
        """What stands in a hole: a message and an error in this language, a side (``{side}``) by its name in it."""
        if isinstance(value, Message):
            return self.say(value)
        if isinstance(value, int | float) and not isinstance(value, bool) and self.code != ENGLISH.code:
            return _Comma(value)
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
            if not said and (one := each.ngettext(template, many, 1)) != template:
                said = one  # gettext of early 3.11 does not know what has a plural
            if said:
                return said
        wordless = self.found and not any(map(str.isalpha, _HOLE.sub("", template)))
        return template if wordless else None


ENGLISH = Catalogue(code="en")


def catalogue(code: str, *packages: str) -> Catalogue:
    """The catalogues of packages in a language, the first asked first; those that are not there are left out."""
    from importlib.resources import files  # noqa: PLC0415  # loads thirty modules

    modules = map(import_module, packages)  # a game may be one module: it has no files beside it
    opened = []
    for place in (files(each) / _PLACE.format(code) for each in modules if hasattr(each, "__path__")):
        if place.is_file():
            with place.open("rb") as file:
                opened.append(found := GNUTranslations(file))
            found.add_fallback(_Nothing())
    return Catalogue(code=code, found=tuple(opened))
