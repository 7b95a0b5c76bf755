"""``pbem game try``: case files."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from pbem.bytes.errors import DataError, UsageError
from pbem.cli import output
from pbem.cli.app import json_option
from pbem.games import cases
from pbem.port.messages import Message

_HOLDS, _FAILS = Message("holds"), Message("FAILS")

_MAX_FILES = 10_000


@click.command(name="try")
@click.argument("paths", nargs=-1, required=True, type=click.Path(path_type=Path), metavar="CASE...")
@json_option
def try_(paths: tuple[Path, ...], as_json: bool) -> None:
    """Run case files (or folders of them): a position, actions, the verdict. Exit code 0 only when all hold.

    \b
    Example:
      pbem game try my-case.toml
    """
    failures = 0
    files = [file for path in paths for file in _files(path)]
    for file in files:
        try:
            tried = cases.run(cases.read(file))
        except DataError as error:
            tried = cases.Tried(
                name=file.name,
                title="",
                paragraphs=(),
                holds=False,
                expected=Message("a case file"),
                found=str(error),
            )
        failures += not tried.holds
        if as_json:
            output.data_json(
                {"file": str(file), "holds": tried.holds, "expected": tried.expected, "found": tried.found}
            )
            continue
        word = output.good(_HOLDS) if tried.holds else output.bad(_FAILS)
        output.data(f"{word}  {file.name}  {tried.title}")
        if not tried.holds:
            output.data("       expected {expected}", expected=tried.expected)
            output.data("       found    {found}", found=tried.found)
    if not as_json:
        output.talk("{len} of {len_a} cases hold.", len=len(files) - failures, len_a=len(files))
    if failures:
        sys.exit(3)


def _files(path: Path) -> list[Path]:
    if not path.is_dir():
        return [path]
    found = sorted(path.rglob("*.toml"))[:_MAX_FILES]
    if not found:
        raise UsageError.of("no-case", "There is no case file in {path}.", path=path)
    return found


COMMAND = try_
