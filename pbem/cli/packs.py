"""``pbem packs``: the data packs of a home, one to be typed, and the file in which one travels."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from pbem.bytes.canon import Json
from pbem.bytes.errors import UsageError
from pbem.bytes.paths import typed
from pbem.bytes.system_words import system_says
from pbem.bytes.text import shown
from pbem.cli import output
from pbem.cli.app import home_options, json_option, setting
from pbem.cli.files import write
from pbem.cli.language import say
from pbem.cli.pack_forms import compare, game_of, progress
from pbem.games import registry
from pbem.games.lint import Linted, lint
from pbem.games.overlay.words import spoken
from pbem.games.packs.pack import Pack, code_of
from pbem.games.packs.reading import read_pack
from pbem.home.packs import forms as pack_forms
from pbem.home.packs import installed as shelf
from pbem.home.packs import template as pack_template
from pbem.home.packs.installed import Listed
from pbem.port.messages import Message
from pbem.view.markup import clean

_LONG = 300
_FILE = click.Path(path_type=Path)
all_option = click.option(
    "--all", "everything", is_flag=True, help="List every value, however many there are."
)


@click.group(invoke_without_command=True)
@json_option
@click.pass_context
@home_options
def packs(context: click.Context, as_json: bool) -> None:
    """List the data packs of your home: what owners of a printed game have typed.

    A pack stays in the home under the code of its data, and every log finds its own by it. It needs no signature: the signed
    invitation to a game names the data.

    \b
    Examples:
      pbem packs
      pbem packs new june6 my-copy      every value to be typed, as comments
      pbem packs check my-copy          what is wrong, and what is still ours
      pbem packs pack my-copy           one file to mail: my-copy-pack.pbem
      pbem packs add my-copy-pack.pbem  what the other player types
    """
    if context.invoked_subcommand is not None:
        return
    found = shelf.listed(setting().home)
    if as_json:
        output.data_json([_pack_json(each) for each in found])
        return
    for each in found:
        output.data(
            "{pack} (code {code}): {clean}",
            pack=each.pack.name,
            code=each.code,
            clean=clean(each.pack.typed_from, _LONG),
        )
        if each.fault:
            output.data("    {clean}", clean=clean(each.fault, _LONG))
        elif each.game is not None:
            output.data(
                "    for {game}: {described}", game=each.pack.game, described=shelf.described(each.game)
            )
    if not found:
        output.data("There is no data pack in your home.")
        output.talk("Next: pbem packs add FILE, or to type one: pbem packs new GAME FOLDER")


def _pack_json(each: Listed) -> Json:
    return {
        "name": each.pack.name,
        "game": each.pack.game,
        "by": each.pack.by,
        "source": each.pack.source,
        "code": each.code,
        "data": each.game.data_digest if each.game is not None else each.digest,
        "values": len(each.game.entries) if each.game is not None else None,
        "fault": each.fault,
    }


@packs.command()
@click.argument("files", nargs=-1, required=True, type=_FILE, metavar="PACK...")
@all_option
@home_options
def add(files: tuple[Path, ...], everything: bool) -> None:
    """Install data packs: the file that somebody sent you, or a TOML file or folder of your own.

    \b
    Example:
      pbem packs add my-copy-pack.pbem
    """
    for file in files:
        install(shown(file), read_pack(file), everything=everything)


def add_pack(where: str, lines: bytes) -> None:
    """Install the pack in unpacked bytes that came in a file or mail. Raises FormatError and DataError."""
    install(where, shelf.carried(lines))


def install(where: str, pack: Pack, *, everything: bool = False) -> None:
    """Put a pack into the home, and say what it changes."""
    game, doubtful = shelf.install(setting().home, game_of(pack, where), pack)
    _changes(game, everything=everything)
    output.data_all(Message("LOOK  {fault}", fault=each) for each in doubtful)
    output.talk(
        "Installed. Next: pbem invite {info} --pack {pack}, or pbem accept FILE",
        info=game.info.name,
        pack=pack.name,
    )


def _changes(game: registry.Game, *, everything: bool) -> None:
    assert game.pack is not None
    output.data(
        "{pack} (code {code_of}): {clean}.",
        pack=game.pack.name,
        code_of=code_of(game.data_digest),
        clean=clean(game.pack.origin, _LONG),
    )
    output.data("For {title}: {described}.", title=game.info.title, described=shelf.described(game))
    output.data_all(shelf.told(game.changed_from(shelf.own(game)), everything=everything))


@packs.command()
@click.argument("pack", type=_FILE)
@all_option
@home_options
def show(pack: Path, everything: bool) -> None:
    """Show what a data pack changes: a file, a folder, or an installed one by its name or code.

    \b
    Example:
      pbem packs show my-copy --all
    """
    place = shelf.chosen(setting().home, pack)
    assert place is not None
    found = read_pack(place)
    _changes(registry.load(game_of(found, shown(pack)), found), everything=everything)


@packs.command(name="pack")
@click.argument("pack", type=_FILE)
@click.option("--out", type=_FILE, metavar="FILE", help="Write it here (else NAME-pack.pbem).")
@home_options
def pack_(pack: Path, out: Path | None) -> None:
    """Write a data pack as one file to pass on: the same pack gives the same file.

    \b
    Example:
      pbem packs pack my-copy --out my-copy-pack.pbem
    """
    place = shelf.chosen(setting().home, pack)
    assert place is not None
    found = read_pack(place)
    game = registry.load(game_of(found, shown(pack)), found)
    out = out or Path(shelf.name_beside(found.name))
    data = shelf.packed(found)
    write(out, data)
    output.data(
        "{found} (code {code_of}): {described}.",
        found=found.name,
        code_of=code_of(game.data_digest),
        described=shelf.described(game),
    )
    output.talk(
        "Wrote {shown} ({len} bytes). The player who gets it types: pbem packs add {shown}",
        shown=typed(out),
        len=len(data),
    )
    output.talk("If you both read the same code, you have the same pack.")


@packs.command()
@click.argument("game")
@click.argument("folder", type=_FILE)
@click.option("--name", default="", metavar="NAME", help="What the pack is called (else as the folder).")
def new(game: str, folder: Path, name: str) -> None:
    """Write a pack to be filled in: every value of GAME that is printed, each as a comment that is still ours.

    \b
    Example:
      pbem packs new june6 my-copy
    """
    if folder.exists():
        raise UsageError.of(
            "exists",
            "{shown} is there already.",
            shown=shown(folder),
            hint="Name another folder: nothing is overwritten.",
        )
    found = pack_template.new_pack(game, name or shelf.name_of(folder), shown(folder), say)
    try:
        folder.mkdir(parents=True)
    except OSError as error:
        raise UsageError.of(
            "unwritable",
            "{shown} cannot be made: {strerror}.",
            shown=shown(folder),
            strerror=system_says(error),
        ) from error
    for file, text in found.items():
        write(folder / file, text.encode())
    output.talk("Wrote {found} into {shown}.", found=", ".join(found), shown=shown(folder))
    output.talk(
        "Next: say in pack.toml who types and from what, type, and look how far: pbem packs check {shown}",
        shown=typed(folder),
    )


@packs.command()
@click.argument("pack", type=_FILE)
@click.option("--game", default="", metavar="GAME", help="The game, when the pack does not say it.")
@all_option
@json_option
def check(pack: Path, game: str, everything: bool, as_json: bool) -> None:
    """Check a data pack: every mistake with its file and line, and how much is still ours; exit code 2 for a mistake.

    \b
    Example:
      pbem packs check my-copy
    """
    found = read_pack(pack)
    name = game or game_of(found, shown(pack))
    linted = lint(found, name)
    digest = linted.game.data_digest if linted.game is not None else ""
    if as_json:
        _checked_json(shown(pack), name, digest, linted)
    else:
        for fault in linted.faults:
            output.data("{bad} {fault}", bad=output.bad(Message("BAD ")), fault=fault)
        for fault in linted.warnings:
            output.data("LOOK  {fault}", fault=fault)
        _listed(linted, everything=everything)
        if linted.game is not None:
            output.data(
                "{shown}: usable for {name}: {described}. Code {code_of}.",
                shown=shown(pack),
                name=name,
                described=shelf.described(linted.game),
                code_of=code_of(digest),
            )
            output.data(pack_forms.still_ours(pack_forms.loaded(linted.game)))
            output.talk("Next: pbem invite {name} --pack {shown}", name=name, shown=typed(pack))
        else:
            output.data(
                "{shown}: not usable for {name}: {len} to correct.",
                shown=shown(pack),
                name=name,
                len=len(linted.faults),
            )
    if linted.faults:
        sys.exit(UsageError.exit_code)


_SHOWN = 60


def _listed(linted: Linted, *, everything: bool) -> None:
    shown_ = linted.entries if everything else linted.entries[:_SHOWN]
    for entry in shown_:
        output.data(
            "      {at}: {entry}: {value} -> {value_a}",
            at=entry.at,
            entry=entry.name,
            value=_value(entry.before),
            value_a=_value(entry.after),
        )
    if len(shown_) < len(linted.entries):
        output.data(
            "      ... and {len} of {len_a} more: --all lists them all.",
            len=len(linted.entries) - len(shown_),
            len_a=len(linted.entries),
        )


def _value(value: Json) -> str:
    return clean(spoken(value), _LONG)


def _checked_json(pack: str, game: str, digest: str, linted: Linted) -> None:
    faults, warnings = (
        list[Json]({"at": each.at, "path": each.path, "text": each.text, "hint": each.hint} for each in found)
        for found in (linted.faults, linted.warnings)
    )
    entries: list[Json] = [
        {"at": each.at, "path": each.name, "before": each.before, "after": each.after}
        for each in linted.entries
    ]
    parts: list[Json] = []
    if linted.game is not None:
        parts = [
            {"part": each.title, "typed": each.given, "values": each.facts}
            for each in pack_forms.loaded(linted.game)
        ]
    output.data_json(
        {
            "pack": pack,
            "game": game,
            "usable": linted.game is not None,
            "data": digest,
            "entries": entries,
            "faults": faults,
            "warnings": warnings,
            "parts": parts,
        }
    )


packs.add_command(progress)
packs.add_command(compare)
COMMAND = packs
