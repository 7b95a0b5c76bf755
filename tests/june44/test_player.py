"""The demonstration player of June '44: it plays whole games, and does what a sensible player would."""

from __future__ import annotations

from collections import Counter

import pytest

from pbem.bytes.canon import Json
from pbem.bytes.values import evolve
from pbem.games import registry
from pbem.games.self_play import Hotseat, advised
from pbem.port.game import Secrets
from pbem_rules.june44.game import June44
from pbem_rules.june44.model import ALLIED, GERMAN, ROUND_1, State
from pbem_rules.june44.player.assessment import Sense
from pbem_rules.june44.player.goals import Goals
from pbem_rules.june44.rules.cards.orders import Discard, Play
from pbem_rules.june44.rules.combat.advance import Advance
from pbem_rules.june44.rules.combat.attack import Attack
from pbem_rules.june44.rules.invasion import Beaches
from pbem_rules.june44.rules.movement.move import Move
from pbem_rules.june44.rules.sequence import Done
from tests.june44.test_data import DATA
from tests.lists import tried_with

RULES = registry.load("june44").rules
assert isinstance(RULES, June44)
GAME: June44 = RULES
OURS: dict[str, Json] = {
    "2008": "allied", "2006": "allied", "2103": "allied", "1912": "allied", "1818": "allied",
}  # fmt: skip


def _placed(units: dict[str, Json], **more: Json) -> State:
    return GAME.place("empty", {"units": units, "owners": OURS, "forts_lost": ["2203", "1126"], **more})


def _fights(units: dict[str, Json], **more: Json) -> State:
    return _placed(units, phase="allied-combat", supply=5, **more)


def test_a_game_goes_from_the_beaches_to_its_end_and_no_order_is_refused() -> None:
    table = Hotseat.start(GAME, "june44", {}, 12)
    kinds: Counter[str] = Counter()

    def watched(game: Hotseat[State], owed: object) -> object:
        order = advised(game, owed)  # type: ignore[arg-type]
        kinds[type(order).__name__] += 1
        return order

    while table.step(watched):  # type: ignore[arg-type]
        assert table.actions < 3000
    assert GAME.result(table.state) is not None
    assert {"Move", "Attack", "Advance", "Land", "Fly", "Play", "Lose", "Replace"} <= set(kinds)


def test_it_places_the_naval_support_of_the_invasion_on_beaches_and_attacks_with_it() -> None:
    table = Hotseat.start(GAME, "june44", {"naval-planning": True}, 5)
    while table.state.phase != ROUND_1:
        assert table.step(advised)
    assert (
        3 == len(table.state.naval_plans) == len(set(table.state.naval_plans) & set(GAME.data.ground.beaches))
    )
    while table.state.phase == ROUND_1:
        assert table.step(advised)
    assert () == table.state.naval_plans


@tried_with("salt", range(12))
def test_the_sealed_beaches_are_the_mix_of_the_scenario(salt: int) -> None:
    order = GAME.advise(GAME.setup("june44", {}), GERMAN, Secrets(), salt)
    assert isinstance(order, Beaches)
    assert Counter((1, 1, 2, 2, 3, 3)) == Counter(order.strengths)


def test_the_names_of_beaches_are_for_people_and_their_hexes_for_the_player() -> None:
    named = {where: evolve(beach, name=f"{beach.name} Beach") for where, beach in DATA.ground.beaches.items()}
    renamed = June44(data=evolve(DATA, ground=evolve(DATA.ground, beaches=named)))
    state = GAME.setup("june44", {})
    assert GAME.advise(state, GERMAN, Secrets(), 3) == renamed.advise(state, GERMAN, Secrets(), 3)


def test_it_attacks_the_city_rather_than_open_ground() -> None:
    units: dict[str, Json] = {
        "3 Br": "2404", "51 Br": "2404", "KG Meyer": "2504", "711": "2405", "3 Cdn": "2305",
    }  # fmt: skip
    order = GAME.advise(_fights(units), ALLIED, Secrets(), 1)
    assert isinstance(order, Attack)
    assert "2504" == order.target


