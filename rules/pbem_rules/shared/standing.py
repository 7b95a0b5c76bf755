"""Orders in advance, whatever the game: the keys that lines may have, and how a game without words of its own chooses.

A game with more to say declares a :class:`Standing` among its parts: its words, its conditions and its choices by name.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from difflib import get_close_matches
from typing import Generic, Protocol, TypeAlias, TypeVar, cast

from pbem.bytes.canon import Json
from pbem.bytes.codec import Codec
from pbem.bytes.errors import UsageError
from pbem.bytes.records import AttrsInstance, evolve, frozen
from pbem.port.game import Choice, Demand, Moment, Secrets, Side
from pbem.port.messages import Message
from pbem.port.standing import ANY, Answered, Key, Line, Occasion, Slip, Words
from pbem_rules.kernel.hexes import Grid

S_contra = TypeVar("S_contra", contravariant=True)
S = TypeVar("S")
V = TypeVar("V")
MOST_NAMES = 200
_MOST, _FAR, _MOST_ORDERS = 99, 999, 5_000
_ODDS = re.compile(r"([1-9]\d?):([1-9]\d?)")


# --- what may stand at a key ------------------------------------------------------------------------------------------


def value(wrong: Callable[[Json], str], example: str, about: str = "") -> Key:
    """A value about which ``wrong`` says what is wrong with it, "" when nothing is."""

    def slips(given: Json) -> Iterator[Slip]:
        if said := wrong(given):
            yield Slip(path=(), message=said)

    return Key(slips=slips, example=example, about=about)


def chooser(*forms: str, about: str = "") -> Key:
    """A text of one of some forms; ``ODDS`` in a form stands for odds such as ``2:1``."""

    def wrong(given: Json) -> str:
        if isinstance(given, str) and any(_fits(given.split(), form.split()) for form in forms):
            return ""
        return Message("{value!r} is not understood; say {either}.", value=given, either=" | ".join(forms))

    return value(wrong, f'"{forms[0].replace("ODDS", "2:1")}"', about or " | ".join(forms))


def _fits(given: Sequence[str], form: Sequence[str]) -> bool:
    return len(given) == len(form) and all(
        _ODDS.fullmatch(word) if part == "ODDS" else word == part
        for word, part in zip(given, form, strict=True)
    )


def number(example: int = 2, *known: str, most: int = _MOST, about: str = "") -> Key:
    """A whole number from 0 on, or one of some words."""

    def wrong(given: Json) -> str:
        if given in known or (type(given) is int and 0 <= given <= most):
            return ""
        others = "".join(f" | {word}" for word in known)
        return Message(
            "{value!r} is not a whole number from 0 to {most}{others}.", value=given, most=most, others=others
        )

    return value(wrong, str(example), about)


def flag(about: str = "") -> Key:
    """True or false."""

    def wrong(given: Json) -> str:
        return "" if type(given) is bool else Message("{value!r} is neither true nor false.", value=given)

    return value(wrong, "true", about)


def odds(example: str = "2:1", about: str = "") -> Key:
    """Odds such as 3:1 or 3:2."""

    def wrong(given: Json) -> str:
        fits = isinstance(given, str) and _ODDS.fullmatch(given)
        return "" if fits else Message('{value!r} is not odds; write them like "3:1" or "3:2".', value=given)

    return value(wrong, f'"{example}"', about)


def odds_of(text: str) -> tuple[int, int]:
    """``3:2`` as numbers. Raises ValueError."""
    found = _ODDS.fullmatch(text)
    if found is None:
        raise ValueError(f"{text!r} is not odds")
    return int(found[1]), int(found[2])


def listed(wrong: Callable[[str], str], about: str = "", example: str = "[]") -> Key:
    """A list of names about each of which ``wrong`` says what is wrong with it."""

    def slips(given: Json) -> Iterator[Slip]:
        if not isinstance(given, list) or not all(isinstance(each, str) for each in given):
            said = Message('{value!r} is not a list of texts; write it like ["..."].', value=given)
            yield Slip(path=(), message=said)
            return
        if len(given) > MOST_NAMES:
            said = Message("{len} names are too many; {most} are allowed.", len=len(given), most=MOST_NAMES)
            yield Slip(path=(), message=said)
            return
        for n, name in enumerate(cast("list[str]", given)):
            if message := wrong(name):
                yield Slip(path=(n,), message=message)

    return Key(slips=slips, example=example, about=about)


def names(known: Container[str], near: Iterable[str], about: str = "") -> Key:
    """A list of names that the game knows; ``near`` are those of which one may have been meant."""

    def wrong(name: str) -> str:
        return (
            "" if name in known else Message("there is no {name}.{near}", name=name, near=nearest(name, near))
        )

    return listed(wrong, about)


# --- names ------------------------------------------------------------------------------------------------------------


def folded(word: str) -> str:
    """A word without case and accents, for comparing."""
    parts = unicodedata.normalize("NFKD", word.casefold())
    return "".join(char for char in parts if not unicodedata.combining(char))


def nearest(word: str, known: Iterable[str]) -> str:
    """`` Did you mean "X"?`` for the known name that is closest; empty when none is close."""
    by_fold: dict[str, str] = {}
    for name in known:
        by_fold.setdefault(folded(name), name)
    found = get_close_matches(folded(word), by_fold, n=1, cutoff=0.75)
    return f' Did you mean "{by_fold[found[0]]}"?' if found else ""


def texts(of: Mapping[str, Json], key: str) -> tuple[str, ...]:
    """The list at a key of a line without slips; none when it is left out."""
    return tuple(cast("list[str]", of.get(key, [])))


def count(of: Mapping[str, Json], key: str, otherwise: int = 0) -> int:
    """The number at a key of a line without slips."""
    found = of.get(key)
    return found if type(found) is int else otherwise


def place_in(of: Mapping[str, Json], name: str) -> int:
    """Where a name stands: below 0 in ``first``, above 0 in ``last``, 0 when it is in neither."""
    first, last = texts(of, "first"), texts(of, "last")
    return first.index(name) - _FAR if name in first else last.index(name) + 1 if name in last else 0


# --- a game's own words -----------------------------------------------------------------------------------------------

Found: TypeAlias = AttrsInstance | str | None
"""An order; why there is none; None: the line has nothing to say here, and the next one is asked."""

Holds: TypeAlias = Callable[[V, Json, Line, Demand], str]
Chooses: TypeAlias = Callable[[V, Line, Secrets, Demand], Found]


def _no_occasions(_view: object, _secrets: Secrets) -> Mapping[str, Occasion]:
    return {}


ATTACKED, NEAR = "attacked", 8
"""What a line for an objective chooses; from so near, in hexes, an enemy may attack it before its owner looks again."""


def held(grid: Grid, goals: Iterable[str], side: Side, units: Iterable[tuple[str, Side]]) -> tuple[str, ...]:
    """The goals in which a side stands and an enemy is near; ``units``: the place and the side of each."""
    mine, theirs = set[str](), set[str]()
    for where, whose in units:
        (mine if whose == side else theirs).add(where)
    on_map = [at for at in theirs if at in grid.adjacent]
    return tuple(at for at in goals if at in mine and any(grid.distance(at, each) <= NEAR for each in on_map))


@frozen(kw_only=True)
class Objectives(Generic[V]):
    """Places about which a side is asked when they are attacked, unless it has decided beforehand.

    ``key``: what may be said of one; ``gate``: the condition that asks about them; ``lines``: what a word for one answers;
    ``advised``: the adviser's word; ``held``: those that the side holds and an enemy is near; ``names``: of hexes.
    """

    key: Key
    gate: str
    goals: Callable[[V], Iterable[str]]
    held: Callable[[V], Iterable[str]]
    lines: Callable[[V, str, Json], Sequence[Line]]
    advised: Callable[[V, str], Json]
    names: Callable[[V], Mapping[str, str]]

    def decided(self, view: V, lines: Sequence[Line]) -> Sequence[Line]:
        """Lines with what is said of objectives in front, and without the conditions that would ask about those."""
        goals = {*self.goals(view)}
        words = {line.when: line.choose.get(ATTACKED) for line in lines if line.when in goals}
        said = {where: word for where, word in words.items() if not any(self.key.slips(word))}
        front = [each for where, word in said.items() for each in self.lines(view, where, word)]
        return (*front, *(self._ungated(line, said) for line in lines)) if said else lines

    def _ungated(self, line: Line, said: Container[str]) -> Line:
        if line.when != ANY or self.gate not in line.ask:
            return line
        left: list[Json] = [where for where in texts(line.ask, self.gate) if where not in said]
        return evolve(line, ask={**line.ask, self.gate: left})


@frozen(kw_only=True)
class Standing(Generic[V]):
    """What a game knows of orders in advance: its words, its conditions and its choices by name, and the usual lines.

    ``beside`` are kinds that may be asked for together with those that have words: where any other is, no line speaks.
    """

    words: Callable[[V], Mapping[str, Words]]
    holds: Mapping[str, Holds[V]]
    choose: Mapping[str, Chooses[V]]
    usual: Callable[[V], Sequence[Line]]
    beside: frozenset[str] = frozenset({"done"})
    occasions: Callable[[V, Secrets], Mapping[str, Occasion]] = _no_occasions
    passing_marks: frozenset[str] = frozenset()
    mending: frozenset[str] = frozenset()
    objectives: Objectives[V] | None = None

    def prepared(self, view: V, secrets: Secrets) -> Mapping[str, Occasion]:
        """What may be prepared: occasions of the game's own, then its objectives."""
        own = self.objectives
        if own is None:
            return self.occasions(view, secrets)
        exposed, names = {*own.held(view)}, own.names(view)
        places = {
            where: Occasion(title=names.get(where, where), open=where in exposed, objective=True)
            for where in own.goals(view)
        }
        return {**self.occasions(view, secrets), **places}

    def drafted(self, view: V, occasion: str) -> Sequence[Line]:
        """The adviser's line for an objective; none for what is no objective."""
        own = self.objectives
        if own is None or occasion not in own.goals(view):
            return ()
        return (Line(when=occasion, choose={ATTACKED: own.advised(view, occasion)}),)

    def chosen(self, view: V, line: Line, secrets: Secrets, demand: Demand) -> Answered:
        """What a line chooses; nothing where kinds are asked for of which nobody wrote."""
        kinds = {*demand.kinds} if isinstance(demand, Choice) else set[str]()
        if line.when in self.choose and kinds - {*self.choose} - self.beside:
            return Answered()
        found = self.choose.get(line.when, self.choose.get("", _nothing))(view, line, secrets, demand)
        return Answered(reason=found) if isinstance(found, str) else Answered(action=found)


