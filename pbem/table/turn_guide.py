"""How a turn of the game goes, for the help of the page: the manual's page of it, taken apart."""

from __future__ import annotations

import re
from importlib.resources import files

from pbem.bytes.canon import Json
from pbem.port.messages import ENGLISH

_CELL = re.compile(r"(?<!\\)\|")


def turn_guide(game: str, language: str) -> dict[str, Json]:
    """The page of a game: ``about`` it, and ``phases``, each a title and lines.

    A line is a sentence (``text``), a sentence of whom is asked what (``asked``), or an order: as it is typed, what it does
    and an example (``row``). A game without such a page has no phases.
    """
    manual = files("pbem") / "manual"
    names = (manual / code / f"turn-{game}.md" for code in (language, ENGLISH.code))
    page = next((each.read_text(encoding="utf-8") for each in names if each.is_file()), "")
    about, *phases = page.split("\n## ")
    return {
        "about": _plain(about.strip().rpartition("\n")[2]),
        "phases": [_phase(title, body) for title, _, body in (each.partition("\n") for each in phases)],
    }


def _phase(title: str, body: str) -> dict[str, Json]:
    lines: list[Json] = []
    for line in filter(None, body.split("\n")):
        if line.startswith("| `"):
            lines.append({"row": [_plain(cell.strip()) for cell in _CELL.split(line)[1:-1]]})
        elif not line.startswith("|"):
            lines.append({"asked" if line.startswith("**") else "text": _plain(line)})
    return {"title": title, "lines": lines}


def _plain(text: str) -> str:
    return text.replace("**", "").replace("`", "").replace("\\|", "|")
