"""The words of the orders of a game: as they stand on the log, and as its catalogues call them in other languages.

Every word is understood whatever the reader's language is; what is shown is in the reader's.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from difflib import get_close_matches
from functools import cached_property

from attrs import fields

from pbem.bytes.codec import Codec
from pbem.bytes.errors import UsageError
from pbem.bytes.records import frozen
from pbem.home.play import order_lines
from pbem.home.play.folding import either, fold
from pbem.port.game import Ruleset
from pbem.port.messages import ENGLISH, LANGUAGES, Catalogue, Message, OrderWord, Series, catalogue

_FEW = 12
"""So many kinds of order are listed beside a word that is none of them."""


@frozen(kw_only=True, slots=False)
class OrderWords:
    """The kinds of a game; ``package`` is where its catalogues are, "" where it has none."""

    codec: Codec
    game: str
    package: str = ""

    @classmethod
    def of(cls, rules: Ruleset[object], package: str) -> OrderWords:
        """Those of an installed game."""
        return cls(codec=rules.actions, game=rules.name, package=package)

    @cached_property
    def _tongues(self) -> tuple[Catalogue, ...]:
        codes = [code for code in LANGUAGES if code != ENGLISH.code] if self.package else []
        return tuple(catalogue(code, self.package) for code in codes)

    @cached_property
    def foreign(self) -> Mapping[str, tuple[str, ...]]:
        """What each kind is called in other languages than English."""
        return {
            kind: tuple(filter(None, (each.find(OrderWord(kind, self.game)) for each in self._tongues)))
            for kind in self.codec.kinds
        }

    def fields(self, kind: str) -> Mapping[str, str]:
        """The fields of a kind of order, by what they are called in some language."""
        return self._inside(each.name for each in fields(self.codec.cls(kind)))

    def values(self, kind: str) -> Mapping[str, str]:
        """The words that a kind of order names as what may stand in a field, by what they are called in some language."""
        return self._inside(order_lines.choices(self.codec.cls(kind)))

    def _inside(self, words: Iterable[str]) -> Mapping[str, str]:
        tongues = (ENGLISH, *self._tongues)
        return {fold(each.say(OrderWord(word))): word for word in words for each in tongues}

    def exactly(self, word: str) -> str:
        """The kind that is called so in some language; "" where none is."""
        small = word.lower()
        if self.codec.knows(small):
            return small
        key = fold(word)
        return next((kind for kind, words in self.foreign.items() if key in map(fold, words)), "")

    def begun(self, kinds: Sequence[str], word: str) -> Mapping[str, str]:
        """The kinds whose word begins so, each with the word that does; where several do, with that of the reader."""
        small, key = word.lower(), fold(word)
        found: dict[str, str] = {}
        for kind in kinds:
            others = [each for each in self.foreign.get(kind, ()) if fold(each).startswith(key)]
            if kind.startswith(small):
                found[kind] = OrderWord(kind, self.game) if others else kind
            elif others:
                found[kind] = others[0]
        return found

    def kind(self, kinds: Sequence[str], word: str) -> str:
        """The kind of order that a word begins in any language, those that are owed first.

        Raises UsageError ``unknown-order`` and ``several``.
        """
        if kind := self.exactly(word):
            return kind
        for among in (tuple(kinds), self.codec.kinds):
            found = self.begun(among, word)
            if len(found) == 1:
                return next(iter(found))
            if found:
                raise UsageError.of(
                    "several",
                    "{word!r} may be {either}.",
                    word=word,
                    either=either(tuple(found.values())),
                    hint="Type more of it.",
                )
        raise UsageError(
            "unknown-order",
            Message("there is no order {word!r}.", word=word),
            hint=Message(
                "{meant}Orders: {what}.",
                meant=self._near(kinds, word),
                what=Series(OrderWord(kind, self.game) for kind in kinds),
            )
            if 0 < len(kinds) <= _FEW
            else Message(
                "{meant}`pbem orders` lists them when it is your turn.", meant=self._near(kinds, word)
            ),
        )

    def _near(self, kinds: Sequence[str], word: str) -> str:
        known = [each for kind in kinds or self.codec.kinds for each in (kind, *self.foreign[kind])]
        near = get_close_matches(word.lower(), known, n=1)
        return Message("Did you mean {near}? ", near=near[0]) if near else ""
