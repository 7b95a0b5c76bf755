"""The shared decks on the table: what each slot holds, who may know it, and the entries that change it.

``schemas/deck.md`` says what an entry must be; every code raised here is listed there with the attack that it stops.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias, TypeVar

from pbem.bytes.errors import FormatError, VerifyError
from pbem.bytes.records import field, frozen
from pbem.bytes.values import evolve, hex_bytes
from pbem.crypto import deck, group
from pbem.log.entries import DeckKey, DeckMask, DeckShow
from pbem.port.game import Deal, Disclose, Mask
from pbem.port.messages import Message

Seat: TypeAlias = str
T = TypeVar("T")


@frozen(kw_only=True, slots=False)
class Masking:
    """One mask that has been made: who, of what, into what; ``key_generation``: how often the seat had renewed its keys."""

    seat: Seat
    given: deck.Input
    made: deck.Output
    key_generation: int = 0


@frozen(kw_only=True, slots=False)
class Deck:
    """A deck as both seats, and any reader, know it.

    ``points`` are the cards as they lie, slot 1 first. ``owners`` is the seat each dealt slot went to, ``handed`` what was
    handed over for it, ``shown`` the card number of each slot that has been shown. ``waiting`` is the seat that has still
    to mask (None when both have), ``mixed`` the slots that change places in the shuffle under way.
    """

    gid: bytes
    label: str
    cards: tuple[str, ...]
    points: tuple[bytes, ...]
    bases: Mapping[Seat, bytes] = field(factory=lambda: {"A": group.BASE, "B": group.BASE})
    owners: Mapping[int, Seat] = field(factory=dict)
    handed: Mapping[int, bytes] = field(factory=dict)
    shown: Mapping[int, int] = field(factory=dict)
    waiting: Seat | None = None
    mixed: tuple[int, ...] = ()
    masks: tuple[Masking, ...] = ()

    def held(self, seat: Seat) -> tuple[int, ...]:
        """The slots in the hand of a seat, in order: dealt to it and not shown."""
        return tuple(n for n, owner in sorted(self.owners.items()) if owner == seat and n not in self.shown)

    def digests(self, seat: Seat) -> tuple[bytes, ...]:
        """What the seat's masks followed from, in order."""
        return tuple(each.given.digest for each in self.masks if each.seat == seat)

    def key_of(self, seat: Seat, vaults: Sequence[bytes]) -> int:
        """The product of the seat's masks; ``vaults`` are its vault keys, in the order in which they were in force."""
        key = 1
        for each in self.masks:
            if each.seat == seat:
                key = key * deck.whole_key(vaults[each.key_generation], (each.given.digest,)) % group.ORDER
        return key

    @property
    def known(self) -> Mapping[bytes, int]:
        """The number of each card by its point."""
        return {point: n for n, point in enumerate(deck.cards(self.gid, self.label, self.cards), 1)}


Decks: TypeAlias = Mapping[str, Deck]


# --- masking ----------------------------------------------------------------------------------------------------------


def before_mask(decks: Decks, gid: bytes, seat: Seat, demand: Mask) -> Deck:
    """The deck that ``seat`` has to mask now. Raises VerifyError ``bad-deck`` for what a game may not ask."""
    found = decks.get(demand.deck)
    if found is None:
        if not 1 <= len(demand.cards) <= deck.MAX_CARDS or demand.slots:
            raise _bad(
                demand.deck,
                Message(
                    "{n} cards; 1 to {max_cards} are possible", n=len(demand.cards), max_cards=deck.MAX_CARDS
                ),
            )
        if wrong := [text for text in (demand.deck, *demand.cards) if not deck.is_name(text)]:
            raise _bad(
                demand.deck,
                Message(
                    "{wrong!r} is not a name of 1 to {max_name} ASCII characters",
                    wrong=wrong[0],
                    max_name=deck.MAX_NAME,
                ),
            )
        points = deck.cards(gid, demand.deck, demand.cards)
        return Deck(
            gid=gid,
            label=demand.deck,
            cards=demand.cards,
            points=points,
            mixed=tuple(range(1, len(points) + 1)),
        )
    if found.waiting is not None:
        if found.waiting != seat:
            raise _bad(demand.deck, Message("seat {seat} is to mask it twice running", seat=seat))
        return found
    slots = tuple(sorted(set(demand.slots)))
    if not slots or len(slots) != len(demand.slots) or not 1 <= slots[0] <= slots[-1] <= len(found.points):
        raise _bad(demand.deck, Message("the slots {slots} cannot be shuffled", slots=demand.slots))
    return evolve(
        found,
        mixed=slots,
        owners=_without(found.owners, slots),
        handed=_without(found.handed, slots),
        shown=_without(found.shown, slots),
    )


