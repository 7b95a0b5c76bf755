"""The sheet that every game takes: orders written out, names preferred and shunned, and what goes back to the person."""

from __future__ import annotations

import tomllib
from importlib.resources import files

import pytest
from ford_rules.ford.game import Ford, create
from ford_rules.ford.model import State

from pbem.bytes.canon import Json
from pbem.home.play import order_lines
from pbem.port.game import Answered, Choice, Secrets, TakesStandingOrders
from tests.lists import tried_with


def game() -> Ford:
    folder = files("ford_rules.ford") / "data"
    return create({name: tomllib.loads((folder / f"{name}.toml").read_text()) for name in ("map", "units")})


RULES = game()
START = RULES.setup("crossing", {})


def answer(sheet: str, state: State = START, side: str = "red") -> Answered:
    due = RULES.demands(state)[0]
    return RULES.standing_answer(state, side, tomllib.loads(sheet), Secrets(), due)


def given(sheet: str, state: State = START) -> str:
    found = answer(sheet, state)
    return (
        order_lines.write(RULES.actions, found.action)
        if found.action is not None
        else f"asks: {found.reason}"
    )


def slips(sheet: dict[str, Json]) -> list[tuple[object, ...]]:
    return [each.path for each in RULES.standing_check(START, "red", sheet)]


def test_every_game_on_the_floor_takes_standing_orders() -> None:
    assert isinstance(RULES, TakesStandingOrders)
    assert set(RULES.standing_kinds("red")) == {"move", "attack", "done"}


def test_the_template_hands_everything_back_and_has_every_kind() -> None:
    text = RULES.standing_template(START, "red")
    assert tomllib.loads(text) == {}
    uncommented = "\n".join(line.removeprefix("# ") if line[:3] in ("# [", "# o", "# f", "# l", "# h") else line
                            for line in text.split("\n\n", 1)[1].splitlines())  # fmt: skip
    assert set(tomllib.loads(uncommented)) == {"move", "attack", "done"}
    assert RULES.standing_check(START, "red", tomllib.loads(uncommented)) == ()


def test_the_first_order_that_is_allowed_is_given() -> None:
    assert given('[move]\norders = ["move R/1 0101", "move R/1 0301", "move R/2 0301"]') == "move R/1 0301"


def test_an_order_that_is_not_allowed_goes_back() -> None:
    assert given('[move]\norders = ["move R/1 0101"]') == "asks: no order of the sheet is allowed here"


def test_the_earliest_preferred_name_that_can_be_is_taken() -> None:
    assert given('[move]\nfirst = ["0101", "R/2"]').startswith("move R/2 ")


def test_what_is_shunned_comes_last() -> None:
    reds = [name for name, unit in RULES.data.units.items() if unit.side == "red"]
    shunned = ", ".join(f'"{name}"' for name in reds[:-1])
    assert given(f'[move]\nlast = [{shunned}]\notherwise = "first"').startswith(f"move {reds[-1]} ")


@pytest.mark.parametrize("back", ["{turn = 1}", '{names = ["R/1"]}'])
def test_it_is_handed_back_from_a_turn_on_or_about_a_name(back: str) -> None:
    assert given(f'[move]\notherwise = "first"\nhand_back = {back}').startswith("asks")
    assert given('[move]\notherwise = "first"\nhand_back = {turn = 2, names = ["B/1"]}').startswith("move ")


def test_the_other_side_is_never_answered_for() -> None:
    assert answer('[done]\notherwise = "first"', side="blue").action is None


def test_every_answer_is_legal_and_due() -> None:
    for sheet in (
        '[attack]\notherwise = "first"',
        '[move]\notherwise = "first"',
        '[done]\norders = ["done"]',
    ):
        state, count = START, 0
        while (found := answer(sheet, state)).action is not None and count < 20:
            due = RULES.demands(state)[0]
            assert isinstance(due, Choice)
            assert RULES.actions.kind(found.action) in due.kinds
            assert RULES.check(state, "red", found.action) == ()
            state, count = RULES.apply(state, "red", found.action).state, count + 1


@tried_with(
    ("sheet", "path"),
    [
        ({"fly": {}}, ("fly",)),
        ({"move": 3}, ("move",)),
        ({"move": {"orders": ["attack R/1 B/1"]}}, ("move", "orders", 0)),
        ({"move": {"orders": ["move R/1"]}}, ("move", "orders", 0)),
        ({"move": {"first": ["R/1", "R/9"]}}, ("move", "first", 1)),
        ({"move": {"last": "R/1"}}, ("move", "last")),
        ({"move": {"otherwise": "last"}}, ("move", "otherwise")),
        ({"move": {"hand_back": {"turn": True}}}, ("move", "hand_back", "turn")),
        ({"move": {"hand_back": {"when": 1}}}, ("move", "hand_back")),
        ({"move": {"hand_back": {"names": ["9999"]}}}, ("move", "hand_back", "names", 0)),
        ({"move": {"odds": "4:1"}}, ("move", "odds")),
    ],
)
def test_a_slip_is_found_where_it_is_and_nothing_is_answered(
    sheet: dict[str, Json], path: tuple[object, ...]
) -> None:
    assert slips(sheet) == [path]
    due = RULES.demands(START)[0]
    assert RULES.standing_answer(START, "red", sheet, Secrets(), due).action is None
