"""What an order that waits was typed for, and whether that still stands when it could be given.

An order may have become legal and mean something else: the unit has moved, the hex has filled. So it is given only while
what it names is as its player saw it, in the turn and in the history in which they typed it. What got better does not ask.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from attrs import evolve

from pbem.bytes import canon
from pbem.bytes.canon import Json
from pbem.home.play.queue import Queue, Waiting
from pbem.log import head_after
from pbem.port.game import Moment
from pbem.port.messages import Message, Series
from pbem.port.scene import Scene
from pbem.protocol.session import Session

_ENDS = frozenset({"ruling", "reject"})


def waiting(session: Session, line: str) -> Waiting:
    """An order typed where ``session`` stands."""
    now = scene(session)
    words = tuple(_words(session.game.rules.actions.dump(session.game.rules.actions.parse(line))))
    units, others = _units(now), _others(now, session.side)
    return Waiting(
        line=line,
        entry=session.position.count - 1,
        head=session.head.hex(),
        turn=_moment(session).turn,
        units={word: units[word] for word in words if word in units},
        others={word: others.get(word, ()) for word in words if word not in units and word in _places(now)},
    )


def scene(session: Session) -> Scene:
    """What the side of the session sees."""
    return session.game.rules.scene(session.position.game, session.side)


def void(session: Session, queue: Queue) -> str:
    """Why none of what waits may be given any more; "" while it may."""
    for each in queue.orders:
        if not _stands(session, each):
            return Message("what they were to follow is not in the game any more")
        if _turned(session, each.entry):
            return Message("the game has been taken back, ruled upon or changed since they were typed")
        if _moment(session).turn != each.turn:
            return Message("the turn for which they were typed is over")
    return ""


def changed(session: Session, order: Waiting, now: Scene) -> str:
    """What an order names that is not as it was when it was typed; "" when all of it is."""
    units, others = _units(now), _others(now, session.side)
    for name, was in order.units.items():
        if units.get(name, "") != was:
            return Message("{name} is not as it was when you typed this", name=name)
    for place, were in order.others.items():
        if more := Counter(others.get(place, ())) - Counter(were):
            return Message("in {place} there is now {who}", place=place, who=Series(sorted(more), ", "))
    return ""


def followed(queue: Queue, side: str, before: Scene, after: Scene) -> Queue:
    """The queue behind an order of its own: what that order moved is where its player knew that it would be."""
    units, units_now = _units(before), _units(after)
    others, others_now = _others(before, side), _others(after, side)

    def known(order: Waiting) -> Waiting:
        return evolve(
            order,
            units={
                name: units_now.get(name, "") if units.get(name, "") == was else was
                for name, was in order.units.items()
            },
            others={
                place: others_now.get(place, ()) if others.get(place, ()) == were else were
                for place, were in order.others.items()
            },
        )

    return evolve(queue, orders=tuple(map(known, queue.orders)))


def _stands(session: Session, order: Waiting) -> bool:
    """Whether the entries up to the one before the order are those behind which it was typed."""
    if order.entry < 0:
        return order.head == session.log.gid.hex()
    for bundle in reversed(session.log.bundles):
        header = bundle.header
        if header.first <= order.entry <= header.last:
            lines = bundle.lines[: order.entry - header.first + 1]
            return head_after(header.prev, lines).hex() == order.head
    drafted = order.entry - session.end.entries + 1
    if not 0 < drafted <= len(session.draft):
        return False
    return head_after(session.end.head, session.draft[:drafted]).hex() == order.head


def _turned(session: Session, entry: int) -> bool:
    """Whether an entry after that one has changed what was before it: a take-back, a ruling, a refusal, other rules."""
    for bundle in reversed(session.log.bundles):
        if bundle.header.last <= entry:
            break
        for number, each in enumerate(bundle.entries, bundle.header.first):
            if number > entry and _turns(each):
                return True
    drafted = enumerate(session.draft, session.end.entries)
    return any(_turns(canon.decode(line)) for number, line in drafted if number > entry)


def _turns(entry: Mapping[str, Json]) -> bool:
    return entry["k"] in _ENDS or (entry["k"] == "reply" and entry["yes"] is True)


def _moment(session: Session) -> Moment:
    return session.game.rules.moment(session.position.game)


def _units(found: Scene) -> dict[str, str]:
    """Each counter by its name: where it lies, and how many steps it has."""
    return {counter.name: f"{pile.cell}/{counter.steps}" for pile in found.piles for counter in pile.counters}


def _others(found: Scene, side: str) -> dict[str, tuple[str, ...]]:
    """The counters of other sides by the place in which they lie."""
    return {
        pile.cell: tuple(sorted(counter.name for counter in pile.counters if counter.side != side))
        for pile in found.piles
    }


def _places(found: Scene) -> frozenset[str]:
    return frozenset((*(cell.name for cell in found.ground.cells), *(pile.cell for pile in found.piles)))


def _words(obj: Mapping[str, Json]) -> Iterator[str]:
    """The words in the fields of an order; ``HQ/82:1`` gives its parts, too."""
    for name, value in obj.items():
        for item in value if isinstance(value, list) else (value,):
            if isinstance(item, str) and name != "k":
                yield item
                yield from item.split(":") if ":" in item else ()
