"""What a line was written for, and whether that still stands when it could be given.

An order may have become legal and mean something else: a unit has moved, a hex has filled, an enemy has come near. So it is
held against the board that its author saw. What has become better does not ask.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import takewhile

from attrs import AttrsInstance, evolve

from pbem.bytes import canon
from pbem.bytes.canon import Json
from pbem.home.play.orders import kinds_of
from pbem.home.standing.kept import AGAIN, Board, Kept, Seen
from pbem.home.standing.lines import taking
from pbem.log import head_after
from pbem.port.messages import Message, Series, counted
from pbem.port.standing import SKIP, Line, Occasion
from pbem.protocol.session import Session

CHANGED = Message("the game has been taken back, ruled upon or changed since it was written")
_ENDS = frozenset({"ruling", "reject"})
_MARK = re.compile(r"(.*?)(\d*)")
_FAR, _NEXT_TO = 999, 1


def seen(session: Session) -> Seen:
    """What the author of a line sees where ``session`` stands."""
    return Seen(
        entry=session.position.count - 1, head=session.head.hex(), turn=_turn(session), board=board(session)
    )


def written(session: Session, lines: Iterable[Line]) -> tuple[Kept, ...]:
    """Lines as they are kept, with what their author sees where ``session`` stands."""
    there = seen(session)
    return tuple(Kept(line=each, seen=there) for each in lines)


def board(session: Session) -> Board:
    """Every counter that the side sees: place, steps and marks; and those of other sides by place."""
    units: dict[str, str] = {}
    others: dict[str, tuple[str, ...]] = {}
    for pile in session.game.rules.scene(session.position.game, session.side).piles:
        for each in pile.counters:
            units[each.name] = "/".join((pile.cell, str(each.steps), *each.marks))
        there = sorted(each.name for each in pile.counters if each.side != session.side)
        if there:
            others[pile.cell] = tuple(there)
    return Board(units=units, others=others)


def _turn(session: Session) -> int:
    return session.game.rules.moment(session.position.game).turn


# --- the history ------------------------------------------------------------------------------------------------------


def void(session: Session, waiting: Iterable[Kept]) -> str:
    """Why none of the orders that wait may be given any more; "" while they may."""
    for each in waiting:
        if not _stands(session, each.seen):
            return Message("what they were to follow is not in the game any more")
        behind = [*_behind(session, each.seen.entry)]
        if each.began == AGAIN and each.since:
            answer = next((n for n, entry in enumerate(behind) if entry["k"] == "reply"), None)
            if answer is not None and behind.pop(answer)["yes"] is not True:
                return Message("the take-back was declined")
        if any(map(_turns, behind)):
            return Message("the game has been taken back, ruled upon or changed since they were typed")
        if each.began != AGAIN and _turn(session) != each.seen.turn:
            return Message("the turn for which they were typed is over")
    return ""


def _stands(session: Session, at: Seen) -> bool:
    """Whether the entries up to the one before the order are those behind which it was typed."""
    if at.entry < 0:
        return at.head == session.log.gid.hex()
    for bundle in reversed(session.log.bundles):
        header = bundle.header
        if header.first <= at.entry <= header.last:
            lines = bundle.lines[: at.entry - header.first + 1]
            return head_after(header.prev, lines).hex() == at.head
    drafted = at.entry - session.end.entries + 1
    if not 0 < drafted <= len(session.draft):
        return False
    return head_after(session.end.head, session.draft[:drafted]).hex() == at.head


def turned(session: Session, entry: int) -> bool:
    """Whether an entry after that one has changed what was before it: a take-back, a ruling, a refusal, other rules."""
    return any(map(_turns, _behind(session, entry)))


def _behind(session: Session, entry: int) -> Iterator[Mapping[str, Json]]:
    """The entries after that one, in the log and then in the draft."""
    last = takewhile(lambda each: each.header.last > entry, reversed(session.log.bundles))
    for bundle in reversed([*last]):
        yield from bundle.entries[max(0, entry + 1 - bundle.header.first) :]
    yield from map(canon.decode, session.draft[max(0, entry + 1 - session.end.entries) :])


def _turns(entry: Mapping[str, Json]) -> bool:
    return entry["k"] in _ENDS or (entry["k"] == "reply" and entry["yes"] is True)


# --- an order that waits ----------------------------------------------------------------------------------------------


def changed(session: Session, order: Kept, now: Board) -> str:
    """What an order that waits names that is not as it was when it was typed; "" when all of it is.

    One that is given again has but to be asked for, in its turn.
    """
    then = order.seen.board
    if order.began == AGAIN:
        if order.line.do[0].split(maxsplit=1)[0] not in kinds_of(session.owed):
            return Message("nothing asks for it now")
        turn = order.seen.turn
        return "" if _turn(session) == turn else Message("it was an order of turn {turn}", turn=turn)
    for word in named(session, session.game.rules.actions.parse(order.line.do[0]), parts=True):
        if word in then.units and _stood(then, word) != _stood(now, word):
            return Message("{name} is not as it was when you typed this", name=word)
        if more := () if word in then.units else _more(then, now, word):
            return Message("in {place} there is now {who}", place=word, who=Series(sorted(more), ", "))
    return ""


def followed(waiting: Iterable[Kept], before: Board, after: Board) -> tuple[Kept, ...]:
    """What waits behind an order: what that one moved is where its player knew that it would be."""

    def known(order: Kept) -> Kept:
        then = order.seen.board
        units = {
            name: after.units.get(name, "") if before.units.get(name, "") == was else was
            for name, was in then.units.items()
        }
        others = {
            place: after.others.get(place, ())
            if before.others.get(place, ()) == then.others.get(place, ())
            else then.others.get(place, ())
            for place in {*then.others, *after.others}
        }
        return evolve(order, seen=evolve(order.seen, board=Board(units=units, others=others)))

    return tuple(each if each.began == AGAIN else known(each) for each in waiting)


def named(session: Session, order: AttrsInstance, *, parts: bool = False) -> tuple[str, ...]:
    """The words in the fields of an order; with ``parts`` also those of ``HQ/82:1``."""
    found: list[str] = []
    for name, value in session.game.rules.actions.dump(order).items():
        for item in value if isinstance(value, list) else (value,):
            if isinstance(item, str) and name != "k":
                found += [item, *(item.split(":") if parts and ":" in item else ())]
    return tuple(found)


def _stood(at: Board, name: str) -> tuple[str, str]:
    """Place and steps of a counter."""
    place, steps, *_ = (*at.units.get(name, "").split("/"), "", "")
    return place, steps


def _more(then: Board, now: Board, place: str) -> Counter[str]:
    return Counter(now.others.get(place, ())) - Counter(then.others.get(place, ()))


# --- the lines of an occasion -----------------------------------------------------------------------------------------


def doubts(
    session: Session,
    lines: Sequence[Kept],
    left: Mapping[int, Sequence[AttrsInstance]],
    occasion: Occasion,
    now: Board,
) -> Iterator[str]:
    """Why the lines of an occasion are handed back before the next of their orders.

    ``left`` are the orders that are still to be given, by the number of the line in ``lines``.
    """
    for kept in lines:
        yield from cost(session, kept, occasion, now)
    for n, kept in enumerate(lines):
        if kept.line.otherwise == SKIP:
            continue
        then = kept.seen.board
        stood = (_stood(then, name)[0] for name in occasion.units if name in then.units)
        ends = (_end(session, then, order) for each in left.values() for order in each)
        yield from near(session, kept, {*stood, *ends}, now)
        for order in left[n]:
            yield from of_order(session, lines, kept, order, now, alone=False)


def cost(session: Session, kept: Kept, occasion: Occasion, now: Board) -> Iterator[str]:
    """Whether the units that act have lost more steps than the line allows since it was written."""
    then = kept.seen.board
    steps = [
        sum(int(_stood(at, name)[1] or 0) for name in occasion.units if name in then.units)
        for at in (then, now)
    ]
    lost, most = steps[0] - steps[1], asks(session, kept.line).get("losses")
    if isinstance(most, int) and lost > most:
        yield counted(lost, "it has cost {n} step", "it has cost {n} steps")


def asks(session: Session, line: Line) -> Mapping[str, Json]:
    """The conditions of a line, with those that hold when it leaves them out."""
    words = taking(session.game).standing_words(session.position.game, session.side)
    return {**words[""].asks, **line.ask} if "" in words else line.ask


def of_order(
    session: Session, lines: Sequence[Kept], kept: Kept, order: AttrsInstance, now: Board, *, alone: bool
) -> Iterator[str]:
    """The doubts of one order: its units, the enemies in its target; ``alone``: those near where it begins and ends, too."""
    rules, then = taking(session.game), kept.seen.board
    units = [name for name in named(session, order) if name in then.units and name not in _enemies(then)]
    mends = session.game.rules.actions.kind(order) in rules.mending
    for name in units:
        yield from _of_unit(session, lines, kept, name, now, mends=mends)
    for place in named(session, order):
        if then.others.get(place):
            yield from (
                Message("{unit} has come to {hex}", unit=each, hex=place) for each in _more(then, now, place)
            )
    if alone and (end := _end(session, then, order)):
        yield from near(session, kept, {end, *(_stood(then, name)[0] for name in units)}, now)


def _enemies(at: Board) -> frozenset[str]:
    return frozenset(name for names in at.others.values() for name in names)


def _of_unit(
    session: Session, lines: Sequence[Kept], kept: Kept, name: str, now: Board, *, mends: bool
) -> Iterator[str]:
    """Whether a unit was hurt since, or stands where neither the author saw it nor an order of theirs leads it."""
    then = kept.seen.board
    if name not in now.units:
        yield Message("{unit} is gone", unit=name)
        return
    (was, had, *before), (where, has, *after) = then.units[name].split("/"), now.units[name].split("/")
    passing = taking(session.game).passing_marks
    if not mends and (int(has) < int(had) or _worse(before, after, passing)):
        yield Message("{unit} was hurt", unit=name)
    led = _led(session, lines, name)
    if where != was and where not in led.values() and None not in led.values():
        yield Message("{unit} stands in {hex} now", unit=name, hex=where)


def _worse(before: Iterable[str], after: Iterable[str], passing: frozenset[str]) -> bool:
    """Whether there is a mark that was not there, or one with a higher number."""
    levels = {}
    for mark in before:
        word, level = _parts(mark)
        levels[word] = level
    return any(level > levels.get(word, -1) for word, level in map(_parts, after) if word not in passing)


def _parts(mark: str) -> tuple[str, int]:
    found = _MARK.fullmatch(mark)
    assert found is not None
    return found[1], int(found[2] or 0)


def _led(session: Session, lines: Sequence[Kept], name: str) -> Mapping[int, str | None]:
    """Where orders of an occasion lead a unit, by their number; None where one of them has been carried out."""
    rules, state, side = taking(session.game), session.position.game, session.side
    found: dict[int, str | None] = {}
    for text in (text for each in lines for text in each.line.do):
        order = session.game.rules.actions.parse(text)
        words = named(session, order)
        if name in words and (end := _end(session, Board(), order)):
            found[len(found)] = end if rules.standing_order(state, side, order) is not None else None
    return found


def _end(session: Session, then: Board, order: AttrsInstance) -> str:
    """The last place on the map that an order names; "" where the enemy stood there: then it is a target."""
    rules, state = taking(session.game), session.position.game
    places = [
        word for word in named(session, order) if rules.standing_distance(state, word, word) is not None
    ]
    return "" if not places or then.others.get(places[-1]) else places[-1]


def near(session: Session, kept: Kept, places: Iterable[str], now: Board) -> Iterator[str]:
    """Every enemy that has come so near to some places as the line minds, or next to one of them."""
    limit, hexes = asks(session, kept.line).get("enemy"), tuple(filter(None, places))
    if not isinstance(limit, int) or not limit:
        return
    then = {name: cell for cell, names in kept.seen.board.others.items() for name in names}
    for cell, names in now.others.items():
        far, where = _distance(session, cell, hexes)
        if far > limit:
            continue
        for name in names:
            before = _distance(session, then[name], hexes)[0] if name in then else _FAR
            if before > limit or far <= _NEXT_TO < before:
                yield _close(name, far, where)


def _distance(session: Session, place: str, hexes: Iterable[str]) -> tuple[int, str]:
    far, state = taking(session.game).standing_distance, session.position.game
    found = ((far(state, place, each), each) for each in hexes)
    return min(((n, each) for n, each in found if n is not None), default=(_FAR, ""))


def _close(name: str, far: int, where: str) -> Message:
    if not far:
        return Message("{unit} stands in {hex}", unit=name, hex=where)
    return counted(
        far,
        "{unit} has come within {n} hex of {hex}",
        "{unit} has come within {n} hexes of {hex}",
        unit=name,
        hex=where,
    )
