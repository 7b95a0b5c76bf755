"""A cheat holds one seat's keys, writes about the deck what he likes and signs it properly. Each try fails at once."""

from __future__ import annotations

import pytest
from attrs import evolve

from pbem.bytes.errors import VerifyError
from pbem.crypto import deck
from pbem.log.entries import DeckShow
from pbem.port.game import Deal, Disclose, Mask
from pbem.protocol import dealing
from pbem.replay import decks
from tests.lists import tried_with
from tests.protocol.conftest import play_out

from .conftest import begin
from .whist import CARDS, PACK


def test_a_card_that_is_not_held_cannot_be_shown() -> None:
    """A slot of the other hand, of the stock, or shown already, even if a game were to ask for it."""
    pair = play_out(begin("held"), 1, 8)
    table = pair.a.position.table
    found = table.decks[PACK]
    for n in set(range(1, 9)) - set(found.held("A")):
        demand = Disclose(side="red", at=PACK, ns=(n,))
        with pytest.raises(VerifyError) as refused:
            dealing.show(table, "A", pair.a.vault.salts, demand)
        assert "never-dealt" == refused.value.code
        entry = DeckShow(at=PACK, n=n, card=1, v="one", pf="11" * 64)
        with pytest.raises(VerifyError) as refused:
            decks.shown(table.decks, "A", entry, demand)
        assert "never-dealt" == refused.value.code


@pytest.mark.wider
@tried_with(
    "demand",
    [
        Mask(side="red", deck="new", cards=()), Mask(side="red", deck="new", cards=("card",) * 111),
        Mask(side="red", deck="new", slots=(1, 2)), Mask(side="red", deck=PACK, slots=(1, 1)),
        Mask(side="red", deck=PACK, slots=(0, 1)), Mask(side="red", deck=PACK, slots=(8, 9)),
        Mask(side="red", deck=PACK), Deal(side="blue", deck="new", to="red", slots=(1,)),
        Deal(side="blue", deck=PACK, to="red", slots=(1,)), Deal(side="blue", deck=PACK, to="red", slots=(8, 8)),
        Deal(side="blue", deck=PACK, to="red", slots=(9,)), Deal(side="blue", deck=PACK, to="red", slots=()),
        Deal(side="red", deck=PACK, to="red", slots=(8,)),
    ],
)  # fmt: skip
def test_a_game_cannot_ask_for_the_impossible(demand: Mask | Deal) -> None:
    """A game with a fault is refused with a sentence, not with a crash."""
    pair = play_out(begin("bad"), 1, 4)
    table = pair.a.position.table
    with pytest.raises(VerifyError) as refused:
        dealing.due(table, "A", pair.a.vault.salts, demand)
    assert "bad-deck" == refused.value.code


def test_the_audit_names_a_forged_proof(monkeypatch: pytest.MonkeyPatch) -> None:
    """Were a false proof to pass, the audit would still find the card that was there twice."""
    pair = begin("forged")
    table = pair.a.position.table
    demand = Mask(side="red", deck=PACK, cards=CARDS)
    honest = dealing.mask(table, "A", pair.a.vault.salts, demand)
    forged = evolve(honest, p=(honest.p[1], *honest.p[1:]))
    monkeypatch.setattr(deck, "check_mask", lambda *_: True)
    after = decks.masked(table.decks, table.gid, "A", forged, demand)
    with pytest.raises(VerifyError) as refused:
        decks.audit(after, "A", pair.a.vault.salts)
    assert "other-mask" == refused.value.code
