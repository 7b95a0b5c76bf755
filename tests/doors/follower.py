"""Somebody who follows a guide by mouse: they press what is lit, where it is drawn, and nothing else."""

import json
from collections.abc import Callable, Iterator
from pathlib import Path

from attrs import frozen

from pbem.bytes.canon import Json
from tests.table.browser import Page
from tests.table.test_browser import CALM, READY

from .hand import Hand

MOST = 90

_LIT = Path(__file__).with_name("lit.js").read_text("utf-8").strip()


UNSEEN = Path(__file__).with_name("unseen.js").read_text("utf-8").strip()
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
    about = f"{page.text('#guide')} | {json.dumps(lit)} | {page.text('#now')[:200]}"
    if not page.text("#guide-hint"):
        hand.press_on("#guide-next")
        return "next"
    unseen = page.eval(UNSEEN)
    assert [] == unseen, f"asked for, and not to be seen: {unseen} {about}"
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
    return [[*each] for each in rows if isinstance(each, list)]
