"""Writes ``schemas/vectors/deck`` and the example of ``schemas/deck.md``: ``python tests/vectors/make_deck_vectors.py``."""

from __future__ import annotations

import json
import re
from pathlib import Path

from attrs import evolve

from pbem.bytes import canon
from pbem.bytes.canon import Json
from pbem.crypto import deck, group
from pbem.log.entries import PROTOCOL, DeckEntry
from pbem.port.game import Deal, Disclose, Mask
from pbem.protocol import dealing
from pbem.replay import decks
from pbem.replay.table import SeatInfo, Table

SCHEMAS = Path(__file__).resolve().parents[2] / "schemas"
HERE = SCHEMAS / "vectors/deck"
TOSS = (SCHEMAS / "example.jsonl").read_bytes().splitlines()
GID = canon.tagged_hash("game", TOSS[0], TOSS[2])
"""Of the game in ``schemas/log.md``."""
NAMES = ("ace", "king", "queen", "jack")
VAULTS = {"A": b"\xa2" * 32, "B": b"\xb2" * 32}
LABEL = "pack"


def _write(name: str, value: dict[str, Json]) -> None:
    text = json.dumps({"name": name, **value}, indent=1, sort_keys=True, ensure_ascii=True)
    (HERE / f"{name}.json").write_text(text + "\n", encoding="ascii", newline="\n")


def _hexes(points: tuple[bytes, ...]) -> list[Json]:
    return [point.hex() for point in points]


def _mask(name: str, given: deck.Input, made: deck.Output, proof: deck.Proof, expect: str = "ok") -> None:
    vault = VAULTS[given.seat]
    value: dict[str, Json] = {
        "gid": given.gid.hex(),
        "deck": given.deck,
        "turn": given.turn,
        "seat": given.seat,
        "in": {"base": given.base.hex(), "fixed": _hexes(given.fixed), "mixed": _hexes(given.mixed)},
        "out": {"base": made.base.hex(), "fixed": _hexes(made.fixed), "mixed": _hexes(made.mixed)},
        "digest": given.digest.hex(),
        "bits": proof.bits.hex(),
        "numbers": proof.numbers.hex(),
        "expect": expect,
    }
    if expect == "ok":
        value |= {"vault": vault.hex(), "key": group.scalar_bytes(deck.mask_key(vault, given.digest)).hex()}
    _write(name, value)


def _link(name: str, link: deck.Link, proof: bytes, expect: str = "ok") -> None:
    points: dict[str, Json] = {"key": link.key.hex(), "inner": link.inner.hex(), "outer": link.outer.hex()}
    head: dict[str, Json] = {"gid": link.gid.hex(), "deck": link.deck, "slot": link.slot, "seat": link.seat}
    _write(name, {**head, **points, "proof": proof.hex(), "expect": expect})


def _refused(given: deck.Input, made: deck.Output, proof: deck.Proof) -> None:
    """What must not pass, each proved by the honest prover as far as it goes."""
    key = deck.mask_key(VAULTS["A"], given.digest)
    false = {
        "duplicate": evolve(made, mixed=(made.mixed[1], *made.mixed[1:])),
        "strange": evolve(made, mixed=(*group.times(7, made.mixed[:1]), *made.mixed[1:])),
        "other-base": evolve(made, base=group.times(7, (made.base,))[0]),
        "exchanged": evolve(made, fixed=made.fixed[::-1]),
    }
    for name, each in false.items():
        _mask(f"mask-{name}", given, each, deck._prove_mask(VAULTS["A"], key, given, each), "bad-shuffle")
    _mask("mask-other-turn", evolve(given, turn=given.turn + 1), made, proof, "bad-shuffle")
    _mask("mask-zero", given, made, evolve(proof, numbers=bytes(32) + proof.numbers[32:]), "bad-scalar")
    _mask("mask-no-point", given, evolve(made, base=b"\xff" * 32), proof, "bad-point")


# --- the example of the text ------------------------------------------------------------------------------------------


def _table() -> Table:
    """The game before anything is masked: A plays heads."""
    sides = {"A": "heads", "B": "tails"}
    seats = {
        seat: SeatInfo(side=side, name=side, key=b"", tip=b"", length=0, vault=b"")
        for seat, side in sides.items()
    }
    return Table(gid=GID, seats=seats, seeds={})


def _played() -> tuple[decks.Deck, list[DeckEntry]]:
    """Both masks, the key of slot 1 for B, and the card shown: the deck at the end and the four entries."""
    table, masks, entries = _table(), Mask(side="", deck=LABEL, cards=NAMES), list[DeckEntry]()
    for seat in "AB":
        mask = dealing.mask(table, seat, VAULTS[seat], masks)
        table = evolve(table, decks=decks.masked(table.decks, GID, seat, mask, masks))
        entries.append(mask)
    deal = Deal(side="heads", deck=LABEL, to="tails", slots=(1,))
    key = dealing.keys(table, "A", VAULTS["A"], deal)
    table = evolve(table, decks=decks.dealt(table.decks, "A", key, deal, "B"))
    wanted = Disclose(side="tails", at=LABEL, ns=(1,))
    card = dealing.show(table, "B", VAULTS["B"], wanted)
    return decks.shown(table.decks, "B", card, wanted)[LABEL], [*entries, key, card]


