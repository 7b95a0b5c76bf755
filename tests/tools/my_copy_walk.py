"""Writes ``examples/my-copy``: somebody types their printed June 6, lays a photo of its map, plays on it; and what it costs.

    PYTHONPATH=.:rules python -m tests.tools.my_copy_walk

A real mouse and real keys do everything. The "printed game" is drawn here: a photo of sheet W, taken aslant, and counters.
Minutes are of a model, not of a typist: 0.28 s a key, 1.3 s a press of the mouse (S. Card, T. Moran and A. Newell, *The
keystroke-level model*, 1980), 1.35 s for each look at the paper, and the waits that were measured.
"""

from __future__ import annotations

import json
import tempfile
import time
from collections.abc import Sequence
from itertools import pairwise
from pathlib import Path
from random import Random

from attrs import define, field

from pbem.home.owner import copies, packing
from pbem.home.owner.pictures import ours
from pbem.store.home import Home
from tests.table.browser import Page
from tests.table.test_browser import served
from tests.tools.my_copy_page import FOLDER, KEY, LOOK, PRESS, SLIP, readme
from tests.tools.printed_game import ASLANT, SHEET, counter, photo
from tests.tools.small_png import small_png

CLICKED = ("W5003", "W5029", "W0504", "W0628", "W2816")
_QUIET = "!document.body.classList.contains('busy')"


COUNTERS = (
    *("505/82", "507/82", "508/82", "HQ/82", "501/101", "502/101", "506/101"),
    *("1057/91", "1058/91", "100 Pz/91"),
)
TASKS = (
    ("One chart (Combat Results Table)", "charts.crt", ""),
    ("40 counters", "units.units", ""),
    ("One set-up (the drops)", "scenarios.scenarios", "scenarios.scenarios.landings.drop.units"),
)
"""A task, its form, and the cells of it that are typed ("": the first forty rows)."""


@define
class Typist:
    """Somebody at the page: what they press, how often they look at the paper, how long they wait."""

    page: Page
    keys: int = field(default=0, init=False)
    presses: int = field(default=0, init=False)
    looks: int = field(default=0, init=False)
    waits: float = field(default=0.0, init=False)

    def wait(self) -> None:
        """Until what was typed is kept."""
        began = time.monotonic()
        self.page.wait(_QUIET)
        self.waits += time.monotonic() - began

    def write(self, text: str) -> None:
        """A value from the paper, and Enter behind it."""
        self.looks += 1
        self.keys += len(text) + 1
        self.page.type(text)
        self.page.key("Enter")
        self.wait()

    def press(self, selector: str) -> None:
        """A press of the mouse."""
        self.presses += 1
        self.page.click(selector)

    def drag(self, places: Sequence[tuple[float, float]]) -> None:
        """The button held over points of the window."""
        self.presses += 1
        self.looks += 1
        (x, y), *rest = places
        self.page.send("Input.dispatchMouseEvent", type="mouseMoved", x=x, y=y)
        self.page.send("Input.dispatchMouseEvent", type="mousePressed", x=x, y=y, button="left", clickCount=1)
        for a, b in rest:
            self.page.send("Input.dispatchMouseEvent", type="mouseMoved", x=a, y=b, button="left", buttons=1)
        a, b = places[-1]
        self.page.send(
            "Input.dispatchMouseEvent", type="mouseReleased", x=a, y=b, button="left", clickCount=1
        )
        self.wait()

    def minutes(self) -> float:
        """By the model."""
        return (self.keys * KEY + self.presses * PRESS + self.looks * LOOK + self.waits) / 60


# --- the walk -----------------------------------------------------------------------------------------------------------


def choose(page: Page, files: Sequence[Path]) -> None:
    """Files as somebody chooses them."""
    root = page.send("DOM.getDocument")["root"]["nodeId"]  # type: ignore[index, call-overload]
    node = page.send("DOM.querySelector", nodeId=root, selector="#own-file")["nodeId"]
    page.send("DOM.setFileInputFiles", nodeId=node, files=[str(each) for each in files])
    page.wait("document.getElementById('said').textContent.includes('brought')")
    page.wait(_QUIET)


def picked(page: Page, which: str) -> None:
    """Only these counters are listed."""
    page.eval(
        f"(() => {{ const s = document.getElementById('own-only'); s.value = '{which}';"
        " s.dispatchEvent(new Event('change')); })()"
    )


def form(typist: Typist, name: str, *, painted: bool = False) -> None:
    """A form is chosen, as a grid or as a map."""
    typist.press(f"[data-form='{name}']")
    typist.page.wait(f"document.querySelector('[data-form=\"{name}\"]').getAttribute('aria-current')")
    typist.page.wait(_QUIET)
    if painted:
        typist.press("#copy-as-map")
        typist.page.wait("document.querySelector('#copy-map path')")
        typist.wait()


