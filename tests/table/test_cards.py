"""A game with a hand at the table: one's own cards are shown, others are not, and What-if goes on through the deck."""

from pathlib import Path
from random import Random

import pytest

from pbem.protocol.session import Session
from pbem.table import position
from pbem.table.legal_orders import Stand
from pbem.table.what_if import Trial, imagined
from tests.june44.stopped import session_of, stopped

pytestmark = pytest.mark.wider

__all__ = ["stopped"]


@pytest.fixture
def ann(stopped: Path) -> Session:
    return session_of(stopped, "ann")


def test_the_page_shows_the_cards_of_its_player_and_no_other(ann: Session, stopped: Path) -> None:
    mine, theirs = ann.secrets.hand["events"], session_of(stopped, "ben").secrets.hand["events"]
    shown = position.hand(ann.game.rules, ann.secrets.hand)
    assert [(each["slot"], each["card"]) for each in shown] == sorted(mine.items())
    assert mine
    assert theirs
    assert not {str(each["card"]) for each in shown} & set(theirs.values())
    assert all(each["about"] for each in shown)


def test_a_deck_is_imagined_with_what_is_known_where_it_lies(ann: Session) -> None:
    deck = ann.position.table.decks["events"]
    lying = [imagined(ann, Trial.of(ann, Random(seed)).chance).piles["events"] for seed in range(20)]
    assert all(sorted(pile.cards) == sorted(deck.cards) for pile in lying)
    for slot, card in ann.secrets.hand["events"].items():
        assert {card} == {pile.cards[slot - 1] for pile in lying}
    hidden = next(n for n in range(1, len(deck.cards) + 1) if n not in deck.shown and n not in deck.owners)
    assert len({pile.cards[hidden - 1] for pile in lying}) > 1


def test_a_what_if_goes_on_through_masks_and_deals_for_turns(ann: Session) -> None:
    trial = Trial.of(ann, Random(3))
    first = ann.game.rules.moment(trial.now.state).turn
    while (
        not trial.stuck and trial.due is not None and ann.game.rules.moment(trial.now.state).turn < first + 2
    ):
        trial.advise()
    assert not trial.stuck
    assert ann.game.rules.moment(trial.now.state).turn == first + 2


def test_orders_with_cards_that_are_not_held_are_not_listed(ann: Session) -> None:
    trial = Trial.of(ann, Random(3))
    while "discard" not in trial.stand().kinds:
        trial.advise()
    stand = trial.stand()
    held = set(stand.hand["events"].values())
    assert {each.obj["card"] for each in stand.of_kind("discard")} == held
    everything = Stand(
        game=stand.game, state=stand.state, side=stand.side, viewer=stand.viewer, kinds=stand.kinds
    )
    assert len(everything.legal) > len(stand.legal)