def test_two_divisions_come_together_before_a_city() -> None:
    """Moves are made one by one: in the end one hex beside Caen holds two at least."""
    units: dict[str, Json] = {"3 Br": "2305", "51 Br": "2306", "346": "2504", "3 Cdn": "2203"}
    state = _placed({**units, "50 Br": "2008", "27 Arm Bde": "2006", "8 Arm Bde": "2103"})
    while isinstance(order := GAME.advise(state, ALLIED, Secrets(), 1), Move):
        state = GAME.apply(state, ALLIED, order).state
    beside = GAME.data.ground.grid.adjacent["2504"]
    assert 2 <= max(len(state.board.at(where)) for where in beside)


def test_the_last_unit_on_a_beach_stays_while_panzers_are_near() -> None:
    """15.1: a beach that a German enters is a point lost for good."""
    guarded = _placed({"3 Br": "2103", "21 Pz": "2304"})
    alone = _placed({"3 Br": "2103", "21 Pz": "2923"})
    sense = Sense(data=GAME.data, state=guarded, side=ALLIED)
    assert (True, False) == (
        sense.in_reach("2103"),
        Sense(data=GAME.data, state=alone, side=ALLIED).in_reach("2103"),
    )
    goals = Goals(sense=sense)
    unit = guarded.board["3 Br"]
    assert goals.score(unit, "2103") > max(goals.score(unit, at) for at in ("2203", "2204", "2104"))


def test_a_german_unit_drives_onto_an_open_beach() -> None:
    state = _placed({"21 Pz": "2304", "3 Br": "2007", "716": "2504", "346": "2604"}, phase="german-move")
    order = GAME.advise(state, GERMAN, Secrets(), 1)
    assert isinstance(order, Move)
    assert order.path[-1] in OURS


def test_it_goes_into_a_city_that_it_has_emptied() -> None:
    state = _fights({"3 Br": "2404", "51 Br": "2404", "KG Meyer": "2504"})
    order = GAME.advise(state, ALLIED, Secrets(), 1)
    state = GAME.apply(state, ALLIED, order).state
    while state.combat is not None and state.combat.stage != "advance":
        owed = GAME.demands(state)[0]
        state = _answered(state, owed.side)
    found = GAME.advise(state, ALLIED, Secrets(), 1)
    assert isinstance(found, Advance)
    assert {"3 Br", "51 Br"} == set(found.units)


def _answered(state: State, side: str) -> State:
    """The next thing in a combat: the roll is a 9 and a 1, everything else as the player wants it."""
    from pbem.port.game import Roll, Rolled  # noqa: PLC0415

    owed = GAME.demands(state)[0]
    if isinstance(owed, Roll):
        faces = (9, 1, *(1 for _ in owed.dice[2:]))[: len(owed.dice)]
        return GAME.apply(state, side, Rolled(why=owed.why, faces=faces)).state
    return GAME.apply(state, side, GAME.advise(state, side, Secrets(), 1)).state


@pytest.mark.parametrize(
    ("side", "card", "order"),
    [
        (ALLIED, "mulberry", Play(n=1, card="mulberry", target="1912")),
        (ALLIED, "over-the-beaches", Play(n=1, card="over-the-beaches")),
        (ALLIED, "dug-in-88s", Discard(n=1, card="dug-in-88s")),
        (ALLIED, "ultra", Done()),
    ],
)
def test_cards_of_ones_own_are_played_kept_for_a_fight_or_thrown_away(
    side: str, card: str, order: Play | Discard | Done
) -> None:
    state = _placed({"3 Br": "2103"}, phase="cards", turn=4, deck=True, hands={side: [7]})
    assert order == GAME.advise(state, side, Secrets(hand={"events": {7: card}}), 1)
