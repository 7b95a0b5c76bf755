"""Typed orders read kindly: any case, unique beginnings, place names, names with blanks that stand without quotes.

What a line says letter by letter comes first. Only where that is no legal order are its words looked up: in the values
that the legal orders of its kind have, in the units and cells that the player sees, and in the names of places. A word
that could be several things is never guessed at.
"""

from __future__ import annotations

import re
import shlex
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from functools import cached_property
from itertools import islice
from types import UnionType
from typing import TypeAlias, Union, get_args, get_origin, get_type_hints

import attrs

from pbem.bytes.errors import UsageError
from pbem.bytes.records import AttrsInstance, frozen
from pbem.games import boundary
from pbem.home.play import order_lines
from pbem.home.play.folding import either, fold
from pbem.home.play.order_words import OrderWords
from pbem.port.game import Ruleset, Side
from pbem.port.messages import Message
from pbem.port.scene import Scene

_MOST_LEGAL = 20_000
_LONGEST = 6
"""So many words a name has at most."""
_SAID = {"y": "yes", "n": "no", "true": "yes", "false": "no", "s": "yes", "si": "yes", "sí": "yes"}


Wide: TypeAlias = Mapping[str, Mapping[str, Iterator[AttrsInstance]]]


@frozen(kw_only=True)
class Line:
    """A line as it was understood, and what to say beside a refusal: ``Did you mean 505/82?``, or nothing."""

    text: str
    aside: str = ""


def _split(text: str) -> list[str]:
    """The words of a line; none where its quotes do not close."""
    try:
        return shlex.split(text)
    except ValueError:
        return []


def _several(text: str, found: Sequence[str]) -> UsageError:
    named = either(found)
    return UsageError.of(
        "several", "{text!r} may be {either}.", text=text, either=named, hint="Name one of them."
    )


