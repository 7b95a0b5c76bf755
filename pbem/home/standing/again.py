"""The same orders again: behind a take-back that is agreed to, each program gives those of its own side once more.

The offer says so in a note of its turn file (``schemas/standing.md``, Orders again); all else lies in the two homes.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping, Sequence

from pbem.bytes import canon
from pbem.bytes.canon import Json
from pbem.bytes.errors import UsageError
from pbem.bytes.records import AttrsInstance, evolve, frozen
from pbem.home import sentences
from pbem.home.games import Seen as View
from pbem.home.identity import Identity
from pbem.home.play.order_lines import said
from pbem.home.standing import kept
from pbem.home.standing.kept import AGAIN, MOST_WAITING, Board, Kept, Seen
from pbem.log.entries import PROTOCOL
from pbem.port.game import Conceal
from pbem.port.messages import Message
from pbem.port.standing import NEXT, Line
from pbem.protocol.session import Session
from pbem.protocol.side_entries import note, offer_back, reply_back
from pbem.replay.rewinding import targets, undone
from pbem.replay.table import Position, Seat, owed
from pbem.store.game import Change, GameFolder

_WORDS = re.compile(r"@again((?: \d{1,9})*)(?!\S)")
_Entry = tuple[int, Seat, Mapping[str, Json]]
PLACES = 10
"""So many places to go back to are listed."""


@frozen(kw_only=True)
class Order:
    """An order that stands in the log as entry ``entry``; ``line``: as it is typed, "" for a secret that is not ours."""

    entry: int
    seat: Seat
    line: str
    before: Position[object]

    @property
    def said(self) -> str:
        """For people: the order in their words."""
        return said(self.before.rules, self.line) if self.line else Message("a secret order")


def orders(view: View | Session, to: int) -> Iterator[Order]:
    """The orders of both sides that stand behind entry ``to`` of the log, in order."""
    return _read(view, [each for each in _standing(view) if each[0] > to])


def places(view: View | Session) -> tuple[Order, ...]:
    """The last orders before which the game can go back."""
    free = {n + 1 for n in targets(view.position)}
    return tuple(_read(view, [each for each in _standing(view) if each[0] in free][-PLACES:]))


def _standing(view: View | Session) -> Iterator[_Entry]:
    """The entries of the log that are orders and stand."""
    entries = [
        (n, bundle.header.by, entry)
        for bundle in view.log.bundles
        for n, entry in enumerate(bundle.entries, bundle.header.first)
    ]
    gone = undone((n, str(entry["k"]), entry) for n, _, entry in entries)
    for n, seat, entry in entries:
        if n not in gone and (entry["k"] == "seal" or not PROTOCOL.knows(str(entry["k"]))):
            yield n, seat, entry


def _read(view: View | Session, entries: Sequence[_Entry]) -> Iterator[Order]:
    positions = {each.count: each for each in reversed(view.position.past)} if entries else {}
    for n, seat, entry in entries:
        before = positions[n]
        secret, actions = entry["k"] == "seal", before.rules.actions
        action = _sealed(view, before, seat, entry) if secret else actions.load(entry)
        line = actions.typed(action) if action is not None else ""
        yield Order(entry=n, seat=seat, line=line, before=before)


def _sealed(
    view: View | Session, before: Position[object], seat: Seat, entry: Mapping[str, Json]
) -> AttrsInstance | None:
    """The order whose values this seat has sealed in an entry; None where it is the other's, or is not to be known again."""
    demand, rules, side = owed(before).demand, before.rules, before.table.seats[seat].side
    held = view.vault.sealed.get(str(entry["at"])) if isinstance(view, Session) else None
    if held is None or not isinstance(demand, Conceal) or not isinstance(view, Session) or seat != view.seat:
        return None
    for action in rules.options(before.game, side):
        if rules.actions.kind(action) == demand.kind:
            values = rules.conceal(before.game, action, tuple)[1]
            if sorted(map(canon.encode_value, values)) == sorted(map(canon.encode_value, held)):
                return action
    return None


def struck(view: View | Session) -> frozenset[int] | None:
    """The entries that are not given again behind the take-back that is offered; None where nothing is given again."""
    offer = view.position.table.offer
    if offer is None or offer.upgrade is not None:
        return None
    turns = ([*map(canon.decode, view.draft)], *(each.entries for each in reversed(view.log.bundles)))
    last = next(turn for turn in turns if any(entry["k"] == "back" for entry in turn))[-1]
    words = _WORDS.match(str(last.get("text", "")))
    return frozenset(map(int, words[1].split())) if words else None


def explained(view: View | Session) -> Iterator[str]:
    """What an offer means for the orders behind it, with those that are struck out; nothing for a plain one."""
    gone, offer = struck(view), view.position.table.offer
    if gone is None or offer is None:
        return
    yield Message(
        "New dice: behind this take-back both programs give the same orders again, as far as they are legal."
    )
    for each in orders(view, offer.to):
        if each.entry in gone:
            who = sentences.who(view, each.seat)
            yield Message("Struck out: {entry} {who}: {order}", entry=each.entry, who=who, order=each.said)


def offered(
    folder: GameFolder, identity: Identity, session: Session, to: int, but: Collection[int] = ()
) -> tuple[Session, Change]:
    """An offer to go back with the same orders again, without the entries ``but``, and what waits for it here.

    Raises UsageError ``no-order`` for one that is not among them, ``too-many``, and as :func:`offer_back` does.
    """
    asked = offer_back(session, to)
    every = {each.entry: each.seat for each in orders(session, to)}
    if wrong := sorted({*but} - {*every}):
        raise UsageError.of("no-order", "Entry {n} is no order behind entry {to}.", n=wrong[0], to=to)
    seats = [seat for entry, seat in every.items() if entry not in but]
    if any(seats.count(seat) > MOST_WAITING for seat in seats):
        raise UsageError.of("too-many", "At most {most} orders may wait.", most=MOST_WAITING)
    words = " ".join(("@again", *map(str, sorted(but))))
    said = (
        f"{words} (the same orders again, with new dice)"  # on the log, for programs that know no more of it
    )
    change = _waiting(folder, identity, session, asked, to, but, since=session.position.count)
    return note(asked, said), change


def agreed(folder: GameFolder, identity: Identity, session: Session) -> tuple[Session, Change | None]:
    """A yes to what is offered, and what waits here then where the same orders are given again.

    Raises as :func:`reply_back` does.
    """
    after, but, offer = reply_back(session, yes=True), struck(session), session.position.table.offer
    if but is None or offer is None:
        return after, None
    return after, _waiting(folder, identity, session, after, offer.to, but)


def _waiting(
    folder: GameFolder,
    identity: Identity,
    session: Session,
    after: Session,
    to: int,
    but: Collection[int],
    *,
    since: int = 0,
) -> Change:
    """The change after which the orders of this side wait: behind ``after``, or for the answer to entry ``since``."""
    entry, head = after.position.count - 1, after.head.hex()
    mine = [
        Kept(
            line=Line(when=NEXT, do=(each.line,)),
            seen=Seen(entry=entry, head=head, turn=_turn(each.before), board=Board()),
            began=AGAIN,
            since=since,
        )
        for each in orders(session, to)
        if each.seat == session.seat and each.line and each.entry not in but
    ]
    standing = kept.read(folder, identity)
    return kept.change(folder, identity, evolve(standing, waiting=tuple(mine[:MOST_WAITING]), halted=False))


def _turn(before: Position[object]) -> int:
    return before.rules.moment(before.game).turn
