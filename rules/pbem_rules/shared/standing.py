"""The sheet of standing orders that every game takes (``schemas/standing.md``): a table for each kind of order.

What is asked is answered from the legal orders alone: by the orders that the sheet writes out, or by the names that it
prefers and shuns. A game with more to say has a sheet of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Protocol, TypeVar, cast

from attrs import AttrsInstance, frozen

from pbem.bytes.canon import Json
from pbem.bytes.codec import Codec
from pbem.bytes.errors import FormatError, UsageError, Violation
from pbem.port.game import Answered, Choice, Demand, Moment, Secrets, Side, Slip
from pbem.port.messages import Message, Series

S = TypeVar("S")
S_contra = TypeVar("S_contra", contravariant=True)

ORDERS, FIRST, LAST, OTHERWISE, HAND_BACK = "orders", "first", "last", "otherwise", "hand_back"
FIRST_LEGAL, ADVISER, ASK = "first", "adviser", "ask"
_LISTS = (ORDERS, FIRST, LAST)
_MOST_NAMES = 200
_MOST_ORDERS = 5_000
WHAT_IT_IS = Message(
    "# Standing orders: what is answered without asking you. Take the # away from what shall hold."
)
"""The first line of every template."""


class Asked(Protocol[S_contra]):
    """What a sheet needs of its game."""

    @property
    def actions(self) -> Codec: ...
    def options(self, state: S_contra, side: Side, /) -> Iterator[AttrsInstance]: ...
    def check(self, state: S_contra, side: Side, action: AttrsInstance, /) -> Sequence[Violation]: ...
    def complete(self, state: S_contra, side: Side, action: AttrsInstance, /) -> AttrsInstance: ...
    def moment(self, state: S_contra, /) -> Moment: ...
    def show(self, name: str, /) -> str: ...
    def advise(self, state: S_contra, side: Side, secrets: Secrets, salt: int, /) -> AttrsInstance: ...


@frozen(kw_only=True)
class _Table:
    """What a sheet says of one kind of order."""

    orders: tuple[str, ...]
    first: tuple[str, ...]
    last: tuple[str, ...]
    otherwise: str
    names: frozenset[str]
    turn: int | None


def commented(code: str, about: str) -> Series:
    """A line of a template: TOML as a comment, and what is said of it."""
    return Series(("# ", code, "  # ", about), "") if about else Series(("# ", code), "")


def template(kinds: Iterable[tuple[str, str]]) -> Series:
    """A commented sheet, as TOML text, that hands everything back; ``kinds`` are words with what they mean."""
    lines: list[str] = [
        WHAT_IT_IS,
        Message(
            "# A table speaks of one kind of order. orders: the first of these that is allowed is given, as you type it."
        ),
        Message(
            "# first, last: of the orders allowed, one that names the earliest of first, and none of last if possible."
        ),
        Message(
            '# otherwise: "first" gives the first order of the list that pbem orders shows, "adviser" what pbem would '
            'recommend, "ask" asks you.'
        ),
        Message(
            "# hand_back: you are asked all the same from that turn on, or when an order could name one of these."
        ),
    ]
    for word, about in kinds:
        lines += ["", commented(f"[{word}]", about), "# orders = []", "# first = []", "# last = []"]
        lines += ['# otherwise = "ask"', "# hand_back = {turn = 99, names = []}"]
    return Series((*lines, ""), "\n")


def slips(game: Asked[S], kinds: Iterable[str], sheet: Mapping[str, Json]) -> Iterator[Slip]:
    """Every slip in a sheet."""
    known = tuple(kinds)
    for word, table in sheet.items():
        if word not in known:
            said = Message(
                "{word} is not a kind of order that can stand: {kinds}", word=word, kinds=", ".join(known)
            )
            yield Slip(path=(word,), message=said)
        elif not isinstance(table, dict):
            yield Slip(path=(word,), message=Message("[{word}] is a table", word=word))
        else:
            yield from _table_slips(game, word, table)


def _table_slips(game: Asked[S], word: str, table: Mapping[str, Json]) -> Iterator[Slip]:
    for key, value in table.items():
        if key in _LISTS:
            checked = _order_slip if key == ORDERS else _name_slip
            yield from _list_slips(game, (word, key), value, checked)
        elif key == OTHERWISE:
            if value not in (FIRST_LEGAL, ADVISER, ASK):
                yield Slip(path=(word, key), message=Message('otherwise is "first", "adviser" or "ask"'))
        elif key == HAND_BACK:
            yield from _hand_back_slips(game, (word, key), value)
        else:
            known = ", ".join((*_LISTS, OTHERWISE, HAND_BACK))
            said = Message("there is no {key} here: {known}", key=key, known=known)
            yield Slip(path=(word, key), message=said)


def _hand_back_slips(game: Asked[S], path: tuple[str, ...], value: Json) -> Iterator[Slip]:
    if not isinstance(value, dict) or not set(value) <= {"turn", "names"}:
        yield Slip(path=path, message=Message("hand_back has a turn and names"))
        return
    if type(value.get("turn", 0)) is not int:
        yield Slip(path=(*path, "turn"), message=Message("turn is a number"))
    if "names" in value:
        yield from _list_slips(game, (*path, "names"), value["names"], _name_slip)


def _list_slips(
    game: Asked[S], path: tuple[str, ...], value: Json, wrong: Callable[[Asked[S], str, str], str]
) -> Iterator[Slip]:
    if (
        not isinstance(value, list)
        or len(value) > _MOST_NAMES
        or not all(isinstance(each, str) for each in value)
    ):
        yield Slip(path=path, message=Message("this is a list of at most {n} texts", n=_MOST_NAMES))
        return
    for n, each in enumerate(cast("list[str]", value)):
        said = wrong(game, path[0], each)
        if said:
            yield Slip(path=(*path, n), message=said)


def _order_slip(game: Asked[S], word: str, text: str) -> str:
    try:
        order = game.actions.parse(text)
    except (FormatError, UsageError) as error:
        return error.message
    if game.actions.kind(order) != word:
        return Message("{text} is not an order of the kind {word}", text=text, word=word)
    return ""


def _name_slip(game: Asked[S], _word: str, name: str) -> str:
    try:
        game.show(name)
    except UsageError:
        return Message("{name} is nothing that this game knows", name=name)
    return ""


# --- answering --------------------------------------------------------------------------------------------------------


def answer(
    game: Asked[S], state: S, side: Side, sheet: Mapping[str, Json], secrets: Secrets, demand: Demand
) -> Answered:
    """What a sheet without slips answers: a legal order of a kind that is asked for, or why it is handed back."""
    if not isinstance(demand, Choice) or demand.side != side:
        return Answered(
            action=None, reason=Message("standing orders speak of open decisions of their side alone")
        )
    tables = {word: _read(cast("Mapping[str, Json]", sheet[word])) for word in demand.kinds if word in sheet}
    if not tables:
        return Answered(
            action=None, reason=Message("the sheet says nothing of {kinds}", kinds=", ".join(demand.kinds))
        )
    turn = game.moment(state).turn
    late = [table.turn for table in tables.values() if table.turn is not None and turn >= table.turn]
    if late:
        return Answered(action=None, reason=Message("turn {n} is reached", n=min(late)))
    legal = _legal(game, state, side, demand.kinds)
    for table in tables.values():
        named = table.names & {name for order in legal for name in _names(game.actions, order)}
        if named:
            return Answered(action=None, reason=Message("it is about {name}", name=min(named)))
    for word, table in tables.items():
        found = _chosen(game, state, side, table, [each for each in legal if game.actions.kind(each) == word])
        if found is not None:
            return Answered(action=found)
    advised = [word for word, table in tables.items() if table.otherwise == ADVISER]
    if advised:
        order = game.advise(state, side, secrets, 0)
        if game.actions.kind(order) in advised:
            return allowed(order, game.check(state, side, order))
        return Answered(action=None, reason=Message("the adviser would do something else here"))
    return Answered(action=None, reason=Message("no order of the sheet is allowed here"))


def allowed(order: AttrsInstance, broken: Iterable[Violation]) -> Answered:
    """An order that a sheet answers with, or the first rule that forbids it."""
    for wrong in broken:
        said = Message(
            "not allowed here: {message} [{paragraph}]", message=wrong.message, paragraph=wrong.paragraph
        )
        return Answered(action=None, reason=said)
    return Answered(action=order)


def _read(table: Mapping[str, Json]) -> _Table:
    def names(key: str, of: Mapping[str, Json] = table) -> tuple[str, ...]:
        return tuple(cast("list[str]", of.get(key, [])))

    back = cast("Mapping[str, Json]", table.get(HAND_BACK, {}))
    return _Table(
        orders=names(ORDERS),
        first=names(FIRST),
        last=names(LAST),
        otherwise=str(table.get(OTHERWISE, ASK)),
        names=frozenset(names("names", back)),
        turn=cast("int | None", back.get("turn")),
    )


def _legal(game: Asked[S], state: S, side: Side, kinds: tuple[str, ...]) -> list[AttrsInstance]:
    found = []
    for order in game.options(state, side):
        if game.actions.kind(order) in kinds:
            found.append(order)
        if len(found) >= _MOST_ORDERS:
            break
    return found


def _chosen(
    game: Asked[S], state: S, side: Side, table: _Table, legal: list[AttrsInstance]
) -> AttrsInstance | None:
    for text in table.orders:
        order = game.complete(state, side, game.actions.parse(text))
        if not game.check(state, side, order):
            return order
    if table.first or table.last:
        best = min(legal, key=lambda order: _rank(table, _names(game.actions, order)), default=None)
        if best is not None and (
            _names(game.actions, best) & {*table.first} or table.otherwise == FIRST_LEGAL
        ):
            return best
    return legal[0] if legal and table.otherwise == FIRST_LEGAL else None


def _rank(table: _Table, names: frozenset[str]) -> tuple[int, int]:
    """Lower is better: what is shunned counts before what is preferred, its last name most."""
    shunned = max((n for n, name in enumerate(table.last, 1) if name in names), default=0)
    preferred = next((n for n, name in enumerate(table.first) if name in names), len(table.first))
    return shunned, preferred


def _names(codec: Codec, order: AttrsInstance) -> frozenset[str]:
    """The words in the fields of an order."""
    found: set[str] = set()
    for key, value in codec.dump(order).items():
        if key != "k":
            found.update(
                each for each in (value if isinstance(value, list) else (value,)) if isinstance(each, str)
            )
    return frozenset(found)
