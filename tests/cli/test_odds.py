"""``pbem odds``: what an order may bring before it is given, and, with --from, as if its units had moved."""

import json
from fractions import Fraction
from pathlib import Path
from types import SimpleNamespace

import pytest
from home.table import Player, Said, Two, pbem

from pbem.bytes.errors import UsageError
from pbem.games import registry
from pbem.home.games import Seen
from pbem.home.play import odds
from pbem.home.play.orders import RefusedOrdersError
from pbem.port.game import Die, Reason
from pbem.port.insight import Branch, Chance, Forecast, forecast
from pbem.replay.table import NextStep
from tests.lists import tried_with


@pytest.fixture
def alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A home with a game of Pegasus Bridge at its first British move."""
    for name in ("PBEM_HOME", "PBEM_PASSWORD"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)
    home = tmp_path / "home"
    assert 0 == pbem("--home", home, "identity", "new", "Ann", "--no-password").code
    assert 0 == pbem("--home", home, "practice", "pegasus").code
    return home


def ask(home: Path, *words: str) -> Said:
    return pbem("--home", home, "odds", *words)


def listed(home: Path) -> list[dict[str, object]]:
    return [json.loads(line) for line in ask(home, "--json").out.splitlines()]


def test_an_order_is_told_with_every_modifier_and_its_paragraph_and_nothing_is_written(alone: Path) -> None:
    """The table names the modifiers and the next command, and the draft stays empty."""
    found = max(listed(alone), key=lambda each: json.dumps(each).count('"value"'))
    order = str(found["order"])
    said = ask(alone, *order.split()).says(0)
    for branch in found["forecast"]["branches"]:
        for reason in branch["reasons"]:
            assert f"{reason['value']:+d} {reason['text']} [{reason['paragraph']}]" in said.out
    assert "%" in said.out
    assert f"Next: pbem do {order}" in said.err
    assert "Draft" not in pbem("--home", alone, "status").out


def test_an_illegal_order_is_refused_with_its_paragraph(alone: Path) -> None:
    ask(alone, "move", "1Platoon", "Nowhere").says(4, "[")


def test_an_order_without_a_roll_is_one_sentence(alone: Path) -> None:
    said = ask(alone, "done")
    assert (2, "Error: 'done' needs no roll.\n  `pbem odds` lists the orders with one.\n") == (
        said.code,
        said.err,
    )


def test_a_game_that_knows_no_chances_says_so(table: Two) -> None:
    ann, ben = table
    assert 2 == ann("odds").code
    assert "Nothing that you may order now depends on a roll." in ann("odds").err
    assert 5 == ben("odds").code


@tried_with(
    ("share", "said"),
    [
        (Fraction(1, 10), "10 %"),
        (Fraction(1, 1), "100 %"),
        (Fraction(1, 36), "2.8 %"),
        (Fraction(1, 100000), "0.1 %"),
        (Fraction(99999, 100000), "99.9 %"),
        (Fraction(0), "0 %"),
    ],
)
def test_a_chance_is_never_rounded_to_never_or_always(share: Fraction, said: str) -> None:
    assert said == odds.percent(share)


def test_faces_in_a_row_are_said_as_a_run() -> None:
    chance = Chance(text="", ways=5, faces=((9,), (0,), (3,), (4,), (5,)))
    assert "0, 3-5, 9" == odds.rolls((Die(sides=10, low=0),), chance)


def test_what_only_one_branch_has_stands_with_it() -> None:
    both, own = (Reason(paragraph=n, text=f"why {n}", value=1) for n in ("1.1", "2.2"))
    chances = (Chance(text="no effect", ways=1, faces=((1,),)),)

    def branch(name: str, *reasons: Reason) -> Branch:
        return Branch(
            when=(name,), dice=(Die(sides=1),), reasons=reasons, modifier=len(reasons), of=1, chances=chances
        )

    found = Forecast(
        text="it", paragraph="1", parts=("mode",), branches=(branch("a", both), branch("b", both, own))
    )
    lines = list(odds.lines(found))
    assert 1 == sum("[1.1]" in line for line in lines)
    assert lines.index("b: modifier +2") < lines.index("  +1 why 2.2 [2.2]")


def test_without_an_order_the_best_against_each_place_fills_a_screen_and_all_lists_all(alone: Path) -> None:
    """Each place once, each line an order that stands in the whole list, and the rest is counted."""
    said, whole = ask(alone), ask(alone, "--all")
    shown = [line.removeprefix("pbem odds ") for line in said.out.splitlines() if line.startswith("pbem")]
    every = [line.removeprefix("pbem odds ") for line in whole.out.splitlines() if line.startswith("pbem")]
    assert len(every) == len(listed(alone))
    assert len(every) > len(shown)
    assert len(said.out.splitlines()) <= 20
    assert shown == [each for each in every if each in shown]
    assert 1 == shown.count(every[0])
    assert f"{len(shown)} of {len(every)} orders" in said.err
    assert "" == whole.err


POSITION = {
    "phase": "allied-move", "supply": 1, "owners": {"1912": "allied"},
    "units": {"1": "2716", "2 Arm": "2717", "77": "2817", "KG 275": "2718"},
}  # fmt: skip


@pytest.fixture
def view() -> Seen:
    """The Allied side before St-Lô, with one division a hex behind the other."""
    game = registry.load("june44")
    state = game.rules.place("empty", POSITION)
    owed = NextStep(seat="A", kind="choice", demand=next(iter(game.rules.demands(state))))
    position = SimpleNamespace(game=state, rules=game.rules)
    return SimpleNamespace(game=game, position=position, side="allied", seat="A", owed=owed, is_my_turn=True)


def test_the_odds_are_those_of_the_attack_after_the_move(view: Seen) -> None:
    line, found = odds.forecast(view, "att 2817 1, 2 arm", "2717")
    rules = view.game.rules
    there = rules.place(
        "empty", {**POSITION, "phase": "allied-combat", "units": {**POSITION["units"], "1": "2717"}}
    )
    assert "attack 2817 1 '2 Arm'" == line
    assert found == forecast(rules, there, "allied", rules.actions.parse(line))


def test_without_from_it_is_said_that_attacks_come_later(view: Seen) -> None:
    with pytest.raises(UsageError, match="not what the game waits for now") as refused:
        odds.forecast(view, "attack 2817 '2 Arm'")
    assert "--from HEX" in refused.value.hint


def test_a_move_that_breaks_a_rule_is_refused_with_it(view: Seen) -> None:
    with pytest.raises(RefusedOrdersError) as refused:
        odds.forecast(view, "attack 2817 1 '2 Arm'", "1026")
    assert refused.value.violations


def test_nothing_is_supposed_where_units_do_not_move(june44: Player) -> None:
    june44("odds", "attack", "2103", "3 Br", "--from", "2204").says(2, "Units do not move now")
    june44("odds", "--from", "2103").says(2, "--from asks about one order.")
