"""What is owed and what happened, as one-line sentences for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Protocol

from pbem.home.games import Seen
from pbem.log import REFEREE
from pbem.port.game import Choice, Conceal, Deal, Disclose, Mask, Moment, Outcome, Roll
from pbem.protocol.session import Session
from pbem.replay.fold import Happened
from pbem.replay.table import Owed, Position, Seat
from pbem.replay.upgrading import MAX_VERSION
from pbem.view.markup import clean


class Placed(Protocol):
    """Whatever stands somewhere in a game."""

    @property
    def position(self) -> Position[object]:
        """Where it stands."""
        ...


def who(view: Placed, seat: Seat) -> str:
    """A player by name and side: ``Ann (allied)``; or the referee."""
    if seat == REFEREE:
        name = view.position.table.referee
        return f"{clean(name, 64)} (referee)" if name else "the referee"
    info = view.position.table.seats[seat]
    return f"{clean(info.name, 64)} ({info.side})"


def owes(view: Placed, due: Owed) -> str:
    """Who owes what, in one sentence."""
    if not due.what:
        return "The game is over; nothing is owed."
    return f"{who(view, due.seat)} owes {thing(due)}."


def next_debt(view: Seen | Session) -> str:
    """The same for the player of this home: ``You owe ...``."""
    due = view.owed
    if due.what and due.seat == view.seat:
        return f"You owe {thing(due)}."
    return owes(view, due)


def thing(due: Owed) -> str:
    """What is owed, in a few words, with its paragraph."""
    paragraph = f" [{due.demand.paragraph}]" if due.demand is not None and due.demand.paragraph else ""
    match due.what, due.demand:
        case "choice", Choice(kinds=kinds, why=why):
            return f"a decision: {_any(kinds)} ({why}){paragraph}"
        case "conceal", Conceal(kind=kind, why=why):
            return f"a secret order: {kind} ({why}){paragraph}"
        case "roll", Roll(why=why):
            return f"the request for the roll {why}{paragraph}"
        case "disclose", Disclose(at=at, ns=ns):
            return f"the opening of {', '.join(f'{at}/{n}' for n in ns)}{paragraph}"
        case "mask", Mask(deck=deck):
            return f"its shuffle of the deck {deck}{paragraph}"
        case "deal", Deal(deck=deck, slots=slots):
            return f"its keys to {len(slots)} of the cards of {deck}{paragraph}"
        case "answer", _:
            return "a half of the dice"
        case "open", _:
            return "the other half of the dice"
        case "reply", _ if due.offer is not None and due.offer.upgrade is not None:
            version = clean(due.offer.upgrade.version, MAX_VERSION)
            return f"an answer to the upgrade to {version} (pbem upgrade --accept, or --decline)"
        case "reply", _:
            return "an answer to a take-back (pbem takeback --accept, or --decline)"
        case "audit", _:
            return "the key behind its secrets, now that the game has ended"
        case _:
            return "the first entry"


def reply_command(due: Owed) -> str:
    """The commands that answer an offer."""
    if due.offer is not None and due.offer.upgrade is not None:
        return "pbem upgrade (what it would change), then pbem upgrade --accept, or pbem upgrade --decline"
    return "pbem takeback --accept, or pbem takeback --decline"


def _any(kinds: Sequence[str]) -> str:
    return kinds[0] if len(kinds) == 1 else f"{', '.join(kinds[:-1])} or {kinds[-1]}"


def when(moment: Moment) -> str:
    """A moment of the game: ``turn 3 (8 June), allied activation``."""
    name = f" ({moment.turn_name})" if moment.turn_name else ""
    phase = f", {moment.phase}" if moment.phase else ""
    return f"turn {moment.turn}{name}{phase}"


def told(happened: Iterable[Happened[object]]) -> Iterator[str]:
    """A line for everything that came of these entries: ``412 [8.41] sentence; dice 3 6, verified``."""
    for each in happened:
        for outcome in each.outcomes:
            yield f"{each.entry:>4} {sentence(outcome)}"


def sentence(outcome: Outcome) -> str:
    """One outcome with its paragraph, its dice and the modifiers behind them."""
    paragraph = f" [{outcome.paragraph}]" if outcome.paragraph else ""
    faces = f" Dice {' '.join(map(str, outcome.faces))}: verified." if outcome.faces else ""
    rolled = outcome.reasons if outcome.faces else ()
    terms = ", ".join(f"{clean(r.text, 80)} {r.value:+d} [{r.paragraph}]" for r in rolled)
    return f"{clean(outcome.text)}{paragraph}{faces}" + (f" ({terms})" if terms else "")
