"""The words of the game and of this program in another language, for pictures, pages and reports only.

Nothing on the log is translated: outcomes are sentences that follow from it, made in English by the game. A table of
patterns in the game's folder (``lang/es.toml``) says what each sentence is in the other language:

``"{unit} retreated to {hex}." = "{unit} se retira a {hex}."`` - a name in braces stands for any words and is copied;
``{mode:mode}`` is looked up in the table ``mode``, ``{r:result,}`` is a list with commas whose parts are, ``{p:part&}`` one
with ``and``. What no pattern fits stays English, so that nothing is lost and nothing is guessed.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cached_property

from attrs import evolve, field, frozen

from pbem.bytes.errors import DataError
from pbem.port.game import Moment, Outcome
from pbem.port.messages import ENGLISH as ENGLISH_CATALOGUE
from pbem.port.messages import Catalogue, Message
from pbem.port.scene import Scene
from pbem.replay.outcome import Ending

_HOLE = re.compile(r"\{([a-z]+\d?)(?::([a-z]+)([,&]?))?\}")
SENTENCES, WORDS = "sentences", "words"
_JOINS = {",": (", ", ", "), "&": (" and ", " y ")}
_MOST = 2000

Tables = Mapping[str, Mapping[str, str]]
"""Patterns by table: English to the other language."""


@frozen(kw_only=True)
class _Pattern:
    """One line of a table, ready to be matched; ``holes`` are (name, table, join)."""

    source: str
    test: re.Pattern[str]
    target: str
    holes: tuple[tuple[str, str, str], ...]

    @property
    def weight(self) -> tuple[int, int]:
        """Letters fixed at the beginning, and in all: the more there are, the earlier the pattern is tried."""
        first = _HOLE.search(self.source)
        return -(first.start() if first else len(self.source)), -len(_HOLE.sub("", self.source))


@frozen(kw_only=True)
class Tongue:
    """A language: its code, and the tables of a game and of this program together. What was found is remembered."""

    code: str
    tables: Tables = field(factory=dict, repr=False)
    catalogue: Catalogue = ENGLISH_CATALOGUE
    _memo: dict[tuple[str, str], str | None] = field(factory=dict, init=False, repr=False, eq=False)

    def say(self, text: str, table: str = SENTENCES) -> str:
        """A text in this language; the English one where no pattern fits."""
        found = self.find(text, table)
        return text if found is None else found

    def word(self, text: str) -> str:
        """A fixed word or phrase of this program."""
        return self.tables.get(WORDS, {}).get(text, text)

    def find(self, text: str, table: str = SENTENCES) -> str | None:
        """A text in this language, or None where no pattern of the table fits all of it."""
        known = self.catalogue.find(text)
        if known is not None:
            return known
        key = (table, text)
        if key not in self._memo:
            self._memo[key] = self._find(text, table)
        return self._memo[key]

    @cached_property
    def _patterns(self) -> dict[str, tuple[_Pattern, ...]]:
        return {
            name: tuple(
                sorted((_pattern(*each) for each in lines.items()), key=lambda p: (p.weight, p.source))
            )
            for name, lines in self.tables.items()
            if name != WORDS
        }

    def _find(self, text: str, table: str) -> str | None:
        if len(text) > _MOST:
            return None
        for pattern in self._patterns.get(table, ()):
            match = pattern.test.fullmatch(text)
            if match is None:
                continue
            said = {name: self._part(match[name], *about) for name, *about in pattern.holes}
            if None not in said.values():
                return _filled(pattern.target, said)
        return None

    def _part(self, text: str, table: str, join: str) -> str | None:
        """What stands in a hole: copied, looked up, or taken apart and looked up part by part."""
        if not table:
            return text
        if not join:
            return self.find(text, table)
        mark, glue = _JOINS[join]
        parts = [self.find(each, table) for each in text.split(mark)]
        return None if None in parts else glue.join(str(each) for each in parts)


def _filled(target: str, said: Mapping[str, str | None]) -> str:
    return _HOLE.sub(lambda hole: str(said[hole[1]]), target)


def _pattern(source: str, target: str) -> _Pattern:
    holes = tuple((hole[1], hole[2] or "", hole[3] or "") for hole in _HOLE.finditer(source))
    names = [name for name, _, _ in holes]
    wanted = {hole[1] for hole in _HOLE.finditer(target)}
    if len(set(names)) < len(names) or not wanted <= set(names) or any(h[2] for h in _HOLE.finditer(target)):
        raise DataError("lang", f"the translation {target!r} does not fit {source!r}.")
    test, at = "", 0
    for hole in _HOLE.finditer(source):
        test += re.escape(source[at : hole.start()]) + f"(?P<{hole[1]}>.+?)"
        at = hole.end()
    return _Pattern(source=source, test=re.compile(test + re.escape(source[at:])), target=target, holes=holes)


ENGLISH = Tongue(code="en")
"""The language that everything is made in."""


def merged(code: str, *tables: Tables, catalogue: Catalogue = ENGLISH_CATALOGUE) -> Tongue:
    """A language out of several sets of tables, later ones adding to earlier ones, and the catalogues of messages."""
    names = {name for each in tables for name in each}
    return Tongue(
        code=code,
        catalogue=catalogue,
        tables={
            name: {key: text for each in tables for key, text in each.get(name, {}).items()} for name in names
        },
    )


# --- what is shown ----------------------------------------------------------------------------------------------------


def outcome(tongue: Tongue, said: Outcome) -> Outcome:
    """An outcome for the reader's eyes."""
    if tongue.code == ENGLISH.code:
        return said
    reasons = tuple(evolve(reason, text=tongue.say(reason.text, "reasons")) for reason in said.reasons)
    return evolve(said, text=tongue.say(said.text), reasons=reasons)


def moment(tongue: Tongue, when: Moment) -> Moment:
    """Where the game stands."""
    if tongue.code == ENGLISH.code:
        return when
    name, phase = tongue.say(when.turn_name, "moments"), tongue.say(when.phase, "moments")
    return evolve(when, turn_name=name, phase=phase)


def result(tongue: Tongue, end: Ending) -> Ending:
    """How the game ended; what a referee ruled stays in the referee's words."""
    if end.ruled:
        return end
    reasons = tuple(evolve(reason, text=tongue.say(reason.text, "terms")) for reason in end.reasons)
    return evolve(end, level=tongue.say(end.level, "level"), reasons=reasons)


def panel_line(tongue: Tongue, line: str) -> str:
    """A line of the panel; the blanks before it stay."""
    if isinstance(line, Message):
        return tongue.say(line)
    return f"{' ' * (len(line) - len(line.lstrip()))}{tongue.say(line.strip(), 'panel')}"


def scene(tongue: Tongue, seen: Scene) -> Scene:
    """A picture: its heading, panel, layers and note. Names of places and units stay."""
    if tongue.code == ENGLISH.code:
        return seen
    panel = tuple(panel_line(tongue, line) for line in seen.panel)
    layers = tuple(evolve(layer, title=tongue.say(layer.title, "layers")) for layer in seen.layers)
    ground = evolve(seen.ground, note=tongue.word(seen.ground.note)) if seen.ground.note else seen.ground
    return evolve(
        seen, ground=ground, heading=tongue.say(seen.heading, "headings"), panel=panel, layers=layers
    )
