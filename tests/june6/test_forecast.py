"""The chances told before a roll are those of the engine: every face of every branch is played out and compared."""

from collections.abc import Iterator
from random import Random

import pytest
from attrs import AttrsInstance
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.bytes.canon import Json
from pbem.bytes.values import evolve
from pbem.port import insight
from pbem.port.game import Choice, Conceal, Disclose, Outcome, Requested, Roll, Rolled, Sealed, Shown
from pbem.port.insight import Branch, Chance, Forecast
from pbem_rules.june6.model import ALLIED, BOMBARDMENT, GERMAN, State
from pbem_rules.june6.rules.air_and_sea.barrage import Barrage
from pbem_rules.june6.rules.air_and_sea.missions import Bombard
from pbem_rules.june6.rules.combat.attack import Attack
from pbem_rules.june6.rules.combat.counterattack import Counterattack
from pbem_rules.june6.rules.combat.defence import Defend
from pbem_rules.june6.rules.combat.drawn_modes import Lean
from pbem_rules.june6.rules.combat.mode import Mode
from pbem_rules.june6.rules.turns import Done
from tests.june6.build import answered, do, game, rules
from tests.june6.combat.test_flow import ROUGH, scattered

FOLLOWS = {"combat", "breakthrough", "rout", "drawn-modes"}
MODES = ("assault", "probe")
ANSWERS = ("stand", "retreat")


def told(state: State, side: str, action: AttrsInstance) -> Forecast:
    return game(ROUGH).forecast(state, side, action)


def holding(branch: Branch, face: int) -> Chance:
    """The one chance that a face of the die belongs to."""
    (found,) = [each for each in branch.chances if (face,) in each.faces]
    return found


def compared(branch: Branch, face: int, outcomes: tuple[Outcome, ...]) -> None:
    """What the engine says of a face is what the branch says of it."""
    said = next(each for each in outcomes if each.kind == "combat")
    chance = holding(branch, face)
    assert branch.reasons == said.reasons
    assert face + branch.modifier == said.total
    assert said.text.partition("; ")[2] == f"{chance.text}."
    assert chance.then == tuple(each.text for each in outcomes if each.kind not in FOLLOWS)
    assert ("breakthrough" in chance.signs) == any(each.kind == "breakthrough" for each in outcomes)
    assert ("rout" in chance.signs) == any(each.kind == "rout" for each in outcomes)


def sound(found: Forecast) -> None:
    """Every face of every branch once, and nothing else."""
    for branch in found.branches:
        assert branch.of == sum(chance.ways for chance in branch.chances)
        assert sorted((n,) for n in range(10)) == sorted(f for c in branch.chances for f in c.faces)
        assert all(chance.ways == len(chance.faces) for chance in branch.chances)
        assert branch.modifier == sum(reason.value for reason in branch.reasons)


@settings(max_examples=25)
@given(st.integers(0, 10**9))
def test_the_distribution_of_an_attack_is_that_of_the_engine_for_every_mode_and_face(seed: int) -> None:
    chance = Random(seed)
    state = scattered(chance)
    side = state.frames[0].side
    attacks = [each for each in game(ROUGH).options(state, side) if isinstance(each, Attack)]
    if not attacks:
        return
    attack = chance.choice(attacks)
    found = told(state, side, attack)
    sound(found)
    assert {(mode, answer) for mode in MODES for answer in ANSWERS} == {b.when for b in found.branches}
    for branch in found.branches:
        mode, answer = branch.when
        ready = answered(ROUGH, state, attack, Defend(mode=answer), mode)
        why = f"combat/{state.combats + 1}"
        for face in range(10):
            compared(branch, face, do(ROUGH, ready, side, Rolled(why=why, faces=(face,))).outcomes)


_UNITS: dict[str, Json] = {
    "505/82": "E0745", "508/82": "E0745", "507/82": "E0644", "914/352": "E0645", "915/352": "E0544",
    "125/21 Pz": "E0545", "22 Pz/21 Pz": "E0545",
}  # fmt: skip
ATTACK = Attack(target="E0645", units=("505/82", "508/82"))


def fighting(modes: str) -> State:
    """The 82nd at its combats next to Germans."""
    position: dict[str, Json] = {
        "active": ["82"],
        "stage": "combat",
        "units": _UNITS,
        "options": {"modes": modes},
    }
    return rules().place("empty", position)


def outcomes_of(state, side, first, mode, answer, faces):
    """Everything from the declaration to the roll, whatever the game asks for on the way."""
    game, action, who, asked = rules(), first, side, False
    while True:
        assert () == tuple(game.check(state, who, action))
        step = game.apply(state, who, action)
        if any(each.kind == "combat" for each in step.outcomes):
            return step.outcomes
        state = step.state
        owed = game.demands(state)[0]
        who = owed.side
        match owed:
            case Conceal(at=at):
                action = Sealed(side=who, at=at, count=1)
            case Roll(sealed=True, why=why) if not asked:
                action, asked = Requested(why=why), True
            case Roll(why=why, dice=dice):
                action = Rolled(why=why, faces=faces[: len(dice)])
            case Disclose(at=at, ns=ns):
                value = answer if at.startswith("plan") else mode
                action = Shown(side=who, at=at, n=ns[0], value=value)
            case Choice(kinds=("lean",)):
                action = Lean(mode=mode)
            case Choice():
                action = Defend(mode=answer)


