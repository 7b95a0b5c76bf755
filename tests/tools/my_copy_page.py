"""The page of ``examples/my-copy``: pictures, minutes, forms."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pbem.games import registry
from pbem.home.owner import copies

FOLDER = Path(__file__).resolve().parents[2] / "examples" / "my-copy"
KEY, PRESS, LOOK = 0.28, 1.3, 1.35
SLIP = 40
"""One value of so many is typed wrong."""
CAPTIONS = {
    "laid": "A photo of sheet W, taken aslant, laid by five clicks: our grid and numbers lie over the printed ones.",
    "matched": "Counters, brought as small pictures: matched by name, the first of them confirmed with Enter.",
    "hexes": "Hexes painted with a brush; what is still ours is pale.",
    "road": "A road drawn from hex to hex with the mouse.",
    "counters": "Counters typed: what is ours is hatched, Enter says that it is as printed.",
    "turn": "A turn under way on one's own map and counters, under the same rules.",
}


def readme(figures: Mapping[str, Mapping[str, float]]) -> str:
    """Pictures, the table of minutes, and the matrix of forms."""
    slips = figures["slips"]
    return "\n".join(
        (
            "# One's own printed copy",
            "",
            "Made by `tests/tools/my_copy_walk.py` with a real mouse and real keys; it draws the photo and the counters.",
            "",
            *(line for name, said in CAPTIONS.items() for line in (said, "", f"![{said}]({name}.png)", "")),
            "## Minutes",
            "",
            f"A model, not a typist: {KEY} s a key, {PRESS} s a press of the mouse, {LOOK} s a look at the paper, and the",
            "waits as measured. Numbers are typed; words, which are mostly ours, are confirmed with Enter.",
            "",
            "| task | values | keys | presses | minutes | s a value |",
            "|---|---:|---:|---:|---:|---:|",
            *(_row(task, each) for task, each in figures.items() if task != "slips"),
            "",
            f"One number of {SLIP} was typed wrong on purpose: {slips['made']} slips; {slips['refused']} were refused",
            f'at once and {slips["checked"]} more named by "Check". The others could stand in a printed game: the',
            "second look is for them.",
            "",
            "## Forms",
            "",
            "Facts by form, all of them ours until somebody types them; and hours by the rates above: hexes with",
            "a brush, sides and roads with the mouse, scenarios like the set-up, all else like counters.",
            "",
            *(
                line
                for info in registry.installed()
                for line in (_matrix(info.name, info.title, figures), "")
            ),
        )
    )


def _row(task: str, took: Mapping[str, float]) -> str:
    cells = (took["values"], took["keys"], took["presses"], took["minutes"])
    return f"| {task} | {' | '.join(map(str, cells))} | {60 * took['minutes'] / took['values']:.1f} |"


def _matrix(game: str, title: str, figures: Mapping[str, Mapping[str, float]]) -> str:
    forms = copies.blank(game)
    each = ", ".join(f"{form.title} {form.facts:,}" for form in forms)
    _, _, counters, setup, hexes, lines = (
        took["minutes"] / took["values"] for task, took in figures.items() if task != "slips"
    )
    rates = {"hexes": hexes, "sides": lines, "steps": lines}
    minutes = sum(
        form.facts * (setup if form.id.startswith("scenarios") else rates.get(form.shape, counters))
        for form in forms
    )
    return f"**{title}**: {sum(form.facts for form in forms):,} facts, {minutes / 60:.1f} h. {each}."
