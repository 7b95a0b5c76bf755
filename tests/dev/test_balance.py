"""Games in memory: they repeat themselves, on any number of processes, and are counted right."""

import json

import pytest
from attrs import evolve
from home.table import pbem, use_tiny
from protocol.tiny import GAME

from pbem.bytes.errors import PbemError
from pbem.dev import balance
from pbem.dev.balance import Played, Task, play, summary
from pbem.games.between_equals import between_equals
from pbem.games.game_cards import Cover
from pbem.games.self_play import Hotseat, advised
from pbem.port.game import Choice, Conceal


def played(**fields: object) -> Played:
    given: dict[str, object] = {
        "seed": 1,
        "winner": "",
        "level": "Draw",
        "score": 0,
        "turns": 3,
        "actions": 9,
    }
    given.update(seconds=1.0, **fields)
    return Played(**given)


def test_results_are_counted_by_level_winner_and_length() -> None:
    games = [
        played(seed=1),
        played(seed=2, winner="red", level="Red wins", score=4),
        played(seed=3, turns=2, score=-3),
    ]
    found = summary("tiny", "only", games)
    assert {"Draw": 2, "Red wins": 1} == found["levels"]
    assert {"draw": 2, "red": 1} == found["won"]
    assert {"lowest": -3, "median": 0, "highest": 4} == found["score"]
    assert {"2": 1, "3": 2} == found["turns"]


@pytest.fixture
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    use_tiny(monkeypatch)


def test_the_same_seed_plays_the_same_game_and_another_seed_another(tiny: None) -> None:
    found = [play(Task(game="tiny", scenario="only", seed=seed)) for seed in (1, 1, *range(2, 12))]
    results = [(each.winner, each.score, each.actions) for each in found]
    assert results[0] == results[1]
    assert 1 < len(set(results))


def test_a_command_plays_games_and_counts_them(tiny: None) -> None:
    said = pbem("game", "balance", "tiny", "--games", 4, "--json")
    found = json.loads(said.out)
    assert (4, "1 to 4", 4) == (found["games"], found["seeds"], sum(found["levels"].values()))
    assert "Game 4: " in said.err
    said = pbem("game", "balance", "tiny", "--scenario", "none")
    assert (2, True) == (said.code, "only" in said.err)


def test_an_order_that_the_game_refuses_is_an_error_and_no_game(tiny: None) -> None:
    table = Hotseat.start(GAME.rules, "only", {}, 1)

    def wrong(game: Hotseat[object], owed: Choice | Conceal) -> object:
        return GAME.rules.actions.parse("go 9") if isinstance(owed, Choice) else advised(game, owed)

    def to_the_end() -> None:
        while table.step(wrong):
            pass

    with pytest.raises(PbemError, match="is refused"):
        to_the_end()


@pytest.mark.wider
def test_several_processes_play_what_one_plays() -> None:
    tasks = [Task(game="pegasus", scenario="beginner", seed=seed) for seed in (5, 6)]
    alone = play(tasks[1])
    _, beside = balance.each(tasks, jobs=2)
    assert evolve(alone, seconds=0.0) == evolve(beside, seconds=0.0)


@pytest.mark.parametrize(
    ("won", "said"),
    [
        ({}, ""), ({"red": 7, "blue": 3}, "Wins: Red 7, Blue 3, of 10 games{} (Red 4.0 to 8.9 of 10)."),
        ({"blue": 14, "drawn": 4, "red": 2}, "Wins: Blue 14, Red 2, drawn 4, of 20 games{} (Blue 5.8 to 9.2 of 10)."),
    ],
)  # fmt: skip
def test_a_card_says_who_does_better_between_equals_with_the_range_of_the_count(won, said) -> None:
    """By Wilson's formula; a draw counts half."""
    cover = Cover(titles={}, minutes={}, together={}, won={"only": won})
    assert said.format(" of the computer with itself") == between_equals(cover, "only")
