"""The page of commands in both manuals, written from the help of the program.

``python -m tests.tools.command_reference`` writes it anew; ``--check`` says whether that would change anything.
"""

from __future__ import annotations

import re
import sys
from collections.abc import Mapping
from pathlib import Path

from pbem.cli import language, main, man_page, reference
from pbem.cli.reference import Described

_PLAIN = re.compile(r"[*<\[]|(?<!\w)_|_(?!\w)")
MANUAL = Path(__file__).resolve().parents[2] / "pbem" / "manual"
WORDS: Mapping[str, tuple[str, ...]] = {
    "en": ("Every command",
        "This page is written by the program from its own help: `pbem COMMAND --help` says the same.", "command",
        "does", "These stand before a command or among its own options.", "option", "what it is for",
        "Tables have `--json`."),
    "es": ("Todos los comandos",
        "El programa escribe esta página a partir de su propia ayuda: `pbem COMANDO --help` dice lo mismo.",
        "comando", "qué hace", "Van delante de un comando o entre sus propias opciones.", "opción",
        "para qué sirve", "Las tablas tienen `--json`."),
}  # fmt: skip


def page(code: str) -> str:
    """The page in a language."""
    with language.reading(code):
        spoken = language.in_language(main)
        found = list(reference.described(spoken))
        common = reference.common(spoken)
        everywhere, codes, numbers = map(
            language.say, (man_page.EVERYWHERE, man_page.CODES, man_page.EXIT_CODES)
        )
        groups = [(each, f"{language.say(each.title)}: {language.say(each.about)}") for each in main.groups]
    title, intro, command, does, where, option, purpose, tables = WORDS[code]
    lines = [f"# {title}", "", intro, ""]
    for group, about in groups:
        lines += [f"**{about}**", "", f"| {command} | {does} |", "|---|---|"]
        for each in found:
            if each.name.removeprefix("pbem ") in group.commands:
                link = f"[`{each.name}`](#{each.name.replace(' ', '-')})"
                lines.append(f"| {link} | {_cell(each.paragraphs[0])} |")
        lines.append("")
    lines += [f"## {everywhere}", "", where, "", *_table(option, purpose, common), ""]
    lines += [f"## {codes}", "", f"{numbers} {tables}", ""]
    for each in found:
        lines += _section(each, option, purpose)
    return "\n".join(lines)


def _section(each: Described, option: str, purpose: str) -> list[str]:
    lines = [
        f"{'#' * (1 + each.name.count(' '))} {each.name}",
        "",
        f"`{each.name} {each.arguments}`".replace(" `", "`"),
        "",
    ]
    for paragraph in each.paragraphs:
        lines += [_prose(paragraph), ""]
    for title, listed in each.listed:
        lines += [title, "", "```", *listed, "```", ""]
    return [*lines, *_table(option, purpose, each.options), ""] if each.options else lines


def _table(option: str, purpose: str, rows: tuple[tuple[str, str], ...]) -> list[str]:
    written = [f"| `{_cell(name)}` | {_cell(_prose(text))} |" for name, text in rows]
    return [f"| {option} | {purpose} |", "|---|---|", *written]


def _prose(text: str) -> str:
    """Prose that Markdown leaves as it is; what stands between ticks is left alone."""
    parts = text.split("`")
    return "`".join(part if at % 2 else _PLAIN.sub(r"\\\g<0>", part) for at, part in enumerate(parts))


def _cell(text: str) -> str:
    return text.replace("|", "\\|")


def check() -> list[str]:
    """The languages whose page is not what the program says."""
    return [code for code in WORDS if _path(code).read_text(encoding="utf-8") != page(code)]


def _path(code: str) -> Path:
    return MANUAL / code / "commands.md"


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        sys.exit(f"not up to date: {', '.join(stale)}" if (stale := check()) else 0)
    for each in WORDS:
        _path(each).write_text(page(each), encoding="utf-8")
