"""What a player is told of his own cards."""

from __future__ import annotations

from pbem.home.play import hand

from .test_deck_play import red_to_play


def test_a_hand_lists_every_card_with_the_orders_that_show_it() -> None:
    """Each card with its slot; a card that may not be played now has no order."""
    for seed in range(40):
        red = red_to_play(f"storm {seed}")
        if "storm" in red.secrets.hand["pack"].values():
            break
    found = hand.hand(red)
    assert {each.slot: each.card for each in found} == red.secrets.hand["pack"]
    for each in found:
        assert each.orders == (() if each.card == "storm" else (f"play {each.slot}",))
    assert [
        {"deck": "pack", "slot": each.slot, "card": each.card, "orders": [*each.orders]} for each in found
    ] == [each.json() for each in found]


def test_many_orders_are_cut_short_for_people() -> None:
    held = hand.Held(deck="pack", slot=3, card="six", orders=tuple(f"play {n}" for n in range(5)))
    assert (
        "six  (pack, slot 3)", "    pbem do play 0", "    pbem do play 1", "    pbem do play 2",
    ) == held.told()[:4]  # fmt: skip
    assert "2 more" in held.told()[4]
