"""A game is played on by what the page shows, and what it asks for lies open in the window at each press."""

from pathlib import Path
from random import Random

import pytest

from tests import sampling
from tests.table.browser import BROWSER
from tests.table.test_browser import CALM, opened

from .follower import UNSEEN
from .hand import Hand
from .sittings import FIRST, begun
from .test_first_page import PHONE
from .test_guide import OF_THE_DAY

pytestmark = [pytest.mark.wider, pytest.mark.skipif(BROWSER is None, reason="no browser on this machine")]

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
