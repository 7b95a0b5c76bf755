"""``pbem packs progress`` and ``pbem packs compare``: the forms of a pack, one by one."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from pbem.bytes.canon import Json
from pbem.bytes.errors import UsageError, VerifyError
from pbem.bytes.paths import typed
from pbem.bytes.text import shown
from pbem.cli import output
from pbem.cli.app import home_options, json_option, setting
from pbem.cli.files import write
from pbem.cli.language import say
from pbem.games.forms import Form
from pbem.games.forms.digests import Digests, is_digests, read_digests, written
from pbem.games.packs.pack import Pack
from pbem.games.packs.reading import read_limited, read_pack
from pbem.home.packs import forms as pack_forms
from pbem.home.packs import installed as shelf
from pbem.home.packs.forms import Difference, Forms
from pbem.port.messages import Message
from pbem.view.markup import clean

_LONG = 300
_SHOWN = 20
_FILE = click.Path(path_type=Path)
_HEADS = (Message("form"), Message("cells"), Message("typed"), Message("unsure"), Message("still ours"))


def game_of(pack: Pack, file: str) -> str:
    """The game that a pack is for. Raises UsageError ``which-game`` when its header does not say."""
    if not pack.game:
        raise UsageError.of(
            "which-game",
            "{file} does not say for which game it is.",
            file=file,
            hint='Write game = "june6" under [pack], or add --game.',
        )
    return pack.game


def _forms(pack: Path) -> Forms:
    place = shelf.chosen(setting().home, pack)
    assert place is not None
    found = read_pack(place)
    return pack_forms.forms_of(game_of(found, shown(pack)), found)


@click.command()
@click.argument("pack", type=_FILE)
@json_option
@home_options
def progress(pack: Path, as_json: bool) -> None:
    """Show form by form how much of a data pack is typed: every number, name, hex and step of a road counts.

    A value that is typed as ours has it is as printed, and counts as typed. One that you are not sure of gets a mark: write
    "# ?" behind it on its line.

    \b
    Example:
      pbem packs progress my-copy
    """
    found = _forms(pack)
    if as_json:
        output.data_json(
            {"game": found.game, "faults": found.faults, "forms": [_form_json(each) for each in found.forms]}
        )
        return
    for line in _table(found.forms):
        output.data(line)
    for cell in (doubted := pack_forms.unsure(found.forms))[:_SHOWN]:
        output.data(
            "unsure: {cell} = {value}", cell=clean(cell.address, _LONG), value=clean(cell.text, _LONG)
        )
    if len(doubted) > _SHOWN:
        output.data("  ... and {n} more that are unsure", n=len(doubted) - _SHOWN)
    if found.faults:
        output.talk(
            "{n} places do not fit the game and are not counted. Next: pbem packs check {pack}",
            n=found.faults,
            pack=typed(pack),
        )


def _form_json(form: Form) -> Json:
    return {
        "form": form.id,
        "title": str(form.title),
        "shape": form.shape,
        "cells": form.facts,
        "typed": form.given,
        "unsure": form.unsure,
        "ours": form.facts - form.given,
    }


def _table(forms: tuple[Form, ...]) -> list[str]:
    """The forms in columns, numbers to the right."""
    counts = [(each.facts, each.given, each.unsure, each.facts - each.given) for each in forms]
    names = [say(each.title) for each in forms]
    total = tuple(sum(column) for column in zip(*counts, strict=True))
    rows = [(name, *map(str, row)) for name, row in zip(names, counts, strict=True)]
    lines = [tuple(map(say, _HEADS)), *rows, (say(Message("all of them")), *map(str, total))]
    wide = [max(map(len, column)) for column in zip(*lines, strict=True)]
    return [
        "  ".join(
            (line[0].ljust(wide[0]), *(each.rjust(w) for each, w in zip(line[1:], wide[1:], strict=True)))
        )
        for line in lines
    ]


@click.command()
@click.argument("pack", type=_FILE)
@click.argument("other", required=False, type=_FILE)
@click.option("--out", type=_FILE, metavar="FILE", help="Write the digests of PACK, to be sent to the other.")
@json_option
@home_options
def compare(pack: Path, other: Path | None, out: Path | None, as_json: bool) -> None:
    """Compare two data packs form by form: a pack, or the digests of somebody else's; exit code 3 when they differ.

    The digests of a pack hold no value of it, and show in which rows two packs differ: look these up on paper. They are no
    secret: trying all values of a short row finds yours.

    \b
    Examples:
      pbem packs compare my-copy --out ann.digests     what Ann sends
      pbem packs compare my-copy ann.digests           what Ben types
      pbem packs compare my-copy older-copy
    """
    if (other is None) == (out is None):
        raise UsageError(
            "usage", Message("Say what to compare with, or --out FILE."), hint="pbem packs compare --help"
        )
    mine = _forms(pack)
    if out is not None:
        data = written(pack_forms.salted(mine))
        write(out, data)
        output.talk(
            "Wrote {file} ({size} bytes). The other player types: pbem packs compare PACK {file}",
            file=typed(out),
            size=len(data),
        )
        return
    assert other is not None
    theirs = _theirs(other)
    if theirs.game != mine.game:
        raise UsageError.of(
            "pack-game",
            "{file} is for {game}, not for {mine}.",
            file=shown(other),
            game=theirs.game,
            mine=mine.game,
        )
    _told(pack_forms.compared(mine, theirs), as_json=as_json, same=theirs.data == mine.data)


def _theirs(other: Path) -> Digests:
    if other.is_file():
        data = read_limited(other)
        if is_digests(data):
            return read_digests(data)
    return pack_forms.salted(_forms(other))


def _told(found: tuple[Difference, ...], *, as_json: bool, same: bool) -> None:
    if as_json:
        output.data_json(
            {
                "equal": not found,
                "same_data": same,
                "forms": [
                    {"form": each.id, "rows": each.blocks, "of": each.of, "first": list(each.first)}
                    for each in found
                ],
            }
        )
    elif not found:
        output.data("Both are equal in every form.")
    for each in () if as_json else found:
        output.data(
            "{title}: {n} of {all} rows differ. First: {first}",
            title=clean(say(each.title), _LONG),
            n=each.blocks,
            all=each.of,
            first=clean(", ".join(each.first), _LONG),
        )
    if found:
        sys.exit(VerifyError.exit_code)
