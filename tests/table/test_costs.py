"""What the table shows: what a look costs, what is ahead, what things are called, and a thousand counters unit by unit."""

import re
from itertools import islice
from pathlib import Path

import pytest
from attrs import AttrsInstance

from pbem.bytes.canon import Json
from pbem.dev import practice
from pbem.games import registry
from pbem.games.driver import kinds
from pbem.games.self_play import Hotseat
from pbem.home import games
from pbem.home.exchange.invitations import Wanted, asked_for
from pbem.home.new_identity import create_identity
from pbem.port import insight
from pbem.port.game import Choice, Conceal
from pbem.port.listing import MANY
from pbem.port.messages import catalogue
from pbem.store.home import Home
from pbem.table import decision, forms, lobby, orders, position
from pbem.table.legal_orders import Stand
from pbem.table.picture import board, pieces
from pbem.table.translated import spoken
from pbem.view.map.labels import is_name
from tests.sampling import games_tried
from tests.tongues import ENGLISH

from .browser import BROWSER, Page
from .seats import Seat, alone, stream
from .test_browser import CALM, opened
from .test_clicks import GAMES, practised

pytestmark = pytest.mark.wider


@pytest.mark.parametrize("game", games_tried())
def test_the_points_of_a_move_are_on_the_places_that_are_lit(game: str, tmp_path: Path) -> None:
    seat = practised(tmp_path, game, "move")
    stand = seat.app.room.stand()
    moves = [each for each in stand.of_kind("move") if each.target]
    assert moves
    said = [insight.toll(stand.game.rules, stand.state, stand.side, each.action) for each in moves]
    if (
        game == "normandy"
    ):  # its first moves are the landing's, in which nothing is counted; tests/normandy/test_toll.py has others
        assert {""} == set(said)
        return
    assert all(re.fullmatch(r"\d*[½⅓⅔]|\d+( \d+/30)?", words) for words in said), said
    unit = next(iter(moves[0].units & stand.own))
    lit = seat.ask("unit", units=[unit])["targets"]
    assert any(isinstance(each, dict) and each["words"] for each in lit.values())


MODES = ("units", "control", "supply", "terrain")
_COUNTERS = (
    "[...document.querySelectorAll('.counter, .block')].filter((c) => c.getBoundingClientRect().width).length"
)
_OVER = "document.querySelectorAll('#layers path').length"


def test_the_games_here_are_all_games() -> None:
    assert set(GAMES) == {each.name for each in registry.installed()}


@pytest.mark.parametrize("game", games_tried())
def test_control_is_drawn_in_every_game_and_terrain_is_the_ground_alone(tmp_path: Path, game: str) -> None:
    seat = practised(tmp_path, game, "move")
    drawn = {mode: str(seat.ask("look", mode=mode)["drawing"]) for mode in MODES}
    assert "<path" in drawn["control"]
    assert drawn["control"] != drawn["supply"]
    assert ("", "") == (drawn["units"], drawn["terrain"])
    assert "no-look" == seat.error("look", mode="everything")["code"]


@pytest.mark.skipif(BROWSER is None, reason="no browser on this machine")
def test_a_player_looks_at_control_and_at_the_ground_and_back_at_the_units(page: Page, mover: Seat) -> None:
    opened(page, mover.home)
    before = int(str(page.eval(_COUNTERS)))
    assert before > 0 == page.eval(_OVER)
    page.choose("look", "control")
    page.wait(f"{_COUNTERS} === 0 && {_OVER} > 0")
    page.eval("document.getElementById('window').focus()")
    page.key("m")
    page.wait(f"pbem.look === 'supply' && {_COUNTERS} === {before}")
    page.wait(CALM)
    page.key("m")
    page.wait(f"{_COUNTERS} === 0 && {_OVER} === 0")
    page.wait(CALM)
    page.key("m")
    page.wait(f"document.getElementById('look').value === 'units' && {_COUNTERS} === {before}")


@pytest.mark.skipif(BROWSER is None, reason="no browser on this machine")
def test_a_unit_is_ordered_by_keys_alone_while_no_counter_is_drawn(page: Page, mover: Seat) -> None:
    opened(page, mover.home)
    page.eval("document.getElementById('window').focus()")
    page.key("m")
    page.wait(f"pbem.look === 'control' && {_COUNTERS} === 0")
    page.key("n")
    page.wait("pbem.card && pbem.units.length === 1")
    page.wait(CALM)
    before = page.eval("pbem.position.orders")
    page.eval("pbem.map.point(Object.keys(pbem.card.targets)[0])")
    page.key("Enter")
    page.wait(f"pbem.position.orders > {before} || (pbem.choice && document.querySelector('#give, #give-0'))")
    assert page.eval(_COUNTERS) == 0


def test_the_end_of_a_phase_is_not_asked_together_with_the_order_before_it(tmp_path: Path) -> None:
    seat = alone(Home(tmp_path), "june6")
    for _ in range(60):
        if not seat.play(lambda kinds: "halt" in kinds):
            seat.ask("send", way="file")
            seat.ask("drop")
            continue
        stand = seat.app.room.stand()
        halt = next(stand.of_kind("halt"))
        after = stand.game.rules.apply(stand.state, stand.side, halt.action).state
        left = {stand.codec.write(each) for each in stand.game.rules.options(after, stand.side)}
        if left == {"done"}:
            assert [] == decision.ahead(stand, halt.action)["then"]
            return
        seat.ask("do", order=seat.advised())
    raise AssertionError("the end of a phase never follows at once")


