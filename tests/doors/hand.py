"""A hand at the table: it sees where a thing is drawn in the window, and presses there with a real mouse."""

import json
from collections.abc import Sequence
from pathlib import Path

from attrs import define, frozen

from pbem.bytes.canon import Json
from tests.table.browser import Page
from tests.table.test_browser import CALM

_SEEN = Path(__file__).with_name("hand_seen.js").read_text("utf-8").strip()

_BUTTON = """(unit => {
  const e = [...document.querySelectorAll('#fan .items button')].find((e) => e.dataset.unit === unit);
  if (!e) return [0, 0, 'is not in the viewer'];
  e.scrollIntoView({ block: 'nearest' });
  const b = e.getBoundingClientRect(), x = b.x + b.width / 2, y = b.y + b.height / 2;
  const found = document.elementFromPoint(x, y), over = found ? found.outerHTML.slice(0, 90) : 'nothing';
  return [x, y, e.contains(found) ? '' : 'its picture in the viewer lies under ' + over];
})"""

_MIDDLE = """(selector => {
  const e = document.querySelector(selector);
  if (!e) return null;
  e.scrollIntoView({ block: 'nearest' });
  const b = e.getBoundingClientRect(), x = b.x + b.width / 2, y = b.y + b.height / 2;
  const found = document.elementFromPoint(x, y);
  return [x, y, e.contains(found) ? '' : 'lies under ' + (found ? found.outerHTML.slice(0, 90) : 'nothing')];
})"""

_LIT = """(() => {
  for (const e of document.querySelectorAll('#under .target')) {
    const b = e.getBoundingClientRect();
    // A counter may lie on its middle: a person presses where the light is seen.
    for (const [across, down] of [[.5, .5], [.3, .5], [.7, .5], [.5, .28], [.5, .72], [.08, .5], [.92, .5]]) {
      const x = b.x + b.width * across, y = b.y + b.height * down;
      const found = document.elementFromPoint(x, y);
      if (found && found.closest('#window') && !found.closest('#counters')) return [x, y];
    }
  }
  return null;
})()"""


@frozen
class Seen:
    """Where a unit is drawn, in pixels of the window; ``fault`` says why a mouse does not reach it there."""

    unit: str
    at: tuple[Json, Json]
    fault: str