def input_of(found: Deck, seat: Seat) -> deck.Input:
    """What the mask of ``seat`` works on: slots that stay, what was handed over of its hand, and slots to be mixed."""
    mixed = set(found.mixed)
    stays = tuple(point for n, point in enumerate(found.points, 1) if n not in mixed)
    return deck.Input(
        gid=found.gid,
        deck=found.label,
        turn=len(found.masks) + 1,
        seat=seat,
        base=found.bases[seat],
        fixed=(*stays, *(found.handed[n] for n in found.held(seat))),
        mixed=tuple(found.points[n - 1] for n in found.mixed),
    )


def entry_of(found: Deck, seat: Seat, made: deck.Output, proof: deck.Proof) -> DeckMask:
    """The entry for a mask."""
    after = _after(found, seat, made)
    hand = tuple(after.handed[n] for n in found.held(seat))
    cards, mix = announced(found)
    return DeckMask(
        at=found.label,
        q=made.base.hex(),
        p=tuple(point.hex() for point in (*after.points, *hand)),
        bits=proof.bits.hex(),
        z=proof.numbers.hex(),
        cards=cards,
        mix=mix,
    )


def announced(found: Deck) -> tuple[tuple[str, ...], tuple[int, ...]]:
    """What a mask of this deck says it is for: the cards of a new deck, the slots of a later shuffle, or neither."""
    if found.waiting is not None:
        return (), ()
    return ((), found.mixed) if found.masks else (found.cards, ())


