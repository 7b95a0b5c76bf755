"""The first state, the drop, arrivals, isolation, victory, and orders that make no sense."""

import random

from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.port.game import Rolled
from pbem_rules.june6.model import (
    ALLIED,
    ALLIED_LOGISTICS,
    DROP,
    END,
    ENTRY_HEXES,
    FULL,
    GERMAN,
    OVER,
    REDUCED,
    Activation,
    Arrival,
    State,
    Unit,
    View,
)
from pbem_rules.june6.printed.data import Link
from pbem_rules.june6.rules import isolation, turns, victory
from pbem_rules.june6.rules.air_and_sea.dropping import jumpers
from pbem_rules.june6.rules.arrivals import entering
from pbem_rules.june6.rules.arrivals.entering import EnterBy
from pbem_rules.june6.rules.ground.line_of_communication import closed_hexes
from pbem_rules.june6.rules.ground.stacking import stacking_violations
from pbem_rules.june6.rules.lookup import holder
from pbem_rules.june6.rules.markers import activation
from pbem_rules.june6.rules.movement.move import Move
from tests.june6.build import broken, data, done, game, landings, ordered, position, rules
from tests.lists import tried_with


def test_a_new_turn_empties_the_boxes_and_gives_back_bridge_actions_refits_and_guns() -> None:
    fired = evolve(landings().board["HQ/352"], fired=True, pinned=True, scattered=True)
    used = evolve(
        landings(),
        turn=2,
        phase=END,
        board=landings().board.put(fired),
        bridging=("HQ/1",),
        refits=("us", "german"),
        air_interdiction=(("AB", 2), ("supply", 2)),
        naval_interdiction=2,
        bombarded=True,
    )
    after = done(data(), used, turns.next_turn).state
    assert ((), ()) == (after.bridging, after.refits)
    assert ((), 0, False) == (after.air_interdiction, after.naval_interdiction, after.bombarded)
    assert landings().board["HQ/352"] == after.board["HQ/352"]


def lehr(**changes: object) -> State:
    due = Arrival(formation="Lehr", units=("HQ/Lehr", "130 Pz/Lehr"), turn=2, place="CD", release=6)
    return evolve(position({}), arrivals=(evolve(due, **changes),), phase=FULL)


def test_units_shut_out_and_then_held_back_do_not_slip_in_by_the_old_letter() -> None:
    units: dict[str, str | Unit] = {"HQ/Lehr": "entry:D", "901/Lehr": "entry:D", "69/50 Br": "E0132"}
    state = done(data(), position(units), entering.carry_over).state
    state = evolve(state, turn=3, phase=ENTRY_HEXES, board=state.board.remove("69/50 Br"))
    state = ordered(state, GERMAN, EnterBy(formation="Lehr", letter="-"))
    state = evolve(state, phase=REDUCED, reduced_order=(GERMAN,))
    state = done(data(), state, activation.mark_reduced).state
    assert () == activation.reduced_choices(View(data=data(), state=state), GERMAN)
    state = evolve(state, frames=(Activation(side=GERMAN, formations=("Lehr",), full=False),))
    assert ["10.37"] == broken(game(data()).check(state, GERMAN, Move(unit="901/Lehr", path=("E0132",))))


def test_a_refused_formation_whose_entry_is_closed_at_the_end_of_the_turn_is_still_free_of_the_roll() -> None:
    state = lehr(letter="D", tries=1)
    held = evolve(state, board=state.board.put(Unit(id="69/50 Br", where="E0132")))
    (arrival,) = done(data(), held, entering.carry_over).state.arrivals
    assert (3, "D", True) == (arrival.turn, arrival.letter, arrival.automatic)


def test_isolation_is_settled_for_all_on_one_position() -> None:
    """A unit that is eliminated by its own isolation still cut the line of others when lines were traced."""
    units: dict[str, str | Unit] = {
        "915/352": "E1933",
        "69/50 Br": Unit(id="69/50 Br", where="E2034", disorder=2, reduced=True, isolated=True),
        "151/50 Br": Unit(id="151/50 Br", where="E1833", disorder=2, reduced=True, isolated=True),
    }
    state = done(data(), evolve(position(units), phase=END), isolation.determine).state
    assert state.board["915/352"].isolated
    assert state.board["915/352"].disorder == 1


def over_with(units: dict[str, str | Unit], **changes: object) -> State:
    return evolve(position(units), phase=OVER, **changes)


def terms(state: State) -> dict[str, int]:
    return {term.text: term.value for term in victory.score(View(data=data(), state=state))}


def test_every_score_has_the_level_whose_bounds_it_lies_in() -> None:
    levels = data().scenarios["landings"].levels
    bounds = [level.at_least for level in levels]
    assert sorted(bounds, reverse=True) == bounds
    found = victory.result(View(data=data(), state=over_with({})))
    assert sum(term.value for term in found.reasons) == found.score
    wanted = next(level for level in levels if found.score >= level.at_least)
    assert (wanted.name, wanted.winner or None) == (found.level, found.winner)