def middles(page: Page, names: Sequence[str]) -> list[tuple[float, float]]:
    """Where hexes of the painted map lie in the window, the first of them scrolled into its middle."""
    found = page.eval(
        "(() => { const at = (n) => document.querySelector(`#copy-map [data-hex='${n}']`);"
        f" const names = {json.dumps(list(names))};"
        " at(names[0]).scrollIntoView({block: 'center', inline: 'center'}); return names.map((n) => { const b = at(n)"
        ".getBoundingClientRect(); return [b.x + b.width / 2, b.y + b.height / 2]; }); })()"
    )
    assert isinstance(found, list)
    return [(float(str(x)), float(str(y))) for x, y in found]  # type: ignore[misc, str-unpack]


def typed(typist: Typist, name: str, rows: int, rng: Random, only: str = "") -> tuple[list[str], int, int]:
    """The first rows of a form, column by column: numbers are typed, words confirmed. Gives slips, those refused, values."""
    form(typist, name)
    while only and not typist.page.eval(
        f"document.querySelector('#copy td input[data-at^=\"{only}\"]') !== null"
    ):
        typist.press("#copy-after")
        typist.wait()
    page, slips, refused, values = typist.page, list[str](), 0, 0
    columns = page.eval(
        "Math.max(...[...document.querySelectorAll('#copy td input')].map((e) => Number(e.dataset.x))) + 1"
    )
    for x in range(int(str(columns))):
        cells = page.eval(
            f"[...document.querySelectorAll('#copy td input[data-x=\"{x}\"]')]"
            f".filter((e) => e.dataset.at.startsWith('{only}')).slice(0, {rows})"
            ".map((e) => [e.dataset.at, e.placeholder, e.dataset.y])"
        )
        assert isinstance(cells, list)
        if not cells:
            continue
        for at, text, y in cells:  # type: ignore[misc, str-unpack]
            values += 1
            plain, wrong = str(text), False
            page.eval(f'document.querySelector(\'#copy td input[data-x="{x}"][data-y="{y}"]\').focus()')
            if any(each.isdigit() for each in plain) and rng.randrange(SLIP) == 0:
                plain, wrong = slipped(plain, rng), True
                slips.append(str(at))
            typist.write(plain if wrong or only or plain.lstrip("+-").isdigit() else "")
            if page.eval("Boolean(document.querySelector('#copy-wrong').textContent)"):
                refused += 1
                page.eval("document.activeElement.value = ''")
                typist.write(str(text))
        typist.presses += 1  # to the head of the next column
    return slips, refused, values


def slipped(text: str, rng: Random) -> str:
    """A digit that was hit twice, or beside the right one."""
    at = rng.choice([n for n, each in enumerate(text) if each.isdigit()])
    return (
        text[: at + 1] + text[at:]
        if rng.random() < 0.4
        else text[:at] + str((int(text[at]) + 1) % 10) + text[at + 1 :]
    )


def painted(typist: Typist) -> int:
    """Sixty hexes in twelve strokes, twenty-five sides one by one, thirty steps of road in six strokes."""
    form(typist, "map.terrain", painted=True)
    for row in range(12):
        typist.press(f"[data-brush='{row % 3}']")
        names = [f"W{20 + row}{column:02}" for column in range(8, 13)]
        typist.drag(middles(typist.page, names))
    return 60


def drawn(typist: Typist) -> int:
    """Sides and steps."""
    form(typist, "map.sides", painted=True)
    for row in range(5):
        points = middles(typist.page, [f"W{20 + 2 * row}{column:02}" for column in range(8, 14)])
        typist.drag([((x + a) / 2, (y + b) / 2) for (x, y), (a, b) in pairwise(points)])
    form(typist, "map.roads", painted=True)
    for row in range(6):
        typist.drag(middles(typist.page, [f"W{20 + 2 * row}{column:02}" for column in range(8, 14)]))
    return 25 + 30


