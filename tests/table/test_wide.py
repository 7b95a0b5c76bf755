"""A thousand counters: orders are listed unit by unit, the same ones in the same order, and nothing is left out."""

from itertools import islice

import pytest
from attrs import AttrsInstance

from pbem.bytes.canon import Json
from pbem.games import registry
from pbem.games.driver import kinds
from pbem.games.self_play import Hotseat
from pbem.port.game import Choice, Conceal
from pbem.port.listing import MANY
from pbem.table import decision, forms, orders, position
from pbem.table.legal_orders import Stand

pytestmark = pytest.mark.wider


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
