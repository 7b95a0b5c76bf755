"""Writes the walk of a turn at the table, with pictures of the page as a person sees it, and the table at three sizes.

    PYTHONPATH=.:rules python -m tests.tools.build_table_walk

A real browser is driven with mouse clicks: counters, places and buttons are pressed as a person would press them, and
the order is the one that the game's own player advises. What cannot be pressed on the map is given through its form by
the page's own requests, and the walk says so. Look at the pictures afterwards.
"""

from __future__ import annotations

import base64
import shutil
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path

from attrs import define, field

from pbem.bytes.canon import Json
from pbem.dev import practice
from pbem.home.new_identity import create_identity
from pbem.store.home import Home
from tests.table.browser import BROWSER, Page
from tests.table.seats import Seat, stream
from tests.table.test_browser import CALM, READY, counter, opened, spot

WALK = Path(__file__).resolve().parents[2] / "examples" / "table"
SIZES = (("desk", 1440, 900), ("tablet", 820, 1180), ("phone", 390, 844))
_STEPS, _PICTURES = 60, 9
_SEEN = "pbem.map.see([...pbem.map.piles.keys()].filter((c) => pbem.map.cells.has(c)).slice(0, 30), 0.55)"


@define
class Walker:
    """A hand at the page that writes down what it is asked and what it does."""

    page: Page
    seat: Seat
    address: Callable[[], str]
    lines: list[str] = field(factory=list)
    kinds: set[str] = field(factory=set)
    moved: set[tuple[str, ...]] = field(factory=set)
    pictures: int = 0

    def shot(self, name: str) -> None:
        """The page as it stands, beside the walk."""
        answer = self.page.send("Page.captureScreenshot", format="webp", quality=72)
        (WALK / f"{name}.webp").write_bytes(base64.b64decode(str(answer["data"])))

    def asked(self) -> str:
        """The question of the panel."""
        return " ".join(f"{self.page.text('#due')} {self.page.text('#why')}".split())

    def step(self, number: int) -> None:
        """One decision: the question, the clicks, and a picture of each new kind."""
        order = self.seat.advised()
        assert isinstance(order, dict)
        kind, question = str(order["k"]), self.asked()
        done = self._clicked(order, kind)
        self.lines.append(f"{number}. **{question}** {done}")
        if kind not in self.kinds and self.pictures < _PICTURES:
            self.kinds.add(kind)
            self.pictures += 1
            self.shot(f"step-{number:02}-{kind}")
            self.lines += ["", f"   ![After step {number}](step-{number:02}-{kind}.webp)", ""]

    def send(self, number: int) -> None:
        """The draft is sealed and sent, and what the computer answers is looked at."""
        page, first = self.page, "send" not in self.kinds
        self.kinds.add("send")
        if first:
            self.shot("draft")
        page.click("#send")
        page.wait("pbem.sent || pbem.came || pbem.position.step !== 'send'")
        page.wait(CALM)
        if first:
            self.shot("sent")
        self.lines.append(f"{number}. **The turn is ready.** A click on the button that seals and sends it.")
        if first:
            self.lines += ["", "   ![The draft](draft.webp)", "", "   ![What came of it](sent.webp)", ""]
        page.goto("about:blank")
        page.goto(self.address())
        page.wait(READY)
        page.wait(CALM)

    def _drawn(self, unit: str) -> bool:
        found = f"pbem.position.piles.some((p) => p.counters.some(([n]) => n === {unit!r}))"
        return self.page.eval(found) is True

    def _clicked(self, order: dict[str, Json], kind: str) -> str:
        page, before = self.page, int(str(self.page.eval("pbem.position.orders")))
        stand = self.seat.app.room.stand()
        button = f"#next [data-kind='{kind}']"
        # What can be clicked on the map comes before what the adviser would have: the walk is about the table.
        like = [
            each
            for each in stand.legal
            if each.kind == kind and len(each.units & stand.own) == 1 and each.target
        ]
        like = [each for each in like if (kind, *sorted(each.units & stand.own)) not in self.moved]
        legal = next((each for each in like if self._drawn(*(each.units & stand.own))), None)
        ends = "#next [data-kind='done'], #next [data-kind='fight']"
        if legal is None and self.moved and page.eval(f"document.querySelectorAll({ends!r}).length === 1"):
            self.moved.clear()
            button = ends
        own = sorted(legal.units & stand.own) if legal is not None else []
        if legal is not None:
            self.moved.add((kind, *own))
            page.press_at(counter(page, own[0]))
            page.wait(f"pbem.card && pbem.units.includes({own[0]!r})")
            if page.eval(f"{legal.target!r} in pbem.card.targets"):
                page.press_at(spot(page, legal.target))
                page.wait(f"pbem.choice || pbem.position.orders > {before}")
                if page.eval("Boolean(pbem.choice && document.querySelector('#give, #give-0'))"):
                    page.click("#give, #give-0")
                    page.wait(f"pbem.position.orders > {before}")
                page.wait(CALM)
                return f"A click on {own[0]}, a click on {legal.target}."
        elif page.eval(f"document.querySelectorAll({button!r}).length === 1"):
            label = page.text(button)
            page.click(button)
            page.wait(f"pbem.position.orders > {before} || pbem.choice")
            if page.eval("Boolean(pbem.choice && document.querySelector('#give, #give-0'))"):
                page.click("#give, #give-0")
                page.wait(f"pbem.position.orders > {before}")
            page.wait(CALM)
            return f"A click on the button “{label}”."
        self.seat.ask("do", order=order)
        page.goto("about:blank")
        page.goto(self.address())
        page.wait(READY)
        page.wait(CALM)
        return f"Given through its form: {kind}."


