"""Combat: whole ones from random positions, whoever plays; odds and superiority as arithmetic."""

from fractions import Fraction
from itertools import combinations
from random import Random

from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.port.game import Requested, Rolled, Sealed, Shown
from pbem_rules.june6.model import Activation, Combat, State, Unit, View
from pbem_rules.june6.rules.combat.attack import Attack
from pbem_rules.june6.rules.combat.defence import Defend
from pbem_rules.june6.rules.combat.modifiers import Field, armour, compare, surrounded
from pbem_rules.june6.rules.combat.odds import attack_strength, column, supported_armour
from pbem_rules.june6.rules.ground import stacking
from tests.june6.build import AROUND, CLEAR, TARGET, activated, at, do, fighting, fought, game, outcome, small
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


POINTS = st.integers(0, 40)


def field(state: State, *attackers: str, **more: object) -> Field:
    side = CLEAR.unit(attackers[0]).side if attackers else "allied"
    combat = Combat(
        n=1,
        side=side,
        target=TARGET,
        attackers=attackers,
        defenders=state.board.at(TARGET),
        **more,
    )
    return Field.of(View(data=CLEAR, state=state), combat)


COLUMNS = tuple((each.attacker, each.defender, each.value) for each in CLEAR.charts.odds.columns)


@given(st.integers(1, 60), st.integers(1, 60))
def test_no_column_of_the_odds_is_nearer_than_the_one_taken_and_ties_go_down(attack, defence):
    ratio = Fraction(attack, defence)
    a, d, drm = column(CLEAR, attack, defence)
    gap = abs(ratio - Fraction(a, d))
    for other_a, other_d, _ in COLUMNS:
        other = Fraction(other_a, other_d)
        assert gap < abs(ratio - other) or (gap == abs(ratio - other) and Fraction(a, d) <= other)
    assert (a, d, drm) in COLUMNS


@given(st.integers(1, 60), st.integers(1, 60))
def test_one_more_point_of_attack_never_lowers_the_modifier(attack: int, defence: int) -> None:
    assert column(CLEAR, attack, defence)[2] <= column(CLEAR, attack + 1, defence)[2]


@given(POINTS, POINTS)
def test_superiority_is_the_same_seen_from_either_side(ours: int, theirs: int) -> None:
    on = field(fighting(CLEAR, ("1",), at("16/1", AROUND[0]), at("914/352", TARGET)), "16/1")
    assert compare(on, ours, theirs, "armour") == -compare(on, theirs, ours, "armour")


@given(st.lists(st.sampled_from(("8/3 Br", "9/3 Br", "200 PJ/21 Pz", "914/352")), max_size=2, unique=True))
def test_antitank_points_only_ever_take_from_the_attacker_and_never_below_nothing(defenders):
    units = [at(name, TARGET) for name in defenders]
    state = fighting(CLEAR, ("12 SS",), at("12 Pz/12 SS", AROUND[0]), *units)
    found = {reason.paragraph: reason.value for reason in armour(field(state, "12 Pz/12 SS"))}
    assert found.get("15.13", 0) <= 0
    assert sum(found.values()) >= min(0, found["15.12"])


SQUAD = ("66/2 Arm", "67/2 Arm", "41/2 Arm", "741/V", "743/V", "16/1")


@given(st.lists(st.sampled_from(SQUAD), min_size=1, unique=True))
def test_no_other_choice_of_supported_armour_gives_the_attacker_more(names: list[str]) -> None:
    units = [at(name, AROUND[0], assigned="2 Arm") for name in names]
    best = attack_strength(CLEAR, units)
    points = 2 * sum(CLEAR.unit(name).infantry_type for name in names)
    tanks = [name for name in names if CLEAR.unit(name).full.armour]
    for size in range(len(tanks) + 1):
        for chosen in combinations(tanks, size):
            if sum(CLEAR.unit(name).full.armour for name in chosen) <= points:
                spared = sum(
                    CLEAR.unit(n).full.cs if n not in tanks or n in chosen else CLEAR.unit(n).full.cs // 2
                    for n in names
                )
                assert spared <= best
    assert supported_armour(CLEAR, units) <= set(tanks)


RING = st.sets(st.sampled_from(AROUND), min_size=1, max_size=6)


@given(RING, st.booleans())
def test_the_defender_is_surrounded_just_when_every_hex_round_him_is_held_or_controlled(hexes, witness):
    names = ("16/1", "18/1", "26/1", "115/29", "116/29", "175/29")
    mine = [at(name, where) for name, where in zip(names, sorted(hexes), strict=False)]
    near = next((h for h in AROUND if h not in hexes), None)
    others: list[Unit] = [at("HQ/352", near)] if witness and near else []
    state = fighting(CLEAR, ("1",), *mine, *others, at("914/352", TARGET))
    adjacent = CLEAR.ground.grid.adjacent
    expected = all(h in hexes or any(m in adjacent[h] for m in hexes) for h in AROUND) and not others
    assert expected == surrounded(field(state, *(unit.id for unit in mine)), frozenset(hexes))


@given(st.integers(0, 9), st.sampled_from(("assault", "probe")), st.sampled_from(("stand", "retreat")))
def test_the_reasons_add_up_to_the_total(die: int, mode: str, defence: str) -> None:
    on = small({TARGET: "bocage"})
    state = fighting(
        on,
        ("2 Arm",),
        at("66/2 Arm", AROUND[0], disorder=1),
        at("41/2 Arm", AROUND[3]),
        at("HQ/2 Arm", "0705"),
        at("914/352", TARGET),
        at("1 FlaSt/LXXXIV", TARGET),
    )
    attack = Attack(target=TARGET, units=("66/2 Arm", "41/2 Arm"), artillery=("HQ/2 Arm:3",), air=2)
    said = outcome(fought(on, state, attack, mode, Defend(mode=defence), die))
    assert die + sum(reason.value for reason in said.reasons) == said.total
    assert (die,) == said.faces
    order = [
        "12.51", "12.52", "12.53", "12.54", "12.55", "12.57", "12.59", "15.12", "15.13", "15.2", "16.32",
        "17.31",
    ]  # fmt: skip
    found = [reason.paragraph for reason in said.reasons]
    assert found == [paragraph for paragraph in order if paragraph in found]