@define
class Hand:
    """What a person does with a mouse or with a finger (``touch``)."""

    page: Page
    touch: bool = False

    def seen(self, units: Sequence[str]) -> list[Seen]:
        """Where each of these units is drawn, itself or the stack that it lies in."""
        found = self.page.eval(f"{_SEEN}({json.dumps([*units])})")
        return [
            Seen(unit=str(each[0]), at=(each[1], each[2]), fault=str(each[3]))
            for each in found
            if isinstance(each, list)
        ]

    def press(self, at: Sequence[Json]) -> None:
        """Press a point of the window, and wait until the page has answered."""
        if self.touch:
            points: list[Json] = [{"x": at[0], "y": at[1]}]
            self.page.send("Input.dispatchTouchEvent", type="touchStart", touchPoints=points)
            self.page.send("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        else:
            self.page.press_at(at)
        # An order that is given at once has two answers: the second is asked for after the first.
        self.page.eval("new Promise((go) => requestAnimationFrame(() => setTimeout(go, 0)))")
        self.page.wait(CALM)

    def press_on(self, selector: str) -> None:
        """Press the middle of the first such thing; it has to be what lies there."""
        self.page.wait(f"document.querySelector({json.dumps(selector)}) !== null")
        self.press(self._middle(selector))

    def choose(self, unit: str) -> str:
        """Choose a unit where it is drawn: on the map, else in the viewer that its stack opens. Gives what was wrong."""
        (seen,) = self.seen([unit])
        if seen.fault:
            return seen.fault
        self.press(seen.at)
        if self.page.eval("document.getElementById('fan').hidden") is not True:
            found = self.page.eval(f"{_BUTTON}({json.dumps(unit)})")
            if found[2]:
                return str(found[2])
            self.press(found[:2])
        chosen = self.page.eval("pbem.units")
        return "" if chosen == [unit] else f"pressed, and chosen is {chosen}"

    def let_go(self) -> None:
        """Nothing is chosen any more."""
        for _ in range(3):
            if self.page.eval("pbem.units.length || pbem.choice || !document.getElementById('fan').hidden"):
                self.page.key("Escape")
                self.page.wait(CALM)

    def drag(self, at: Sequence[float], by: Sequence[float]) -> tuple[float, float]:
        """Take hold of the map at a point and draw it along; how far it has come, in pixels."""
        before = self._stage()
        steps = [(at[0] + by[0] * n / 5, at[1] + by[1] * n / 5) for n in range(6)]
        if self.touch:
            for n, (x, y) in enumerate(steps):
                points: list[Json] = [{"x": x, "y": y}]
                self.page.send(
                    "Input.dispatchTouchEvent", type="touchMove" if n else "touchStart", touchPoints=points
                )
            self.page.send("Input.dispatchTouchEvent", type="touchEnd", touchPoints=[])
        else:
            for kind, (x, y) in [
                ("mouseMoved", steps[0]), ("mousePressed", steps[0]), *(("mouseMoved", each) for each in steps[1:]),
                ("mouseReleased", steps[-1]),
            ]:  # fmt: skip
                held = kind != "mouseMoved" or (x, y) != steps[0]
                self.page.send(
                    "Input.dispatchMouseEvent", type=kind, x=x, y=y, button="left" if held else "none",
                    buttons=int(held and kind != "mouseReleased"), clickCount=int(kind != "mouseMoved"),
                )  # fmt: skip
        self.page.wait(CALM)
        after = self._stage()
        return after[0] - before[0], after[1] - before[1]

    def widen(self) -> None:
        """The whole map."""
        self.press(self._middle("[data-do='fit']"))

    def enlarge(self) -> None:
        """The map larger than its window, with its middle in sight."""
        self.widen()
        for _ in range(12):
            self.press(self._middle("[data-do='zoomIn']"))
            if self.page.eval(
                "(({ scale, width, height, room }) => scale * width > room.wide * 1.3"
                " && scale * height > room.high * 1.3)(pbem.map.stage)"
            ):
                return

    def window(self) -> tuple[float, float, float, float]:
        """Left, top, width and height of the map's window."""
        found = self.page.eval(
            "(() => { const b = document.getElementById('window').getBoundingClientRect();"
            " return [b.x, b.y, b.width, b.height]; })()"
        )
        left, top, wide, high = (float(str(each)) for each in found)
        return left, top, wide, high

    def selected(self) -> str:
        """The text that is selected."""
        return str(self.page.eval("getSelection().toString()"))

    def decide(self) -> str:
        """Take the decision that is shown, as somebody does who has nothing but this hand; what was done.

        A unit that may act and a place lit for it, or its first order; else a place that is lit; else a button.
        """
        before = self.taken()
        self.page.eval("document.getElementById('panels').scrollTop = 0")
        done = self._ordered() or self._aimed() or self._answered()
        if self.page.eval("Boolean(pbem.came)"):
            self.press(self._middle("#leave"))
        after = self.taken()
        assert before != after, f"{done or 'nothing'} could be pressed: {self.page.text('#now')[:400]}"
        return done

    def taken(self) -> Json:
        """How many orders the draft has, and how many entries the log."""
        return self.page.eval("[pbem.position.orders, pbem.position.entries]")

    def _ordered(self) -> str:
        able = self.page.eval("pbem.units.length ? pbem.units.slice(0, 1) : pbem.position.able.slice(0, 6)")
        for unit in able:
            if self.page.eval("pbem.units.length > 0") is not True and self.choose(str(unit)):
                continue
            goal = self._lit()
            if goal is not None:
                self.press(goal)
            elif self.page.eval("Boolean(pbem.card && pbem.card.orders.length && !pbem.choice)"):
                self.press(self._middle("#panel-unit button.order"))
            else:
                self.let_go()
                continue
            if self._given():
                return f"{unit} was ordered"
            self.let_go()
        return ""

    def _aimed(self) -> str:
        goal = self._lit()
        if goal is None:
            return ""
        self.press(goal)
        return "a lit place" if self._given() else ""

    def _given(self) -> bool:
        """Whether the order was given: at once, or by the button that it is shown with."""
        if self.page.eval("Boolean(pbem.choice && pbem.choice.preview)"):
            self.press(self._middle("#give, #give-0"))
        return self.page.eval("!pbem.choice") is True

    def _answered(self) -> str:
        self.press(self._middle("#next button"))
        if self.page.eval("Boolean(pbem.choice && pbem.choice.preview)"):
            self._given()
        return "a button"

    def _lit(self) -> list[Json] | None:
        """A place that is lit and lies open in the window."""
        found = self.page.eval(_LIT)
        assert found is None or isinstance(found, list)
        return found

    def _middle(self, selector: str) -> list[Json]:
        """The middle of the first such thing; it has to be what lies there."""
        found = self.page.eval(f"{_MIDDLE}({json.dumps(selector)})")
        assert isinstance(found, list), f"nothing to press: {selector}"
        assert not found[2], f"{selector} {found[2]}"
        return found[:2]

    def _stage(self) -> tuple[float, float]:
        found = self.page.eval("[pbem.map.stage.x, pbem.map.stage.y]")
        return float(str(found[0])), float(str(found[1]))