BAYEUX, LINK, BEACH = "Bayeux", "Gold to Juno", "beach E2832 lost"
LOST = ("69/50 Br", "621 Ost/352", "915/352", "HQ/352", "914/352")
CAEN = (("E1937", ALLIED), ("E1938", GERMAN), ("E2038", ALLIED))


@tried_with(
    ("units", "changes", "term", "worth"),
    [
        ({}, {"held": (("E2526", ALLIED),)}, BAYEUX, 5),
        ({}, {"held": (("E2526", GERMAN),)}, BAYEUX, None),
        ({}, {}, BAYEUX, None),
        ({}, {"held": CAEN}, "Caen, each hex", 8),
        ({}, {}, LINK, 2),
        ({"736/716": "E2831", "726/716": "E2832"}, {}, LINK, None),
        ({}, {"lost": LOST}, "Allied regiment or brigade lost: 1", -2),
        ({}, {"lost": LOST}, "German regiment or brigade lost: 2", 2),
        ({"915/352": "E2832"}, {"beaches_lost": ("E2832",)}, BEACH, -3),
        ({}, {"beaches_lost": ("E2832",)}, BEACH, None),
        ({"HQ/352": "E2832"}, {"beaches_lost": ("E2832",)}, BEACH, None),
    ],
)
def test_what_a_side_holds_joins_and_has_lost_counts(units, changes, term, worth):
    assert worth == terms(over_with(units, **changes)).get(term)


def test_an_allied_unit_opens_the_road_in_a_german_zone() -> None:
    """A German stands on each side of the only road hex between two units; the unit in between undoes the zones."""
    link = Link(name="a road", start=("E2734",), end=("E2633",), points=1)
    roads = data().ground.roads
    assert "E2733" in data().ground.grid.adjacent["E2734"]
    empty = closed_hexes(View(data=data(), state=over_with({"736/716": "E2732"})), ALLIED)
    held = closed_hexes(View(data=data(), state=over_with({"736/716": "E2732", "69/50 Br": "E2733"})), ALLIED)
    assert "E2733" in empty
    assert "E2733" not in held
    assert roads.at("E2733")
    assert held < empty
    assert not victory.searched(data(), frozenset(data().ground.terrain), link, roads)[0]


@given(
    closed=st.frozensets(st.sampled_from(sorted(rules().data.ground.terrain)), max_size=60), more=st.data()
)
def test_closing_hexes_never_opens_a_link(closed: frozenset[str], more: st.DataObject) -> None:
    link = more.draw(st.sampled_from(data().scenarios["landings"].links))
    fewer = more.draw(st.frozensets(st.sampled_from(sorted(closed)))) if closed else closed
    roads = data().ground.roads
    assert (
        victory.searched(data(), fewer, link, roads)[0]
        or not victory.searched(data(), closed, link, roads)[0]
    )


@settings(max_examples=40)
@given(st.lists(st.integers(0, 400), min_size=2, max_size=6), st.integers(0, 10**9))
def test_what_is_remembered_of_a_link_is_what_looking_anew_finds(sizes: list[int], seed: int) -> None:
    """Whatever hexes close and open from one position to the next, the witness answers as a new search does."""
    hexes, chance = sorted(data().ground.terrain), random.Random(seed)
    net = data().ground.roads
    for scenario in data().scenarios.values():
        for link in scenario.links:
            known, closed = victory.Known(), frozenset[str]()
            for size in sizes:
                flip = frozenset(chance.sample(hexes, min(size, len(hexes))))
                closed = closed ^ flip if size % 3 else flip
                if not known.holds(closed):
                    known.find(data(), closed, link, net)
                assert victory.searched(data(), closed, link, net)[0] == known.open


FACES = st.lists(st.integers(min_value=0, max_value=9), min_size=16, max_size=16)


@settings(max_examples=60, deadline=None)
@given(faces=FACES)
def test_every_unit_comes_down_near_its_zone_on_open_land_within_the_limits(faces: list[int]) -> None:
    game = rules()
    before = game.setup("landings", {"drop": "rolled"})
    (due,) = game.demands(before)
    action = Rolled(why=due.why, faces=tuple(faces))
    assert () == tuple(game.check(before, ALLIED, action))
    after = game.apply(before, ALLIED, action).state
    for n, name in enumerate(jumpers(View(data=data(), state=before))):
        start, end = before.board[name].where, after.board[name].where
        drop = data().charts.drop(faces[2 * n])
        assert data().ground.grid.distance(start, end) <= drop.hexes
        assert drop.scattered == after.board[name].scattered
        assert holder(View(data=data(), state=after), end) == ALLIED
        assert () == stacking_violations(View(data=data(), state=after), end)


def test_a_historical_drop_is_not_rolled() -> None:
    game = rules()
    assert ALLIED_LOGISTICS == game.setup("landings", {}).phase
    assert DROP == game.setup("landings", {"drop": "rolled"}).phase
    assert game.setup("landings", {}).board["507/82"].scattered
    assert not game.setup("landings", {"drop": "rolled"}).board["507/82"].scattered
