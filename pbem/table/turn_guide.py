"""How a turn of the game goes, for the help of the page: the manual's page of it, taken apart."""

from __future__ import annotations

import re
from collections.abc import Mapping
from importlib.resources import files

from pbem.bytes.canon import Json
from pbem.port.messages import ENGLISH

_CELL = re.compile(r"(?<!\\)\|")
_ASKED = re.compile(r"- \*\*.+?: (?P<orders>`[^`]+`(?:, `[^`]+`)*)")


def turn_guide(game: str, language: str) -> dict[str, Json]:
    """The page of a game: ``about`` it, and ``phases``, each a title and lines.

    A line is a sentence (``text``), a sentence of whom is asked what (``asked``), or an order: as it is typed, what it does
    and an example (``row``). The page describes an order once; here it stands in each phase that asks for it. A game
    without such a page has no phases.
    """
    manual = files("pbem") / "manual"
    names = (manual / code / f"turn-{game}.md" for code in (language, ENGLISH.code))
    page = next((each.read_text(encoding="utf-8") for each in names if each.is_file()), "")
    about, *phases = page.split("\n## ")
    rows = {_word(line): line for line in page.split("\n") if line.startswith("| `")}
    return {
        "about": _plain(about.strip().rpartition("\n")[2]),
        "phases": [_phase(title, body, rows) for title, _, body in (each.partition("\n") for each in phases)],
    }


def _phase(title: str, body: str, rows: Mapping[str, str]) -> dict[str, Json]:
    lines: list[Json] = []
    shown: set[str] = set()
    for line in filter(None, body.split("\n")):
        if asked := _ASKED.fullmatch(line):
            lines.append({"asked": _plain(line.removeprefix("- "))})
            words = [word for word in re.findall("`([^`]+)`", asked["orders"]) if word not in shown]
        elif line.startswith("| `"):
            words = [word for word in (_word(line),) if word not in shown]
        else:
            words = []
            if not line.startswith("|"):
                lines.append({"text": _plain(line)})
        lines += [{"row": [_plain(cell.strip()) for cell in _CELL.split(rows[word])[1:-1]]} for word in words]
        shown.update(words)
    return {"title": title, "lines": lines}


def _word(row: str) -> str:
    return row.removeprefix("| `").split()[0].rstrip("`")


def _plain(text: str) -> str:
    return text.replace("**", "").replace("`", "").replace("\\|", "|")
