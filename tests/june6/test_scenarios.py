"""Every scenario of June 6 obeys the rules and is played to its end; what a case may say is in its description."""

import re
from collections import Counter
from pathlib import Path

import pytest
from attrs import fields

from pbem.bytes.canon import Json
from pbem.bytes.errors import DataError
from pbem.games import registry
from pbem.games.cases import STEP_KEYS, TOP_KEYS, parse, read, run
from pbem_rules.june6 import positions
from pbem_rules.june6.model import ALLIED, OVER, WEATHER, State, Unit, View
from pbem_rules.june6.printed.data import Data, Scenario
from pbem_rules.june6.rules.arrivals.restoring import Restore
from pbem_rules.june6.rules.ground import line_of_communication
from pbem_rules.june6.rules.movement.refitting import Refit
from pbem_rules.june6.rules.victory import score
from tests.june6.build import rules
from tests.june6.player.playing import play
from tests.lists import held
from tests.sampling import one_by_turns

NAMES = ("landings", "first-week", "campaign", "cherbourg", "epsom")
LATER = ("cherbourg", "epsom")
SALTS = {"allied": 1, "german": 2}


def of(name: str) -> tuple[Data, Scenario]:
    return rules().data.of(name), rules().data.scenarios[name]


def state(name: str, **options: Json) -> State:
    return rules().setup(name, options)


def _everybody_stands_or_arrives_once(name: str) -> None:
    data, scenario = of(name)
    there = [p.unit for p in scenario.placings]
    counted = Counter([*there, *(unit for due in scenario.arrivals for unit in due.units)])
    assert [unit for unit, times in counted.items() if times > 1] == []
    first = state(name)
    coming = {unit for arrival in first.arrivals for unit in arrival.units}
    assert {*counted} >= coming | {*first.board.pieces}
    assert name != "landings" or {*counted} == coming | {*first.board.pieces}
    for due in scenario.arrivals:
        assert scenario.first_turn <= due.turn <= scenario.last_turn
        if due.how == "beach":
            assert data.ground.beaches[due.place]
        elif due.how == "entry":
            assert due.places
            assert all(data.ground.entries[letter] for letter in due.places)


def _nobody_has_won_before_anybody_has_moved(name: str) -> None:
    data, scenario = of(name)
    worst = min(level.at_least for level in scenario.levels if level.winner == ALLIED)
    assert sum(term.value for term in score(View(data=data, state=state(name)))) < worst
    assert all(level.text for level in scenario.levels)


def _delay_points_stand_alone_behind_the_beaches_of_6_june(name: str) -> None:
    first, (data, _) = state(name), of(name)
    if name in LATER:
        assert first.delays == ()
        return
    beaches = {where for hexes in data.ground.beaches.values() for where in hexes}
    assert first.delays == of("landings")[1].delays
    assert first.delays
    assert not {*first.delays} & (beaches | {*first.board.places()})


@pytest.mark.parametrize(
    "law",
    [
        _everybody_stands_or_arrives_once,
        _nobody_has_won_before_anybody_has_moved,
        _delay_points_stand_alone_behind_the_beaches_of_6_june,
    ],
)
def test_a_law_of_every_set_up(law: object) -> None:
    held(((name, name) for name in NAMES), law)


@pytest.mark.parametrize("name", LATER)
def test_a_later_start_has_ground_taken_lines_of_communication_and_nobody_forgotten(name: str) -> None:
    (data, scenario), first = of(name), state(name)
    assert (first.phase, first.turn) == (WEATHER, scenario.first_turn)
    assert first.beaches
    assert all(u.efficiency for u in first.board if u.id.startswith("HQ/") and "Cherbourg" not in u.id)
    allies = tuple(unit for unit in first.board if data.unit(unit.id).side == ALLIED)
    lines = line_of_communication.traced(View(data=data, state=first), allies)
    assert [unit for unit, line in lines.items() if line is None] == []
    there = {*first.board.pieces} | {unit for due in scenario.arrivals for unit in due.units}
    formations = {data.unit(unit).formation for unit in there} - {""}
    everybody = {unit for formation in formations for unit in data.formations[formation].units}
    assert sorted(everybody - there) == sorted(scenario.gone)


def test_beyond_the_area_of_a_scenario_there_is_no_map_and_others_have_the_whole() -> None:
    data, _ = of("cherbourg")
    assert all(name.startswith("W") for name in data.ground.grid.hexes)
    assert {*data.ground.beaches} == {"Utah"}
    assert data.ground.entries == {"E": ("W0127",), "F": ("W0117",)}
    assert "E1514" in rules().data.ground.grid
    assert rules().data.of("landings") is rules().data is rules().data.of("campaign")


