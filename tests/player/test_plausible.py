"""What is noted of a game that is held against history."""

from __future__ import annotations

from pbem.games import registry
from pbem_rules.darkdecember.game import DarkDecember
from pbem_rules.darkdecember.player.front import Front
from tests.tools.plausible import History, Played, Seen, happened, hexes, strayed, told

_GAME = registry.load("darkdecember").rules
assert isinstance(_GAME, DarkDecember)


def _front(units: dict[str, str], side: str = "german") -> Front:
    state = _GAME.place("empty", {"turn": "19 Dec AM", "units": {**units}})
    return Front(view=_GAME.view(state, side))


def test_a_place_falls_when_the_attacker_first_stands_there_and_lost_steps_are_counted() -> None:
    seen = Seen(taker="german", wanted={"2922": "Bastogne", "3913": "St. Vith"})
    both = _front({"16/116Pz": "3518", "501/101": "2922"})
    steps = {name: len(both.view.faces(name)) for name in ("16/116Pz", "501/101")}
    seen.look(both, 5)
    assert {} == seen.fell
    seen.look(_front({"16/116Pz": "2922"}), 6)
    seen.look(_front({"16/116Pz": "3518"}), 7)
    assert {"Bastogne": 6} == seen.fell
    assert {"allied": steps["501/101"], "german": 0} == seen.lost
    assert {"allied": steps["501/101"], "german": steps["16/116Pz"]} == seen.began


def test_a_unit_is_far_from_its_formation_at_more_than_eight_hexes() -> None:
    near = _front({"501/101": "2922", "502/101": "2930"}, "allied")
    far = _front({"501/101": "2922", "502/101": "2931"}, "allied")
    assert (0, 2) == strayed(near)
    assert (2, 2) == strayed(far)


def test_every_place_of_history_is_on_its_map() -> None:
    places = happened("darkdecember", "herbstnebel").places
    assert set(places) == set(hexes(_front({"501/101": "2922"}), places).values())


def test_the_table_counts_games_and_takes_the_middle() -> None:
    games = [
        Played(
            winner=winner,
            score=score,
            turns=8,
            fell=fell,
            held=[*fell] if winner == "german" else [],
            lost={"allied": 2},
            began={"allied": 8, "german": 4},
            strayed={"allied": (1, 4), "german": (0, 0)},
        )
        for winner, score, fell in (
            ("german", 3, {"Bastogne": 4}),
            ("allied", 1, {"Bastogne": 8}),
            ("", 0, {}),
        )
    ]
    lines = told(
        games, History(taker="german", places={"Bastogne": "never", "Elsenborn": "never"})
    ).splitlines()
    assert "| Bastogne | never | 2 of 3 | 4 | 8 | 1 |" in lines
    assert "| Elsenborn | never | 0 of 3 | - | - | 0 |" in lines
    assert any(
        line.startswith("- allied: 25 in 100 of its steps lost, 3.1 a turn; 25 in 100") for line in lines
    )
    assert any(line.startswith("- nobody: won 1 of 3") for line in lines)
