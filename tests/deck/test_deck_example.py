"""The example of ``schemas/deck.md`` and its vectors are what the program makes."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from attrs import evolve

from pbem.crypto import deck
from tests.vectors import make_deck_vectors as maker


def test_the_example_of_the_text_is_what_the_program_makes() -> None:
    """Every number of the table and of the five entries. ``make_deck_vectors.py`` writes them anew."""
    text = (maker.SCHEMAS / "deck.md").read_text(encoding="utf-8")
    assert text == maker.with_example(text)
    spoilt = text.replace("340480f7", "340480f8").replace("(gid `e2", "(gid `e3")
    assert text == maker.with_example(spoilt) != spoilt


def test_the_vectors_are_what_the_program_makes(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    stored = {path.name: path.read_bytes() for path in maker.HERE.glob("*.json")}
    monkeypatch.setattr(maker, "HERE", tmp_path)
    monkeypatch.setattr(maker, "SCHEMAS", tmp_path)
    (tmp_path / "deck.md").write_text("")
    maker.main()
    assert stored == {path.name: path.read_bytes() for path in tmp_path.glob("*.json")}


@pytest.mark.parametrize("name", ["mask-first", "mask-second", "mask-again"])
def test_a_vector_holds_a_whole_proof(name: str) -> None:
    value = json.loads((maker.HERE / f"{name}.json").read_text("ascii"))
    bits, numbers = bytes.fromhex(value["bits"]), bytes.fromhex(value["numbers"])
    assert (16, 128 * 32) == (len(bits), len(numbers))
    sides = {
        side: {
            "base": bytes.fromhex(value[side]["base"]),
            "fixed": tuple(map(bytes.fromhex, value[side]["fixed"])),
            "mixed": tuple(map(bytes.fromhex, value[side]["mixed"])),
        }
        for side in ("in", "out")
    }
    given = deck.Input(
        gid=bytes.fromhex(value["gid"]), deck=value["deck"], turn=value["turn"], seat=value["seat"], **sides["in"],
    )  # fmt: skip
    made, proof = deck.Output(**sides["out"]), deck.Proof(bits=bits, numbers=numbers)
    assert deck.check_mask(given, made, proof)
    assert not deck.check_mask(evolve(given, turn=given.turn + 1), made, proof)
