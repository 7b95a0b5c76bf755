"""Whole combats from random positions, played by random choices: what must hold whoever plays."""

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.port.game import Requested, Rolled, Sealed, Shown
from pbem_rules.june6.model import Activation, Combat, State, Unit, View
from pbem_rules.june6.rules.combat.attack import Attack
from pbem_rules.june6.rules.combat.defence import Defend
from pbem_rules.june6.rules.ground import stacking
from tests.june6.build import AROUND, CLEAR, TARGET, activated, at, do, fighting, game, small
from tests.june6.random_play import Game, stands

ROUGH = small(
    {"0404": "bocage", "0504": "bocage", "0505": "city", "0604": "marsh", "0405": "woods", "0503": "town"},
    primary=("0504 0604 0704",),
    sides={"major_river": ("0403/0503", "0403/0504")},
    bridges=("0403/0504",),
    strongpoints=("0504", "0604"),
)
ALLIES = (
    "16/1", "18/1", "HQ/1", "116/29", "66/2 Arm", "41/2 Arm", "741/V", "2 Ranger/V", "505/82", "HQ/V",
    "5 Gp/V",
)  # fmt: skip
GERMANS = (
    "914/352", "916/352", "621 Ost/352", "HQ/352", "352 PJ/352", "12 Pz/12 SS", "25/12 SS", "1 FlaSt/LXXXIV",
)  # fmt: skip
MOST = 400
"""So many actions no activation on so little ground has."""
GERMAN_FORMATIONS = ("352", "12 SS", "LXXXIV")
MIDDLE = ROUGH.ground.grid.within(TARGET, 2)


def scattered(chance: Random) -> State:
    """Units of both sides strewn over the middle of the map, never two sides in a hex nor too many."""
    board: dict[str, list[str]] = {}
    units: list[Unit] = []
    for name in chance.sample(ALLIES + GERMANS, chance.randint(6, 19)):
        where = chance.choice(MIDDLE)
        there = board.setdefault(where, [])
        side = ROUGH.unit(name).side
        if any(ROUGH.unit(other).side != side for other in there):
            continue
        if stacking.stacking_violations(
            View(data=ROUGH, state=activated(ROUGH, ("1",), *(at(n, where) for n in there))), where, [name]
        ):
            continue
        there.append(name)
        marks = {key: chance.random() < 0.1 for key in ("reduced", "isolated", "pinned", "scattered")}
        marks["reduced"] &= ROUGH.unit(name).reduced is not None
        units.append(at(name, where, disorder=chance.choice((0, 0, 0, 1, 2)), **marks))
    side = chance.choice(("allied", "german"))
    active = ("1", "29", "2 Arm", "V", "82") if side == "allied" else GERMAN_FORMATIONS
    return activated(ROUGH, active, *units, full=chance.random() < 0.8, stage="combat")


@settings(max_examples=60)
@given(st.integers(0, 10**9))
def test_whatever_is_chosen_every_combat_ends_and_leaves_a_sound_position(seed: int) -> None:
    """Random play until the activation is over; nobody is lost from sight."""
    start = scattered(Random(seed))
    play = Game.at(game(ROUGH), start, seed, inspect=0.3)
    while play.state.frames and play.step():
        stands(play.rules, play.state)
        view = View(data=ROUGH, state=play.state)
        assert not [where for where in play.state.board.places() if stacking.stacking_violations(view, where)]
        assert {unit.id for unit in start.board} == {*play.state.board.pieces, *play.state.lost}
        assert min(play.state.air, play.state.naval) >= 0
        assert len(play.log) < MOST
    assert () == play.state.frames


def begun(stage: str) -> State:
    """A combat at one of its stages: an attack on a German regiment in bocage."""
    units = (at("16/1", "0505"), at("18/1", "0505"), at("914/352", TARGET))
    state = fighting(ROUGH, ("1",), *units)
    steps = (
        ("mode", "allied", Attack(target=TARGET, units=("16/1", "18/1"))),
        ("roll", "allied", Sealed(side="allied", at="mode/1", count=1)),
        ("defend", "allied", Requested(why="combat/1")),
        ("reveal", "german", Defend(mode="stand")),
    )
    for name, side, action in steps:
        state = do(ROUGH, state, side, action).state
        if name == stage:
            return state
    raise ValueError(stage)


def test_mode_and_die_may_come_in_either_order() -> None:
    state = begun("reveal")
    shown = Shown(side="allied", at="mode/1", n=1, value="assault")
    die = Rolled(why="combat/1", faces=(7,))
    ends = [
        do(ROUGH, do(ROUGH, state, "allied", first).state, "allied", second).state
        for first, second in ((shown, die), (die, shown))
    ]
    assert ends[0] == ends[1]
    assert isinstance(ends[0].frames[-1], Combat | Activation)


def test_a_mode_that_was_sealed_but_is_none_is_refused_when_it_is_opened() -> None:
    found = game(ROUGH).check(
        begun("reveal"), "allied", Shown(side="allied", at="mode/1", n=1, value="charge")
    )
    assert ["12.41"] == [violation.paragraph for violation in found]


def test_every_reason_against_an_attack_is_given_at_once() -> None:
    units = (at("16/1", AROUND[0], disorder=1), at("HQ/1", "0808", disorder=1), at("914/352", TARGET))
    state = fighting(CLEAR, ("1",), *units, air=0)
    order = Attack(target=TARGET, units=("16/1", "HQ/1", "116/29"), artillery=("HQ/1:9",), air=2, naval=1)
    found = {violation.paragraph for violation in game(CLEAR).check(state, "allied", order)}
    assert {"12.11", "12.21", "13.12", "16.12", "16.13", "16.31", "17.12", "17.32"} == found