def _nothing(_view: object, _line: Line, _secrets: Secrets, _demand: Demand) -> Found:
    return None


# --- any game ---------------------------------------------------------------------------------------------------------


class Asked(Protocol[S_contra]):
    """What lines need of a game."""

    @property
    def actions(self) -> Codec: ...
    def options(self, state: S_contra, side: Side, /) -> Iterator[AttrsInstance]: ...
    def moment(self, state: S_contra, /) -> Moment: ...
    def show(self, name: str, /) -> str: ...


def any_words(game: Asked[S], kinds: Iterable[tuple[str, str]]) -> Mapping[str, Words]:
    """The words of a game without any of its own: for each kind names that come first and last."""

    def wrong(name: str) -> str:
        try:
            game.show(name)
        except UsageError:
            return Message("{name} is nothing that this game knows", name=name)
        return ""

    choose = {
        "first": listed(wrong, Message("the order that names the earliest of these")),
        "last": listed(wrong, Message("none of these, if there is another order")),
        "by": chooser("first", about=Message("else the first order of the list that pbem orders shows")),
    }
    conditions = {
        "turn": number(9, about=Message("this turn is reached")),
        "names": listed(wrong, Message("an order that is allowed names one of these")),
    }
    found = {word: Words(about=about, choose=choose, conditions=conditions) for word, about in kinds}
    return {**found, "any": Words(conditions=conditions)}


