"""Changes in a game with a shared deck."""

from __future__ import annotations

import json
from collections.abc import Callable

import deck_writer as deck
from bases import DECKS, decks, grow
from change import bad, good, then, with_
from entry_writer import START, audit, back, plain, renew
from second_verifier import Json
from toss_script import CARDS
from writer import Entry, Game, Made

OTHER = "5a" * 32
POINT = "6b17d1f2e12c4247f8bce6e563a440f277037d812deb33a0f4a13945d898c296"


def _list(value: Json) -> list[Json]:
    assert isinstance(value, list)
    return value


def _first(change: Callable[[str], str]) -> Callable[[Json], Json]:
    """Another first member of a list."""
    return lambda value: [change(str(_list(value)[0])), *_list(value)[1:]]


def _tail(value: Json) -> str:
    """A text of digits of which the last is another."""
    return str(value)[:-1] + ("0" if str(value)[-1] != "0" else "1")


def masks() -> None:
    def masking(name: str, about: str, made: Made, code: str, others: str | None = None) -> None:
        bad(name, about, decks(0), "A", [START, made], code, 1, others)

    def second(name: str, about: str, made: Made, code: str, others: str | None = None) -> None:
        bad(name, about, decks(1), "B", [made], code, 2, others)

    new = deck.mask(CARDS)
    again = deck.mask()
    second("masks-with-a-card-twice", "The same point in two slots.",
           with_(again, p=lambda p: [_list(p)[1], *_list(p)[1:]]), "bad-shuffle")  # fmt: skip
    second("masks-with-a-card-exchanged", "A point of nobody's card.",
           with_(again, p=_first(lambda _: POINT)), "bad-shuffle")  # fmt: skip
    second("masks-with-a-card-too-few", "Four points for five.", with_(again, p=lambda p: _list(p)[1:]),
           "bad-shuffle")  # fmt: skip
    second("masks-with-a-card-too-many", "Six points for five.", with_(again, p=lambda p: [*_list(p), POINT]),
           "bad-shuffle")  # fmt: skip
    second("masks-in-another-order", "An order that the proof is not for.",
           with_(again, p=lambda p: _list(p)[::-1]), "bad-shuffle")  # fmt: skip
    second(
        "masks-with-another-base", "A base of another number.", with_(again, q=lambda _: POINT), "bad-shuffle"
    )
    second("masks-with-other-bits", "One bit is another.", with_(again, bits=_tail), "bad-shuffle")
    second("masks-with-another-number", "The last of the proof.", with_(again, z=_tail), "bad-shuffle")
    second("masks-with-a-number-zero", "A scalar is not 0.",
           with_(again, z=lambda z: "00" * 32 + str(z)[64:]), "bad-scalar")  # fmt: skip
    second("masks-with-a-number-beyond", "A scalar is below the order.",
           with_(again, z=lambda z: "ff" * 32 + str(z)[64:]), "bad-scalar")  # fmt: skip
    second(
        "masks-with-48-rounds", "As in older drafts.", with_(again, z=lambda z: str(z)[: 48 * 64]), "bad-hex"
    )
    second("masks-with-48-bits", "As in older drafts.", with_(again, bits=lambda b: str(b)[:12]), "bad-hex")
    second("masks-with-no-point", "An x that the curve does not have.",
           with_(again, p=_first(lambda _: "00" * 31 + "01")), "bad-point")  # fmt: skip
    second("masks-with-a-point-beyond-the-field", "Not below the prime.",
           with_(again, p=_first(lambda _: "ff" * 32)), "bad-point")  # fmt: skip
    second("masks-with-a-short-point", "One byte.", with_(again, p=_first(lambda _: "00")), "bad-hex")
    second("masks-with-a-number-of-points", "A list.", with_(again, p=lambda _: 5), "bad-fields")
    second("masks-another-deck", "Nobody asks for it.", deck.mask(at="stock"), "wrong-label")
    second("masks-with-cards-again", "The cards are in the first mask alone.",
           deck.mask(cards=[], at="pack", mix=[1]), "wrong-label")  # fmt: skip
    masking("masks-without-cards", "The first mask names them.", _without(new, "cards"), "wrong-label")
    masking("masks-no-cards", "The default is written out.", with_(new, cards=lambda _: []), "two-forms")
    masking("masks-an-empty-mix", "The default is written out.", _with(new, mix=[]), "two-forms")
    masking("masks-other-cards", "Not those of the game.", deck.mask(("ace", "ace", "ace", "jack", "ten")),
            "wrong-label", "ok")  # fmt: skip
    masking(
        "masks-cards-in-another-order", "Not that of the game.", deck.mask(CARDS[::-1]), "wrong-label", "ok"
    )
    masking("masks-numbers", "Cards have names.", _with(new, cards=[1, 2, 3, 4, 5]), "bad-fields")
    masking("masks-without-a-proof", "A field is missing.", _without(new, "z"), "bad-fields")
    free = "The numbers follow from the vault, which the audit sees."
    game = Game("cards")
    first: list[Entry] = [START, deck.mask(CARDS, vault=b"\x77" * 32)]
    game = grow(grow(game, [("A", first)]), DECKS[1:4])
    bad("masks-with-a-number-of-its-own", free, game, "A", [audit()], "other-mask", 12)
    renewed = then(
        then(decks(3), "B", renew(0xC0)), "B", deck.mask(vault=bytes([0xB2]) * 32), *DECKS[3][1][1:]
    )
    bad("masks-with-the-number-of-an-old-vault", free, then(renewed, "A", audit()), "B", [audit()],
        "other-mask", 14)  # fmt: skip
    renewed = then(then(decks(3), "B", renew(0xC0)), "B", *DECKS[3][1])
    good("ok-masked-behind-a-renewal", free, then(then(renewed, "A", audit()), "B", audit()))
    good("ok-a-whole-game-of-cards", "Masks, keys, cards, a shuffle, and both vaults.", decks(6))


