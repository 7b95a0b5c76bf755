"""Putting the replay page together: the reel, the map, the signed log and the scripts in one file with a strict policy."""

from __future__ import annotations

import base64
import hashlib
import json
import zlib
from collections.abc import Mapping
from importlib.resources import files
from string import Template

from pbem.bytes.canon import Json
from pbem.bytes.records import field, frozen
from pbem.view.map import palette
from pbem.view.map.svg import draw_board
from pbem.view.markup import clean, json_in_html, xml
from pbem.view.page.film import Reel

VERIFIER = (
    "vendor/noble.js",
    "bytes.js",
    "text.js",
    "lines.js",
    "fields.js",
    "layout.js",
    "inflate.js",
    "container.js",
    "signatures.js",
    "group.js",
    "decks.js",
    "seeds.js",
    "keys.js",
    "history.js",
    "settled.js",
    "chain.js",
    "codes.js",
    "verifier.js",
)
"""The scripts of ``pbem/verifier`` that verify a log, in the order in which they are read; they need no page."""
SCRIPTS = (
    "film.js",
    "words.js",
    "faces.js",
    "draw.js",
    "names.js",
    "modes.js",
    "charts.js",
    "luck.js",
    "notes.js",
    "stage.js",
    "dom.js",
    "units.js",
    "told.js",
    "panels.js",
    "proof.js",
    "hands.js",
    "page.js",
)
"""The scripts of the page itself."""


@frozen(kw_only=True)
class Made:
    """What the page was made with, so that anybody can make it again: the version of the program, whose sight it shows
    ("": what both know), and how many entries it shows."""

    program: str = ""
    side: str = ""
    entries: int = 0


@frozen(kw_only=True)
class Story:
    """What the page tells beside the reel.

    ``log`` are the bytes of the turn file as they were read; ``players`` are name and side of seat A and seat B;
    ``verdict``, ``entries`` (how many hold), ``fault`` (its sentence) and ``at`` (the entry at fault) are pbem's own word on
    the log; ``language`` is what the page begins in (else that of the browser); ``luck`` is that of
    :func:`pbem.home.viewing.luck.for_page`, None where the game weighs no rolls; ``made`` says how to make it again;
    ``notes`` is a file of notes (``schemas/notes.md``), b"" for a page without.
    """

    title: str
    scenario: str
    file: str
    game: str
    log: bytes
    players: tuple[tuple[str, str], tuple[str, str]]
    verdict: str
    entries: int
    fault: str = ""
    at: int | None = None
    source: str = ""
    language: str = ""
    luck: Json = None
    made: Made = field(factory=Made)
    notes: bytes = b""


def page(reel: Reel, story: Story) -> str:
    """The page as HTML text: the same bytes for the same game. Every word in it may come from an opponent's file."""
    looks = palette.side_looks(reel.sides)
    style, script = style_and_script()
    view = reel.layout.view
    return Template(_asset("page.html")).substitute(
        policy=_policy(style, script),
        title=xml(story.title, 160),
        width=f"{view.width:.0f}",
        height=f"{view.height:.0f}",
        board=draw_board(reel.ground, reel.layout, looks, reel.symbols, reel.word),
        source=xml(story.source, 600),
        style=style,
        script=script,
        data=json_in_html(_data(reel, story, looks)),
    )


def _data(reel: Reel, story: Story, looks: Mapping[str, palette.SideLook]) -> Json:
    return {
        "film": _packed({**reel.value, "sides": list(reel.sides)}),
        "style": {
            "sides": {
                side: {"ink": look.ink, "edge": look.edge, "fill": look.fill, "number": number}
                for number, (side, look) in enumerate(looks.items())
            },
            "marks": {mark: list(colours) for mark, colours in palette.MARKS.items()},
        },
        "language": story.language,
        "luck": story.luck,
        "scenario": clean(story.scenario, 80),
        "file": clean(story.file, 120),
        "game": story.game,
        "log": base64.b64encode(story.log).decode("ascii"),
        **({"notes": base64.b64encode(story.notes).decode("ascii")} if story.notes else {}),
        "players": [{"name": clean(name, 64), "side": side} for name, side in story.players],
        "made": {
            "program": clean(story.made.program, 40),
            "side": clean(story.made.side, 40),
            "entries": story.made.entries,
        },
        "said": {
            "word": story.verdict,
            "entries": story.entries,
            "at": story.at,
            "message": clean(story.fault, 1000),
        },
    }


def style_and_script() -> tuple[str, str]:
    """The one style and the one script of every page, which its policy allows by their digests."""
    return _asset("page.css"), verifier() + "".join(_asset(name) for name in SCRIPTS)


def verifier() -> str:
    """The script that verifies a log, as it stands in every page."""
    folder = files("pbem").joinpath("verifier")
    return "".join(folder.joinpath(name).read_text(encoding="utf-8") for name in VERIFIER)


def _asset(name: str) -> str:
    return files(__package__).joinpath(name).read_text(encoding="utf-8")


def _policy(style: str, script: str) -> str:
    """Nothing may be loaded, sent, framed or run but the one style and the one script of this page."""
    return (
        f"default-src 'none'; script-src {policy_digest(script)}; style-src {policy_digest(style)}; base-uri 'none'; "
        "form-action 'none'"
    )


def policy_digest(text: str) -> str:
    """How a policy names a script or a style by what it holds."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode('ascii')}'"


def _packed(value: Json) -> str:
    """JSON compressed (RFC 1950) in base64: of a campaign a third of its letters. Browsers unpack it by themselves."""
    text = json.dumps(value, ensure_ascii=False, separators=(",", ":"))
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode("ascii")
