"""What has happened in a game since its player last looked: orders, losses, points, and what their program did, in words."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes import canon
from pbem.bytes.records import frozen
from pbem.home import sentences
from pbem.home.acting import account
from pbem.home.games import Seen
from pbem.home.sitting import last_visit
from pbem.home.viewing.turn_notes import ground
from pbem.log.entries import PROTOCOL
from pbem.port import compared
from pbem.port.compared import Counted, Difference
from pbem.port.map_displays import Stock, furniture
from pbem.port.messages import Message, Series, counted, spelled
from pbem.protocol.session import Session
from pbem.replay.table import other
from pbem.store.game import GameFolder

_MOST_UNITS, _MOST_LINES = 24, 12
_STOCKS = {
    "air": Message("Air points"),
    "bridge": Message("Canal bridge"),
    "bridges": Message("Bridge markers"),
    "cards": Message("Cards in hand"),
    "charges": Message("Charges"),
    "chits": Message("Hidden chits"),
    "flak": Message("Flak"),
    "force": Message("Force"),
    "fuel": Message("Fuel"),
    "infantry-replacements": Message("Infantry replacements"),
    "initiative": Message("Initiative"),
    "interdiction": Message("Interdiction"),
    "kept": Message("Markers kept"),
    "motorized-replacements": Message("Motorized replacements"),
    "naval": Message("Naval points"),
    "replacements": Message("Replacements"),
    "resource": Message("Resource points"),
    "supply": Message("Supply"),
}


@frozen(kw_only=True)
class Since:
    """What has happened since the turn file ``bundles``; ``entry`` is the first entry behind it.

    ``orders`` counts what the other side has ordered in ``turns`` turn files. ``head`` says so; ``losses``, ``ground`` (what
    gives points) and ``beside`` (what is counted beside the map) say what came of it, ``did`` what the player's own program
    wrote.
    """

    bundles: int
    entry: int
    orders: int
    turns: int
    head: str
    losses: tuple[str, ...]
    ground: tuple[str, ...]
    beside: tuple[str, ...]
    did: tuple[str, ...]

    @property
    def lines(self) -> tuple[str, ...]:
        """All of it but what the program did, for a terminal."""
        rows = (*self.losses, *self.ground, *self.beside)
        return (self.head, *(Message("  {line}", line=row) for row in rows))


def begin(folder: GameFolder, view: Seen | Session) -> Since | None:
    """The player looks: what has happened since the last time; None where nothing has, or nobody knows when that was.

    The look is remembered in the home.
    """
    return told(folder, view, last_visit.begin(folder, view).before)


def told(folder: GameFolder, view: Seen | Session, mark: last_visit.Mark) -> Since | None:
    """What has happened since ``mark``."""
    behind = view.log.bundles[mark.bundles :]
    handed: list[int] = []  # turn files that hand a seat over: no turn of who has it from there on
    if folder.papers():
        from pbem.home import seat_holders  # noqa: PLC0415  # few games have papers

        handed = [n for *_, n in seat_holders.of(folder, view.log)]
    theirs = [each for each in behind if each.header.by == other(view.seat) and each.header.n not in handed]
    did = account.since(folder, view.log, view.seat, mark.bundles)
    before = last_visit.state(view, mark)
    if not (theirs or did) or before is None:
        return None
    rules, now = view.base.rules, view.base.game
    changed = compared.difference(
        *(furniture(rules, state, view.side, rules.moment(state)) for state in (before, now))
    )
    orders = sum(_ordered(line) for each in theirs for line in each.lines)
    return Since(
        bundles=mark.bundles,
        entry=behind[0].header.first,
        orders=orders,
        turns=len(theirs),
        head=_head(view, orders, len(theirs)),
        losses=tuple(_losses(changed)),
        ground=ground(changed),
        beside=tuple(_beside(changed))[:_MOST_LINES],
        did=did,
    )


def _ordered(line: bytes) -> bool:
    """Whether somebody decided this entry: an order in the open, or a secret one."""
    kind = str(canon.decode(line)["k"])
    return kind == "seal" or not PROTOCOL.knows(kind)


def _head(view: Seen | Session, orders: int, turns: int) -> str:
    if not turns:
        return Message("Your opponent has sent nothing since your last turn.")
    who = sentences.who(view, other(view.seat))
    if orders:
        return counted(
            orders,
            "{who} has given {n} order since your last turn.",
            "{who} has given {n} orders since your last turn.",
            who=who,
        )
    return counted(
        turns,
        "{who} has sent {n} turn since your last turn, without an order.",
        "{who} has sent {n} turns since your last turn, without an order.",
        who=who,
    )


def _losses(changed: Difference) -> Iterator[str]:
    for each in changed.losses:
        if each.lost:
            yield Message("Lost ({side}): {units}.", side=Message(each.side), units=_named(each.lost))
        if each.back:
            yield Message("Back in play ({side}): {units}.", side=Message(each.side), units=_named(each.back))
    if not changed.losses:
        yield Message("Nobody has lost a unit.")


def _named(units: tuple[str, ...]) -> str:
    more = len(units) - _MOST_UNITS
    shown = [spelled(each) for each in units[:_MOST_UNITS]]
    return Series([*shown, *([counted(more, "{n} more", "{n} more")] if more > 0 else [])])


def _beside(changed: Difference) -> Iterator[str]:
    for each in changed.stocks:
        found = each.after or each.before
        assert found is not None
        word = _STOCKS.get(found.kind)
        if word is None:  # a game that counts something of its own has it beside the map
            continue
        name = Message("{what} ({side})", what=word, side=Message(found.side)) if found.side else word
        if found.kind == "initiative":
            yield Message("{what}.", what=name)
        elif len(found.lines) == 1 and each.after is not None:
            yield Message("{what}: {after}.", what=name, after=found.lines[0])
        else:
            yield Message("{what}: {before} before, {after} now.", what=name, **_values(each))


def _values(each: Counted) -> dict[str, str]:
    return {"before": _value(each.before), "after": _value(each.after)}


def _value(stock: Stock | None) -> str:
    return spelled(stock.value) if stock is not None else "0"
