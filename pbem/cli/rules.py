"""``pbem rules``: the rules in our words, and how far they are covered by cases."""

from __future__ import annotations

from pathlib import Path
from shutil import get_terminal_size

import click

from pbem.bytes.canon import Json
from pbem.bytes.errors import UsageError
from pbem.cli import output
from pbem.cli.app import home_options, json_option, setting
from pbem.cli.manual_text import WIDEST, rendered
from pbem.games import cases, registry
from pbem.home.packs import installed as shelf
from pbem.home.play.wording import fold
from pbem.port import rulebook
from pbem.port.game import Ruleset
from pbem.port.messages import Message, Series, spelled
from pbem.port.rulebook import Paragraph
from pbem.view.markup import clean

_STANDINGS = {
    "implemented": Message("implemented"),
    "definition": Message("definition"),
    "left_out": Message("left out"),
}
"""How a paragraph stands, in words."""


@click.group()
def rules() -> None:
    """Read the rules of a game in our words, see what is covered.

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
    """Show a paragraph, a reading of ours (N33), a chart, unit, place or hex of GAME; without NAME, list the paragraphs.

    \b
    Examples:
      pbem rules show june6 11.12
      pbem rules show june6 N33
      pbem rules show june6 crt
      pbem rules show june6 Carentan
    """
    loaded = registry.load(game, shelf.chosen(setting().home, pack))
    if loaded.on_pack:
        output.data(
            Message(
                "On {on_pack}: {clean}.",
                on_pack=loaded.on_pack,
                clean=clean(loaded.pack.origin if loaded.pack else "", 300),
            )
        )
    listed = registry.paragraphs(game)
    if name is None:
        for each in listed:
            output.data(
                Message(
                    "{number:>7}  {each}{what}",
                    number=each.number,
                    each=spelled(each.text),
                    what=Message("  (left out)") if each.standing == "left_out" else "",
                )
            )
        return
    found = next((each for each in listed if each.number == name), None)
    if found is not None:
        _paragraph(game, found, loaded.rules.book)
    elif noted := registry.reading(game, name.upper()):
        output.data(rendered(noted, min(get_terminal_size().columns, WIDEST)).rstrip("\n"))
        _shown_by(game, name.upper(), loaded.rules.book)
    else:
        for shown in _named(loaded.rules, name):
            output.data(shown.rstrip("\n"))


def _named(rules: Ruleset[object], name: str) -> list[str]:
    """What the game shows by a name; else each hex of the place that is called so, or begins so."""
    try:
        return [rules.show(name)]
    except UsageError:
        titles: dict[str, str] = {}
        for scenario in rules.scenarios:  # each may have a map of its own
            ground = rules.scene(rules.setup(scenario, {}), None).ground
            titles |= {cell.name: fold(cell.title) for cell in ground.cells}
        same = [cell for cell, title in titles.items() if title == fold(name)]
        begun = [cell for cell, title in titles.items() if title.startswith(fold(name))]
        if not (same or begun):
            raise
        return [rules.show(cell) for cell in same or begun]


def _paragraph(game: str, found: Paragraph, book: rulebook.Rulebook) -> None:
    output.data(Message("{number}  {found}", number=found.number, found=spelled(found.text)))
    reason = (": ", spelled(found.reason)) if found.reason else ()
    output.data(Series(("    ", _STANDINGS[found.standing], *reason), ""))
    _shown_by(game, found.number, book)


def _shown_by(game: str, number: str, book: rulebook.Rulebook) -> None:
    for function in book.bound(number):
        output.data(Message("    carried out by {function}", function=function))
    shipped = registry.cases(game)
    for file in sorted(shipped):
        case = cases.parse(shipped[file], file)
        if number in case.paragraphs:
            output.data(Message("    case {file}: {title}", file=file, title=case.title))


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
        Message(
            "{game}: {len} paragraphs: {len_a} implemented, {len_b} definitions, {len_c} left out, {len_d} unaccounted",
            game=game,
            len=len(found.paragraphs),
            len_a=len(found.implemented),
            len_b=len(found.definition),
            len_c=len(found.left_out),
            len_d=len(found.unaccounted),
        )
    )
    for number, reason in found.left_out:
        output.data(Message("    left out {number}: {reason}", number=number, reason=spelled(reason)))
    if found.unaccounted:
        output.data(Message("    unaccounted: {unaccounted}", unaccounted=", ".join(found.unaccounted)))
    if found.without_case:
        output.data(Message("    without a case: {without_case}", without_case=", ".join(found.without_case)))


COMMAND = rules
