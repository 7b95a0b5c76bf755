"""Random legal games of every game under its laws, and that the laws can be broken (``tests/GAME/random_play.py``)."""

import os
import subprocess
import sys
from collections.abc import Callable
from functools import cache
from itertools import islice
from pathlib import Path

import pytest

from pbem.bytes.values import changed
from pbem.games import registry
from pbem.port.game import Choice, Conceal, Ruleset
from tests import random_play
from tests.lists import held
from tests.random_play import BrokenLawError, Game, replay
from tests.sampling import GAMES, games_tried
from tests.tools.random_games import Task, digest_of, play

ROOT = Path(__file__).resolve().parents[2]
SCENARIO = {"june6": "landings", "june44": "june44", "darkdecember": "turning-point", "normandy": "epsom"}
SCENARIOS = [(name, each) for name in GAMES for each in registry.load(name).rules.scenarios]
BEGINNING = 40
"""Actions of a game that is looked at in quick."""


def rules_of(name: str) -> Ruleset[object]:
    return registry.load(name).rules


def begun(name: str, actions: int = BEGINNING) -> Game[object]:
    """A game some way into its first turn, where somebody owes a decision."""
    game = random_play.of(name).start(rules_of(name), SCENARIO.get(name, "beginner"), "begun")
    while len(game.log) < actions or not isinstance(game.now.due, Choice | Conceal):
        assert game.step()
    return game


@pytest.mark.parametrize("name", GAMES)
def test_the_beginning_of_a_game_breaks_no_law_and_is_the_same_from_a_file_and_from_its_states(
    name: str, tmp_path: Path
) -> None:
    """What hangs on a state beside its fields is worked out anew by whoever loads it."""
    game, rules = (
        random_play.of(name).start(rules_of(name), SCENARIO.get(name, "beginner"), "begun"),
        rules_of(name),
    )
    loaded = random_play.of(name).start(rules, game.scenario, "begun")
    for n in range(BEGINNING):
        assert game.step() == loaded.step()
        game.laws()
        if n % 8 == 0:
            loaded.state = rules.load(rules.dump(loaded.state))
    game.dear_laws()
    again = replay(game.save(tmp_path))
    assert rules.write(game.state) == rules.write(loaded.state) == rules.write(again.state)
    assert game.log == again.log == loaded.log


@pytest.mark.parametrize("name", GAMES)
def test_the_first_position_of_every_scenario_breaks_no_law(name: str) -> None:
    for scenario in rules_of(name).scenarios:
        game = random_play.of(name).start(rules_of(name), scenario, "first")
        game.laws()
        game.dear_laws()


@pytest.mark.parametrize("name", GAMES)
def test_orders_are_listed_alike_for_a_state_that_was_loaded_and_none_for_who_owes_nothing(name: str) -> None:
    game, rules = begun(name), rules_of(name)
    due, again = game.now.due, rules.load(rules.dump(game.state))
    assert isinstance(due, Choice | Conceal)
    first = [*islice(rules.options(game.state, due.side), 300)]
    assert first
    assert first == [*islice(rules.options(again, due.side), 300)]
    assert [] == [order for order in first if rules.check(again, due.side, order)]
    for other in {*rules.sides} - {owed.side for owed in rules.demands(game.state)}:
        assert [] == list(rules.options(game.state, other))
        assert rules.check(game.state, other, first[0])


@pytest.mark.wider
@pytest.mark.parametrize(("name", "scenario"), [each for each in SCENARIOS if each[0] in games_tried()])
def test_the_beginning_of_every_scenario_breaks_no_law(name: str, scenario: str, tmp_path: Path) -> None:
    for seed in range(len(random_play.of(name).variants)):
        found = play(Task(game=name, scenario=scenario, seed=seed, out=tmp_path, stop=150, inspect=0.05))
        assert "" == found.broken, found.file


@pytest.mark.night
@pytest.mark.parametrize("seed", range(3))
@pytest.mark.parametrize(("name", "scenario"), [e for e in SCENARIOS if e != ("normandy", "campaign")])
def test_a_game_to_its_end_breaks_no_law(name: str, scenario: str, seed: int, tmp_path: Path) -> None:
    """A game that fails is kept, and the message names the file: ``replay`` plays it again."""
    found = play(Task(game=name, scenario=scenario, seed=seed, every=10, inspect=0.05, out=tmp_path))
    assert ("", True) == (found.broken, bool(found.level)), found.file


