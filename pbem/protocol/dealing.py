"""What a seat writes about the shared decks, and what it knows of them: all of it follows from the vault key."""

from __future__ import annotations

from pbem.bytes.errors import VerifyError
from pbem.crypto import deck
from pbem.log.entries import DeckEntry, DeckKey, DeckMask, DeckShow
from pbem.port.game import Deal, Demand, Disclose, Mask
from pbem.replay import decks
from pbem.replay.table import Seat, Table


def due(
    table: Table, seat: Seat, vault: bytes, demand: Demand | None, before: tuple[bytes, ...] = ()
) -> DeckEntry | None:
    """The entry that ``seat`` owes when what is demanded of it is about a deck.

    ``vault`` is its key of salts in force, 32 bytes; ``before`` those that it had until it renewed them, oldest first.
    """
    match demand:
        case Mask():
            return mask(table, seat, vault, demand)
        case Deal():
            return keys(table, seat, vault, demand, before)
        case Disclose(at=at) if at in table.decks:
            return show(table, seat, vault, demand, before)
    return None


def mask(table: Table, seat: Seat, vault: bytes, demand: Mask) -> DeckMask:
    """The mask that ``seat`` owes. The same table gives the same entry."""
    found = decks.before_mask(table.decks, table.gid, seat, demand)
    made, proof = deck.mask(vault, decks.input_of(found, seat))
    return decks.entry_of(found, seat, made, proof)


def keys(table: Table, seat: Seat, vault: bytes, demand: Deal, before: tuple[bytes, ...] = ()) -> DeckKey:
    """The keys that ``seat`` has to hand over."""
    found = decks.to_deal(table.decks, demand)
    key = found.key_of(seat, (*before, vault))
    inner = [deck.unmask(key, found.points[n - 1]) for n in demand.slots]
    links = [decks.key_link(found, seat, n, point) for n, point in zip(demand.slots, inner, strict=True)]
    return DeckKey(
        at=demand.deck,
        n=demand.slots,
        u=tuple(point.hex() for point in inner),
        pf=tuple(deck.prove_link(vault, key, link).hex() for link in links),
    )


def show(
    table: Table, seat: Seat, vault: bytes, demand: Disclose, before: tuple[bytes, ...] = ()
) -> DeckShow:
    """The first card that ``seat`` has to show. Raises VerifyError ``never-dealt``."""
    n, found = demand.ns[0], table.decks[demand.at]
    if n not in found.held(seat):
        raise VerifyError.of("never-dealt", "{at}/{n} is not a card in your hand.", at=demand.at, n=n)
    number = _number(found, seat, (*before, vault), n)
    key = found.key_of(seat, (*before, vault))
    proof = deck.prove_link(vault, key, decks.card_link(found, seat, n, number))
    return DeckShow(at=demand.at, n=n, card=number, v=found.cards[number - 1], pf=proof.hex())


def hand(table: Table, seat: Seat, vault: bytes, before: tuple[bytes, ...] = ()) -> dict[str, dict[int, str]]:
    """The cards in the hand of ``seat``, by deck and slot: what it alone knows."""
    return {
        label: {n: found.cards[_number(found, seat, (*before, vault), n) - 1] for n in found.held(seat)}
        for label, found in sorted(table.decks.items())
    }


def _number(found: decks.Deck, seat: Seat, vaults: tuple[bytes, ...], n: int) -> int:
    """The number of the card in a slot of the own hand. Raises VerifyError ``other-card`` for what no proof lets pass."""
    number = deck.read_card(found.known, found.key_of(seat, vaults), found.handed[n])
    if not number:
        raise VerifyError.of(
            "other-card", "{label}/{n} is none of the cards of the deck.", label=found.label, n=n
        )
    return number
