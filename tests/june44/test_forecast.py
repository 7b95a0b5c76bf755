"""The chances told before an attack are those of the engine over every face; and what a roll was worth."""

from collections import Counter
from itertools import product

import pytest
from attrs import AttrsInstance

from pbem.bytes.canon import Json
from pbem.games import cases, registry
from pbem.port import insight
from pbem.port.game import Choice, Outcome, Rolled
from pbem.port.insight import Branch
from pbem_rules.june44.game import June44
from pbem_rules.june44.model import State
from pbem_rules.june44.rules.combat.attack import Attack
from pbem_rules.june44.rules.combat.defend import Defend
from pbem_rules.june44.rules.combat.lose import losses
from pbem_rules.june44.rules.combat.losses import involved, steps_of
from pbem_rules.june44.rules.combat.under_way import under_way
from pbem_rules.june44.rules.lookup import enemy_of
from pbem_rules.june44.rules.sequence import Done
from tests.june44.random_play import Game

Attacks = list[tuple[State, str, Attack]]


@pytest.fixture(scope="module")
def attacks(rules: June44) -> Attacks:
    """Attacks of the printed examples, and out of a random game, rounds of the invasion included."""
    found: Attacks = []
    for name in ("11.3-example-1.toml", "11.1.1-fortification-adds.toml", "11.2.1-defence.toml"):
        case = cases.parse(registry.cases("june44")[name], name)
        state = rules.place("empty", case.position)
        order = next(each for each in rules.options(state, "allied") if isinstance(each, Attack))
        found.append((state, "allied", order))
    game = Game.start(rules, "june44", 7, {"random-cards": True})
    chance = game.draw
    while len(found) < 12 and game.step():
        owed = game.now.due
        if isinstance(owed, Choice) and "attack" in owed.kinds and chance.random() < 0.4:
            listed = [each for each in rules.options(game.state, owed.side) if isinstance(each, Attack)]
            found.extend((game.state, owed.side, each) for each in chance.sample(listed, min(1, len(listed))))
    assert len(found) >= 8
    return found


def at_the_dice(rules: June44, state: State, side: str, order: Attack, branch: Branch) -> State:
    """The combat played through the port to its roll, with the answer of a branch."""
    state = rules.apply(state, side, order).state
    guns = "" if branch.when == ("no artillery",) else branch.when[0]
    while isinstance(owed := rules.demands(state)[0], Choice):
        reply: AttrsInstance = Defend(artillery=guns) if "defend" in owed.kinds else Done()
        assert not rules.check(state, owed.side, reply)
        state = rules.apply(state, owed.side, reply).state
    return state


def lost(rules: June44, state: State, faces: tuple[int, ...]) -> tuple[int, int]:
    """The steps that defender and attacker really lose when these faces come up."""
    on = under_way(rules.view(state))
    sides = (enemy_of(on.side), on.side)
    names = [involved(rules.view(state), on, side) for side in sides]

    def left(now: State) -> list[int]:
        return [sum(steps_of(rules.view(now), name) for name in each) for each in names]

    before, owed = left(state), rules.demands(state)[0]
    state = rules.apply(state, owed.side, Rolled(why=owed.why, faces=faces)).state
    while state.combat is not None and state.combat.stage == "losses":
        order = next(losses(rules.view(state)))
        state = rules.apply(state, state.combat.loser, order).state
    after = left(state)
    return before[0] - after[0], before[1] - after[1]


def test_every_face_played_through_the_port_gives_the_table(rules: June44, attacks: Attacks) -> None:
    """For every answer of the defender, each roll counted once: the same steps lost, as often as told."""
    words = {"no step": 0, "a step": 1, "two steps": 2}
    for state, side, order in attacks:
        table = insight.forecast(rules, state, side, order)
        for branch in table.branches:
            ready = at_the_dice(rules, state, side, order, branch)
            sizes = [range(1, die.sides + 1) for die in branch.dice]
            counted = Counter(lost(rules, ready, faces) for faces in product(*sizes))
            told: Counter[tuple[int, int]] = Counter()
            for each in branch.chances:
                mine, theirs = (
                    each.text.removeprefix("The defender loses ").rstrip(".").split(", the attacker ")
                )
                told[words[mine], words[theirs]] += each.ways
            assert counted == told
            assert branch.of == sum(each.ways for each in branch.chances)


