"""The table by mouse alone, in every scenario of every game: units where they are drawn, orders, the map drawn along."""

from pathlib import Path

import pytest

from pbem.table import position
from tests import sampling
from tests.table.browser import BROWSER
from tests.table.seats import Seat
from tests.table.test_browser import CALM, opened

from .hand import Hand
from .sittings import FIRST, SITTINGS, begun, to_units

pytestmark = [pytest.mark.wider, pytest.mark.skipif(BROWSER is None, reason="no browser on this machine")]

WIDE, PHONE = (1440, 900), (390, 844)
_SOME = 5
_OTHERS = [each for each in SITTINGS if each not in FIRST and sampling.ALL]
_REST = [pytest.param(*each, marks=pytest.mark.night) for each in _OTHERS]
_FIRST = [each for each in FIRST if each[0] in sampling.games_tried()]
_EACH = [*_FIRST, *_REST]


_UNASKED = """(async () => {
  const { tooSmall } = await import('/static/fan.js'), { map, position } = pbem, found = [];
  for (const { cell, counters } of position.piles.filter((pile) => pile.counters.length > 1)) {
    map.see([cell], 1.5);
    const drawn = [...document.querySelectorAll(`.pile[data-cell="${cell}"] .counter`)];
    const boxes = drawn.map((e) => e.getBoundingClientRect()).filter((b) => b.width);
    const at = boxes.map((b) => [b.x + b.width / 2, b.y + b.height / 2]), [clientX, clientY] = at[0] || [0, 0];
    const open = document.elementFromPoint(clientX, clientY)?.closest('.pile')?.dataset.cell === cell;
    const near = open && at.some(([x, y], n) => at.slice(0, n).some((other) => Math.hypot(other[0] - x, other[1] - y) < 44));
    if (near && tooSmall({ clientX, clientY, pointerType: 'touch' }) !== cell) found.push(cell);
  }
  return found;
})()"""
"""Stacks whose counters lie less than a finger apart, and that do not ask which is meant."""


def _able(hand: Hand, seat: Seat) -> list[str]:
    app = opened(hand.page, seat.home)
    return [str(name) for name in position.able(app.room.stand())]


def _spread(units: list[str], most: int) -> list[str]:
    """Some of the units, from the first to the last."""
    return units if len(units) <= most else [units[n * (len(units) - 1) // (most - 1)] for n in range(most)]


def _unreached(hand: Hand, units: list[str]) -> dict[str, str]:
    faults = dict[str, str]()
    for unit in units:
        hand.let_go()
        faults[unit] = hand.choose(unit)
    return {unit: fault for unit, fault in faults.items() if fault}


@pytest.mark.parametrize(("game", "scenario"), _EACH)
def test_every_unit_that_may_act_is_chosen_where_the_first_view_shows_it(mouse, tmp_path, game, scenario):
    units = _able(mouse, to_units(begun(tmp_path, game, scenario)))
    assert {} == {each.unit: each.fault for each in mouse.seen(units) if each.fault}
    assert {} == _unreached(mouse, _spread(units, _SOME))
    mouse.widen()
    assert {} == _unreached(mouse, _spread(units, 2))


@pytest.mark.night
@pytest.mark.parametrize(("game", "scenario"), SITTINGS if sampling.ALL else ())
def test_every_unit_that_may_act_can_be_pressed(mouse, tmp_path, game, scenario):
    units = _able(mouse, to_units(begun(tmp_path, game, scenario)))
    assert {} == _unreached(mouse, units)


@pytest.mark.parametrize(("game", "scenario"), _EACH)
def test_a_key_pressed_unawares_orders_nothing_and_the_first_decisions_are_taken_by_mouse_alone(
    mouse: Hand, tmp_path: Path, game: str, scenario: str
) -> None:
    """Then the map follows the mouse, and nothing is selected."""
    opened(mouse.page, begun(tmp_path, game, scenario).home)
    before = mouse.taken()
    mouse.page.key("Enter")
    mouse.page.wait(CALM)
    assert before == mouse.taken()
    for _ in range(3):
        mouse.decide()
    mouse.let_go()
    assert [] == _held_back(mouse)


@pytest.mark.parametrize(("game", "scenario"), _FIRST)
def test_a_finger_chooses_units_and_draws_the_map_along(finger, tmp_path, game, scenario):
    units = _able(finger, to_units(begun(tmp_path, game, scenario)))
    shown = [each.unit for each in finger.seen(units) if not each.fault]
    assert shown
    assert {} == _unreached(finger, _spread(shown, 3))
    finger.let_go()
    assert [] == finger.page.eval(_UNASKED)
    assert [] == _held_back(finger)


def _held_back(hand: Hand) -> list[str]:
    """The drags that select something, or that the map does not follow; each way and back, from several points."""
    hand.enlarge()
    left, top, wide, high = hand.window()
    found = list[str]()
    for x, y in ((0.35, 0.4), (0.5, 0.5), (0.65, 0.6)):
        for by in ((-40.0, -24.0), (40.0, 24.0)):
            at = (left + wide * x, top + high * y)
            came, text = hand.drag(at, by), len(hand.selected())
            if text or max(abs(came[0] - by[0]), abs(came[1] - by[1])) > 1:
                found.append(f"{by} from {at}: came {came}, {text} characters selected")
    return found
