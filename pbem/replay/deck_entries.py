"""An entry about a shared deck, applied to a position: the deck first, then the game (``schemas/deck.md``)."""

from __future__ import annotations

from typing import TypeVar

from pbem.bytes.errors import VerifyError
from pbem.bytes.values import evolve
from pbem.log.entries import DeckKey, DeckMask, DeckShow
from pbem.port.game import Deal, Dealt, Disclose, Mask, Masked, Outcome, Ruleset, Shown
from pbem.port.game import Table as Chance
from pbem.replay import decks
from pbem.replay.judging import judge
from pbem.replay.table import NextStep, Position, Seat

S = TypeVar("S")


def take(
    rules: Ruleset[S], position: Position[S], seat: Seat, entry: DeckMask | DeckKey | DeckShow, due: NextStep
) -> tuple[Position[S], tuple[Outcome, ...]]:
    """A mask, keys handed over, or a card shown. Raises VerifyError ``not-now`` and those of ``decks``."""
    table = position.table
    told: Chance
    match entry, due.demand:
        case DeckMask(), Mask(side=side, deck=deck) as demand:
            after = decks.masked(
                table.decks, table.gid, seat, entry, demand, era=table.seats[seat].key_generation
            )
            told = Masked(side=side, deck=deck)
        case DeckKey(n=slots), Deal(side=side, deck=deck, to=to) as demand:
            after = decks.dealt(table.decks, seat, entry, demand, table.seat_of(to))
            told = Dealt(to=to, deck=deck, slots=slots)
        case DeckShow(n=n, v=name), Disclose(side=side) as demand:
            after = decks.shown(table.decks, seat, entry, demand)
            told = Shown(side=side, at=demand.at, n=n, value=name)
            table = evolve(table, opened=table.opened + 1)
        case _:
            raise VerifyError.of("not-now", "no such thing is owed now, but: {what}.", what=due.kind)
    return judge(rules, evolve(position, table=evolve(table, decks=after)), side, told)