@frozen(kw_only=True, slots=False)
class OrderReader:
    """What can be named where ``side`` has to give an order of one of ``kinds``; ``legal`` are its legal orders.

    ``wide`` are those that are too many to be listed whole, by kind and unit.
    """

    rules: Ruleset[object]
    state: object
    side: Side
    kinds: tuple[str, ...]
    legal: Callable[[], Iterable[AttrsInstance]]
    wide: Callable[[], Wide] = dict
    package: str = ""
    """Where the game's catalogues are, with the words for its orders in other languages."""

    @cached_property
    def words(self) -> OrderWords:
        """The words for kinds of order."""
        return OrderWords.of(self.rules, self.package)

    def plain(self, text: str) -> Line:
        """The line with the words that each language has its own for written out, and nothing else of it read.

        Raises UsageError ``unknown-order`` and ``several`` with what it could mean.
        """
        if not (words := _split(text)):
            return Line(text=text)
        return Line(text=shlex.join(self._written_out(words)))

    def same(self, typed: str, line: str) -> bool:
        """Whether a line is what was typed, in whatever language its words were: quotes and capital letters say nothing."""
        kind = typed.split(maxsplit=1)[:1]
        whole = bool(kind) and bool(self.words.exactly(kind[0]))
        return whole and order_lines.same(self.plain(typed).text, line)

    def _written_out(self, words: Sequence[str]) -> list[str]:
        """The words with the kind, and what it names its fields and their values, as they stand on the log."""
        kind = self.words.kind(self.kinds, words[0])
        fields, values = self.words.fields(kind), self.words.values(kind)
        found = [kind]
        for word in words[1:]:
            name = fields.get(fold(word.partition("=")[0]), "") if "=" in word else ""
            value = word.partition("=")[2] if name else word
            found.append(f"{name and name + '='}{values.get(fold(value), value)}")
        return found

    def line(self, text: str) -> Line:
        """The line that ``text`` stands for. Raises UsageError ``unknown-order`` and ``several`` with what it could mean."""
        if not (words := _split(text)):
            return Line(text=text)
        codec = self.rules.actions
        words = self._written_out(words)
        if self._stands(words):
            return Line(text=shlex.join(words))
        reading = _Reading(reader=self, kind=words[0], words=_words(codec.cls(words[0]), words[1:]))
        found = [words[0], *reading.items()]
        return Line(text=shlex.join(found), aside=reading.aside(found[1:]))

    def _stands(self, words: Sequence[str]) -> bool:
        """Whether these very words are a legal order."""
        try:
            action = boundary.complete(self.rules, self.state, self.side, self.rules.actions.parse(words))
        except (UsageError, ValueError):
            return False
        return not boundary.check(self.rules, self.state, self.side, action)

    @cached_property
    def names(self) -> Mapping[str, tuple[str, ...]]:
        """What is on the map, by its folded name: units, cells, and places by the cells they lie in."""
        cells = [(cell.name, cell.name) for cell in self.scene.ground.cells]
        return _folded((*cells, *((name, name) for name in self.units), *self.places))

    @cached_property
    def scene(self) -> Scene:
        """What the player sees."""
        return self.rules.scene(self.state, self.side)

    @cached_property
    def units(self) -> tuple[str, ...]:
        """The names of all counters."""
        return tuple(counter.name for pile in self.scene.piles for counter in pile.counters)

    @cached_property
    def places(self) -> tuple[tuple[str, str], ...]:
        """The names of places and boxes, each with what the game calls it."""
        named = [(cell.title, cell.name) for cell in self.scene.ground.cells if cell.title]
        boxes = [
            (each, pile.cell) for pile in self.scene.piles if pile.label for each in (pile.label, pile.cell)
        ]
        return (*named, *boxes)

    def title(self, key: str) -> str:
        """The place of a folded name as the map has it; "" where none is called so."""
        return next((title for title, _ in self.places if fold(title) == key), "")

    @cached_property
    def beginnings(self) -> Mapping[str, tuple[str, ...]]:
        """What may be named by its beginning: units and places. Numbers of cells are not: they differ at their end."""
        return _folded((*((name, name) for name in self.units), *self.places))

    def called(self, text: str, what: str) -> frozenset[str]:
        """All units, or all places, that a player means by a name or its beginning: a town may have several hexes.

        Raises UsageError ``no-such-name`` with what may be meant, and ``several``.
        """
        if what == "unit":
            known = _folded((name, name) for name in (*self.units, *self._ordered()))
        else:
            known = _folded((*((cell.name, cell.name) for cell in self.scene.ground.cells), *self.places))
        key = fold(text)
        if key in known:
            return frozenset(known[key])
        begun = [name for name in known if key and name.startswith(key)]
        if len(begun) == 1:
            return frozenset(known[begun[0]])
        if begun:
            found = [each for name in begun for each in known[name]]
            raise _several(text, found)
        near = get_close_matches(key, known, n=1)
        meant = (
            Message("Did you mean {known}?", known=self.title(near[0]) or known[near[0]][0])
            if near
            else Message("See `pbem map --text`.")
        )
        said = (
            Message("There is no unit {text!r} here.", text=text)
            if what == "unit"
            else Message("There is no place {text!r} here.", text=text)
        )
        raise UsageError("no-such-name", said, hint=meant)

    def listed(self) -> Iterator[AttrsInstance]:
        """The legal orders, so many at most."""
        return islice(self.legal(), _MOST_LEGAL)

    def _ordered(self) -> Iterator[str]:
        """What the legal orders name as units, on the map or not."""
        for (_, field), names in self.values.items():
            if field in ("unit", "units"):
                yield from (each for found in names.values() for each in found)

    @cached_property
    def values(self) -> Mapping[tuple[str, str], Mapping[str, tuple[str, ...]]]:
        """What stands in each field of the legal orders: by kind and field, and then by the folded word."""
        found = {(kind, "unit"): dict.fromkeys(units) for kind, units in self.wide().items()}
        for action in self.listed():
            kind = self.rules.actions.kind(action)
            for each in attrs.fields(type(action)):
                value = getattr(action, each.name)
                for item in value if isinstance(value, tuple) else (value,):
                    if isinstance(item, str) and item:
                        found.setdefault((kind, each.name), {}).setdefault(item)
        return {key: _folded((value, value) for value in values) for key, values in found.items()}


# --- the words of a line ----------------------------------------------------------------------------------------------


@frozen
class _Word:
    """A word, the field it is given for by name (``artillery=``), and whether a comma parts it from the word before."""

    text: str
    field: str = ""
    parted: bool = False


def _words(cls: type[AttrsInstance], typed: Iterable[str]) -> tuple[_Word, ...]:
    fields = {each.name for each in attrs.fields(cls)}
    found: list[_Word] = []
    parted = False
    for word in typed:
        head, equals, rest = word.partition("=")
        name = head.lower() if equals and head.lower() in fields else ""
        pieces = (rest if name else word).split(",")
        for n, piece in enumerate(pieces):
            parted = parted or n > 0
            if piece.strip() or (name and n == 0):
                found.append(_Word(piece.strip(), name if n == 0 else "", parted=parted))
                parted = False
        parted = not pieces[-1].strip() and len(pieces) > 1
    return tuple(found)