def seated(place: Path, game: str) -> Seat:
    """A practice game of a person against the computer."""
    home = Home(place / game)
    practice.begin(home, create_identity(home, "Ann", "", stream("n")), game=game, entropy=stream("m"))
    return Seat("Ann", home)


def sizes(page: Page, seat: Seat) -> list[str]:
    """The table at three sizes of a screen."""
    lines = ["", "## Three sizes of a screen", ""]
    for name, wide, high in SIZES:
        page.size(wide, high, phone=name == "phone")
        opened(page, seat.home)
        page.eval(_SEEN)
        page.wait(CALM)
        answer = page.send("Page.captureScreenshot", format="webp", quality=72)
        (WALK / f"{name}.webp").write_bytes(base64.b64decode(str(answer["data"])))
        lines += [f"{name.capitalize()}, {wide} by {high}:", "", f"![The table on a {name}]({name}.webp)", ""]
    return lines


def walk(page: Page, place: Path) -> list[str]:
    """A whole turn of June '44 against the computer."""
    seat = seated(place, "june44")
    page.size(1200, 800)
    app = opened(page, seat.home)
    hand = Walker(page=page, seat=seat, address=app.guard.address)
    turn = _turn(seat)
    for number in range(1, _STEPS):
        step = page.eval("pbem.position.step")
        ready = page.eval("Boolean(document.getElementById('send'))") is True
        if step == "decide" and _turn(seat) == turn:
            hand.step(number)
        elif step != "decide" and ready:
            hand.send(number)
        else:
            break
    return hand.lines


def _turn(seat: Seat) -> int:
    position = seat.app.room.session().position
    return position.rules.moment(position.game).turn


def main() -> None:
    """Write ``examples/table`` anew."""
    if BROWSER is None:
        sys.exit("There is no Chromium on this machine.")
    shutil.rmtree(WALK, ignore_errors=True)
    WALK.mkdir(parents=True)
    page = Page()
    try:
        with tempfile.TemporaryDirectory() as place:
            told = walk(page, Path(place))
            told += sizes(page, seated(Path(place), "june6"))
    finally:
        page.close()
    head = [
        "# A turn at the table",
        "",
        "One whole turn of June '44 against the computer, clicked in a browser by "
        "`python -m tests.tools.build_table_walk`, which writes this folder. In front: what the page asks; behind: what was "
        "pressed.",
        "",
    ]
    (WALK / "README.md").write_text("\n".join([*head, *told]).rstrip() + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
