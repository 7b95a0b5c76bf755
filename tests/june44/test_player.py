"""The demonstration player of June '44 beyond its positions: what it seals and places, and cards of its own."""

from __future__ import annotations

from collections import Counter

import pytest

from pbem.bytes.canon import Json
from pbem.bytes.values import evolve
from pbem.games import registry
from pbem.games.self_play import Hotseat, advised
from pbem.port.game import Secrets
from pbem_rules.june44.game import June44
from pbem_rules.june44.model import ALLIED, GERMAN, ROUND_1
from pbem_rules.june44.rules.cards.orders import Discard, Play
from pbem_rules.june44.rules.invasion import Beaches
from pbem_rules.june44.rules.sequence import Done
from tests.june44.test_data import DATA
from tests.lists import tried_with

RULES = registry.load("june44").rules
assert isinstance(RULES, June44)
GAME: June44 = RULES
OURS: dict[str, Json] = {
    "2008": "allied", "2006": "allied", "2103": "allied", "1912": "allied", "1818": "allied",
}  # fmt: skip


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
    position: dict[str, Json] = {
        "phase": "cards",
        "turn": 4,
        "deck": True,
        "hands": {side: [7]},
        "owners": OURS,
    }
    state = GAME.place("empty", {**position, "units": {"3 Br": "2103"}})
    assert order == GAME.advise(state, side, Secrets(hand={"events": {7: card}}), 1)