def masked(decks: Decks, gid: bytes, seat: Seat, entry: DeckMask, demand: Mask, *, era: int = 0) -> Decks:
    """The decks after a mask by a seat that has renewed its keys ``key_generation`` times. Raises VerifyError."""
    _label(entry.at, demand.deck)
    found = before_mask(decks, gid, seat, demand)
    if (entry.cards, entry.mix) != announced(found):
        raise VerifyError.of(
            "wrong-label", "shuffles other cards or slots of {at} than the game asks for.", at=entry.at
        )
    hand = found.held(seat)
    if len(entry.p) != len(found.points) + len(hand):
        raise VerifyError.of(
            "bad-shuffle",
            "has {n} points, {before} are due.",
            n=len(entry.p),
            before=len(found.points) + len(hand),
        )
    points = tuple(map(_point, entry.p))
    slots, handed = points[: len(found.points)], points[len(found.points) :]
    mixed = set(found.mixed)
    made = deck.Output(
        base=_point(entry.q),
        fixed=(*(point for n, point in enumerate(slots, 1) if n not in mixed), *handed),
        mixed=tuple(slots[n - 1] for n in found.mixed),
    )
    proof = deck.Proof(
        bits=hex_bytes(entry.bits, deck.ROUNDS // 8), numbers=hex_bytes(entry.z, deck.ROUNDS * group.SIZE)
    )
    try:
        holds = deck.check_mask(input_of(found, seat), made, proof)
    except FormatError as error:
        raise VerifyError(error.code, error.message) from error
    if not holds:
        raise VerifyError.of(
            "bad-shuffle",
            "seat {seat} has not proved that {at} holds the same cards, each once, in a new order.",
            seat=seat,
            at=entry.at,
        )
    return {**decks, found.label: _after(found, seat, made, era)}


def _after(found: Deck, seat: Seat, made: deck.Output, era: int = 0) -> Deck:
    """The deck after a mask by ``seat``."""
    fixed, mixed = iter(made.fixed), dict(zip(found.mixed, made.mixed, strict=True))
    points = tuple(mixed[n] if n in mixed else next(fixed) for n in range(1, len(found.points) + 1))
    handed = {**found.handed, **dict(zip(found.held(seat), fixed, strict=True))}
    first = found.waiting is None
    return evolve(
        found,
        points=points,
        handed=handed,
        bases={**found.bases, seat: made.base},
        waiting=("B" if seat == "A" else "A") if first else None,
        mixed=found.mixed if first else (),
        masks=(*found.masks, Masking(seat=seat, given=input_of(found, seat), made=made, key_generation=era)),
    )


# --- dealing and showing ----------------------------------------------------------------------------------------------


def to_deal(decks: Decks, demand: Deal) -> Deck:
    """The deck to deal from. Raises VerifyError ``bad-deck`` for what a game may not ask."""
    found = _whole(decks, demand.deck)
    if demand.to == demand.side or not demand.slots:
        raise _bad(
            demand.deck,
            Message(
                "{side} is to hand {n} cards to {to}", side=demand.side, n=len(demand.slots), to=demand.to
            ),
        )
    for n in demand.slots:
        if not 1 <= n <= len(found.points) or n in found.owners or demand.slots.count(n) > 1:
            raise _bad(demand.deck, Message("slot {n} cannot be dealt", n=n))
    return found


def key_link(found: Deck, seat: Seat, n: int, inner: bytes) -> deck.Link:
    """The claim that ``inner`` is slot ``n`` without the mask of ``seat``."""
    return _link(found, seat, n, inner, found.points[n - 1])


def card_link(found: Deck, seat: Seat, n: int, number: int) -> deck.Link:
    """The claim that slot ``n`` in the hand of ``seat`` holds card ``number``."""
    card = deck.card(found.gid, found.label, number, found.cards[number - 1])
    return _link(found, seat, n, card, found.handed[n])


def _link(found: Deck, seat: Seat, n: int, inner: bytes, outer: bytes) -> deck.Link:
    key = found.bases[seat]
    return deck.Link(gid=found.gid, deck=found.label, slot=n, seat=seat, key=key, inner=inner, outer=outer)


def dealt(decks: Decks, seat: Seat, entry: DeckKey, demand: Deal, to: Seat) -> Decks:
    """The decks after ``seat`` has handed over its keys to ``to``. Raises VerifyError."""
    _label(entry.at, demand.deck)
    found = to_deal(decks, demand)
    if entry.n != demand.slots or not len(entry.n) == len(entry.u) == len(entry.pf):
        raise VerifyError.of(
            "wrong-label",
            "hands over {n} of {at}, asked for {slots}.",
            n=entry.n,
            at=entry.at,
            slots=demand.slots,
        )
    handed = dict(found.handed)
    for n, text, proof in zip(entry.n, entry.u, entry.pf, strict=True):
        inner = _point(text)
        if not _proved(key_link(found, seat, n, inner), proof):
            raise VerifyError.of(
                "wrong-key",
                "what seat {seat} hands over for {at}/{n} is not that card.",
                seat=seat,
                at=entry.at,
                n=n,
            )
        handed[n] = inner
    owners = {**found.owners, **dict.fromkeys(entry.n, to)}
    return {**decks, found.label: evolve(found, handed=handed, owners=owners)}


def shown(decks: Decks, seat: Seat, entry: DeckShow, demand: Disclose) -> Decks:
    """The decks after ``seat`` has shown a card of its hand. Raises VerifyError."""
    _label(entry.at, demand.at)
    found = _whole(decks, demand.at)
    if entry.n not in demand.ns:
        raise VerifyError.of(
            "wrong-label", "shows {at}/{n}, asked for {ns}.", at=entry.at, n=entry.n, ns=demand.ns
        )
    if entry.n not in found.held(seat):
        raise VerifyError.of(
            "never-dealt",
            "{at}/{n} is not a card in the hand of seat {seat}.",
            at=entry.at,
            n=entry.n,
            seat=seat,
        )
    if not 1 <= entry.card <= len(found.cards) or found.cards[entry.card - 1] != entry.v:
        raise VerifyError.of(
            "other-card", "{at} has no card {card} called {v!r}.", at=entry.at, card=entry.card, v=entry.v
        )
    if not _proved(card_link(found, seat, entry.n, entry.card), entry.pf):
        raise VerifyError.of(
            "other-card",
            "{at}/{n} is not the card {v!r}, number {card}.",
            at=entry.at,
            n=entry.n,
            v=entry.v,
            card=entry.card,
        )
    return {**decks, found.label: evolve(found, shown={**found.shown, entry.n: entry.card})}


def _proved(link: deck.Link, proof: str) -> bool:
    try:
        return deck.check_link(link, hex_bytes(proof, 64))
    except FormatError as error:
        raise VerifyError(error.code, error.message) from error


# --- the end ----------------------------------------------------------------------------------------------------------


def audit(decks: Decks, seat: Seat, *vaults: bytes) -> None:
    """Every mask of a seat, made again from its vault keys, the oldest first. Raises VerifyError ``other-mask``."""
    for label, found in sorted(decks.items()):
        for each in found.masks:
            if each.seat == seat and not deck.is_mask(vaults[each.key_generation], each.given, each.made):
                raise VerifyError.of(
                    "other-mask",
                    "mask {turn} of {label} was not made with this key.",
                    turn=each.given.turn,
                    label=label,
                )


# --- small ------------------------------------------------------------------------------------------------------------


def _whole(decks: Decks, label: str) -> Deck:
    found = decks.get(label)
    if found is None or found.waiting is not None:
        raise _bad(label, Message("both sides have to mask it first"))
    return found


def _bad(label: str, why: str) -> VerifyError:
    return VerifyError.of(
        "bad-deck", "the game asks for what the deck {label} cannot do: {why}.", label=label, why=why
    )


def _label(found: str, wanted: str) -> None:
    if found != wanted:
        raise VerifyError.of(
            "wrong-label", "is about {found!r}, asked for {wanted!r}.", found=found, wanted=wanted
        )


def _without(values: Mapping[int, T], slots: tuple[int, ...]) -> dict[int, T]:
    return {n: value for n, value in values.items() if n not in slots}


def _point(text: str) -> bytes:
    try:
        return group.check_point(hex_bytes(text, group.SIZE))
    except FormatError as error:
        raise VerifyError(error.code, error.message) from error
