"""A small page of the demonstration scene, with any log."""

from pathlib import Path

from attrs import evolve

from pbem.bytes.container import pack
from pbem.port.game import Moment, Outcome, Reason
from pbem.port.scene import Scene
from pbem.view.page.film import Shot, reel
from pbem.view.page.html import Story, page
from tests.view import demo

EXAMPLE = (Path(__file__).resolve().parents[2] / "schemas/example.jsonl").read_bytes()
DAY = Moment(turn=1, turn_name="6 June", phase="bets")
KINDS = (
    ("A", "start"), ("A", "seal"), ("A", "req"), ("B", "tell"), ("B", "rsp"), ("A", "show"), ("A", "open"), ("A", "req"),
    ("B", "rsp"), ("A", "audit"), ("B", "audit"),
)  # fmt: skip
"""Seat and kind of each entry of the example log."""


def shots(text: str = "Something happens.", scene: Scene | None = None) -> list[Shot]:
    """As many entries as the example log has."""
    drawn = scene or demo.scene()
    return [
        Shot(
            entry=number,
            seat=seat,
            kind=kind,
            moment=evolve(DAY, turn=1 + number // 4),
            outcomes=(
                Outcome(
                    kind="combat", text=text, paragraph="12.5", side="allied", hexes=("0505",), faces=(2,),
                    reasons=(Reason(paragraph="12.51", text=text, value=1),), total=3,
                ),
            ),
            scene=evolve(drawn, piles=drawn.piles[number % 5 :]),
        )
        for number, (seat, kind) in enumerate(KINDS)
    ]  # fmt: skip


def small(text="Something happens.", scene=None, log=EXAMPLE, verdict="verified", at=None):
    """The page; ``text`` stands wherever a word can stand. ``verdict`` and ``at`` are pbem's word and the entry at fault."""
    drawn = scene or demo.scene()
    story = Story(
        title=text, scenario=text, file=text, game="e2" * 32, log=pack(log),
        players=((text, "allied"), (text, "german")), verdict=verdict, entries=11 if at is None else at,
        fault=text if verdict == "rejected" else "", at=at, source=text,
    )  # fmt: skip
    return page(reel(drawn, DAY, shots(text, drawn)), story)