def any_holds(game: Asked[S], state: S, side: Side, condition: str, given: Json, demand: Demand) -> str:
    """Whether one of the conditions of any game holds."""
    if condition == "turn" and type(given) is int and game.moment(state).turn >= given:
        return Message("turn {n} is reached", n=given)
    if condition == "names" and isinstance(demand, Choice):
        legal = _legal(game, state, side, demand.kinds)
        named = {*cast("list[str]", given)} & {
            name for order in legal for name in _names(game.actions, order)
        }
        if named:
            return Message("it is about {name}", name=min(named))
    return ""


def any_choose(game: Asked[S], state: S, side: Side, line: Line, demand: Demand) -> Answered:
    """Of the orders that are allowed one that names what comes first; where nothing decides, why not."""
    if not isinstance(demand, Choice):
        return Answered()
    kind, first = game.actions.kind, texts(line.choose, "first")
    legal = [each for each in _legal(game, state, side, demand.kinds) if kind(each) == line.when]
    best = min(legal, key=lambda order: _rank(line, _names(game.actions, order)), default=None)
    if best is not None and (_names(game.actions, best) & {*first} or "by" in line.choose):
        return Answered(action=best)
    return Answered(reason=Message("no order of the line is allowed here"))


def _legal(game: Asked[S], state: S, side: Side, kinds: tuple[str, ...]) -> list[AttrsInstance]:
    found = []
    for order in game.options(state, side):
        if game.actions.kind(order) in kinds:
            found.append(order)
        if len(found) >= _MOST_ORDERS:
            break
    return found


def _rank(line: Line, named: frozenset[str]) -> tuple[int, int]:
    """Lower is better: what is shunned counts before what is preferred, its last name most."""
    first, last = texts(line.choose, "first"), texts(line.choose, "last")
    shunned = max((n for n, name in enumerate(last, 1) if name in named), default=0)
    preferred = next((n for n, name in enumerate(first) if name in named), len(first))
    return shunned, preferred


def _names(codec: Codec, order: AttrsInstance) -> frozenset[str]:
    """The words in the fields of an order."""
    found: set[str] = set()
    for key, given in codec.dump(order).items():
        if key != "k":
            items = given if isinstance(given, list) else (given,)
            found.update(each for each in items if isinstance(each, str))
    return frozenset(found)
