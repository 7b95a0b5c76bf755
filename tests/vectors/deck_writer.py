"""The entries of a shared deck, with proofs, for the writer of vectors (schemas/deck.md)."""

from __future__ import annotations

import hmac
from collections.abc import Sequence
from functools import lru_cache

from second_deck import ROUNDS, G, L, Side, card_point, input_digest, one_round, secret, th, times, times_all
from second_verifier import Json, Object
from writer import Game, Made, other_of

PACK = "pack"
BASE = G.to_bytes(32, "big")


def _number(n: int) -> bytes:
    return n.to_bytes(32, "big")


@lru_cache(256)
def _mask(
    vault: bytes, digest: bytes, base: bytes, fixed: tuple[bytes, ...], mixed: tuple[bytes, ...]
) -> tuple[int, Side, tuple[int, ...], bytes, bytes]:
    """The number, the output, its order, the bits and the scalars of a mask."""
    k, given = secret(vault, th("deck-key", digest)), Side(base, fixed, mixed)
    order = _order(hmac.digest(vault, th("deck-order", digest), "sha256"), len(mixed))
    made = Side(times(k, base), times_all(k, fixed), times_all(k, [mixed[at] for at in order]))
    statement = th("deck-mask", digest, made.base, b"".join(made.fixed), b"".join(made.mixed))
    chosen = [secret(vault, th("deck-round-key", statement, r.to_bytes(4, "big"))) for r in range(ROUNDS)]
    bits = th("deck-bits", statement, *(one_round(t, given) for t in chosen))[: ROUNDS // 8]
    which = int.from_bytes(bits, "big")
    numbers = [t * pow(k, -1, L) % L if which >> ROUNDS - 1 - r & 1 else t for r, t in enumerate(chosen)]
    return k, made, order, bits, b"".join(map(_number, numbers))


def _order(key: bytes, count: int) -> tuple[int, ...]:
    words = (
        int.from_bytes(hmac.digest(key, c.to_bytes(4, "big"), "sha256")[at : at + 4], "big")
        for c in range(2**32)
        for at in range(0, 32, 4)
    )
    order = list(range(count))
    for last in range(count - 1, 0, -1):
        sides = last + 1
        other = next(word for word in words if word < 2**32 - 2**32 % sides) % sides
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def mask(cards: Sequence[str] = (), mix: Sequence[int] = (), vault: bytes | None = None, **but: Json) -> Made:
    """Masks a new deck of these cards, or mixes some slots; neither for the second mask of a shuffle."""

    def made(game: Game, by: str, before: bytes) -> Object:
        entry: Object = {"k": "deck-mask", "at": PACK}
        if cards:
            game.deck = [card_point(game.gid, PACK, n, name) for n, name in enumerate(cards, 1)]
            game.cards = {
                point: (n, name) for n, (point, name) in enumerate(zip(game.deck, cards, strict=True), 1)
            }
            game.mixing, entry["cards"] = list(range(1, len(cards) + 1)), [*cards]
        elif mix:
            game.mixing, entry["mix"] = [*mix], [*mix]
            game.hand = {n: held for n, held in game.hand.items() if n not in mix}
        held = [n for n, (owner, _) in sorted(game.hand.items()) if owner == by]
        stays = [n for n in range(1, len(game.deck) + 1) if n not in game.mixing]
        fixed = (*(game.deck[n - 1] for n in stays), *(game.hand[n][1] for n in held))
        given = Side(game.bases[by], fixed, tuple(game.deck[n - 1] for n in game.mixing))
        game.masks += 1
        digest = input_digest(game.gid, PACK, game.masks, by, given)
        k, out, _, bits, numbers = _mask(
            vault or game.hands[by].vaults[-1], digest, given.base, fixed, tuple(given.mixed)
        )
        slots = dict(zip([*stays, *game.mixing], [*out.fixed[: len(stays)], *out.mixed], strict=True))
        game.deck = [slots[n] for n in range(1, len(slots) + 1)]
        game.hand |= {n: (by, out.fixed[len(stays) + at]) for at, n in enumerate(held)}
        game.bases[by], game.hands[by].product = out.base, game.hands[by].product * k % L
        points = [*game.deck, *out.fixed[len(stays) :]]
        entry |= {
            "bits": bits.hex(),
            "p": [each.hex() for each in points],
            "q": out.base.hex(),
            "z": numbers.hex(),
        }
        return entry | but

    return made


def _proof(game: Game, by: str, slot: int, inner: bytes, outer: bytes) -> str:
    product, key = game.hands[by].product, game.bases[by]
    place = (game.gid, PACK.encode(), slot.to_bytes(4, "big"), by.encode())
    statement = th("deck-link", *place, key, inner, outer)
    w = secret(game.hands[by].vaults[-1], th("deck-nonce", statement))
    drawn = th("deck-challenge", statement, times(w, BASE), times(w, inner))
    c = int.from_bytes(drawn, "big") % (L - 1) + 1
    return (_number(c) + _number((w - c * product) % L)).hex()


def key(*slots: int, **but: Json) -> Made:
    """Hands these slots over to the other seat."""

    def made(game: Game, by: str, before: bytes) -> Object:
        back = pow(game.hands[by].product, -1, L)
        inner = [times(back, game.deck[n - 1]) for n in slots]
        proofs: list[Json] = [
            _proof(game, by, n, each, game.deck[n - 1]) for n, each in zip(slots, inner, strict=True)
        ]
        for n, each in zip(slots, inner, strict=True):
            game.hand[n] = (other_of(by), each)
        points: list[Json] = [each.hex() for each in inner]
        return {"k": "deck-key", "at": PACK, "n": [*slots], "pf": proofs, "u": points} | but

    return made


def card(slot: int, **but: Json) -> Made:
    """Shows the card in a slot of the own hand."""

    def made(game: Game, by: str, before: bytes) -> Object:
        owner, outer = game.hand[slot]
        inner = times(pow(game.hands[owner].product, -1, L), outer)
        number, name = game.cards[inner]
        proof = _proof(game, by, slot, inner, outer)
        game.hand.pop(slot)
        return {"k": "deck-show", "at": PACK, "card": number, "n": slot, "pf": proof, "v": name} | but

    return made