def _short(value: Json) -> Json:
    """Long hexadecimal numbers cut to their first eight digits, as the text has them."""
    if isinstance(value, list):
        return [_short(each) for each in value]
    if isinstance(value, str) and re.fullmatch("[0-9a-f]{64,}", value):
        return value[:8] + "..."
    return value


def _rows(found: decks.Deck) -> list[tuple[str, str]]:
    """The table of the example: what each step is, and its value."""
    by_a, by_b = found.masks
    a, b = (deck.mask_key(VAULTS[each.seat], each.given.digest) for each in found.masks)
    card = found.shown[1]
    rows = [
        *(
            (f"card {n}, {name}", point)
            for n, (name, point) in enumerate(zip(NAMES, by_a.given.mixed, strict=True), 1)
        ),
        ("digest of A's input (turn 1)", by_a.given.digest),
        ("A's number `a`, secret", group.scalar_bytes(a)),
        ("A's base, `a * G`", by_a.made.base),
        ("after A's mask: slot 1", by_a.made.mixed[0]),
        ("slots 2 to 4", by_a.made.mixed[1:]),
        ("B's number `b`, secret", group.scalar_bytes(b)),
        ("B's base, `b * G`", by_b.made.base),
        ("after B's mask: slot 1", by_b.made.mixed[0]),
        ("A hands slot 1 to B: slot 1 divided by `a`", found.handed[1]),
        (
            "B divides by `b`, and reads",
            f"`{deck.unmask(b, found.handed[1]).hex()[:8]}...`: the {NAMES[card - 1]}",
        ),
    ]
    return [(what, _cell(value)) for what, value in rows]


def _cell(value: bytes | tuple[bytes, ...] | str) -> str:
    if isinstance(value, bytes):
        return f"`{value.hex()}`"
    return value if isinstance(value, str) else ", ".join(f"`{each.hex()[:8]}...`" for each in value)


def with_example(text: str) -> str:
    """The text of ``schemas/deck.md`` with its example as the program makes it."""
    found, entries = _played()
    table = "".join(f"| {what} | {value} |\n" for what, value in [("step", "value"), *_rows(found)])
    table = table.replace("\n", "\n|---|---|\n", 1)
    whole = [PROTOCOL.dump(each) for each in entries]
    whole.insert(3, {"k": "play", "slot": 1})
    lines = [
        canon.encode_value({"i": i, **{name: _short(value) for name, value in entry.items()}}).decode() + "\n"
        for i, entry in enumerate(whole, 1)
    ]
    text = re.sub(r"\(gid `\w+\.\.\.`", f"(gid `{GID.hex()[:8]}...`", text, count=1)
    text = re.sub(r"\| step \| value \|\n(\|.*\n)+", lambda _: table, text, count=1)
    return re.sub(r"```jsonl\n[^`]*```", lambda _: f"```jsonl\n{''.join(lines)}```", text, count=1)


def main() -> None:
    """A deck of four, masked by both; a key handed over, a card shown; and a shuffle around two cards."""
    HERE.mkdir(exist_ok=True)
    points = deck.cards(GID, LABEL, NAMES)
    _write(
        "cards",
        {"gid": GID.hex(), "deck": LABEL, "cards": list(NAMES), "points": _hexes(points), "expect": "ok"},
    )
    first = deck.Input(gid=GID, deck=LABEL, turn=1, seat="A", base=group.BASE, mixed=points)
    by_a, proof_a = deck.mask(VAULTS["A"], first)
    _mask("mask-first", first, by_a, proof_a)
    second = evolve(first, turn=2, seat="B", mixed=by_a.mixed)
    by_b, proof_b = deck.mask(VAULTS["B"], second)
    _mask("mask-second", second, by_b, proof_b)
    key_a, key_b = deck.mask_key(VAULTS["A"], first.digest), deck.mask_key(VAULTS["B"], second.digest)
    inner = deck.unmask(key_a, by_b.mixed[0])
    key = deck.Link(gid=GID, deck=LABEL, slot=1, seat="A", key=by_a.base, inner=inner, outer=by_b.mixed[0])
    proof = deck.prove_link(VAULTS["A"], key_a, key)
    _link("key", key, proof)
    number = deck.read_card({point: n for n, point in enumerate(points, 1)}, key_b, inner)
    card = deck.Link(
        gid=GID, deck=LABEL, slot=1, seat="B", key=by_b.base, inner=points[number - 1], outer=inner
    )
    shown = deck.prove_link(VAULTS["B"], key_b, card)
    _link("card", card, shown)
    _link("key-other-slot", evolve(key, slot=2, outer=by_b.mixed[1]), proof, "wrong-key")
    _link("key-wrong", evolve(key, inner=group.times(7, (inner,))[0]), proof, "wrong-key")
    _link("card-swapped", evolve(card, inner=points[number % 4]), shown, "other-card")
    _link("card-zero", card, bytes(32) + shown[32:], "bad-scalar")
    again = deck.Input(
        gid=GID, deck=LABEL, turn=3, seat="A", base=by_a.base, fixed=by_b.mixed[:2], mixed=by_b.mixed[2:]
    )
    mixed, mixed_proof = deck.mask(VAULTS["A"], again)
    _mask("mask-again", again, mixed, mixed_proof)
    _refused(again, mixed, mixed_proof)
    text = (SCHEMAS / "deck.md").read_text(encoding="utf-8")
    (SCHEMAS / "deck.md").write_text(with_example(text), encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
