"""Writes ``examples/first-hour``: pictures of somebody's first hour, from the link to the end of a turn, and what it costs.

    PYTHONPATH=.:rules python -m tests.tools.first_hour            # what is missing
    PYTHONPATH=.:rules python -m tests.tools.first_hour --anew     # everything

A real mouse follows the guide of a game and presses what is lit, in both languages, in a wide window and on a phone. Each
film is kept as soon as it is whole, and so is each row of the table: the tool goes on where it was stopped.
"""

from __future__ import annotations

import json
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from attrs import define, field, frozen

from pbem.bytes.canon import Json
from pbem.games import registry
from pbem.store.home import Home
from tests.doors import follower
from tests.doors.follower import Step
from tests.doors.hand import Hand
from tests.doors.test_first_page import arrived, press
from tests.table.browser import Page
from tests.tools.small_png import small_png

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "first-hour"
FILMED = ("june6", "darkdecember")
LANGUAGES = ("en", "es")
SIZES = {"wide": (1440, 900), "phone": (390, 844)}
FIGURES = "figures.json"
CAPTIONS = {
    "en": {"page": "The link is opened: five games, and nothing has to be filled in.",
        "card": "The card of the game. One press begins it; “Show me how” begins it with a guide.",
        "guide": "The guide says what to do and why; what to press has a red frame.",
        "odds": "The first attack, before it is given: odds, and what the dice may bring.",
        "result": "The dice have fallen, at the hex where they fell, with the chance that they had.",
        "end": "The end of the guide: a move, an attack, the end of a phase."},
    "es": {"page": "Se abre el enlace: cinco juegos, y no hay nada que rellenar.",
        "card": "La tarjeta del juego. Una pulsación lo empieza; «Enséñame» lo empieza con una guía.",
        "guide": "La guía dice qué hacer y por qué; lo que hay que pulsar lleva un marco rojo.",
        "odds": "El primer ataque, antes de darlo: probabilidades y lo que pueden traer los dados.",
        "result": "Los dados han caído, en el hexágono donde cayeron, con la probabilidad que tenían.",
        "end": "El final de la guía: un movimiento, un ataque, el fin de una fase."},
}  # fmt: skip
TITLES = {"en": "The first hour", "es": "La primera hora"}
ABOUT = {
    "en": "Pictures of the page as a person sees it, made with a real mouse that presses what the guide lights.",
    "es": "Imágenes de la página como la ve una persona, hechas con un ratón de verdad que pulsa lo que ilumina la guía.",
}
TABLE = {
    "en": ("game", "presses from the link to the first die", "of them in the guide alone",
        "a press to its picture, ms (median)"),
    "es": ("juego", "pulsaciones del enlace al primer dado", "de ellas en la guía",
        "de una pulsación a su imagen, ms (mediana)"),
}  # fmt: skip
_PAINTED = "new Promise((go) => requestAnimationFrame(() => requestAnimationFrame(() => go(true))))"
_DIE = "document.querySelector('#fall .die') !== null"
_IDLE = 9


@frozen(kw_only=True)
class Film:
    """One way through a game: in a language, in a window of a size."""

    game: str
    language: str
    size: str

    def place(self, scene: str) -> Path:
        """Where a picture of it lies."""
        game = "all" if scene == "page" else self.game
        return FOLDER / f"{game}-{self.language}-{self.size}-{scene}.png"


def films() -> Iterator[Film]:
    """Every film of the folder."""
    for game in FILMED:
        for language in LANGUAGES:
            for size in SIZES:
                yield Film(game=game, language=language, size=size)


@define
class Counter(Hand):
    """A hand that counts its presses."""

    presses: int = field(default=0, init=False)

    def press(self, at: Sequence[Json]) -> None:
        """A press more."""
        self.presses += 1
        super().press(at)


