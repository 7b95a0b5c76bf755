"""The manual as web pages: python .ci/manual.py OUT.

MkDocs needs all pages in one folder: this puts together the pages of the manual and what they lead to, as they lie in the
repository, and builds them with every link and heading checked. Of a page outside the manual the links to what is not
taken along become plain text.
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess  # mkdocs, of this environment
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
LINK = re.compile(r"(!?)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)")
GROUPS = {
    "Playing": ("start", "table", "browser", "mail", "few-mails", "opponent", "likeness", "keys", "trouble"),
    "Games": (
        *("june6", "turn-june6", "june44", "turn-june44", "darkdecember", "turn-darkdecember"),
        *("normandy", "turn-normandy", "pegasus", "turn-pegasus", "data"),
    ),
    "Trust": ("sure", "attacks"),
    "Clubs and referees": ("club", "referee", "archives"),
    "Commands": ("commands",),
}
SPANISH = {
    "Playing": "Jugar",
    "Games": "Juegos",
    "Trust": "Confianza",
    "Clubs and referees": "Clubes y árbitros",
    "Commands": "Comandos",
}
FRONTS = {"en": Path("README.md"), "es": Path("pbem/manual/es/README.md")}


def main(out: Path) -> None:
    """Build the pages of each language into a folder of ``out``; ends with the code of mkdocs where one has a fault."""
    listed = {topic for topics in GROUPS.values() for topic in topics} | {"README"}
    if lost := {page.stem for page in (ROOT / "pbem/manual").glob("*/*.md")} - listed:
        sys.exit(f"in no group of .ci/manual.py: {', '.join(sorted(lost))}")
    for language in FRONTS:
        with tempfile.TemporaryDirectory() as place:
            _gather(language, Path(place, "docs"))
            config = (ROOT / ".ci/mkdocs.yml").read_text(encoding="utf-8").replace("LANGUAGE", language)
            Path(place, "mkdocs.yml").write_text(config + "".join(_nav(language)), encoding="utf-8")
            command = [sys.executable, "-m", "mkdocs", "build", "--strict", "-f", f"{place}/mkdocs.yml"]
            built = subprocess.run(  # noqa: S603  # mkdocs, with the words above
                [*command, "-d", str(out.resolve() / language)],
                check=False,
                env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
            )
        if built.returncode:
            sys.exit(built.returncode)


def _gather(language: str, docs: Path) -> None:
    """The pages of a language and what they lead to, each at its place."""
    manual = sorted((ROOT / "pbem/manual" / language).glob("*.md"))
    own = {FRONTS[language], *(page.relative_to(ROOT) for page in manual)}
    taken = {*own, *(target for page in own for target in _targets(page))}
    for path in taken:
        (docs / path).parent.mkdir(parents=True, exist_ok=True)
        if path in own or path.suffix != ".md":
            shutil.copy(ROOT / path, docs / path)
        else:
            (docs / path).write_text(_outer(path, taken), encoding="utf-8")


def _targets(page: Path) -> Iterator[Path]:
    """The files of the repository that a page leads to."""
    for _, _, link in LINK.findall((ROOT / page).read_text(encoding="utf-8")):
        if path := _path(page, link):
            yield path


def _path(page: Path, link: str) -> Path | None:
    name = link.partition("#")[0]
    if "://" in link or not name:
        return None
    found = Path(os.path.normpath(page.parent / name))
    return found if (ROOT / found).is_file() else None


def _outer(page: Path, taken: set[Path]) -> str:
    """A page outside the manual: links to what is not here are text."""

    def kept(found: re.Match[str]) -> str:
        leads = "://" in found[3] or found[3].startswith("#") or _path(page, found[3]) in taken
        return found[0] if leads else found[2]

    return LINK.sub(kept, (ROOT / page).read_text(encoding="utf-8"))


def _nav(language: str) -> Iterator[str]:
    yield f"nav:\n  - {FRONTS[language]}\n"
    for group, topics in GROUPS.items():
        yield f"  - {SPANISH[group] if language == 'es' else group}:\n"
        there = (Path("pbem/manual", language, f"{topic}.md") for topic in topics)
        yield from (f"      - {path}\n" for path in there if (ROOT / path).is_file())


if __name__ == "__main__":
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("place", type=Path, help="the folder that the pages are written into")
    main(asked.parse_args().place)