def _with(made: Made, **fields: Json) -> Made:
    return lambda game, by, before: made(game, by, before) | fields


def _without(made: Made, field: str) -> Made:
    return lambda game, by, before: {k: v for k, v in made(game, by, before).items() if k != field}


def shuffles() -> None:
    def mixing(name: str, about: str, made: Made, code: str, others: str | None = None) -> None:
        played: list[Entry] = [*DECKS[2][1][:3], made]
        bad(name, about, decks(2), "A", played, code, 7, others)

    mixing("mixes-other-slots", "Not those of the game.", deck.mask(mix=(3, 4, 5)), "wrong-label", "ok")
    mixing("mixes-slots-in-disorder", "Ascending.", with_(deck.mask(mix=(4, 5)), mix=lambda _: [5, 4]),
           "wrong-label")  # fmt: skip
    mixing(
        "mixes-a-slot-twice", "Each once.", with_(deck.mask(mix=(4, 5)), mix=lambda _: [4, 4]), "wrong-label"
    )
    mixing("mixes-a-slot-that-is-not-there", "Five slots.",
           with_(deck.mask(mix=(4, 5)), mix=lambda _: [4, 6]), "wrong-label")  # fmt: skip
    mixing("mixes-and-names-cards", "Only a new deck has names.",
           _with(deck.mask(mix=(4, 5)), cards=[*CARDS]), "wrong-label")  # fmt: skip
    drop = with_(deck.mask(mix=(4, 5)), p=lambda p: _list(p)[:-1])
    mixing("mixes-without-what-it-holds", "What was handed over goes with it.", drop, "bad-shuffle")
    moved = with_(deck.mask(mix=(4, 5)), p=lambda p: [_list(p)[1], _list(p)[0], *_list(p)[2:]])
    mixing("mixes-what-stays", "Two slots that were not to move.", moved, "bad-shuffle")
    bad("mixes-alone", "The other seat masks, too.", decks(3), "A", [deck.mask()], "out-of-turn", 8,
        "wrong-label")  # fmt: skip


def keys() -> None:
    def handing(name: str, about: str, made: Made, code: str, others: str | None = None) -> None:
        bad(name, about, decks(1), "B", [deck.mask(), made], code, 3, others)

    both = deck.key(1, 2)
    handing("hands-over-two-keys-exchanged", "Each for the other slot.",
            with_(both, u=lambda u: _list(u)[::-1]), "wrong-key")  # fmt: skip
    handing("hands-over-a-proof-of-another-slot", "Each for the other slot.",
            with_(both, pf=lambda pf: _list(pf)[::-1]), "wrong-key")  # fmt: skip
    handing("hands-over-a-point-of-its-own", "Not that slot without its mask.",
            with_(both, u=_first(lambda _: POINT)), "wrong-key")  # fmt: skip
    handing("hands-over-a-changed-proof", "One digit.", with_(both, pf=_first(_tail)), "wrong-key")
    handing("hands-over-a-proof-of-zero", "A scalar is not 0.",
            with_(both, pf=_first(lambda pf: "00" * 32 + pf[64:])), "bad-scalar")  # fmt: skip
    handing("hands-over-no-point", "An x that the curve does not have.",
            with_(both, u=_first(lambda _: "00" * 31 + "01")), "bad-point")  # fmt: skip
    handing("hands-over-a-short-point", "One byte.", with_(both, u=_first(lambda _: "00")), "bad-hex")
    handing("hands-over-a-short-proof", "32 bytes.", with_(both, pf=_first(lambda pf: pf[:64])), "bad-hex")
    handing("hands-over-another-slot", "Not that of the game.", deck.key(1, 3), "wrong-label", "ok")
    handing("hands-over-a-slot-too-many", "Three for two.", deck.key(1, 2, 4), "wrong-label", "ok")
    handing("hands-over-a-slot-too-few", "One for two.", deck.key(1), "wrong-label", "ok")
    handing(
        "hands-over-a-slot-that-is-not-there", "Five slots.", with_(both, n=lambda _: [1, 6]), "wrong-label"
    )
    handing("hands-over-fewer-proofs-than-slots", "One each.", with_(both, pf=lambda pf: _list(pf)[:1]),
            "wrong-label")  # fmt: skip
    handing("hands-over-of-another-deck", "Nobody asks for it.", _with(both, at="stock"), "wrong-label")
    again: list[Entry] = [deck.mask(), both, deck.key(1, 2)]
    bad("hands-over-twice", "Dealt is dealt.", decks(1), "B", again, "out-of-turn", 4, "wrong-label")
    stale = with_(deck.key(4), **_stale_fields())
    bad("hands-over-with-an-old-key", "The number before the shuffle.", decks(3), "B", [deck.mask(), stale],
        "wrong-key", 9)  # fmt: skip


