"""Writes ``summary.json`` of every game here, what ``pbem rules list`` says of it without loading its rules, and
``tables.json``, its data in the form that is read fastest.

``python -m tests.tools.summaries`` is run when sides, scenarios, options or data of a game change; as long as a file is of
other data, the rules are asked and the TOML is read.
"""

import sys
from collections.abc import Iterator
from importlib.resources import files
from pathlib import Path

from pbem.games import compiled, registry, summary


def places() -> Iterator[tuple[registry.GameInfo, Path]]:
    """Every game of ours, and where its summary lies."""
    for info in registry.installed():
        if info.package.startswith("pbem_rules."):
            yield info, Path(str(files(info.package) / summary.FILE))


def main() -> None:
    """Write those that are out of date, and say which."""
    for info, place in places():
        _write(place.with_name(compiled.FILE), registry.written_tables(info.package))
        _write(place, summary.written(info))


def _write(place: Path, text: str) -> None:
    if not place.is_file() or place.read_text("utf-8") != text:
        place.write_text(text, encoding="utf-8")
        sys.stdout.write(f"{place}\n")


if __name__ == "__main__":
    main()
