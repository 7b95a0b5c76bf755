"""Whole combats from random positions, played by random choices: what must hold whoever plays."""

from __future__ import annotations

from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.port.game import Choice, Conceal, Disclose, Outcome, Requested, Roll, Rolled, Sealed, Shown
from pbem_rules.june6.model import Activation, Combat, State, Unit, View
from pbem_rules.june6.rules.combat import procedure
from pbem_rules.june6.rules.combat.attack import Attack
from pbem_rules.june6.rules.combat.defence import Defend
from pbem_rules.june6.rules.combat.mode import Mode
from pbem_rules.june6.rules.ground import stacking
from tests.june6.build import AROUND, CLEAR, TARGET, activated, at, do, fighting, game, small

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
        units.append(at(name, where, disorder=chance.choice((0, 0, 0, 1, 2)), **marks))
    side = chance.choice(("allied", "german"))
    active = ("1", "29", "2 Arm", "V", "82") if side == "allied" else GERMAN_FORMATIONS
    return activated(ROUGH, active, *units, full=chance.random() < 0.8, stage="combat")


def sound(start: State, state: State) -> None:
    """No unit is lost from sight, no hex is shared by enemies or overfull, no supply of markers goes below nothing."""
    left = {unit.id for unit in state.board} | set(state.lost)
    assert {unit.id for unit in start.board} == left
    assert len(state.board) + len(state.lost) == len(left)
    for where in state.board.places():
        names = state.board.at(where)
        assert len({ROUGH.unit(name).side for name in names}) == 1
        assert () == stacking.stacking_violations(View(data=ROUGH, state=state), where)
    assert min(state.air, state.naval) >= 0


def played(start: State, chance: Random, most: int = 300) -> tuple[State, list[Outcome]]:
    """Attacks of the active side and all that comes of them, every choice made by lot among the options."""
    state, happened, sealed = start, list[Outcome](), ""
    for _ in range(most):
        demands = procedure.demands(View(data=ROUGH, state=state))
        side = start.frames[0].side  # type: ignore[union-attr]
        if not demands:
            attacks = [each for each in game(ROUGH).options(state, side) if isinstance(each, Attack)]
            if not attacks:
                return state, happened
            action: object = chance.choice(attacks)
        else:
            owed = demands[0]
            side = owed.side
            match owed:
                case Conceal(at=label):
                    choice = chance.choice(list(game(ROUGH).options(state, side)))
                    assert isinstance(choice, Mode)
                    sealed, action = choice.mode, Sealed(side=side, at=label, count=1)
                case Roll(sealed=True, why=why) if state.frames[-1].stage == "roll":  # type: ignore[union-attr]
                    action = Requested(why=why)
                case Roll(why=why, dice=dice):
                    action = Rolled(why=why, faces=tuple(chance.randint(0, 9) for _ in dice))
                case Disclose(at=label):
                    action = Shown(side=side, at=label, n=1, value=sealed)
                case Choice(kinds=kinds):
                    choices = list(game(ROUGH).options(state, side))
                    assert choices
                    assert {type(each).__name__.lower() for each in choices} <= set(kinds)
                    assert all(() == game(ROUGH).check(state, side, each) for each in choices)
                    action = chance.choice(choices)
        step = do(ROUGH, state, side, action)
        happened.extend(step.outcomes)
        state = step.state
        sound(start, state)
    raise AssertionError("the combats do not come to an end")


@settings(max_examples=120)
@given(st.integers(0, 10**9))
def test_whatever_is_chosen_every_combat_ends_and_leaves_a_sound_position(seed: int) -> None:
    chance = Random(seed)
    start = scattered(chance)
    after, happened = played(start, chance)
    assert len(after.frames) == 1
    assert isinstance(after.frames[0], Activation)
    assert after.combats == sum(outcome.kind == "combat" for outcome in happened)


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