def _stale_fields() -> dict[str, Callable[[Json], Json]]:
    """A slot as it was handed over before, in the place of another."""
    game = decks(2)
    old = json_of(game.blocks[1][2])
    return {"u": lambda _: [_list(old["u"])[0]], "pf": lambda _: [_list(old["pf"])[0]]}


def json_of(line: bytes) -> dict[str, Json]:
    """What a line says."""
    value: dict[str, Json] = json.loads(line)
    return value


def cards() -> None:
    def showing(name: str, about: str, made: Made, code: str, others: str | None = None) -> None:
        played: list[Entry] = [deck.key(3), plain("play", slot=1), made]
        bad(name, about, decks(2), "A", played, code, 6, others)

    one = deck.card(1)
    showing("shows-another-card", "Another number, and its name.", _other_card, "other-card")
    showing("shows-another-name", "The name of another card.", _with(one, v="joker"), "other-card")
    showing("shows-another-number", "The number of another card.",
            with_(one, card=lambda n: int(str(n)) % 5 + 1), "other-card")  # fmt: skip
    showing("shows-card-zero", "Cards are numbered from 1.", _with(one, card=0), "other-card")
    showing("shows-a-card-beyond", "Five cards.", _with(one, card=6), "other-card")
    showing(
        "shows-another-slot", "A slot that it holds, but did not play.", deck.card(2), "wrong-label", "ok"
    )
    showing(
        "shows-the-other's-slot", "Dealt to the other seat.", _with(one, n=3), "wrong-label", "never-dealt"
    )
    showing("shows-a-slot-of-nobody", "Still in the stock.", _with(one, n=5), "wrong-label", "never-dealt")
    showing("shows-a-changed-proof", "One digit.", with_(one, pf=_tail), "other-card")
    showing("shows-a-proof-of-zero", "A scalar is not 0.", with_(one, pf=lambda pf: "00" * 32 + str(pf)[64:]),
            "bad-scalar")  # fmt: skip
    showing("shows-a-short-proof", "32 bytes.", with_(one, pf=lambda pf: str(pf)[:64]), "bad-hex")
    showing("shows-a-card-of-another-deck", "Nobody asks for it.", _with(one, at="stock"), "wrong-label")
    showing("shows-a-card-without-a-name", "A field is missing.", _without(one, "v"), "bad-fields")
    twice: list[Entry] = [deck.key(3), plain("play", slot=1), one, deck.card(1)]
    played = twice[:3]
    repeated: list[Entry] = [*played, _again]
    bad("shows-a-card-twice", "Played is played.", decks(2), "A", repeated, "not-now", 7, "never-dealt")
    bad("plays-a-card-without-showing-it", "The card is due.", decks(2), "A",
        [deck.key(3), plain("play", slot=1), deck.mask(mix=(4, 5))], "not-now", 6, "ok")  # fmt: skip
    across = "No take-back across cards."
    bad("goes-back-across-a-card", across, decks(2), "A", [deck.key(3), back(2)], "bad-back", 5)
    bad("goes-back-across-a-mask", across, decks(3), "B", [deck.mask(), deck.key(4), back(7)], "bad-back", 10)


def _other_card(game: Game, by: str, before: bytes) -> dict[str, Json]:
    entry = deck.card(1)(game, by, before)
    number = int(str(entry["card"])) % 5 + 1
    return entry | {"card": number, "v": CARDS[number - 1]}


def _again(game: Game, by: str, before: bytes) -> dict[str, Json]:
    """The last entry once more."""
    return {
        "k": "deck-show",
        "at": "pack",
        "card": 1,
        "n": 1,
        "pf": "00" * 31 + "01" + "00" * 31 + "01",
        "v": "ace",
    }


def main() -> None:
    """All of them."""
    for each in (masks, shuffles, keys, cards):
        each()
