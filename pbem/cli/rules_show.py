"""``pbem rules``: the rules in our words, and how far they are covered by cases."""

from __future__ import annotations

import re
from collections.abc import Sequence
from difflib import get_close_matches
from itertools import takewhile
from pathlib import Path
from shutil import get_terminal_size

import click

from pbem.bytes.canon import Json
from pbem.bytes.errors import UsageError
from pbem.cli import language, output
from pbem.cli.app import home_options, json_option, setting
from pbem.cli.manual_text import WIDEST, rendered
from pbem.games import cases, registry
from pbem.home.packs import installed as shelf
from pbem.home.play.folding import fold
from pbem.port import rulebook
from pbem.port.messages import ENGLISH, Message, Series, spelled
from pbem.port.rulebook import Paragraph
from pbem.view.markup import clean

_STANDINGS = {
    "implemented": Message("The program applies it."),
    "definition": Message("It says what is what, or heads other paragraphs: there is nothing to apply."),
    "left_out": Message("Left out"),
}
"""How a paragraph stands, in words."""
_NEAR = 4
_NOTE = re.compile(r"[Nn]\d+")
_NUMBER = re.compile(r"[A-Za-z]?\d+\.[\d.]*[A-Za-z]?")


@click.command()
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
    In a game the number of a paragraph is enough.

    \b
    Examples:
      pbem rules show june6 11.12
      pbem rules show 11.12
      pbem rules show june6 N33
      pbem rules show june6 crt
      pbem rules show june6 Carentan
    """
    if name is None and (_NUMBER.fullmatch(game) or _NOTE.fullmatch(game)):
        game, name = _in_use(game), game
    loaded = registry.load(game, shelf.chosen(setting().home, pack))
    if loaded.on_pack:
        output.data(
            "On {on_pack}: {clean}.",
            on_pack=loaded.on_pack,
            clean=clean(loaded.pack.origin if loaded.pack else "", 300),
        )
    listed = registry.paragraphs(game)
    if name is None:
        for each in listed:
            output.data(
                "{number:>7}  {each}{what}",
                number=each.number,
                each=spelled(each.text),
                what=Message("  (left out)") if each.standing == "left_out" else "",
            )
        return
    found = next((each for each in listed if each.number == name), None)
    if found is not None:
        _paragraph(game, found, listed)
    elif noted := registry.reading(game, name.upper()):
        output.data(rendered(noted, min(get_terminal_size().columns, WIDEST)).rstrip("\n"))
        if registry.read_late(loaded.rules).book.bound(name.upper()):
            output.data(Series(("    ", _STANDINGS["implemented"]), ""))
        _shown_by(game, name.upper())
    else:
        rows = _named(loaded, name, [each.number for each in listed])
        if language.code() != ENGLISH.code:
            output.data("What is read from the game's data is in English.")
        for shown in rows:
            output.data(shown.rstrip("\n"))


def _in_use(number: str) -> str:
    """The name of the game in use, for a number alone. Raises UsageError ``no-game`` or ``which-game`` with what to type."""
    from pbem.home import games  # noqa: PLC0415  the other pages of rules need no game

    if not games.begun(setting().home) and not setting().wanted:
        known = ", ".join(info.name for info in registry.installed())
        raise UsageError.of(
            "no-game",
            "{number} of which game?",
            number=number,
            known=known,
            hint="Type: pbem rules show GAME {number}, GAME one of {known}.",
        )
    return str(setting().folder().facts()["game"])


def _named(game: registry.Game, name: str, numbers: Sequence[str]) -> list[str]:
    """What the game shows by a name; else each hex of the place that is called so, or begins so."""
    rules = game.rules
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
            _unknown_number(game, name, numbers)
            raise
        return [rules.show(cell) for cell in same or begun]


def _unknown_number(game: registry.Game, name: str, numbers: Sequence[str]) -> None:
    """Raises UsageError ``no-such-number`` for what has the form of a reading or a paragraph, with those that are near."""
    if _NOTE.fullmatch(name):
        known: Sequence[str] = registry.readings(game.info.name)
        what = Message("There is no reading {name} of {title}.", name=name.upper(), title=game.info.title)
    elif _NUMBER.fullmatch(name):
        known = numbers
        what = Message("There is no paragraph {name} of {title}.", name=name, title=game.info.title)
    else:
        return
    if not known:
        raise UsageError(
            "no-such-number",
            what,
            hint=Message("The paragraphs: pbem rules show {name}", name=game.info.name),
        )
    near = get_close_matches(name.upper(), known, n=_NEAR, cutoff=0.5) or [known[-1]]
    raise UsageError(
        "no-such-number",
        what,
        hint=Message(
            "Near it: {near}. They go from {first} to {last}.",
            near=", ".join(near),
            first=known[0],
            last=known[-1],
        ),
    )


def _paragraph(game: str, found: Paragraph, listed: Sequence[Paragraph]) -> None:
    output.data("{number}  {found}", number=found.number, found=spelled(found.text))
    if found.standing == "definition":
        for part in _parts(found.number, listed):
            output.data("    {number}  {found}", number=part.number, found=spelled(part.text))
    reason = (": ", spelled(found.reason)) if found.reason else ()
    output.data(Series(("    ", _STANDINGS[found.standing], *reason), ""))
    _shown_by(game, found.number)


def _parts(number: str, listed: Sequence[Paragraph]) -> list[Paragraph]:
    """The paragraphs right under one: 4.11 and 4.12 of 4.1, not 4.12c; they follow it in the list."""
    stem = number.removesuffix("0")
    below = [each.number for each in listed].index(number) + 1
    run = list(takewhile(lambda each: each.number.startswith(stem), listed[below:]))
    found: list[Paragraph] = []
    for each in run:
        if not any(each.number.startswith(above.number) for above in found):
            found.append(each)
    return found


def _shown_by(game: str, number: str) -> None:
    shipped = registry.cases(game)
    tried = [
        case for file in sorted(shipped) if number in (case := cases.parse(shipped[file], file)).paragraphs
    ]
    if not tried or language.code() != ENGLISH.code:  # what a position shows is told in English alone
        return
    output.data("    Positions that try it:")
    for case in tried:
        output.data(f"      {case.title}")


@click.command()
@click.argument("game")
@json_option
def coverage(game: str, as_json: bool) -> None:
    """Hold every numbered paragraph of GAME's text against what is implemented and which cases show it.

    \b
    Example:
      pbem game coverage june6
    """
    loaded = registry.load(game)
    found = rulebook.coverage(
        registry.read_late(loaded.rules).book, registry.paragraphs(game), cases.cited(registry.cases(game))
    )
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
        "{game}: {len} paragraphs: {len_a} implemented, {len_b} definitions, {len_c} left out, {len_d} unaccounted",
        game=game,
        len=len(found.paragraphs),
        len_a=len(found.implemented),
        len_b=len(found.definition),
        len_c=len(found.left_out),
        len_d=len(found.unaccounted),
    )
    for number, reason in found.left_out:
        output.data("    left out {number}: {reason}", number=number, reason=spelled(reason))
    if found.unaccounted:
        output.data("    unaccounted: {unaccounted}", unaccounted=", ".join(found.unaccounted))
    if found.without_case:
        output.data("    without a case: {without_case}", without_case=", ".join(found.without_case))
