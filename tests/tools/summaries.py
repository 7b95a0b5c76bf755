"""Writes ``summary.json`` of every game here: what ``pbem games`` says of it without loading its rules.

``python -m tests.tools.summaries`` is run when sides, scenarios, options or data of a game change; ``pbem games`` asks the
rules as long as the file is of other data.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from pbem.games import registry, summary


def places() -> Iterator[tuple[registry.GameInfo, Path]]:
    """Every game of ours, and where its summary lies."""
    for info in registry.installed():
        if info.package.startswith("pbem_rules."):
            yield info, Path(str(files(info.package) / summary.FILE))


def main() -> None:
    """Write those that are out of date, and say which."""
    for info, place in places():
        text = summary.written(info)
        if not place.is_file() or place.read_text("utf-8") != text:
            place.write_text(text, encoding="utf-8")
            sys.stdout.write(f"{place}\n")


if __name__ == "__main__":
    main()