@pytest.mark.wider
def test_games_are_the_same_under_another_hash_seed(tmp_path: Path) -> None:
    tasks = [Task(game="pegasus", scenario="beginner", seed=8, out=tmp_path)]
    words = "-m tests.tools.random_games pegasus --scenario beginner --games 1 --seed 8"
    paths = os.pathsep.join((str(ROOT), str(ROOT / "rules")))
    said = subprocess.run(
        [sys.executable, *words.split()],
        env={**os.environ, "PYTHONHASHSEED": "4", "PYTHONPATH": paths},
        cwd=ROOT, capture_output=True, text=True, check=True,
    ).stdout  # fmt: skip
    assert digest_of(map(play, tasks)) == said.split()[-1]


@cache
def _sound(name: str) -> Game[object]:
    return begun(name)


def _units(state: object, name: str, side: str) -> list[object]:
    """The units of a side on the board."""
    data = registry.load(name).rules.data
    known = data.units
    return [unit for unit in state.board if unit.id in known and _side(data, known[unit.id]) == side]


def _side(data: object, unit: object) -> str:
    return getattr(unit, "side", "") or data.formations[unit.formation].side


def _put(state: object, *units: object) -> object:
    return changed(state, board=state.board.put(*units))


def _lost(field: str, name: str) -> Callable[[object], object]:
    return lambda state: changed(
        state, **{field: (*getattr(state, field), _units(state, name, "german")[0].id)}
    )


def _moved(name: str, count: int, **marks: object) -> Callable[[object], object]:
    return lambda state: _put(
        state, *(changed(unit, **marks) for unit in _units(state, name, "german")[:count])
    )


def _mixed(name: str, where: str) -> Callable[[object], object]:
    def both(state: object) -> object:
        firsts = (_units(state, name, side)[0] for side in ("allied", "german"))
        return _put(state, *(changed(unit, where=where) for unit in firsts))

    return both


FAULTS: dict[str, tuple[str, Callable[[object], object]]] = {
    "june6, a unit vanishes": (
        "june6",
        lambda state: changed(state, board=state.board.remove(next(iter(state.board)).id)),
    ),
    "june6, lost and in play": ("june6", _lost("lost", "june6")),
    "june6, a number below nothing": ("june6", lambda state: changed(state, air=-1)),
    "june44, lost and in play": ("june44", _lost("lost", "june44")),
    "june44, both sides in a hex": ("june44", _mixed("june44", "2911")),
    "june44, a number below nothing": ("june44", lambda state: changed(state, naval=-1)),
    "darkdecember, four in a hex": ("darkdecember", _moved("darkdecember", 4, where="4809")),
    "darkdecember, two columns in a hex": (
        "darkdecember",
        _moved("darkdecember", 2, where="4809", column=True),
    ),
    "darkdecember, lost and in play": ("darkdecember", _lost("lost", "darkdecember")),
    "darkdecember, both sides in a hex": ("darkdecember", _mixed("darkdecember", "2922")),
    "darkdecember, a number below nothing": (
        "darkdecember",
        lambda state: changed(state, points=(0, -1, 0, 0)),
    ),
    "normandy, too many steps lost": ("normandy", _moved("normandy", 1, lost=9)),
    "normandy, lost and in play": ("normandy", _lost("gone", "normandy")),
    "normandy, both sides in a hex": ("normandy", _mixed("normandy", "C2426")),
    "normandy, a number below nothing": ("normandy", lambda state: changed(state, points=-1)),
    "normandy, a unit swims": ("normandy", _moved("normandy", 1, where="A0101")),
    "pegasus, nowhere": (
        "pegasus",
        lambda state: _put(state, changed(next(iter(state.board)), where="Paris")),
    ),
}


def test_a_law_that_is_broken_is_found() -> None:
    def is_found(fault: tuple[str, Callable[[object], object]]) -> None:
        name, spoil = fault
        game = _sound(name)
        game.laws()
        sound = game.state
        game.state = spoil(sound)
        with pytest.raises(BrokenLawError):
            game.laws()
        game.state, game.known = sound, game.everybody() if not game.known else game.known

    held(FAULTS, is_found)