@pytest.mark.wider
@pytest.mark.parametrize("name", [*one_by_turns(LATER), pytest.param("first-week", marks=pytest.mark.night)])
def test_the_demonstration_player_comes_to_the_end(name: str) -> None:
    played = play(3, SALTS, name)
    assert played.state.phase == OVER
    result = rules().result(played.state)
    assert result.level in {level.name for level in rules().data.scenarios[name].levels}
    assert name != "cherbourg" or any(isinstance(turn.order, Refit | Restore) for turn in played.orders)


def test_an_option_takes_only_its_values() -> None:
    for value in ("maybe", 1, None, ["true"]):
        with pytest.raises(DataError, match="teaching"):
            state("landings", teaching=value)
    with pytest.raises(DataError):
        state("landings", no_such=True)
    assert state("landings", teaching="true").options == state("landings", teaching=True).options
    assert state("landings", teaching=False).options == ()


@pytest.mark.wider
def test_a_teaching_game_is_the_same_whatever_the_dice_show_and_says_so() -> None:
    one, two = (play(seed, SALTS, "cherbourg", {"teaching": True}).state for seed in (1, 2))
    assert one == two
    result = rules().result(one)
    assert result.level.endswith("(teaching game: fixed rolls)")
    assert one.fixed > 50


_TOLD = frozenset(re.findall(r"[a-z_]+", (Path(__file__).parents[2] / "schemas" / "case.md").read_text()))


def test_every_key_marker_and_fact_of_a_case_is_described() -> None:
    game = rules()
    facts = {name.partition(".")[0] for name in game.facts(game.setup("landings", {}))}
    markers = {field.name for field in fields(Unit)} - {"id"}
    assert set() == {*positions._KEYS, *STEP_KEYS, *TOP_KEYS, *markers, *facts} - _TOLD


_TYPED = 'title = "t"\nparagraphs = ["12.51a"]\ngame = "june6"\n{}\n[expect]\n"unit.505/82.reduced" = false\n'
_PLACED = '[position.units]\n"505/82" = "W3522"\n'


def test_a_case_that_lays_an_unknown_key_over_the_data_names_its_line() -> None:
    text = _TYPED.format('[data.units.units."505/82"]\nbravery = 9\n' + _PLACED)
    tried = run(parse(text, "typed.toml"))
    assert not tried.holds
    assert tried.found.startswith("typed.toml:5: units.units.505/82.bravery: is not a key of this table.")


def test_a_case_finds_its_pack_beside_it(tmp_path: Path) -> None:
    (tmp_path / "mine.toml").write_text('[pack]\nname = "mine"\n[units.units."505/82"]\ncs = 9\n')
    (tmp_path / "case.toml").write_text(_TYPED.format('pack = "mine"\n' + _PLACED))
    found = read(tmp_path / "case.toml")
    assert found.pack is not None
    assert "mine" == found.pack.name
    assert run(found).holds


def test_values_of_a_case_go_over_its_pack(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    (tmp_path / "mine" / "units.toml").write_text('["505/82"]\nma = 1\n')
    text = 'title = "t"\nparagraphs = ["8.21"]\ngame = "june6"\npack = "mine"\n[data.units.units."505/82"]\nma = 2\n'
    found = parse(text, "case.toml", tmp_path)
    assert found.pack is not None
    assert ["units.toml", "case.toml"] == [each.name for each in found.pack.files]


@pytest.mark.parametrize("name", ['"../mine"', '"Mine"', "3", '"mine.toml"'])
def test_a_pack_is_a_plain_name(tmp_path: Path, name: str) -> None:
    with pytest.raises(DataError, match="plain name"):
        parse(_TYPED.format(f"pack = {name}"), "case.toml", tmp_path)


def test_a_case_that_is_no_file_has_no_pack_beside_it() -> None:
    with pytest.raises(DataError, match="beside the case"):
        parse(_TYPED.format('pack = "mine"'), "case.toml")


def test_a_state_with_a_field_too_many_is_named() -> None:
    rules = registry.load("june6").rules
    value = rules.dump(rules.setup("landings", {}))
    with pytest.raises(DataError, match="moon"):
        rules.load({**value, "moon": 1})
    with pytest.raises(DataError, match="turn"):
        rules.load({**value, "turn": "2"})
    with pytest.raises(DataError, match="proper form"):
        rules.load({**value, "ties": 0})
