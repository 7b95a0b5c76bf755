"""Somebody who follows a guide by mouse: they press what is lit, where it is drawn, and nothing else."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator

from attrs import frozen

from pbem.bytes.canon import Json
from tests.table.browser import Page
from tests.table.test_browser import CALM, READY

from .hand import Hand

MOST = 90

_LIT = """(() => {
  const open = (e) => { const b = e.getBoundingClientRect(); return b.width > 0 && b.height > 0; };
  const names = (list) => [...list].filter(open).map((e) => [e.id, e.dataset.kind || '', e.textContent.trim()]);
  const frame = document.getElementById('window').getBoundingClientRect();
  const within = ({ left, right, top, bottom }, x, y) =>
    x >= Math.max(left, 0) && x <= Math.min(right, innerWidth)
    && y >= Math.max(top, 0) && y <= Math.min(bottom, innerHeight);
  // A person presses where the light is seen, beside a counter that lies on its middle.
  const SPOTS = [[.5, .5], [.3, .5], [.7, .5], [.5, .28], [.5, .72], [.08, .5], [.92, .5], [.25, .25], [.75, .75]];
  const places = [...document.querySelectorAll('#guided > *')].map((e) => {
    const b = e.getBoundingClientRect();
    for (const [across, down] of SPOTS) {
      const x = b.x + b.width * across, y = b.y + b.height * down;
      const found = document.elementFromPoint(x, y);
      if (within(frame, x, y) && found && found.closest('#window')) return [e.dataset.cell, x, y];
    }
    return [e.dataset.cell, null, null];
  });
  const ringed = [
    ...document.querySelectorAll('#counters :is(.counter:has(> .guided), .block.has-guided)'),
  ].filter(open);
  const units = ringed.map((e) => {
    const b = e.getBoundingClientRect(), x = b.x + b.width / 2, y = b.y + b.height / 2;
    const found = document.elementFromPoint(x, y);
    return within(frame, x, y) && found && found.closest('.pile') === e.closest('.pile') ? [x, y] : [null, null];
  });
  return { buttons: names(document.querySelectorAll('button.guided')), places, units };
})()"""


_UNSEEN = """(() => {
  const frame = document.getElementById('window').getBoundingClientRect();
  const all = (q) => [...document.querySelectorAll(q)];
  const sized = (e) => e.getBoundingClientRect().width > 0 && e.getBoundingClientRect().height > 0;
  const open = (x, y, box) => x >= Math.max(0, box.left) && x <= Math.min(innerWidth, box.right)
    && y >= Math.max(0, box.top) && y <= Math.min(innerHeight, box.bottom) && document.elementFromPoint(x, y);
  const middle = (e, own, box = { left: 0, top: 0, right: innerWidth, bottom: innerHeight }) => {
    const b = e.getBoundingClientRect(), there = open(b.x + b.width / 2, b.y + b.height / 2, box);
    return Boolean(there && own(there, e));
  };
  const inside = (there, e) => e.contains(there);
  const pile = (there, e) => there.closest('.pile') === e.closest('.pile');
  const counters = (name) => all(`#counters :is(.counter:has(> .${name}), .block.has-${name})`).filter(sized);
  const found = [];
  const want = (name, list, own, box) => {
    if (list.length && !list.some((e) => middle(e, own, box))) found.push(name);
  };
  const { position, came, step } = pbem, fall = document.getElementById('fall');
  want('button', all('button.guided').filter(sized), inside);
  want('place', all('#guided > *'), (there) => there.closest('#window'), frame);
  want('unit', counters('guided'), pile, frame);
  if (innerWidth > 900) want('words', all('#guide-hint'), inside);
  const now = [position.step, position.due.why, position.moment.turn, position.moment.phase].join('/');
  if (!came && now !== globalThis.lookedAt && fall.hidden) {
    want('who may act', counters('able'), pile, frame);
    globalThis.lookedAt = now;
  }
  const { x, y } = document.getElementById('plane').getBoundingClientRect(), { scale } = pbem.map.stage;
  const card = fall.getBoundingClientRect(), outcomes = fall.hidden || !step ? [] : step.outcomes;
  const told = outcomes.flatMap(({ hexes }) => hexes).map((cell) => pbem.map.spot(cell)).filter(Boolean)
    .map((at) => [x + at[0] * scale, y + at[1] * scale]);
  const within = ([left, top], b) => left > b.left && left < b.right && top > b.top && top < b.bottom;
  const free = (at) => within(at, frame) && !within(at, card);
  if (told.length && !told.some(free)) found.push('where it happened');
  const strip = document.getElementById('strip');
  if (innerWidth > 900 && strip.scrollWidth > strip.clientWidth + 1) found.push('strip');
  return found;
})()"""
"""What the page asks for and cannot be seen: its middle lies out of the window, or under something else."""


@frozen(kw_only=True)
class Step:
    """What the guide said and what was pressed for it."""

    number: int
    title: str
    said: str
    pressed: str


def title(page: Page) -> str:
    """What the guide is about now; empty where there is none."""
    return page.text("#guide-title")


def at(page: Page) -> int:
    """The number of the step."""
    words = page.text("#guide .note").split()
    return int(words[1]) if len(words) > 1 and words[1].isdigit() else 0


def ready(page: Page) -> None:
    """Until the page and its guide have nothing more to ask of the server."""
    page.wait(READY)
    page.wait(CALM)
    page.wait("document.getElementById('guide-leave') || document.getElementById('guide-close')")


def followed(hand: Hand, look: Callable[[Step], None] = lambda _: None) -> Iterator[Step]:
    """Each press up to the end of the guide, after ``look``. Raises AssertionError where nothing can be pressed."""
    page = hand.page
    for _ in range(MOST):
        ready(page)
        if page.eval("document.getElementById('guide-close') !== null") is True:
            return
        before = Step(number=at(page), title=title(page), said=page.text("#guide-hint"), pressed="")
        look(before)
        yield Step(number=before.number, title=before.title, said=before.said, pressed=press(hand))
    raise AssertionError(f"the guide does not come to its end: {page.text('#guide')}")


def press(hand: Hand) -> str:
    """Press what the guide lights: exactly one thing, in sight; "Next" where it asks for nothing."""
    page = hand.page
    if page.eval("Boolean(document.getElementById('fall-close'))") is True:
        hand.press_on("#fall-close")
    lit = page.eval(_LIT)
    assert isinstance(lit, dict)
    about = f"{page.text('#guide')} | {json.dumps(lit)} | {page.text('#now')[:200]}"
    if not page.text("#guide-hint"):
        hand.press_on("#guide-next")
        return "next"
    assert [] == page.eval(_UNSEEN), f"asked for, and not to be seen: {about}"
    buttons, places, units = (_rows(lit, name) for name in ("buttons", "places", "units"))
    assert 1 == sum(map(bool, (buttons, places, units))), f"not one thing is lit: {about}"
    if buttons:
        hand.press_on("button.guided")
        return f"button {buttons[0][2]}"
    found = places or [["", *each] for each in units]
    seen = [each for each in found if each[1] is not None]
    assert seen, f"lit, and not to be pressed: {about}"
    hand.press(seen[0][1:])
    return f"place {seen[0][0]}" if places else "unit"


def _rows(lit: dict[str, Json], name: str) -> list[list[Json]]:
    rows = lit[name]
    assert isinstance(rows, list)
    return [[*each] for each in rows if isinstance(each, list)]
