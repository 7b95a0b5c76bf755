"""A game's own sheet of standing orders: which tables and keys it has, every slip in one, and what it says.

A game declares a :class:`Form`, and what a :class:`Sheet` without slips answers: its :class:`Standing`, one of its parts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Generic, TypeVar

from attrs import AttrsInstance, evolve, frozen

from pbem.bytes.canon import Json, encode_value
from pbem.port.game import Demand, Secrets, Side, Slip
from pbem.port.messages import Message, Series
from pbem_rules.shared.standing import WHAT_IT_IS, commented
from pbem_rules.shared.standing_names import Meaning, nearest, written_out

V = TypeVar("V")
V_contra = TypeVar("V_contra", contravariant=True)
HAND_BACK = "hand_back"
MOST_NAMES, MOST_ROWS, MOST_BYTES = 200, 30, 8000
_MOST, _FAR = 99, 999


# --- what may stand at a key ------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class Known(Generic[V]):
    """Names that may stand at a key: what is wrong with one, "" when nothing is, and what wider words stand for."""

    wrong: Callable[[V, Json], str]
    meaning: Callable[[V], Meaning] | None = None

    def written_out(self, view: V, value: Json) -> Json:
        """A list or a table by name with plain names alone."""
        return value if self.meaning is None else written_out(value, self.meaning(view))


def _as_it_is(_: object, value: Json) -> Json:
    return value


@frozen(kw_only=True)
class Key(Generic[V]):
    """What may stand at a key: its slips, with their paths from the key on, and its value with wider words written out.

    ``example`` is TOML; without one the template does not show it. ``side`` names the only side that is shown it.
    """

    slips: Callable[[V, Json], Iterable[Slip]]
    plain: Callable[[V, Json], Json] = _as_it_is
    example: str = ""
    about: str = ""
    side: Side = ""

    def noted(self, about: str = "", example: str = "", side: Side = "") -> Key[V]:
        """The same with more of what the template says of it."""
        return evolve(self, about=about or self.about, example=example or self.example, side=side)


def value(wrong: Callable[[Json], str], example: str) -> Key[V]:
    """A value about which ``wrong`` says what is wrong with it, "" when nothing is."""

    def slips(_: V, given: Json) -> Iterator[Slip]:
        if said := wrong(given):
            yield Slip(path=(), message=said)

    return Key(slips=slips, example=example)


def words(*known: str) -> Key[V]:
    """One of some words, the first as an example."""
    return value(lambda given: _no_word(given, known), f'"{known[0]}"').noted(" | ".join(known))


def _no_word(given: Json, known: tuple[str, ...]) -> str:
    either = " | ".join(known)
    return (
        ""
        if given in known
        else Message("{value!r} is not understood; say {either}.", value=given, either=either)
    )


def number(example: int = 2, *known: str, most: int = _MOST) -> Key[V]:
    """A whole number from 0 on, or one of some words."""

    def wrong(given: Json) -> str:
        if given in known or (type(given) is int and 0 <= given <= most):
            return ""
        others = "".join(f" | {word}" for word in known)
        return Message(
            "{value!r} is not a whole number from 0 to {most}{others}.", value=given, most=most, others=others
        )

    return value(wrong, str(example))


def flag() -> Key[V]:
    """True or false."""

    def wrong(given: Json) -> str:
        return "" if type(given) is bool else Message("{value!r} is neither true nor false.", value=given)

    return value(wrong, "false")


def text(example: str = '""') -> Key[V]:
    """Any text."""

    def wrong(given: Json) -> str:
        said = Message("{value!r} is not a text; put it between quotation marks.", value=given)
        return "" if isinstance(given, str) else said

    return value(wrong, example)


def names(of: Callable[[V], Mapping[str, object]]) -> Key[V]:
    """A list of names that the game knows."""

    def wrong(view: V, name: Json) -> str:
        known = of(view)
        if isinstance(name, str) and name in known:
            return ""
        return Message("there is no {name}.{near}", name=name, near=nearest(str(name), known))

    return listed(Known(wrong=wrong))


def listed(known: Known[V]) -> Key[V]:
    """A list of names."""

    def slips(view: V, given: Json) -> Iterator[Slip]:
        if not isinstance(given, list):
            said = Message('{value!r} is not a list; write it like ["..."].', value=given)
            yield Slip(path=(), message=said)
            return
        yield from _too_many(view, known, given)
        for n, name in enumerate(given[:MOST_NAMES]):
            if wrong := known.wrong(view, name):
                yield Slip(path=(n,), message=wrong)

    return Key(slips=slips, plain=known.written_out, example="[]")


def pairs(known: Known[V], *said: str) -> Key[V]:
    """A table with one of some words for each name."""

    def slips(view: V, given: Json) -> Iterator[Slip]:
        if not isinstance(given, dict):
            message = Message(
                '{value!r} is not a table; write it like {{NAME = "{word}"}}.', value=given, word=said[0]
            )
            yield Slip(path=(), message=message)
            return
        yield from _too_many(view, known, given)
        for name, word in given.items():
            for wrong in filter(None, (known.wrong(view, name), _no_word(word, said))):
                yield Slip(path=(name,), message=wrong)

    return Key(slips=slips, plain=known.written_out, example="{}")


def one(known: Known[V]) -> Key[V]:
    """A single name; a wider word when it stands for one alone."""

    def slips(view: V, given: Json) -> Iterator[Slip]:
        if wrong := known.wrong(view, plain(view, given)):
            yield Slip(path=(), message=wrong)

    def plain(view: V, given: Json) -> Json:
        found = known.written_out(view, [given])
        return found[0] if isinstance(found, list) and len(found) == 1 else given

    return Key(slips=slips, plain=plain)


def fields(keys: Mapping[str, Key[V]]) -> Key[V]:
    """A table with keys."""

    def slips(view: V, given: Json) -> Iterator[Slip]:
        if not isinstance(given, dict):
            yield Slip(path=(), message=Message("{value!r} is not a table.", value=given))
            return
        for key, each in given.items():
            if key in keys:
                yield from _below((key,), keys[key].slips(view, each))
            else:
                said = Message("there is no {key} here; there is {known}.", key=key, known=", ".join(keys))
                yield Slip(path=(key,), message=said)

    def plain(view: V, given: Json) -> Json:
        if not isinstance(given, dict):
            return given
        return {key: keys[key].plain(view, each) if key in keys else each for key, each in given.items()}

    return Key(slips=slips, plain=plain)


def _too_many(view: V, known: Known[V], given: list[Json] | dict[str, Json]) -> Iterator[Slip]:
    whole = known.written_out(view, given) if len(given) <= MOST_NAMES else given
    if isinstance(whole, list | dict) and len(whole) > MOST_NAMES:
        said = Message("{len} names are too many; {most} are allowed.", len=len(whole), most=MOST_NAMES)
        yield Slip(path=(), message=said)


def _below(path: tuple[str | int, ...], found: Iterable[Slip]) -> Iterator[Slip]:
    return (Slip(path=(*path, *each.path), message=each.message) for each in found)


# --- the tables -------------------------------------------------------------------------------------------------------


def _nothing_more(_: Mapping[str, Json]) -> Iterable[Slip]:
    return ()


def _filled(text: str, samples: Mapping[str, object]) -> str:
    """A text with samples in the place of words in angle brackets; a message stays one, whatever the language."""
    if isinstance(text, Message):
        return Message(
            text.template, **{name: _filled(str(each), samples) for name, each in text.arguments.items()}
        )
    for word, sample in samples.items():
        text = text.replace(f"<{word}>", str(sample))
    return text


@frozen(kw_only=True)
class Form(Generic[V]):
    """The tables of a sheet, each with what it is about and its keys.

    ``lists`` names those that are lists of tables (``[[name]]``). ``also`` finds slips between several keys. ``head``
    are more lines above the template, and ``samples`` what stands in its examples, and in the
    holes of what is said of them, in the place of a word in angle brackets (``<unit>``).
    """

    tables: Mapping[str, tuple[str, Mapping[str, Key[V]]]]
    lists: frozenset[str] = frozenset()
    also: Callable[[Mapping[str, Json]], Iterable[Slip]] = _nothing_more
    head: tuple[str, ...] = ()
    samples: Callable[[V], Mapping[str, object]] = lambda _: {}

    def template(self, view: V, side: Side) -> Series:
        """A commented sheet that hands everything back; its comments are messages."""
        samples = self.samples(view)
        lines: list[str] = [WHAT_IT_IS, *(commented(line, "") for line in self.head)]
        for name, (about, keys) in self.tables.items():
            shown = {key: each for key, each in keys.items() if each.example and each.side in ("", side)}
            if shown:
                lines += ["", commented(f"[[{name}]]" if name in self.lists else f"[{name}]", about)]
            for key, each in shown.items():
                lines.append(
                    commented(f"{key} = {_filled(each.example, samples)}", _filled(each.about, samples))
                )
        return Series((*lines, ""), "\n")

    def slips(self, view: V, sheet: Mapping[str, Json]) -> tuple[Slip, ...]:
        """Everything wrong with a sheet."""
        found = (*self._slips(view, sheet), *self.also(sheet))
        whole = () if found else (dict(sheet), self.written_out(view, sheet))
        size = max((len(encode_value(each)) for each in whole), default=0)
        if size > MOST_BYTES:
            said = Message(
                "the sheet has {size} bytes; {most_bytes} are allowed.", size=size, most_bytes=MOST_BYTES
            )
            return (Slip(path=(), message=said),)
        return found

    def _slips(self, view: V, sheet: Mapping[str, Json]) -> Iterator[Slip]:
        for name, table in sheet.items():
            if name not in self.tables:
                known = ", ".join(self.tables)
                said = Message("there is no table {name}; there are {known}.", name=name, known=known)
                yield Slip(path=(name,), message=said)
                continue
            keys = fields(self.tables[name][1])
            if name not in self.lists:
                yield from _below((name,), keys.slips(view, table))
            elif not isinstance(table, list) or len(table) > MOST_ROWS:
                said = Message(
                    "these are tables [[{name}]], at most {most} of them.", name=name, most=MOST_ROWS
                )
                yield Slip(path=(name,), message=said)
            else:
                for n, row in enumerate(table):
                    yield from _below((name, n), keys.slips(view, row))

    def written_out(self, view: V, sheet: Mapping[str, Json]) -> dict[str, Json]:
        """A sheet with every wider word written out."""
        done: dict[str, Json] = {}
        for name, table in sheet.items():
            plain = fields(self.tables[name][1]).plain
            done[name] = (
                [plain(view, row) for row in table] if isinstance(table, list) else plain(view, table)
            )
        return done


# --- what it says -----------------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class Sheet:
    """A sheet without slips."""

    tables: Mapping[str, Json]

    def has(self, table: str) -> bool:
        """Whether it says anything of a matter."""
        return table in self.tables

    def _get(self, table: str, key: str) -> Json:
        found = self.tables.get(table)
        return found.get(key) if isinstance(found, dict) else None

    def word(self, table: str, key: str, otherwise: str = "") -> str:
        """A word."""
        return str(self._get(table, key) or otherwise)

    def number(self, table: str, key: str, otherwise: int = 0) -> int:
        """A number."""
        found = self._get(table, key)
        return found if type(found) is int else otherwise

    def flag(self, table: str, key: str) -> bool:
        """Whether something is true."""
        return self._get(table, key) is True

    def names(self, table: str, key: str) -> tuple[str, ...]:
        """A list of names."""
        found = self._get(table, key)
        return tuple(map(str, found)) if isinstance(found, list) else ()

    def pairs(self, table: str, key: str) -> Mapping[str, str]:
        """A word for each of several names."""
        found = self._get(table, key)
        return {name: str(word) for name, word in found.items()} if isinstance(found, dict) else {}

    def rows(self, table: str) -> tuple[Sheet, ...]:
        """The tables of a list, each as a sheet of its own."""
        found = self.tables.get(table)
        return tuple(Sheet(tables={table: row}) for row in found) if isinstance(found, list) else ()

    def breaks(self, table: str) -> tuple[Sheet, ...]:
        """What hands back the answers of a table, as sheets: its own ``hand_back``, and the one for all."""
        both = (self._get(table, HAND_BACK), self.tables.get(HAND_BACK))
        return tuple(Sheet(tables={HAND_BACK: each}) for each in both if each is not None)

    def place(self, table: str, name: str) -> int:
        """Where a name stands in a queue: below 0 in ``first``, above 0 in ``last``, 0 when it is in neither."""
        first, last = self.names(table, "first"), self.names(table, "last")
        return first.index(name) - _FAR if name in first else last.index(name) + 1 if name in last else 0


Found = AttrsInstance | str
"""An order, or why there is none."""


@frozen(kw_only=True)
class Standing(Generic[V]):
    """The standing orders of a game: its sheet, the open kinds that a side's sheet answers with, and what one answers.

    ``usual`` is the sheet of a side that fills in none. ``Secrets`` are for answers that the other side must not foretell.
    """

    form: Form[V]
    kinds: Callable[[Side], tuple[str, ...]]
    answer: Callable[[V, Sheet, Secrets, Demand], Found]
    usual: Callable[[V], Mapping[str, Json]]


def missing(table: str) -> Message:
    """Why a sheet answers nothing in a matter."""
    return Message("the sheet has no [{table}]", table=table)