def test_through_the_port_drawn_modes() -> None:
    """Where modes are drawn the table of the modes that come out of the cups holds."""
    state = fighting("drawn")
    found = insight.forecast(rules(), state, ALLIED, ATTACK)
    other = {"assault": "probe", "probe": "assault", "stand": "retreat", "retreat": "stand"}
    for branch in found.branches:
        for face in range(10):
            for first in (1, 3):
                for second in (1, 3):
                    mode, answer = (
                        name if cup <= 2 else other[name]
                        for name, cup in zip(branch.when, (first, second), strict=True)
                    )
                    rolled = outcomes_of(state, ALLIED, ATTACK, mode, answer, (face, first, second))
                    compared(branch, face, rolled)
    assert any("two times in three" in note for note in found.notes)


def test_once_the_mode_is_chosen_only_its_tables_are_left() -> None:
    """Before he seals assault or probe the attacker may see what each leads to."""
    state = rules().apply(fighting("sealed"), ALLIED, ATTACK).state
    for mode in MODES:
        found = insight.forecast(rules(), state, ALLIED, Mode(mode=mode))
        assert [(mode, "stand"), (mode, "retreat")] == [branch.when for branch in found.branches]


def test_a_counterattack_has_its_table() -> None:
    """A counterattack disregards the terrain and has no support, in the figures too (14.24)."""
    state = rules().apply(fighting("sealed"), ALLIED, ATTACK).state
    steps = (
        (ALLIED, Sealed(side=ALLIED, at="mode/1", count=1)),
        (ALLIED, Requested(why="combat/1")),
        (GERMAN, Defend(mode="retreat")),
        (ALLIED, Shown(side=ALLIED, at="mode/1", n=1, value="assault")),
        (ALLIED, Rolled(why="combat/1", faces=(9,))),
    )
    for side, action in steps:
        state = rules().apply(state, side, action).state
    order = None
    while order is None:
        owed = rules().demands(state)[0]
        choices = list(rules().options(state, owed.side))
        order = next((each for each in choices if isinstance(each, Counterattack)), None)
        if order is None:
            state = rules().apply(state, owed.side, choices[0]).state
    found = insight.forecast(rules(), state, GERMAN, order)
    for branch in found.branches:
        for face in range(10):
            compared(branch, face, outcomes_of(state, GERMAN, order, *branch.when, (face,)))
    assert not any(reason.paragraph == "12.59" for reason in found.branches[0].reasons)


def bombs(state: State, side: str, order: Bombard | Barrage) -> Iterator[tuple[Branch, int, Outcome]]:
    """Each branch of a bombardment with every face of its die, and what the engine says of it."""
    found = insight.forecast(rules(), state, side, order)
    sound(found)
    after = rules().apply(state, side, order).state
    if isinstance(order, Bombard):
        after = rules().apply(after, side, Done()).state
    owed = rules().demands(after)[0]
    for i, branch in enumerate(found.branches):
        for face in range(10):
            faces = tuple(face if n == i else 0 for n in range(len(owed.dice)))
            outcomes = rules().apply(after, side, Rolled(why=owed.why, faces=faces)).outcomes
            yield branch, face, [each for each in outcomes if each.kind == "bombarded"][i]


@pytest.mark.parametrize(("air", "naval"), [(1, 0), (2, 0), (0, 1), (0, 2)])
def test_a_bombardment_by_markers_has_the_tables_distribution(air: int, naval: int) -> None:
    """All ten faces, with one or two markers from the air and from the sea."""
    position: dict[str, Json] = {"units": {"914/352": "E2821", "HQ/352": "E2821"}}
    state = evolve(rules().place("empty", position), phase=BOMBARDMENT, air=4, naval=4, bombarded=False)
    order = Bombard(target="E2821", air=air, naval=naval)
    assert () == tuple(rules().check(state, ALLIED, order))
    for branch, face, said in bombs(state, ALLIED, order):
        assert (branch.reasons, face + branch.modifier) == (said.reasons, said.total)
        assert f"{holding(branch, face).text}." == said.text.partition("; ")[2]


def test_what_the_defender_may_add_is_said() -> None:
    """Artillery that he has in reach is in a note and not in the figures (16.21)."""
    with_guns = dict(_UNITS) | {"HQ/352": "E0445"}
    position: dict[str, Json] = {"active": ["82"], "stage": "combat", "units": with_guns}
    state = rules().place("empty", position)
    found = insight.forecast(rules(), state, ALLIED, ATTACK)
    assert any("artillery point" in note and "lower" in note for note in found.notes)
