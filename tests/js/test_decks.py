"""The replay page follows shared decks: keys and cards by their proofs, masks when the vaults are opened."""

from __future__ import annotations

import base64
import json
from pathlib import Path

import pytest
from attrs import evolve

from pbem.canon import Json
from pbem.container import pack
from tests.deck.conftest import begin
from tests.deck.test_deck_attacks import forge, listed, turn_with
from tests.deck.whist import CARDS
from tests.js.node import needs_node, run
from tests.protocol.conftest import play_out

pytestmark = needs_node
VECTORS = sorted((Path(__file__).resolve().parents[1] / "vectors/deck").glob("*.json"))
DICE: Json = {f"fight/{n}": [[6, 1]] for n in range(1, 5)}


def _verdict(data: bytes) -> dict[str, Json]:
    case: dict[str, Json] = {"do": "log", "base64": base64.b64encode(pack(data)).decode(), "dice": DICE}
    found = run("vectors.js", [case])[0]
    assert isinstance(found, dict)
    return found


def test_the_page_verifies_a_whole_game_with_a_deck() -> None:
    """Every key and card by its proof; all four masks again from the opened vaults."""
    log = play_out(begin(), 1).a.log
    found = _verdict(log.encode())
    assert ("ok", None) == (found["code"], found["entry"])
    counts = found["counts"]
    assert isinstance(counts, dict)
    assert (4, 4) == (counts["masks"], counts["masksMade"])
    assert counts["cards"] == sum(
        1 for bundle in log.bundles for entry in bundle.entries if entry["k"] == "deck-show"
    )


@pytest.mark.parametrize(
    ("kind", "field", "code"),
    [
        ("deck-key", "u", "wrong-key"),
        ("deck-show", "card", "other-card"),
        ("deck-mask", "cards", "wrong-label"),
    ],
)
def test_the_page_refuses_a_false_deck(kind: str, field: str, code: str) -> None:
    """Keys the wrong way round, another card, a mask that names no cards."""
    session, entries = turn_with(kind)
    last = dict(entries[-1])
    if field == "u":
        last["u"] = [*listed({"one": (session, entries)}, "one", "u")[::-1]]
    elif field == "card":
        last["card"] = 8 if last["card"] == 1 else 1
        last["v"] = CARDS[7] if last["card"] == 8 else CARDS[0]
    else:
        del last["cards"]
    forged = forge(session, [*entries[:-1], last])
    assert code == _verdict(evolve(session.log, bundles=(*session.log.bundles, forged)).encode())["code"]


@pytest.mark.parametrize(
    "path", [each for each in VECTORS if '"slot"' in each.read_text()], ids=lambda each: each.stem
)
def test_a_link_holds_or_fails_as_its_vector_says(path: Path) -> None:
    vector: dict[str, Json] = json.loads(path.read_text("ascii"))
    assert vector["expect"] == run("vectors.js", [{"do": "link", **vector}])[0]
