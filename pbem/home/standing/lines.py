"""Lines of orders in advance as TOML: read with every slip by its place, and written (``schemas/standing.md``)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import cast

from pbem.bytes import toml_lines
from pbem.bytes.canon import Json, encode_value
from pbem.bytes.errors import DataError, FormatError, UsageError
from pbem.bytes.records import field, frozen
from pbem.games import registry
from pbem.games.packs.writing import toml_key, toml_value
from pbem.games.toml import parse_toml
from pbem.home.play.order_lines import is_recommended
from pbem.home.play.typed_text import decoded, plain
from pbem.port.game import Secrets
from pbem.port.messages import Message, Series
from pbem.port.standing import ANY, ASK, NEXT, OCCASION, SKIP, Key, Line, Slip, TakesStanding, Words

MOST_LINES, MOST_BYTES, MOST_ORDERS = 100, 8_000, 100
MAX_FILE = 1024 * 1024
_KEYS = ("when", "where", "do", "choose", "ask", "otherwise")


@frozen(kw_only=True)
class Fault:
    """A slip as it is shown: the number of its line from 1, its dotted path, and one sentence."""

    line: int
    path: str
    message: str


@frozen(kw_only=True)
class Sheet:
    """A file of lines as it was typed: its tables, and the line of every path in it."""

    tables: Mapping[str, Json]
    places: Mapping[toml_lines.Path, int] = field(repr=False)

    def place(self, path: toml_lines.Path) -> int:
        """The line of a path, or of the nearest path above it that has one."""
        for end in range(len(path), 0, -1):
            if path[:end] in self.places:
                return self.places[path[:end]]
        return 1


def taking(game: registry.Game) -> TakesStanding[object]:
    """The game's side of it. Raises UsageError ``no-standing`` for a game that takes no orders in advance."""
    rules = game.rules
    if not isinstance(rules, TakesStanding):
        raise UsageError.of("no-standing", "{title} takes no orders in advance.", title=game.info.title)
    return rules


def usual(game: registry.Game, state: object, side: str) -> tuple[Line, ...]:
    """The lines of ``pbem standing usual``; none where the game takes none, or the other side's turn asks nothing."""
    rules = game.rules
    return tuple(rules.standing_usual(state, side)) if isinstance(rules, TakesStanding) else ()


# --- reading ----------------------------------------------------------------------------------------------------------


def parse(data: bytes, name: str) -> Sheet:
    """A sheet from its bytes. Raises DataError ``standing`` naming the line for what is not TOML."""
    with suppress(ValueError):  # the TOML reader says so next
        data = plain(decoded(data)).encode()
    try:
        tables = parse_toml(data, name, "standing")
    except DataError as error:
        raise DataError("standing", error.message, hint=Message("The form: pbem standing edit")) from error
    return Sheet(tables=tables, places=toml_lines.lines_of(data.decode()))


def read(
    game: registry.Game, state: object, side: str, sheet: Sheet
) -> tuple[tuple[Line, ...], tuple[Fault, ...]]:
    """The lines of a sheet, and every slip by line."""
    rows = sheet.tables.get("order", [])
    slips: list[Slip] = []
    for name in sheet.tables:
        if name != "order":
            slips.append(
                Slip(path=(name,), message=Message("there are tables [[order]] here and nothing else."))
            )
    if not isinstance(rows, list) or len(rows) > MOST_LINES:
        message = Message("these are tables [[order]], at most {most} of them.", most=MOST_LINES)
        slips.append(Slip(path=("order",), message=message))
        rows = []
    lines, vocabulary = list[Line](), vocabulary_of(game, state, side)
    for n, row in enumerate(rows):
        line, wrong = of_table(row)
        wrong = wrong or slips_of(game, vocabulary, line)
        slips += [Slip(path=("order", n, *each.path), message=each.message) for each in wrong]
        lines.append(line)
    faults = (
        Fault(line=sheet.place(each.path), path=".".join(map(str, each.path)), message=each.message)
        for each in slips
    )
    return tuple(lines), tuple(sorted(faults, key=lambda fault: fault.line))


