"""Odds of the fire at the beaches: what hits, before it is ordered, and what is said when it is."""

from __future__ import annotations

from pbem.games.driver import Driven, Told
from pbem.games.registry import load
from pbem.port import insight
from pbem.port.game import Choice, Roll, Rolled
from pbem_rules.normandy.rules.june6.fire import Shoot


def test_every_shot_has_odds_that_are_its_number_of_ten_and_says_so_when_ordered() -> None:
    rules = load("normandy").rules
    game = Driven(rules=rules, state=rules.setup("omaha", {}))
    while not (isinstance(game.due, Choice) and "shoot" in game.due.kinds):
        due = game.due
        assert due is not None
        if isinstance(due, Choice):
            advice = rules.advise(game.state, due.side, game.secrets(due.side), 1)
            game = game.given(advice, Told())
        else:
            assert isinstance(due, Roll)
            game = game.told(due.side, Rolled(why=due.why, faces=(1,) * len(due.dice)))
    side = game.due.side
    shots = [each for each in rules.options(game.state, side) if isinstance(each, Shoot)]
    assert len(shots) > 3
    for shot in shots:
        found = insight.forecast(rules, game.state, side, shot)
        assert found is not None
        (branch,) = found.branches
        assert branch.modifier == sum(each.value for each in branch.reasons)
        assert branch.share("defender hurt") * 10 == max(0, min(10, branch.modifier))
    after = game.given(shots[0], Told())
    assert [f"{shots[0].unit} will fire at {shots[0].target}"] == [
        str(each.text).partition(":")[0] for each in after.outcomes if each.kind == "aimed"
    ]
