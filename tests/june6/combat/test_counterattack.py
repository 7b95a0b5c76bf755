"""The German counterattack in random play and in the hands of the demo player (14)."""

from __future__ import annotations

from collections import Counter

from pbem.bytes.canon import Json
from pbem.bytes.codec import kind_of
from pbem.games.driver import kinds
from pbem.port.game import Secrets
from pbem_rules.june6.model import GERMAN, Activation, State
from pbem_rules.june6.rules.combat.counterattack import Counterattack
from pbem_rules.june6.rules.combat.halt import Halt
from tests.june6.build import rules
from tests.june6.random_play import Game, stands

_GAMES = 40
_ALLIES = {"505/82": "E0745", "508/82": "E0745", "507/82": "E0644"}
_NEAR = {"914/352": "E0645", "915/352": "E0544", "125/21 Pz": "E0545", "22 Pz/21 Pz": "E0545"}
_SS = {"12 Pz/12 SS": "E0544", "25/12 SS": "E0544", "26/12 SS": "E0644"}


def _attacking(**options: Json) -> State:
    """The 82nd at its combats next to Germans who could strike back."""
    units: dict[str, Json] = {**_ALLIES, **_NEAR}
    position: dict[str, Json] = {"active": ["82"], "stage": "combat", "units": units}
    return rules().place("empty", position | ({"options": options} if options else {}))


def _played(seed: int, start: State) -> Game:
    """Random play until the activation is over."""
    game = Game.at(rules(), start, seed, inspect=0.3)
    while game.state.frames and game.step():
        laws_inside(game)
    return game


def laws_inside(game: Game) -> None:
    """The laws that hold at any moment, and one frame of activation under all combats."""
    game.laws()
    stands(game.rules, game.state)
    assert not game.state.frames or isinstance(game.state.frames[0], Activation)


def test_random_play_counterattacks_declines_announces_and_comes_back_to_the_activation() -> None:
    """Every option is legal on the way, no law is broken, and the stack is empty at the end."""
    seen: Counter[str] = Counter()
    for seed in range(_GAMES):
        game = _played(seed, _attacking())
        assert () == game.state.frames
        seen.update(kind_of(type(action)) for _, action in game.log)
    assert min(seen["counterattack"], seen["halt"]) >= 5
    assert seen["announce"] >= 1


def test_random_play_with_drawn_modes_seals_none() -> None:
    """Where modes are drawn every combat has a likelier mode named, and no mode is sealed."""
    seen: Counter[str] = Counter()
    for seed in range(_GAMES // 2):
        game = _played(seed, _attacking(modes="drawn"))
        seen.update(kind_of(type(action)) for _, action in game.log)
    assert seen["lean"] == seen["attack"] + seen["counterattack"] > 0
    assert 0 == seen["sealed"] + seen["shown"]


def _asked(units: dict[str, Json]) -> State:
    """Random play of a position until the German is asked; the first seed that leads there."""
    for seed in range(200):
        position: dict[str, Json] = {"active": ["82"], "stage": "combat", "units": units}
        game = Game.at(rules(), rules().place("empty", position), seed)
        while game.state.frames and game.step():
            if "counterattack" in kinds(game.now.due):
                return game.state
    raise AssertionError("nobody was asked")


def _advice(state: State) -> object:
    return rules().advise(state, GERMAN, Secrets(), 0)


def test_the_demo_player_strikes_back_with_a_panzer_division() -> None:
    """Three regiments of it stand next to one regiment that has advanced."""
    state = _asked({"505/82": {"at": "E0745", "reduced": True}, "914/352": "E0645", **_SS})
    order = _advice(state)
    assert isinstance(order, Counterattack)
    assert set(_SS) <= set(order.units)


def test_the_demo_player_leaves_a_hopeless_counterattack_alone() -> None:
    """A battalion of low cohesion alone has nothing to gain."""
    state = _asked({"505/82": "E0745", "508/82": "E0745", "621 Ost/352": "E0544", "642 Ost/716": "E0645"})
    assert Halt() == _advice(state)
