"""The table by mouse alone, in every scenario of every game; what is asked for lies open in the window at each press."""

from pathlib import Path
from random import Random

import pytest

from pbem.table import position
from tests import sampling
from tests.table.browser import BROWSER
from tests.table.seats import Seat
from tests.table.test_browser import CALM, opened

from .conftest import PHONE
from .follower import UNSEEN
from .hand import Hand
from .sittings import FIRST, SITTINGS, begun, to_units
from .test_guide import OF_THE_DAY

pytestmark = [pytest.mark.wider, pytest.mark.skipif(BROWSER is None, reason="no browser on this machine")]

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


PRESSES = 60
_NEXT = """(chance => {
  const wide = (e) => e.getBoundingClientRect().width > 0, shown = (q) => [...document.querySelectorAll(q)].filter(wide);
  const one = (list) => list[Math.floor(chance * list.length)];
  const at = (e) => { const b = e.getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; };
  const open = (e) => document.elementFromPoint(...at(e))?.closest('#window');
  const button = (q) => { const e = one(shown(q)); e?.scrollIntoView({ block: 'nearest' }); return e && at(e); };
  const { position: { step, able }, came, choice, units } = pbem, lit = shown('#under .target').filter(open);
  if (came) return button('#film-on:not(:disabled)') || button('#accept') || button('#leave');
  if (shown('#fall-close').length) return button('#fall-close');
  if (['send', 'answer'].includes(step)) return button('#quick-send') || button('#send');
  const legal = choice?.preview && !choice.preview.violations.length;
  if (legal) return button('#quick .main') || button('#panel-unit .choice .main');
  const row = button('#fan .items .able');
  if (row) return row;
  if (units.length && !choice) return lit.length ? at(one(lit)) : button('#panel-unit button.order');
  const rings = shown('#counters :is(.counter:has(> .able), .block.has-able)').filter(open);
  if (able.length && !choice && rings.length && chance < .8) return at(one(rings));
  if (!units.length && lit.length && !choice) return at(one(lit));
  return button('#recommended') || button('#next button[data-kind]') || (rings.length && !choice ? at(one(rings)) : null);
})"""
"""What somebody presses next who has only this page: by chance among what is lit, else a button of the decision."""


def _played(hand: Hand, chance: Random) -> list[str]:
    """What could not be seen, press by press."""
    found = list[str]()
    for number in range(PRESSES):
        at = hand.page.eval(f"{_NEXT}({chance.random()})")
        if not isinstance(at, list):
            assert hand.page.eval("pbem.units.length || pbem.choice || pbem.position.step === 'over'"), (
                hand.page.text("#now")
            )
            hand.let_go()
            continue
        hand.press(at)
        hand.page.wait(CALM)
        hand.page.eval("new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(go)))")
        unseen = hand.page.eval(UNSEEN)
        found += [f"{number}: {hand.page.text('#due')}: {each}" for each in unseen]
    return found


@pytest.mark.parametrize("size", OF_THE_DAY)
@pytest.mark.parametrize(("game", "scenario"), [each for each in FIRST if each[0] in sampling.games_tried()])
def test_what_the_page_asks_for_can_be_seen_and_pressed_at_every_step_of_ordinary_play(
    mouse: Hand, tmp_path: Path, game: str, scenario: str, size: tuple[int, int]
) -> None:
    mouse.page.size(*size, phone=size == PHONE)
    opened(mouse.page, begun(tmp_path, game, scenario).home)
    language = sampling.one_by_turns(("en", "es"))[0]
    mouse.page.choose("language", language)
    mouse.page.wait(CALM)
    hand = Hand(mouse.page, touch=size == PHONE)
    assert [] == _played(hand, Random(f"{game}/{size}"))
    assert [] == mouse.page.trouble