def test_the_computer_is_called_so_in_the_list_of_games_and_where_one_is_chosen(tmp_path: Path) -> None:
    home, spanish = Home(tmp_path / "home"), catalogue("es", "pbem")
    terms = asked_for(home, Wanted(game="pegasus"))
    practice.begin(home, create_identity(home, "Ann", "", stream("n")), terms, entropy=stream("m"))
    (listed,) = lobby.begun(home)
    told = spoken(listed, spanish)
    assert "Ordenador" == told["opponent"]
    (folder,) = games.begun(home)
    assert games.label(folder.facts()).endswith(" against Computer")
    assert spanish.say(games.label(folder.facts())).endswith(" contra Ordenador")


_GENERIC = re.compile(
    r"\b(?:meadow|road|towpath|trench|houses|orchard|bunker|causeway|marsh|street|bank)\b", re.I
)


@pytest.mark.parametrize("game", games_tried())
def test_names_titles_and_credits_of_the_map_are_in_the_language_of_the_page(game: str) -> None:
    rules, spanish = registry.load(game).rules, catalogue("es", f"pbem_rules.{game}")
    scene = rules.scene(rules.setup(rules.scenarios[0], {}), None)
    drawn = board(0, [scene], rules.sides)
    told, moved = drawn.json(spanish), str(pieces(drawn, scene, spanish)["names"])
    assert not ENGLISH.search(str(told["source"])) and told["source"]  # noqa: PT018
    assert any(is_name(spot.style) and spot.text for spot in drawn.ground.spots)
    titles = [str(cell[4]) for cell in told["cells"] if isinstance(cell, list)]
    lettered = re.findall(r">([^<>]+)</text>", f"{told['drawing']}{moved}")
    assert lettered
    assert not [each for each in (*titles, *lettered) if _GENERIC.search(each)]


def idle(now: Hotseat[object], _: Choice | Conceal) -> AttrsInstance:
    """Nothing more, or the first order that there is."""
    found = [*now.options()]
    return next((each for each in found if now.rules.actions.kind(each) == "done"), found[0])


def moving(scenario: str) -> Stand:
    """A scenario of The Battle for Normandy when the first side moves for the first time."""
    game = registry.load("normandy")
    seat = Hotseat.start(game.rules, scenario, {}, 1)
    while "move" not in kinds(seat.owed):
        seat.step(idle)
    assert seat.owed is not None
    side = seat.owed.side
    return Stand(game=game, state=seat.state, side=side, viewer=side, kinds=kinds(seat.owed))


def rows(value: Json) -> list[dict[str, Json]]:
    """A list of objects."""
    return [each for each in value if isinstance(each, dict)]


@pytest.fixture(scope="module")
def stand() -> Stand:
    """Goodwood and Cobra: nearly a thousand counters."""
    return moving("goodwood-cobra")


def test_orders_listed_unit_by_unit_are_those_of_the_whole_list_in_its_order() -> None:
    few = moving("epsom")
    rules, state, side = few.game.rules, few.state, few.side
    units = rules.listed_units(state, side)
    assert {*units} == {"move", "march"}
    whole = [rules.actions.dump(each) for each in rules.options(state, side)]
    apart = [
        rules.actions.dump(each)
        for kind in few.kinds
        for each in (
            (found for unit in units[kind] for found in rules.options_of(state, side, kind, unit))
            if kind in units
            else (
                found for found in rules.options(state, side, but=units) if rules.actions.kind(found) == kind
            )
        )
    ]
    assert apart == whole


def test_every_kind_is_offered_however_many_orders_another_has(stand: Stand) -> None:
    """With all moves in one list the others came after the twenty thousandth, and were left out."""
    assert sum(map(len, stand.wide.values())) > MANY
    counted = {str(each["kind"]): (each["count"], each["wide"]) for each in rows(orders.kinds(stand))}
    assert counted["done"] == (1, False)
    assert counted["move"] == (len(stand.wide["move"]), True)
    assert counted["break-down"][0]
    asked = decision.asked(stand)
    assert asked["blocked"] == []
    assert asked["focus"] == []
    assert {*stand.wide["move"]} <= {*map(str, position.able(stand))}


def test_a_unit_is_asked_alone_and_a_page_of_a_kind_no_further_than_it_reaches(stand: Stand) -> None:
    unit = stand.wide["move"][0]
    rules = stand.game.rules
    targets = {each.path[-1] for each in rules.options_of(stand.state, stand.side, "move", unit)}
    found = orders.unit(stand, [unit])["targets"]
    assert targets <= {*found}
    page = orders.listed(stand, "move", "", 0)
    first = [decision.order(stand, each.action) for each in islice(stand.of_kind("move"), 60)]
    assert (page["orders"], page["more"]) == (first, 60)
    about = [each["about"] for each in rows(forms.form(stand, "move")["fields"])]
    assert about[:2] == ["unit", "cell"]