def of_table(row: Json) -> tuple[Line, tuple[Slip, ...]]:
    """A line from its table, and what keeps it from being one at all."""
    if not isinstance(row, dict):
        return Line(when=""), (Slip(path=(), message=Message("{value!r} is not a table.", value=row)),)
    slips = tuple(_shape(row))
    if slips:
        return Line(when=""), slips
    parts = {key: cast("Mapping[str, Json]", row.get(key, {})) for key in ("where", "choose", "ask")}
    return Line(
        when=str(row["when"]),
        do=tuple(cast("list[str]", row.get("do", []))),
        otherwise=str(row.get("otherwise", ASK)),
        **parts,
    ), ()


def _shape(row: Mapping[str, Json]) -> Iterator[Slip]:
    for key in row:
        if key not in _KEYS:
            said = Message("there is no {key} here; there is {known}.", key=key, known=", ".join(_KEYS))
            yield Slip(path=(key,), message=said)
    if not isinstance(row.get("when"), str) or not row["when"]:
        yield Slip(
            path=("when",), message=Message("when is missing: a kind of order, an occasion, next or any.")
        )
    do = row.get("do", [])
    if not isinstance(do, list) or len(do) > MOST_ORDERS or not all(isinstance(each, str) for each in do):
        yield Slip(path=("do",), message=Message("this is a list of at most {n} orders.", n=MOST_ORDERS))
    for key in ("where", "choose", "ask"):
        if not isinstance(row.get(key, {}), dict):
            yield Slip(path=(key,), message=Message("{value!r} is not a table.", value=row[key]))
    if row.get("otherwise", ASK) not in (ASK, SKIP):
        yield Slip(path=("otherwise",), message=Message('otherwise is "ask" or "skip".'))
    if len(encode_value(dict(row))) > MOST_BYTES:
        yield Slip(path=(), message=Message("a line has at most {n} bytes.", n=MOST_BYTES))


@frozen(kw_only=True)
class Vocabulary:
    """What lines may speak of on a board: the words of the game, and its occasions."""

    words: Mapping[str, Words]
    occasions: frozenset[str]


def vocabulary_of(game: registry.Game, state: object, side: str) -> Vocabulary:
    """The words and occasions of a side now; none in a game that takes no orders in advance."""
    rules = game.rules
    if not isinstance(rules, TakesStanding):
        return Vocabulary(words={}, occasions=frozenset())
    occasions = frozenset(rules.standing_occasions(state, side, Secrets()))
    return Vocabulary(words=rules.standing_words(state, side), occasions=occasions)


def slips_of(game: registry.Game, vocabulary: Vocabulary, line: Line) -> tuple[Slip, ...]:
    """Everything wrong with a line in a game."""
    if line.when == NEXT:  # every game takes orders that wait
        return tuple(_waiting_slips(game, line))
    return tuple(_slips(game, vocabulary, line))


def _waiting_slips(game: registry.Game, line: Line) -> Iterator[Slip]:
    for name in ("where", "choose", "ask"):
        yield from _key_slips(name, {}, getattr(line, name))
    for n, order in enumerate(line.do):
        if wrong := _no_order(game, line, order, ""):
            yield Slip(path=("do", n), message=wrong)
    if len(line.do) != 1:
        yield Slip(path=("do",), message=Message("an order that waits is one order."))


def _slips(game: registry.Game, vocabulary: Vocabulary, line: Line) -> Iterator[Slip]:
    words = vocabulary.words
    occasion = line.when not in words and line.when in vocabulary.occasions
    if line.when in words and line.when != OCCASION:
        allowed = words[line.when]
    elif occasion:
        allowed = words[OCCASION]
    else:
        known_words = ", ".join(
            (NEXT, *filter(None, words), *((Message("an occasion"),) if OCCASION in words else ()))
        )
        said = Message(
            "{when!r} is nothing that a line can speak of; there is {known}.",
            when=line.when,
            known=known_words,
        )
        yield Slip(path=("when",), message=said)
        return
    where = {} if occasion else allowed.conditions
    for name, keys in (("where", where), ("choose", allowed.choose), ("ask", allowed.conditions)):
        yield from _key_slips(name, keys, getattr(line, name))
    for n, text in enumerate(line.do):
        only = "" if occasion or line.when == ANY else line.when
        if wrong := _no_order(game, line, text, only):
            yield Slip(path=("do", n), message=wrong)