@define
class Walk:
    """Somebody who comes to the first page and follows the guide; ``taken`` are the scenes that have their picture."""

    hand: Counter
    film: Film
    pictures: Page | None
    taken: set[str] = field(factory=set)
    to_die: int = 0
    before_guide: int = 0

    def go(self) -> None:
        """From the link to the end of the guide."""
        page = self.hand.page
        page.size(*SIZES[self.film.size], phone=self.film.size == "phone")
        with tempfile.TemporaryDirectory() as folder:
            arrived(self.hand, Home(Path(folder, "home")), self.film.language)
            page.wait("[...document.images].every((each) => each.complete)")
            self.shot("page")
            page.eval(f"document.getElementById('card-{self.film.game}').scrollIntoView()")
            self.shot("card")
            press(self.hand, f"#card-{self.film.game}-guide")
            follower.ready(page)
            self.before_guide = self.hand.presses
            for _ in follower.followed(self.hand, self.seen):
                if self.pictures is None and self.to_die:
                    return
            follower.ready(page)
            self.shot("end")

    def seen(self, step: Step) -> None:
        """Before each press: what is on the page that is to be shown."""
        page = self.hand.page
        if step.number > 1 and page.eval("document.querySelector('#guided > *') !== null"):
            self.shot("guide")
        if page.eval("Boolean(pbem.choice && pbem.choice.preview && pbem.choice.preview.forecast)"):
            if self.film.size == "phone":
                page.eval("document.querySelector('.chances')?.scrollIntoView({ block: 'center' })")
            self.shot("odds")
        if page.eval(_DIE):
            self.to_die = self.to_die or self.hand.presses
            if "odds" in self.taken or self.pictures is None:
                page.eval("document.getElementById('map').scrollIntoView()")
                self.shot("result")

    def shot(self, scene: str) -> None:
        """The first picture of a scene."""
        if self.pictures is None or scene in self.taken:
            return
        self.taken.add(scene)
        if self.film.place(scene).is_file():
            return
        page = self.hand.page
        page.eval(_PAINTED)
        with tempfile.TemporaryDirectory() as folder:
            place = Path(folder, "shot.png")
            page.shot(place)
            self.film.place(scene).write_bytes(small_png(self.pictures, place.read_bytes()))


def filmed(page: Page, pictures: Page, film: Film) -> None:
    """All pictures of a film; a guide whose dice brought no fight is begun once more."""
    for _ in range(3):
        walk = Walk(Counter(page), film, pictures)
        walk.go()
        if walk.taken == {*CAPTIONS["en"]}:
            return
    raise AssertionError(f"{film}: never seen: {set(CAPTIONS['en']) - walk.taken}")


def measured(page: Page, game: str) -> dict[str, int]:
    """Presses from the link to the first die by the guide, and the milliseconds from a press to its picture.

    A guide whose dice brought no fight is begun once more.
    """
    for _ in range(5):
        walk = Walk(Counter(page), Film(game=game, language="en", size="wide"), None)
        walk.go()
        if walk.to_die:
            break
    assert walk.to_die, f"{game}: no die fell"
    times = []
    for _ in range(_IDLE):
        before = time.monotonic()
        page.click("[data-do='zoomIn']" if len(times) % 2 else "[data-do='zoomOut']")
        page.eval(_PAINTED)
        times.append((time.monotonic() - before) * 1000)
    return {
        "presses": walk.to_die,
        "guide": walk.to_die - walk.before_guide,
        "milliseconds": round(statistics.median(times)),
    }


def readme(figures: dict[str, dict[str, int]]) -> str:
    """The page of the folder: captions and table in both languages."""
    titles = {info.name: info.title for info in registry.installed()}
    lines = list[str]()
    for language in LANGUAGES:
        lines += [f"# {TITLES[language]}", "", ABOUT[language], "", f"| {' | '.join(TABLE[language])} |"]
        lines += ["|---|---:|---:|---:|"]
        for game, found in sorted(figures.items()):
            row = (titles[game], found["presses"], found["guide"], found["milliseconds"])
            lines.append(f"| {' | '.join(map(str, row))} |")
        for film in films():
            if film.language != language:
                continue
            lines += ["", f"## {titles[film.game]} · {SIZES[film.size][0]} px", ""]
            for scene, caption in CAPTIONS[language].items():
                lines += [caption, "", f"![{caption}]({film.place(scene).name})", ""]
        lines.append("")
    return "\n".join(lines).replace("\n\n\n", "\n\n")


def main(words: list[str]) -> None:
    """Write what is missing."""
    FOLDER.mkdir(exist_ok=True)
    if "--anew" in words:
        for each in FOLDER.iterdir():
            each.unlink()
    kept = FOLDER / FIGURES
    figures: dict[str, dict[str, int]] = json.loads(kept.read_text("utf-8")) if kept.is_file() else {}
    page, pictures = Page(patience=120), Page()
    try:
        for film in films():
            if all(film.place(scene).is_file() for scene in CAPTIONS["en"]):
                continue
            filmed(page, pictures, film)
            print(film)
        for info in registry.installed():
            if info.name not in figures:
                page.size(*SIZES["wide"])
                figures[info.name] = measured(page, info.name)
                kept.write_text(json.dumps(figures, indent=1, sort_keys=True) + "\n", "utf-8")
                print(info.name, figures[info.name])
    finally:
        page.close()
        pictures.close()
    (FOLDER / "README.md").write_text(readme(figures), "utf-8")


if __name__ == "__main__":
    main(sys.argv[1:])
