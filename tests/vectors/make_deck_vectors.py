"""Writes ``deck/`` of this folder from scratch: ``python tests/vectors/make_deck_vectors.py``."""

from __future__ import annotations

import json
from pathlib import Path

from attrs import evolve

from pbem import deck, group
from pbem.canon import Json

HERE = Path(__file__).parent / "deck"
GID = bytes.fromhex("e2e4484646bdeaa6fa576a971324b26b08d28efe13b754c50bdcf2505497af09")
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


if __name__ == "__main__":
    main()
