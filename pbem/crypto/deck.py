"""Masking a deck, and proving it: the arithmetic of ``schemas/deck.md``.

A card is a point of the group. A seat that masks multiplies every card by one secret number and puts them in an order of his
own; the other does the same; to deal a card is to divide one's own number out of it. Three things are proved as they are
done: that a mask changed nothing but the order, that a key handed over is the right one, that a card shown is the one
that lay there. Everything secret follows from the vault key.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from struct import pack

from pbem.bytes.canon import tagged_hash
from pbem.bytes.errors import VerifyError
from pbem.bytes.records import field, frozen
from pbem.bytes.values import evolve
from pbem.crypto import group
from pbem.crypto.dice import Stream

ROUNDS = 128
"""A false mask takes 2^ROUNDS tries of a hash or two each. The audit, which needs no proof, finds it all the same."""

MAX_CARDS = 110
MAX_NAME = 64
"""Characters of a card's name, or of a deck's label. More cards, or longer names, would not fit a line of the log."""

_PROOF = 2 * group.SIZE


_NAME = re.compile(f"[ -~]{{1,{MAX_NAME}}}")


def is_name(text: str) -> bool:
    """Whether a card, or a deck, may be called so: 1 to 64 characters of ASCII that can be seen, or spaces."""
    return _NAME.fullmatch(text) is not None


@lru_cache(maxsize=4096)
def card(gid: bytes, deck: str, number: int, name: str) -> bytes:
    """The point of a card: the first hash that is an x coordinate, so that nobody knows how two cards are related."""
    tries = (
        tagged_hash("deck-card", gid, deck.encode(), pack(">I", number), name.encode(), pack(">I", n))
        for n in range(2**16)
    )
    return next(each for each in tries if group.on_curve(each))


@lru_cache(maxsize=64)
def cards(gid: bytes, deck: str, names: tuple[str, ...]) -> tuple[bytes, ...]:
    """The points of a deck's cards, numbered from 1."""
    return tuple(card(gid, deck, number, name) for number, name in enumerate(names, 1))


# --- masking ----------------------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class Input:
    """What one mask works on: ``base`` (what the masker's key multiplied so far), points that stay where they are
    (``fixed``) and points that change places (``mixed``). ``seat`` masks ``deck`` for the ``turn``-th time in all.
    """

    gid: bytes
    deck: str
    turn: int
    seat: str
    base: bytes
    fixed: tuple[bytes, ...] = ()
    mixed: tuple[bytes, ...] = ()

    @property
    def digest(self) -> bytes:
        """Names the input: key and order of the mask follow from it and the vault key."""
        parts = (self.gid, self.deck.encode(), pack(">I", self.turn), self.seat.encode(), self.base)
        return tagged_hash("deck-input", *parts, b"".join(self.fixed), b"".join(self.mixed))


@frozen(kw_only=True)
class Output:
    """What came of a mask: the base and both kinds of points, multiplied by one secret number; ``mixed`` in a new order."""

    base: bytes
    fixed: tuple[bytes, ...] = ()
    mixed: tuple[bytes, ...] = ()


@frozen(kw_only=True)
class Proof:
    """That an output is a mask of its input: ``bits`` (16 bytes) say which half each round opens with its number."""

    bits: bytes
    numbers: bytes = field(repr=False)


def mask_key(vault: bytes, digest: bytes) -> int:
    """The secret number of a mask."""
    return group.secret_scalar(vault, tagged_hash("deck-key", digest))