def _key_slips(name: str, keys: Mapping[str, Key], given: Mapping[str, Json]) -> Iterator[Slip]:
    for key, value in given.items():
        if key in keys:
            yield from (
                Slip(path=(name, key, *each.path), message=each.message) for each in keys[key].slips(value)
            )
        else:
            allowed = ", ".join(keys) or Message("nothing")
            said = Message("there is no {key} here; there is {known}.", key=key, known=allowed)
            yield Slip(path=(name, key), message=said)


def _no_order(game: registry.Game, line: Line, text: str, only: str) -> str:
    if only and is_recommended(text):
        return ""
    codec = game.rules.actions
    try:
        kind = codec.kind(codec.parse(text))
    except (FormatError, UsageError) as error:
        return error.message
    if kind in game.rules.secret and line.when != NEXT and not only:
        return Message("{text} is a secret order: choose says it.", text=text)
    return (
        Message("{text} is not an order of the kind {word}", text=text, word=only)
        if only not in ("", kind)
        else ""
    )


# --- writing ----------------------------------------------------------------------------------------------------------


def table(line: Line) -> dict[str, Json]:
    """A line as its table, without empty parts."""
    keys: dict[str, Json] = {"when": line.when}
    parts: tuple[tuple[str, Json], ...] = (
        ("where", _sorted(line.where)),
        ("do", [*line.do]),
        ("choose", _sorted(line.choose)),
        ("ask", _sorted(line.ask)),
    )
    keys.update({key: value for key, value in parts if value})
    return {**keys, "otherwise": line.otherwise} if line.otherwise != ASK else keys


def _sorted(keys: Mapping[str, Json]) -> dict[str, Json]:
    """The same whether it was typed or kept: ``by`` first, then by name."""
    return dict(sorted(keys.items(), key=lambda item: (item[0] != "by", item[0])))


def text(line: Line, above: Sequence[str] = ()) -> Series:
    """A line as TOML, with comments above it."""
    found: list[str] = [Message("# {said}", said=each) for each in above]
    found.append("[[order]]")
    for key, value in table(line).items():
        if isinstance(value, list) and len(value) > 1:
            found += [f"{key} = [", *(f"  {toml_value(each)}," for each in value), "]"]
        else:
            found.append(f"{toml_key(key)} = {toml_value(value)}")
    return Series((*found, ""), "\n")


def form(game: registry.Game, state: object, side: str) -> Series:
    """A sheet of everything that lines may say in a game, all of it commented out."""
    found: list[str] = [
        Message(
            "# Orders in advance: what is answered without asking you. Take the # away from what shall hold."
        ),
        Message(
            "# when: a kind of order, or an occasion. where: the first line that fits speaks. do: the first of these"
        ),
        Message(
            "# orders that is allowed is given. ask: you are asked all the same as soon as one of these holds."
        ),
    ]
    for when, words in taking(game).standing_words(state, side).items():
        found += ["", *_form_of(when, words)]
    return Series((*found, ""), "\n")


def _form_of(when: str, words: Words) -> Iterator[str]:
    yield _commented("[[order]]", words.about)
    shown = when or "..."
    yield _commented(
        f'when = "{shown}"', "" if when else Message("an occasion: pbem standing draft names them")
    )
    conditions = tuple(words.conditions.items())
    for name, keys in (("choose", tuple(words.choose.items())), ("ask", conditions)):
        for key, each in keys:
            yield _commented(f"{name}.{key} = {each.example}", each.about)


def _commented(code: str, about: str) -> Series:
    return Series(("# ", code, "  # ", about) if about else ("# ", code), "")