@define
class Walk:
    """The whole walk: the page, a page that makes pictures small, a folder, and what each task took."""

    page: Page
    pictures: Page
    place: Path
    home: Home
    figures: dict[str, dict[str, float]] = field(factory=dict, init=False)
    slips: list[str] = field(factory=list, init=False)
    refused: int = field(default=0, init=False)

    def go(self) -> None:
        """From the first page to a turn under way."""
        self.page.size(1440, 900)
        self.page.goto(served(self.home).guard.address())
        self.page.wait("document.getElementById('card-june6-printed')")
        self.page.click("#card-june6-printed")
        self.page.wait("document.querySelector('#copy td input')")
        self.page.click("#copy-pictures")
        self.page.wait("document.getElementById('own-file')")
        self.lay()
        self.match()
        self.page.click("#copy-pictures")
        self.page.wait("document.querySelector('#copy td input')")
        self.type()
        self.play()

    def shot(self, name: str) -> None:
        """A picture of the folder."""
        self.page.eval("new Promise((go) => setTimeout(go, 400))")
        self.page.shot(self.place / "shot.png")
        (FOLDER / f"{name}.png").write_bytes(small_png(self.pictures, (self.place / "shot.png").read_bytes()))

    def told(self, task: str, typist: Typist, **more: float) -> None:
        """What a task took."""
        took = {"keys": typist.keys, "presses": typist.presses, "minutes": round(typist.minutes(), 1)}
        self.figures[task] = {**took, **more}
        print(task, self.figures[task], flush=True)

    def lay(self) -> None:
        """The photo, by five clicks."""
        page, typist = self.page, Typist(self.page)
        (self.place / "sheet-w.png").write_bytes(photo())
        choose(page, [self.place / "sheet-w.png"])
        typist.press("[data-lay]")
        for name in CLICKED:
            x, y = ASLANT.at(ours.centres("june6")[name])
            page.wait("document.getElementById('own-place')")
            typist.press("#own-place")
            typist.keys += len(name)
            typist.looks += 1
            page.type(name)
            at = page.eval(
                "(() => { const s = document.querySelector('.own-paper svg'), f = document.querySelector('.own-frame');"
                f" const k = s.getBoundingClientRect().width / {SHEET[0]}; f.scrollTo({x} * k - 300, {y} * k - 300);"
                " f.scrollIntoView({block: 'center'}); const r = s.getBoundingClientRect();"
                f" return [r.left + {x} * k, r.top + {y} * k]; }})()"
            )
            assert isinstance(at, list)
            typist.presses += 1
            page.press_at(at)
            page.wait(f"document.querySelector('[data-anchor=\"{name}\"]')")
        page.wait("document.querySelector('.own-grid')")
        self.told("A photo of a sheet, laid by five clicks", typist, values=len(CLICKED))
        page.eval("document.querySelector('#own-laying').scrollIntoView()")
        page.eval("document.querySelector('.own-frame').scrollTo(300, 560)")
        self.shot("laid")

    def match(self) -> None:
        """Counters as pictures."""
        files = []
        for name in COUNTERS:
            files.append(self.place / f"{name.replace('/', '-')}.png")
            files[-1].write_bytes(counter(name, "#9a9a8a" if name.endswith("/91") else "#8fb26b"))
        choose(self.page, files)
        picked(self.page, "guessed")
        self.page.eval("document.querySelector('#own-counters input').focus()")
        self.page.key("Enter")
        self.page.wait(_QUIET)
        self.page.eval("document.querySelector('#own-counters').scrollIntoView({ block: 'end' })")
        self.shot("matched")

    def type(self) -> None:
        """A chart, counters, a set-up, hexes, lines; and what a check finds of the slips that stand."""
        rng = Random(6)
        for task, name, only in TASKS:
            typist = Typist(self.page)
            slips, refused, values = typed(typist, name, 40, rng, only)
            self.told(task, typist, values=values)
            self.slips += slips
            self.refused += refused
            if name == "units.units":
                self.page.eval("scrollTo(0, 0)")
                self.shot("counters")
        for task, picture, work in (
            ("60 hexes painted", "hexes", painted),
            ("25 sides and 30 steps of road drawn", "road", drawn),
        ):
            typist = Typist(self.page)
            values = work(typist)
            self.shot(picture)
            self.told(task, typist, values=values)
        found = packing.check(copies.copy_of(self.home, "june6"))
        named = {at for _, at in (*found.faults, *found.warnings)}
        checked = sum(each in named for each in self.slips)
        self.figures["slips"] = {"made": len(self.slips), "refused": self.refused, "checked": checked}
        print(self.figures["slips"], flush=True)

    def play(self) -> None:
        """A game against the computer, up to a turn under way."""
        page = self.page
        page.click("#copy-back")
        page.click("#card-june6-practice")
        page.wait("document.querySelector('#counters .counter')")
        page.wait(_QUIET)
        for _ in range(8):
            if page.eval("document.querySelector('#next button') !== null"):
                page.click("#next button")
                page.wait(_QUIET)
        page.wait("document.querySelector('#own img')?.naturalWidth")
        page.eval("document.querySelector('#fall:not([hidden]) button:last-of-type')?.click()")
        page.eval("pbem.map.see(['W3224'], 0.95)")
        page.wait("document.querySelector('#counters .own')")
        self.shot("turn")


def main() -> None:
    """Write the folder anew."""
    FOLDER.mkdir(exist_ok=True)
    page, pictures = Page(patience=60), Page()
    try:
        with tempfile.TemporaryDirectory() as place:
            walk = Walk(page, pictures, Path(place), Home(Path(place, "home")))
            walk.go()
    finally:
        page.close()
        pictures.close()
    (FOLDER / "figures.json").write_text(json.dumps(walk.figures, indent=1) + "\n", "utf-8")
    (FOLDER / "README.md").write_text(readme(walk.figures), "utf-8")


if __name__ == "__main__":
    main()