def _order(vault: bytes, digest: bytes, count: int) -> list[int]:
    """The order of a mask, each equally likely (Fisher and Yates, from the end)."""
    stream = Stream(hmac.digest(vault, tagged_hash("deck-order", digest), "sha256"))
    order = list(range(count))
    for last in range(count - 1, 0, -1):
        other = stream.below(last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def mask(vault: bytes, given: Input) -> tuple[Output, Proof]:
    """Mask and shuffle, with the proof. The same vault and input give the same bytes."""
    key = mask_key(vault, given.digest)
    made = _multiplied([(key, given)])[0]
    order = _order(vault, given.digest, len(made.mixed))
    made = evolve(made, mixed=tuple(made.mixed[n] for n in order))
    return made, _prove_mask(vault, key, given, made)


def _prove_mask(vault: bytes, key: int, given: Input, made: Output) -> Proof:
    statement = _statement(given, made)
    numbers = [
        group.secret_scalar(vault, tagged_hash("deck-round-key", statement, pack(">I", n)))
        for n in range(ROUNDS)
    ]
    bits = _bits(statement, _rounds([(number, given) for number in numbers]))
    undo = group.inverse(key)
    opened = [n * undo if _bit(bits, place) else n for place, n in enumerate(numbers)]
    return Proof(bits=bits, numbers=b"".join(map(group.scalar_bytes, opened)))


@lru_cache(maxsize=256)
def check_mask(given: Input, made: Output, proof: Proof) -> bool:
    """Whether the output holds the cards of the input, each once, under one number that its base is multiplied by too.

    All points have been checked (:func:`pbem.crypto.group.check_point`). Raises FormatError ``bad-scalar``.
    """
    shape = (len(given.fixed), len(given.mixed), ROUNDS // 8, ROUNDS * group.SIZE)
    if shape != (len(made.fixed), len(made.mixed), len(proof.bits), len(proof.numbers)):
        return False
    numbers = [
        group.check_scalar(proof.numbers[at : at + group.SIZE])
        for at in range(0, len(proof.numbers), group.SIZE)
    ]
    rounds = _rounds([(number, made if _bit(proof.bits, n) else given) for n, number in enumerate(numbers)])
    return hmac.compare_digest(_bits(_statement(given, made), rounds), proof.bits)


def is_mask(vault: bytes, given: Input, made: Output) -> bool:
    """Whether the output was made from the input with the key that follows from this vault: the audit."""
    true = _multiplied([(mask_key(vault, given.digest), given)])[0]
    return evolve(true, mixed=tuple(sorted(true.mixed))) == evolve(made, mixed=tuple(sorted(made.mixed)))


def _statement(given: Input, made: Output) -> bytes:
    return tagged_hash("deck-mask", given.digest, made.base, b"".join(made.fixed), b"".join(made.mixed))


def _rounds(masks: Sequence[tuple[int, Input | Output]]) -> list[bytes]:
    """One more mask each over the input or the output: sorted, so that it is the same either way and tells no order."""
    return [
        tagged_hash("deck-round", each.base, b"".join(each.fixed), b"".join(sorted(each.mixed)))
        for each in _multiplied(masks)
    ]


def _multiplied(masks: Sequence[tuple[int, Input | Output]]) -> list[Output]:
    """Every point of a side, each in its place, times the number beside it."""
    found = group.every_times([(n, (side.base, *side.fixed, *side.mixed)) for n, side in masks])
    return [
        Output(base=base, fixed=tuple(points[: len(side.fixed)]), mixed=tuple(points[len(side.fixed) :]))
        for (base, *points), (_, side) in zip(found, masks, strict=True)
    ]


def _bits(statement: bytes, rounds: Sequence[bytes]) -> bytes:
    return tagged_hash("deck-bits", statement, *rounds)[: ROUNDS // 8]


def _bit(bits: bytes, place: int) -> int:
    return bits[place // 8] >> (7 - place % 8) & 1


# --- one card ---------------------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class Link:
    """The claim that one number leads from the generator to ``key`` and from ``inner`` to ``outer``.

    For a key handed over: inner is the card without the seat's mask, outer the card as it lies. For a card shown: inner is
    the card's own point, outer what was handed over.
    """

    gid: bytes
    deck: str
    slot: int
    seat: str
    key: bytes
    inner: bytes
    outer: bytes

    @property
    def statement(self) -> bytes:
        """What the proof is bound to."""
        parts = (self.gid, self.deck.encode(), pack(">I", self.slot), self.seat.encode())
        return tagged_hash("deck-link", *parts, self.key, self.inner, self.outer)


def prove_link(vault: bytes, key: int, link: Link) -> bytes:
    """The proof, 64 bytes (Chaum and Pedersen 1992, the challenge a hash); it tells nothing about ``key``."""
    nonce = group.secret_scalar(vault, tagged_hash("deck-nonce", link.statement))
    trials = group.times(nonce, (group.BASE, link.inner))
    challenge = _challenge(link, *trials)
    proof = group.scalar_bytes(challenge) + group.scalar_bytes(nonce - challenge * key)
    if not check_link(link, proof):
        raise VerifyError.of(
            "wrong-key",
            "slot {slot} of {deck} is not masked with the key of this vault.",
            slot=link.slot,
            deck=link.deck,
        )
    return proof


def check_link(link: Link, proof: bytes) -> bool:
    """Whether the claim holds. All points have been checked. Raises FormatError ``bad-scalar``."""
    if len(proof) != _PROOF:
        return False
    challenge, answer = (group.check_scalar(proof[:32]), group.check_scalar(proof[32:]))
    starts = group.times(answer, (group.BASE, link.inner))
    ends = group.times(challenge, (link.key, link.outer))
    ones, twos = (group.sums(start, end) for start, end in zip(starts, ends, strict=True))
    return any(_challenge(link, one, two) == challenge for one in ones for two in twos)


def _challenge(link: Link, one: bytes, two: bytes) -> int:
    return (
        int.from_bytes(tagged_hash("deck-challenge", link.statement, one, two), "big") % (group.ORDER - 1) + 1
    )


def unmask(key: int, point: bytes) -> bytes:
    """The point without this key."""
    return group.times(group.inverse(key), (point,))[0]


def whole_key(vault: bytes, digests: Sequence[bytes]) -> int:
    """The product of a seat's masks over a deck so far, from the digests of their inputs."""
    key = 1
    for digest in digests:
        key = key * mask_key(vault, digest) % group.ORDER
    return key


def read_card(known: Mapping[bytes, int], key: int, point: bytes) -> int:
    """The number of the card that lies under the owner's own mask; 0 when it is none of the deck's."""
    return known.get(unmask(key, point), 0)
