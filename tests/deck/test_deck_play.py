"""Whole games with a shared deck, by mail and at one table."""

from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.bytes import canon
from pbem.bytes.errors import IllegalOrder
from pbem.crypto import deck
from pbem.games import cases
from pbem.home.play.orders import options
from pbem.protocol.session import Session
from pbem.replay.verify import verify
from tests.protocol.conftest import Pair, play_out

from .conftest import begin
from .whist import CARDS, PACK, Pass, Play, Whist


def entries(session: Session, kind: str) -> list[dict[str, canon.Json]]:
    """The entries of one kind on the signed log."""
    return [entry for bundle in session.log.bundles for entry in bundle.entries if entry["k"] == kind]


def lying(pair: Pair) -> list[int]:
    """The number of the card in every slot, as only both vaults together can tell."""
    found = pair.a.position.table.decks[PACK]
    key = 1
    for seat, session in (("A", pair.a), ("B", pair.b)):
        key *= deck.whole_key(session.vault.salts, found.digests(seat))
    return [deck.read_card(found.known, key % deck.group.ORDER, point) for point in found.points]


def red_to_play(seed: str) -> Session:
    """Red's seat when it owes its first card."""
    return play_out(begin(seed), most=2).a.automatic()


def test_a_game_with_cards_is_played_by_mail_and_verified(played: Pair) -> None:
    """Both sides come to the same end, and a third party verifies every mask, key, card and die of it."""
    verdict = verify(played.a.log.encode())
    assert ("verified", None) == (verdict.verdict, verdict.fault)
    assert played.a.position.game == played.b.position.game
    assert verdict.secrets_open == len(entries(played.a, "deck-show")) > 4


def test_a_hand_stays_through_a_shuffle_of_the_rest() -> None:
    """When played cards go back to the stock, held cards keep their slots, and the rest changes places."""
    pair, kept = begin("stay"), False
    while not kept:
        before, hands = pair, [each.secrets.hand.get(PACK) for each in (pair.a, pair.b)]
        pair = play_out(pair, 1, len(pair.a.log.bundles) + 1)
        kept = len(pair.a.position.table.decks[PACK].masks) == 4
    assert hands == [each.secrets.hand[PACK] for each in (before.a, before.b)]
    mixed = pair.a.position.table.decks[PACK]
    assert mixed.points != before.a.position.table.decks[PACK].points
    for session, hand in zip((pair.a, pair.b), hands, strict=True):
        now = session.secrets.hand[PACK]
        assert {n: now[n] for n in hand if n in now} == {n: hand[n] for n in hand if n in now} != {}


def test_a_card_is_played_under_a_sealed_roll(played: Pair) -> None:
    """Blue shows a card after the request and before its seed: nobody knows the die then."""
    kinds = [str(entry["k"]) for bundle in played.a.log.bundles for entry in bundle.entries]
    assert any(["req", "play", "deck-show", "rsp"] == kinds[at : at + 4] for at in range(len(kinds)))


def test_a_card_that_may_not_be_played_is_refused_while_it_is_hidden() -> None:
    """The order is refused with the paragraph of the card; nothing is written, and the list of orders leaves it out."""
    for seed in range(40):
        red = red_to_play(f"storm {seed}")
        wrong = [n for n, name in red.secrets.hand[PACK].items() if name == "storm"]
        if wrong and red.is_my_turn:
            break
    with pytest.raises(IllegalOrder) as refused:
        red.order(Play(slot=wrong[0]))
    assert ["3.3"] == [each.paragraph for each in refused.value.violations]
    assert wrong[0] not in [each.slot for each in options(red) if isinstance(each, Play)]
    assert Pass() in list(options(red))


def test_a_card_not_sent_yet_can_be_taken_back() -> None:
    """Whoever plays a card of his own hand has learnt nothing by it: until it is sent, it may go back."""
    red = red_to_play("undo")
    slot = next(n for n, name in red.secrets.hand[PACK].items() if name != "storm")
    played = red.order(Play(slot=slot)).automatic()
    kinds = [str(canon.decode(line)["k"]) for line in played.draft]
    assert ["play", "deck-show", "req"] == kinds[-3:]
    assert red.position.game == played.undo(3).position.game


CASE = Path(__file__).with_name("dealt_before.toml").read_text("utf-8")


def test_a_case_says_what_a_card_is() -> None:
    """``show`` opens what was dealt before, and with ``breaks`` the game must refuse it."""
    tried = cases.run(cases.parse(CASE, "a.toml"), Whist())
    assert (True, "") == (tried.holds, tried.found)
    wrong = CASE.replace('breaks = ["3.3"]', 'breaks = ["3.2"]')
    assert not cases.run(cases.parse(wrong, "b.toml"), Whist()).holds


FROM_THE_START = Path(__file__).with_name("from_the_start.toml").read_text("utf-8")


def test_a_case_deals_in_the_order_of_the_list() -> None:
    """Masks, deals and shows that need no decision happen by themselves."""
    tried = cases.run(cases.parse(FROM_THE_START, "c.toml"), Whist())
    assert (True, "") == (tried.holds, tried.found)


@pytest.mark.wider
@settings(max_examples=8, deadline=None)
@given(seed=st.integers(0, 10**6), most=st.integers(2, 20), salt=st.integers(0, 5))
def test_each_hand_is_what_lies_in_its_slots(seed: int, most: int, salt: int) -> None:
    """At any moment each seat knows its own slots rightly, no other slot, and no slot is known to both."""
    pair = play_out(begin(str(seed)), salt, most)
    if PACK not in pair.a.position.table.decks:
        return
    cards = lying(pair)
    hands = [session.secrets.hand[PACK] for session in (pair.a, pair.b)]
    for session, hand in zip((pair.a, pair.b), hands, strict=True):
        assert {
            n: CARDS[cards[n - 1] - 1] for n in session.position.table.decks[PACK].held(session.seat)
        } == hand
    assert not set(hands[0]) & set(hands[1])
