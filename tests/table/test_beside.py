"""What lies beside the map and what is asked, as the page is told it: every game, nothing hidden, nothing asked in vain."""

import json
from pathlib import Path
from random import Random

import pytest
from attrs import frozen

from pbem.games import registry
from pbem.port.game import Moment
from pbem.port.map_displays import Furniture, furniture
from pbem.protocol.session import Session
from pbem.store.home import Home
from pbem.table import beside, decision, position
from pbem.table.legal_orders import Stand
from pbem.table.what_if import Trial
from tests.june44.stopped import session_of, stopped
from tests.sampling import games_tried

from .seats import Seat, alone

pytestmark = pytest.mark.wider

__all__ = ["stopped"]


def first(game: str) -> tuple[registry.Game, object]:
    found = registry.load(game)
    return found, found.rules.setup(found.rules.scenarios[0], {})


@pytest.mark.parametrize("game", games_tried())
def test_every_game_has_a_turn_track_phases_a_score_with_thresholds_and_stocks(game: str) -> None:
    loaded, state = first(game)
    rules, side = loaded.rules, loaded.rules.sides[0]
    found = furniture(rules, state, side, rules.moment(state))
    moment = rules.moment(state)
    assert moment.turn_name == next(each.name for each in found.turns if each.number == found.turn)
    assert moment.phase == found.phases[found.phase]
    assert len(found.turns) > 1
    assert found.stocks
    assert found.score is not None
    assert found.score.value == sum(term.value for term in found.score.terms)
    marks = [each.at_least for each in found.score.thresholds]
    assert marks == sorted(marks)
    assert len(marks) > 1
    assert json.dumps(beside.furniture(rules, state, side))


def test_no_card_of_a_hand_is_told_beside_the_map(stopped: Path) -> None:
    ann, ben = session_of(stopped, "ann"), session_of(stopped, "ben")
    hands = {card for each in (ann, ben) for cards in each.secrets.hand.values() for card in cards.values()}
    assert hands
    rules = ann.game.rules
    told = json.dumps(beside.furniture(rules, ann.position.game, ann.side)["stocks"])
    assert not [card for card in hands if card in told]


@frozen
class Bare:
    """A game that says nothing of furniture."""


def test_a_game_that_says_nothing_has_its_turn_and_phase() -> None:
    found = furniture(Bare(), None, None, Moment(turn=3, turn_name="dusk", phase="fire"))
    assert isinstance(found, Furniture)
    assert ("dusk", "fire") == (found.turns[0].name, found.phases[found.phase])


def test_an_order_that_is_the_only_one_is_written_unasked_told_and_taken_back_with_the_one_before(tmp_path):
    seat = _practised(tmp_path, "june44", "german")
    for _ in range(400):
        assert seat.play(lambda kinds: "done" in kinds), "the turn ended and nothing was passed over"
        before = seat.ask("position")
        answer = seat.ask("do", order=seat.advised())
        wrote = answer["wrote"]
        if wrote:
            break
    else:
        raise AssertionError("nothing was ever passed over")
    assert all(isinstance(each, dict) and each["kind"] == "done" for each in wrote)
    if answer["free"]:
        assert before["due"] == seat.ask("undo", count=1)["due"]


def _practised(place: Path, game: str, side: str) -> Seat:
    seat = alone(Home(place / game), game, side=side)
    while "move" not in {str(dict(each)["kind"]) for each in _kinds(seat)}:
        if not seat.play(lambda kinds: "move" in kinds):
            seat.ask("send", way="file")
            seat.ask("drop")
    return seat


def _kinds(seat: Seat) -> list[dict[str, object]]:
    found = seat.ask("position")["kinds"]
    return [dict(each) for each in found if isinstance(each, dict)]


@pytest.fixture
def ann(stopped: Path) -> Session:
    return session_of(stopped, "ann")


def test_an_order_after_a_roll_bears_no_dice_of_it_in_a_what_if(ann: Session) -> None:
    trial = Trial.of(ann, Random(5))
    while not any(point.faces for point in trial.line):
        trial.advise()
    trial.advise()
    assert all(not point.faces for point in trial.line if point.order)


def test_each_card_says_what_it_may_be_played_for_and_only_cards_held_are_offered(ann: Session) -> None:
    trial = Trial.of(ann, Random(3))
    while "discard" not in trial.stand().kinds or trial.stand().side != ann.side:
        trial.advise()
    stand = trial.stand()
    shown = position.hand(ann.game.rules, trial.hand(), stand)
    assert shown
    for each in shown:
        assert each["ways"] == sum(each["card"] in legal.obj.values() for legal in stand.legal)


def test_what_asks_nothing_but_its_kind_and_is_alone_decides_nothing() -> None:
    loaded, state = first("june6")
    stand = Stand(game=loaded, state=state, side="allied", viewer="allied", kinds=("done",))
    assert decision.only(stand) is None
    found = decision.asked(stand)
    assert found["plain"] == []