@frozen(kw_only=True, slots=False)
class _Reading:
    """One line being read: each word with the field that it stands in."""

    reader: OrderReader
    kind: str
    words: tuple[_Word, ...]

    @cached_property
    def _hints(self) -> Mapping[str, object]:
        cls = self.reader.rules.actions.cls(self.kind)
        hints = get_type_hints(cls)
        return {each.name: _plain(hints[each.name]) for each in attrs.fields(cls)}

    def items(self) -> list[str]:
        """The words as the codec takes them."""
        named = {word.field for word in self.words if word.field}
        loose = [name for name in self._hints if name not in named]
        found: list[str] = []
        at, field = 0, ""
        while at < len(self.words):
            word = self.words[at]
            if word.field or not (field and word.parted):
                field = word.field
            place = field or (loose[0] if loose else "")
            item, used = self._item(place, at)
            if word.field:
                found.append(f"{word.field}={item}")
            elif field:
                found[-1] += f",{item}"
            else:
                found.append(item)
                if loose and get_origin(self._hints[place]) is not tuple:
                    loose.pop(0)
            at += used
        return found

    def _item(self, field: str, at: int) -> tuple[str, int]:
        """What stands for a field at a word, and how many words it takes: the longest name first."""
        hint = self._hints.get(field)
        if hint is bool:
            return _SAID.get(self.words[at].text.lower(), self.words[at].text.lower()), 1
        if hint is int:
            return self.words[at].text, 1
        run = [self.words[at].text]
        for word in self.words[at + 1 : at + _LONGEST]:
            if word.field or word.parted:
                break
            run.append(word.text)
        for look in (self._called, self._begun):
            for count in range(len(run), 0, -1):
                name = look(field, " ".join(run[:count]))
                if name:
                    return name, count
        return run[0], 1

    def _called(self, field: str, text: str) -> str:
        """The one thing of exactly this name, "" when there is none; what the legal orders have in this field first."""
        head, colon, tail = text.partition(":")
        key = fold(text)
        legal = self.reader.values.get((self.kind, field), {})
        for names in (legal, self.reader.names):
            if found := names.get(key):
                return self._one(field, text, found)
        if colon and (found := self.reader.names.get(fold(head))):
            return f"{self._one(field, head, found)}:{tail}"
        return ""

    def _begun(self, field: str, text: str) -> str:
        """The one thing whose name begins so; "" when there is none."""
        key = fold(text)
        legal = self.reader.values.get((self.kind, field), {})
        if not key:
            return ""
        for names in (legal, self.reader.beginnings):
            found = {each: None for name, all_ in names.items() if name.startswith(key) for each in all_}
            if found and (names is legal or len(key) > 1):
                return self._one(field, text, tuple(found))
        return ""

    def _one(self, field: str, text: str, found: Sequence[str]) -> str:
        if len(found) > 1:
            allowed = self.reader.values.get((self.kind, field), {})
            legal = {each for names in allowed.values() for each in names}
            found = [each for each in found if each == text] or [e for e in found if e in legal] or found
        if len(found) > 1:
            raise _several(text, found)
        return found[0]

    def aside(self, items: Sequence[str]) -> str:
        """What was probably meant by the first word that nothing here is called."""
        known = [*self.reader.names, *(word for names in self.reader.values.values() for word in names)]
        for item in items:
            word = item.partition("=")[2] or item
            plain = re.fullmatch(r"-?\d+|yes|no", word)
            if plain or self._known(word):
                continue
            if near := get_close_matches(fold(word), known, n=1, cutoff=0.7):
                meant = self.reader.names.get(near[0]) or next(
                    names[near[0]] for names in self.reader.values.values() if near[0] in names
                )
                return Message(
                    "Nothing here is called {word!r}. Did you mean {meant}?",
                    word=word,
                    meant=self.reader.title(near[0]) or meant[0],
                )
        return ""

    def _known(self, word: str) -> bool:
        keys = {fold(word), fold(word.partition(":")[0])}
        return any(
            key in names for key in keys for names in (self.reader.names, *self.reader.values.values())
        )


def _folded(pairs: Iterable[tuple[str, str]]) -> dict[str, tuple[str, ...]]:
    """Names by how they sound: each key with everything that is called so."""
    found: dict[str, dict[str, None]] = {}
    for name, meant in pairs:
        found.setdefault(fold(name), {}).setdefault(meant)
    return {key: tuple(all_) for key, all_ in found.items()}


def _plain(hint: object) -> object:
    if get_origin(hint) in (Union, UnionType):
        return next(each for each in get_args(hint) if each is not type(None))
    return hint