def test_the_terms_told_are_those_of_the_combat(rules: June44, attacks: Attacks) -> None:
    """Where no counter is face down the modifiers told are those of the roll, and add up to its column."""
    for state, side, order in attacks:
        table = insight.forecast(rules, state, side, order)
        for branch in table.branches:
            ready = at_the_dice(rules, state, side, order, branch)
            owed = rules.demands(ready)[0]
            assert owed.dice == branch.dice
            highest = tuple(die.sides for die in owed.dice)
            done = rules.apply(ready, owed.side, Rolled(why=owed.why, faces=highest))
            (combat,) = (each for each in done.outcomes if each.kind == "combat")
            assert (branch.reasons, branch.modifier) == (combat.reasons, combat.total)


def test_no_advance_is_promised_to_attackers_that_more_cautious_keeps_back(rules: June44) -> None:
    """12.1, N19: two divisions attack southwards; nobody may follow unless one of them began the turn further south."""
    units: dict[str, Json] = {
        "3 Br": {"at": "2305", "moved": True, "began": "2405"},
        "50 Br": "2305",
        "716": "2406",
    }
    more: dict[str, Json] = {"phase": "allied-combat", "supply": 3, "owners": {"2008": "allied"}}
    state = rules.place("empty", {**more, "units": units, "effects": {"cautious": 2}})
    signs = []
    for names in (("50 Br",), ("3 Br", "50 Br")):
        told = rules.forecast(state, "allied", Attack(target="2406", units=names))
        signs.append({sign for branch in told.branches for chance in branch.chances for sign in chance.signs})
    assert ("advance" in signs[0], "advance" in signs[1]) == (False, True)


def combat(rules: June44, name: str, faces: tuple[int, ...]) -> Outcome:
    """The combat outcome of a case's first attack with these faces."""
    case = cases.parse(registry.cases("june44")[name], name)
    state = rules.place("empty", case.position)
    order = next(each for each in rules.options(state, "allied") if rules.actions.kind(each) == "attack")
    state = rules.apply(state, "allied", order).state
    done = rules.apply(state, "allied", Rolled(why="combat/1", faces=faces))
    return next(each for each in done.outcomes if each.kind == "combat")


def test_a_roll_is_worth_the_steps_taken_less_the_steps_lost(rules: June44) -> None:
    """Two dice, a hundred ways: that which came is the one of its faces, and hits count ten each."""
    for faces in ((1, 1), (10, 1), (1, 10), (10, 10)):
        told = combat(rules, "11.3-end-column.toml", faces)
        weighed = rules.weigh_in(rules.setup(rules.scenarios[0], {}), told)
        assert (100, "allied") == (len(weighed.worths), weighed.side)
        column = told.total or 0
        hits = (
            rules.data.charts.combat[column][faces[0] - 1] - rules.data.charts.combat[-column][faces[1] - 1]
        )
        assert 10 * hits == weighed.worths[weighed.came]


def test_other_outcomes_are_not_weighed_and_the_port_is_found(rules: June44) -> None:
    """Only combats have a worth; the audit finds both facilities by their names."""
    (scenario, *_) = rules.scenarios
    rain = Outcome(kind="weather", text="Rain.", faces=(9,))
    assert rules.weigh_in(rules.setup(scenario, {}), rain) is None
    assert set(rules.data.scenarios[scenario].defences) == set(rules.allowed(scenario, "german", "beaches"))
    assert not list(rules.allowed(scenario, "allied", "beaches"))
