"""What a combat roll was worth: the steps that the dice took, whatever else could have come."""

from __future__ import annotations

from pbem.games import cases, registry
from pbem.port.game import Outcome, Rolled
from pbem.port.insight import Allows, Weighs
from pbem_rules.june44.game import June44


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
        weighed = rules.weigh(told)
        assert weighed is not None
        assert (100, "allied") == (len(weighed.worths), weighed.side)
        column = told.total or 0
        hits = (
            rules.data.charts.combat[column][faces[0] - 1] - rules.data.charts.combat[-column][faces[1] - 1]
        )
        assert 10 * hits == weighed.worths[weighed.came]


def test_other_outcomes_are_not_weighed_and_the_port_is_found(rules: June44) -> None:
    """Only combats have a worth; the audit finds both facilities by their names."""
    assert rules.weigh(Outcome(kind="weather", text="Rain.", faces=(9,))) is None
    assert isinstance(rules, Weighs)
    assert isinstance(rules, Allows)
    (scenario, *_) = rules.scenarios
    assert set(rules.data.scenarios[scenario].defences) == set(rules.allowed(scenario, "german", "beaches"))
    assert not list(rules.allowed(scenario, "allied", "beaches"))
