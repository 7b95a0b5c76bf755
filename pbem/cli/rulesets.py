"""``pbem games`` and ``pbem rules``: what is installed, the rules in our words, and data packs."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from pbem import cases, editions, registry, rulebook
from pbem.canon import Json
from pbem.cli import output
from pbem.cli.app import home_options, json_option, setting
from pbem.desk import packs as shelf
from pbem.desk.games import shown
from pbem.desk.packs import Listed
from pbem.errors import UsageError
from pbem.lint import Linted, lint
from pbem.overlay import TYPED
from pbem.packs import read_pack
from pbem.rulebook import Paragraph
from pbem.view.markup import clean

_PROVENANCE = ("published", "quoted", "inferred", "history", "reconstructed")
_WIDE = 60


@click.command(short_help="List the installed games.")
@json_option
def games(as_json: bool) -> None:
    """List the installed games, and how much of each is published, inferred or reconstructed.

    \b
    Example:
      pbem games
    """
    found: list[Json] = []
    for info in registry.installed():
        rules = registry.load(info.name).rules
        counts = rules.provenance()
        older = [each.version for each in editions.versions(info.name) if each != info]
        known: dict[str, Json] = {name: counts.get(name, 0) for name in _PROVENANCE}
        found.append(
            {
                "name": info.name,
                "title": info.title,
                "edition": info.edition,
                "version": info.version,
                "players": info.players,
                "scenarios": list(rules.scenarios),
                "provenance": known,
                "older": list(older),
            }
        )
        if not as_json:
            output.data(
                f"{info.name}  {info.title}, {info.edition}, for {info.players} players; rules {info.version}"
            )
            output.data(f"    scenarios: {', '.join(rules.scenarios)}; sides: {', '.join(rules.sides)}")
            output.data(f"    where the data come from: {', '.join(f'{known[n]} {n}' for n in _PROVENANCE)}")
            if older:
                output.data(f"    games begun under {', '.join(older)} go on under it, or over: pbem upgrade")
    if as_json:
        output.data_json(found)


@click.group(short_help="Read the rules (show, coverage), check a data pack.")
def rules() -> None:
    """Read the rules of a game in our words, see what is covered, check a data pack.

    \b
    Examples:
      pbem rules show june6 11.12
      pbem rules coverage june6
    """


@rules.command()
@click.argument("game")
@click.argument("name", required=False)
@click.option(
    "--pack",
    type=click.Path(path_type=Path),
    metavar="PACK",
    help="With a data pack laid over the game's data.",
)
@home_options
def show(game: str, name: str | None, pack: Path | None) -> None:
    """Show a paragraph, chart, unit or hex of GAME with its source; without NAME, list the paragraphs.

    \b
    Examples:
      pbem rules show june6 11.12
      pbem rules show june6 crt
    """
    loaded = registry.load(game, shelf.chosen(setting().home, pack))
    listed = registry.paragraphs(game)
    if name is None:
        for each in listed:
            output.data(
                f"{each.number:>7}  {each.text}{'  (left out)' if each.standing == 'left_out' else ''}"
            )
        return
    found = next((each for each in listed if each.number == name), None)
    if found is None:
        output.data(loaded.rules.show(name).rstrip("\n"))
        return
    _paragraph(game, found, loaded.rules.book)


def _paragraph(game: str, found: Paragraph, book: rulebook.Rulebook) -> None:
    output.data(f"{found.number}  {found.text}")
    output.data(f"    {found.standing.replace('_', ' ')}{': ' + found.reason if found.reason else ''}")
    for function in book.bound(found.number):
        output.data(f"    carried out by {function}")
    shipped = registry.cases(game)
    for file in sorted(shipped):
        case = cases.parse(shipped[file], file)
        if found.number in case.paragraphs:
            output.data(f"    case {file}: {case.title}")


@rules.command()
@click.argument("game")
@json_option
def coverage(game: str, as_json: bool) -> None:
    """Hold every numbered paragraph of GAME's text against what is implemented and which cases show it.

    \b
    Example:
      pbem rules coverage june6
    """
    loaded = registry.load(game)
    found = rulebook.coverage(loaded.rules.book, registry.paragraphs(game), cases.cited(registry.cases(game)))
    left_out: list[Json] = [{"paragraph": number, "reason": reason} for number, reason in found.left_out]
    if as_json:
        output.data_json(
            {
                "game": game,
                "paragraphs": list(found.paragraphs),
                "implemented": list(found.implemented),
                "definition": list(found.definition),
                "left_out": left_out,
                "unaccounted": list(found.unaccounted),
                "without_case": list(found.without_case),
            }
        )
        return
    output.data(
        f"{game}: {len(found.paragraphs)} paragraphs: {len(found.implemented)} implemented, "
        f"{len(found.definition)} definitions, {len(found.left_out)} left out, {len(found.unaccounted)} unaccounted"
    )
    for number, reason in found.left_out:
        output.data(f"    left out {number}: {reason}")
    if found.unaccounted:
        output.data(f"    unaccounted: {', '.join(found.unaccounted)}")
    if found.without_case:
        output.data(f"    without a case: {', '.join(found.without_case)}")


@rules.command()
@click.argument("pack", type=click.Path(path_type=Path))
@click.option("--game", default="", metavar="GAME", help="The game, when the pack does not say it.")
@json_option
def check(pack: Path, game: str, as_json: bool) -> None:
    """Check a data pack of your own: every mistake with its file and line; exit code 2 when there is one.

    \b
    Example:
      pbem rules check my-charts
    """
    found = read_pack(pack)
    name = game or found.game
    if not name:
        raise UsageError(
            "which-game",
            f"{shown(pack)} does not say for which game it is.",
            hint='Write game = "june6" under [pack], or add --game.',
        )
    linted = lint(found, name)
    digest = linted.game.data_digest if linted.game is not None else ""
    if as_json:
        _checked_json(shown(pack), name, digest, linted)
    else:
        for fault in linted.faults:
            output.data(f"{output.bad('BAD ')} {fault}")
        for entry in linted.entries:
            output.data(f"      {entry.at}: {entry.name}: {_value(entry.before)} -> {_value(entry.after)}")
        if linted.game is not None:
            output.data(f"{shown(pack)}: usable for {name}: {_counted(linted)}. Data {digest[:16]}.")
            output.talk(f"Next: pbem new {name} --pack {shown(pack)}")
        else:
            output.data(f"{shown(pack)}: not usable for {name}: {len(linted.faults)} to correct.")
    if linted.faults:
        sys.exit(UsageError.exit_code)


def _counted(linted: Linted) -> str:
    count = len(linted.entries)
    return f"{count} {'value' if count == 1 else 'values'} of its own"


def _value(value: Json) -> str:
    text = "nothing" if value is None else str(value)
    return clean(text if len(text) <= _WIDE else text[: _WIDE - 3] + "...", _WIDE)


def _checked_json(pack: str, game: str, digest: str, linted: Linted) -> None:
    faults: list[Json] = [
        {"at": each.at, "path": each.path, "text": each.text, "hint": each.hint} for each in linted.faults
    ]
    entries: list[Json] = [
        {"at": each.at, "path": each.name, "before": each.before, "after": each.after}
        for each in linted.entries
    ]
    usable = linted.game is not None
    output.data_json(
        {"pack": pack, "game": game, "usable": usable, "data": digest, "entries": entries, "faults": faults}
    )


@click.command(short_help="List or install data packs.")
@click.argument("files", nargs=-1, type=click.Path(path_type=Path), metavar="[PACK]...")
@json_option
@home_options
def packs(files: tuple[Path, ...], as_json: bool) -> None:
    """List the data packs of your home; with PACK (a file or folder), install it first.

    A pack stays in the home under the digest of its data, and every log finds its own by it.

    \b
    Examples:
      pbem packs
      pbem packs my-charts
    """
    home = setting().home
    for file in files:
        game = read_pack(file).game
        if not game:
            raise UsageError(
                "which-game",
                f"{shown(file)} does not say for which game it is.",
                hint='Write game = "june6" under [pack].',
            )
        shelf.install(home, game, file)
    found = shelf.listed(home)
    if as_json:
        output.data_json([_pack_json(each) for each in found])
        return
    for each in found:
        output.data(f"{each.digest}  {clean(each.pack.origin, 300)}")
        if each.fault:
            output.data(f"    {clean(each.fault, 300)}")
        elif each.game is not None:
            counts = each.game.rules.provenance()
            rows = f"{counts.get(TYPED, 0)} rows and units whole"
            output.data(f"    for {each.pack.game}: {len(each.game.entries)} values, {rows}")
    if not found:
        output.data("There is no data pack in your home.")
        output.talk("Next: pbem packs FILE, or pbem new GAME --pack FILE")


def _pack_json(each: Listed) -> Json:
    return {
        "name": each.pack.name,
        "game": each.pack.game,
        "by": each.pack.by,
        "source": each.pack.source,
        "data": each.game.data_digest if each.game is not None else each.digest,
        "values": len(each.game.entries) if each.game is not None else None,
        "fault": each.fault,
    }


COMMANDS = (games, rules, packs)
