"""What is owed and what happened, as one-line sentences for people."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import Protocol

from pbem.bytes.errors import NotYourTurn, PbemError
from pbem.home import identity
from pbem.home.games import Seen
from pbem.log import REFEREE
from pbem.port.game import Choice, Conceal, Deal, Disclose, Mask, Moment, Outcome, Reason
from pbem.port.messages import Message, OrderWord, Series, counted, spelled
from pbem.protocol.session import Session
from pbem.replay.fold import AppliedEntry
from pbem.replay.table import MAX_VERSION, NextStep, Position, Seat
from pbem.view.markup import clean

_LONG_RUN, _SHOWN = 12, 3


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
        return Message("{name} (referee)", name=clean(name, 64)) if name else Message("the referee")
    info = view.position.table.seats[seat]
    return Message("{name} ({side})", name=identity.called(info.name), side=Message(info.side))


def owes(view: Placed, due: NextStep) -> str:
    """Who owes what, in one sentence."""
    if not due.kind:
        return Message("The game is over; nothing is owed.")
    return Message("{who} owes {thing}.", who=who(view, due.seat), thing=thing(due, _game(view)))


def next_debt(view: Seen | Session) -> str:
    """The same for the player of this home: ``You owe ...``."""
    due = view.owed
    if view.is_my_turn:
        return Message("You owe {thing}.", thing=thing(due, _game(view)))
    return owes(view, due)


def not_yours(view: Seen | Session) -> NotYourTurn:
    """Why there is nothing to decide here now: whose turn it is, what is waited for, and the step that comes next."""
    debt = owes(view, view.owed)
    if view.draft:
        unsent = Message("What you wrote is not sent yet. After that: {owes}", owes=debt)
        return NotYourTurn("not-sent", unsent, hint=Message("Next: pbem send"))
    return NotYourTurn.of(
        "not-your-turn",
        "It is not your turn. {owes}",
        owes=debt,
        hint="Next: pbem import FILE, when their turn has come",
    )


def _game(view: Placed) -> str:
    return view.position.rules.name


def thing(due: NextStep, game: str, *, cited: bool = True) -> str:
    """What is owed, in a few words, with its paragraph where ``cited``; the words of orders are those of ``game``."""
    number = due.demand.paragraph if due.demand is not None and cited else ""
    paragraph = f" [{number}]" if number else ""
    match due.kind, due.demand:
        case "choice", Choice(kinds=kinds, why=why):
            return Message("a decision: {kinds} ({why}){at}", kinds=_any(kinds, game), why=why, at=paragraph)
        case "conceal", Conceal(kind=kind, why=why):
            return Message(
                "a secret order: {kind} ({why}){at}", kind=_any((kind,), game), why=why, at=paragraph
            )
        case "roll", _:
            return Message("the first half of the dice{at}", at=paragraph)
        case "disclose", Disclose(ns=ns):
            return counted(
                len(ns),
                "the opening of a sealed secret{at}",
                "the opening of {n} sealed secrets{at}",
                at=paragraph,
            )
        case "mask", Mask(deck=deck):
            return Message("the shuffle of the deck {deck}{at}", deck=spelled(deck), at=paragraph)
        case "deal", Deal(deck=deck, slots=slots):
            return counted(
                len(slots),
                "the key to {n} card of the deck {deck}{at}",
                "the keys to {n} cards of the deck {deck}{at}",
                deck=spelled(deck),
                at=paragraph,
            )
        case "answer", _:
            return Message("the second half of the dice")
        case "open", _:
            return Message("the opening of the first half of the dice")
        case "reply", _ if due.offer is not None and due.offer.upgrade is not None:
            version = clean(due.offer.upgrade.version, MAX_VERSION)
            return Message(
                "an answer to the upgrade to {version} (pbem offer upgrade --accept, or --decline)",
                version=version,
            )
        case "reply", _:
            return Message("an answer to a take-back (pbem offer takeback --accept, or --decline)")
        case "audit", _:
            return Message("the key behind the secrets, now that the game has ended")
        case _:
            return Message("the first turn of the game")


def reply_command(due: NextStep, more: str = "") -> str:
    """The commands that answer an offer; ``more`` names the game, where there are others."""
    if due.offer is not None and due.offer.upgrade is not None:
        return Message(
            "pbem offer upgrade{more} (what it would change), then pbem offer upgrade --accept{more}, or pbem offer upgrade "
            "--decline{more}",
            more=more,
        )
    return Message("pbem offer takeback --accept{more}, or pbem offer takeback --decline{more}", more=more)


def of_error(error: PbemError, *more: str) -> Series:
    """An error with what to do next, as one line."""
    return Series(filter(None, (error.message, error.hint, *more)), " ")


def _any(kinds: Sequence[str], game: str) -> str:
    return Series((OrderWord(each, game) for each in kinds), last=Message(" or "))


def when(moment: Moment) -> str:
    """A moment of the game: ``turn 3 (8 June), allied activation``."""
    return Message("turn {turn}{name}{phase}", turn=moment.turn, **_parts(moment))


def begun(moment: Moment) -> str:
    """The same where a sentence begins with it."""
    return Message("Turn {turn}{name}{phase}", turn=moment.turn, **_parts(moment))


def _parts(moment: Moment) -> dict[str, str]:
    return {
        "name": Message(" ({name})", name=moment.turn_name) if moment.turn_name else "",
        "phase": Message(", {phase}", phase=moment.phase) if moment.phase else "",
    }


def told(happened: Iterable[AppliedEntry[object]]) -> Iterator[str]:
    """A line for everything that came of these entries: ``412 [8.41] sentence; dice 3 6, verified``."""
    for each in happened:
        for outcome in each.outcomes:
            yield Message("{entry:>4} {said}", entry=each.entry, said=sentence(outcome))


def in_short(happened: Iterable[AppliedEntry[object]]) -> Iterator[str]:
    """The same on a screen: of a long run of lines of one kind, as in a set-up, the first, and how many more there are."""
    every = ((each.entry, outcome) for each in happened for outcome in each.outcomes)
    for kind, run in groupby(every, key=lambda each: getattr(each[1].text, "template", "")):
        lines = [*run]
        shown = lines if not kind or len(lines) <= _LONG_RUN else lines[:_SHOWN]
        yield from (
            Message("{entry:>4} {said}", entry=entry, said=sentence(outcome)) for entry, outcome in shown
        )
        if len(shown) < len(lines):
            yield Message(
                "     ... and {n} more like these, to entry {last}: pbem replay shows each.",
                n=len(lines) - len(shown),
                last=lines[-1][0],
            )


def term(reason: Reason) -> str:
    """One modifier: ``flank support +1 [11.3]``."""
    return Message(
        "{said} {value:+d} [{at}]",
        said=spelled(clean(reason.text, 80)),
        value=reason.value,
        at=reason.paragraph,
    )


def sentence(outcome: Outcome) -> str:
    """One outcome with its paragraph, its dice and the modifiers behind them."""
    paragraph = f" [{outcome.paragraph}]" if outcome.paragraph else ""
    dice = " ".join(map(str, outcome.faces))
    faces = Message(" Dice {faces}: verified.", faces=dice) if dice else ""
    rolled = outcome.reasons if outcome.faces else ()
    terms = Series(term(each) for each in rolled)
    tail = Message(" ({terms})", terms=terms) if terms else ""
    told = outcome.text if clean(outcome.text) == outcome.text else clean(outcome.text)
    return Message("{text}{at}{faces}{tail}", text=told, at=paragraph, faces=faces, tail=tail)
