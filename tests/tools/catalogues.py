"""Catalogues of messages: every template of the sources in ``locale/es/LC_MESSAGES/messages.po``, compiled beside it.

``python -m tests.tools.catalogues`` reads the sources, keeps what is translated, adds what is new and drops what is gone;
``--check`` says whether that would change anything. A translator fills in the ``.po`` file and runs it again.
"""

import ast
import json
import sys
import tomllib
from collections.abc import Iterator, Mapping
from datetime import UTC, datetime
from io import BytesIO
from itertools import chain
from pathlib import Path

import click
from attrs import fields_dict
from babel.messages.catalog import Catalog
from babel.messages.mofile import read_mo, write_mo
from babel.messages.pofile import read_po, write_po

from pbem.cli import main as pbem_commands
from pbem.cli.language import pieces, placeholders
from pbem.games import game_cards, guides
from pbem.games.overlay.differences import with_hole
from pbem.games.registry import installed, load, paragraphs
from pbem.home.play.order_lines import choices
from pbem.port.agreed import options_of
from pbem.port.described import described
from pbem.port.messages import Message, OrderWord, spelled

ROOT = Path(__file__).resolve().parents[2]
KEYWORDS = {
    "Message": (1,),
    "output.data": (1,),
    "output.talk": (1,),
    "counted": (2, 3),
    "count_of": (2, 3),
    "about": (3,),
    "step": (1,),
    "then": (1,),
}
"""The first argument of a message; of what is counted the second for one and the third for many; the third of what a
play says about a unit."""
LANGUAGE = "es"
TITLE = "Spanish. Written by python -m tests.tools.catalogues; fill in msgstr, and run it again."
HEAD = (b'"POT-', b'"PO-Rev', b'"Generated', b'"Report', b'"Last-', b'"Language-Team')
"""Lines of the header that say when and who, which the repository knows better."""
CLICK = tuple(
    tuple(each) if isinstance(each, list) else each
    for each in json.loads(Path(__file__).with_name("click.json").read_text("utf-8"))
)
"""What click says that somebody at the command line meets, of its versions 8.1 to 8.4; it looks in our catalogue."""
_NO_DAY = datetime(2000, 1, 1, tzinfo=UTC)


def packages() -> Iterator[tuple[Path, tuple[Path, ...]]]:
    """The folders with a catalogue of their own, and where its sources are: the program, what games share, each game."""
    rules = ROOT / "rules/pbem_rules"
    yield ROOT / "pbem", (ROOT / "pbem",)
    yield rules, (rules / "shared", rules / "kernel")
    games = sorted(each for each in rules.iterdir() if (each / "ruleset.toml").is_file())
    for game in (*games, ROOT / "rules/example/ford_rules/ford"):
        yield game, (game,)


def place(package: Path) -> Path:
    """Where the catalogue of a package is."""
    return package / "locale" / LANGUAGE / "LC_MESSAGES" / "messages.po"


def extracted(sources: tuple[Path, ...]) -> Catalog:
    """Every template that the sources hold, in the order of file and line.

    Read from the syntax tree: what goes by the tokens of a file loses calls behind some others.
    """
    found = Catalog()
    for folder in sources:
        for file in sorted(folder.rglob("*.py")):
            calls = [
                each for each in ast.walk(ast.parse(file.read_text("utf-8"))) if isinstance(each, ast.Call)
            ]
            for call in sorted(calls, key=lambda each: (each.lineno, each.col_offset)):
                for template in _templates(call):
                    found.add(template, locations=[(file.name, call.lineno)])
    return found


def _templates(call: ast.Call) -> Iterator[str | tuple[str, str]]:
    """What a call says, when it makes messages: a template, one for one and one for many, or an error with its hint."""
    match call.func:
        case ast.Attribute(value=ast.Name(id=cls), attr="of") if (
            cls.endswith("Error") or cls == "NotYourTurn"
        ):
            for each in (*call.args[1:], *(word.value for word in call.keywords if word.arg == "hint")):
                match each:
                    case ast.Constant(str(text)):
                        yield text
                    case _:
                        raise ValueError(f"the template of an error is written out: {ast.unparse(call)}")
            return
        case ast.Attribute(value=ast.Name(id="output"), attr=name):
            name = f"output.{name}"
        case ast.Attribute(attr=name) | ast.Name(id=name):
            pass
        case _:
            return
    places = KEYWORDS.get(name, ())
    found = [call.args[place - 1] for place in places if place <= len(call.args)]
    match [each.value for each in found if isinstance(each, ast.Constant)]:
        case [str(one)] if len(places) == 1 and one:
            yield one
        case [str(one), str(many)]:
            yield one, many


def of_orders(package: Path) -> Iterator[str]:
    """What the orders of a game are, as its help says it; a template, so that braces would have to be written twice."""
    for game in (each for each in installed() if each.package.rpartition(".")[2] == package.name):
        codec = load(game.name).rules.actions
        yield from (described(codec.cls(kind)).template for kind in codec.kinds)


def words_of_orders(package: Path) -> Iterator[OrderWord]:
    """The words for the kinds of order of a game, their fields, and the values that they name."""
    for game in (each for each in installed() if each.package.rpartition(".")[2] == package.name):
        rules = load(game.name).rules
        yield from (OrderWord(kind, rules.name) for kind in rules.actions.kinds)
        for cls in map(rules.actions.cls, rules.actions.kinds):
            yield from map(OrderWord, (*fields_dict(cls), *choices(cls)))


def of_options(package: Path) -> Iterator[str]:
    """What may be agreed on before a game begins."""
    for game in (each for each in installed() if each.package.rpartition(".")[2] == package.name):
        rules = load(game.name).rules
        for scenario in rules.scenarios:
            for option in options_of(rules, scenario) or ():
                yield option.title.template if isinstance(option.title, Message) else option.title


def of_cover(package: Path) -> Iterator[str]:
    """What the first page says of a game."""
    listed = package / game_cards.FILE
    if listed.is_file():
        read = game_cards.read(tomllib.loads(listed.read_text("utf-8")))
        yield from game_cards.texts(read)


def of_guide(package: Path) -> Iterator[str]:
    """What the guided first turn of a game says."""
    listed = package / guides.FILE
    if listed.is_file():
        yield from guides.texts(guides.read(tomllib.loads(listed.read_text("utf-8"))))


def of_packs(package: Path) -> Iterator[str]:
    """What a game calls the parts of its data, and why nothing can be added to some."""
    listed = package / "packs.toml"
    if listed.is_file():
        read = tomllib.loads(listed.read_text("utf-8"))
        yield from map(with_hole, read.get("words", {}).values())
        yield from read.get("closed", {}).values()


SPOKEN_RULES = ("darkdecember", "june44", "june6", "normandy", "pegasus")
"""Games whose paragraphs are in their catalogue; those of the others are shown in English until somebody writes them."""


def of_paragraphs(package: Path) -> Iterator[str]:
    """What the paragraphs of a game say, and why some are left out; braces are written twice."""
    if package.name in SPOKEN_RULES:
        for each in paragraphs(package.name):
            yield from (spelled(text).template for text in (each.text, each.reason) if text)


def printed(package: Path) -> Iterator[str]:
    """The texts of a game's data that its ``locale/printed.toml`` lists, and the names of the tables under ``names``."""
    listed = package / "locale/printed.toml"
    if listed.is_file():
        told = tomllib.loads(listed.read_text("utf-8"))
        for name, tables in told.pop("names", {}).items():
            found = tomllib.loads((package / f"data/{name}.toml").read_text("utf-8"))
            for table in tables:
                yield from (value if isinstance(value, str) else key for key, value in found[table].items())
        for name, keys in told.items():
            yield from _under(tomllib.loads((package / f"data/{name}.toml").read_text("utf-8")), keys)


def _under(table: Mapping[str, object], keys: list[str]) -> Iterator[str]:
    for key, value in table.items():
        for each in value if isinstance(value, list) else [value]:
            if isinstance(each, dict):
                yield from _under(each, keys)
            elif key in keys and isinstance(each, str):
                yield each


def of_commands(command: click.Command) -> Iterator[str]:
    """What the help of a command and of those below it says, piece by piece."""
    for text in (command.help, command.epilog, command.short_help):
        yield from pieces(text or "")
    yield from (each.help for each in command.params if isinstance(each, click.Option) and each.help)
    context = click.Context(command)
    for each in command.params:
        yield from placeholders(each, context)
    if isinstance(command, click.Group):
        for name in (*command.list_commands(context), *getattr(command, "unlisted", ())):
            below = command.get_command(context, name)
            assert below is not None
            yield from of_commands(below)


def brought_up(package: Path, sources: tuple[Path, ...]) -> Catalog:
    """The catalogue of a package with the templates of today, translated as far as it was."""
    file = place(package)
    old = Catalog(locale=LANGUAGE)
    if file.is_file():
        with file.open("rb") as source:
            old = read_po(source, locale=LANGUAGE)
    new = extracted(sources)
    if package.name == "pbem":
        for each in (*CLICK, *filter(None, of_commands(pbem_commands))):
            new.add(each)
    found = (
        of_orders(package),
        of_options(package),
        of_packs(package),
        of_cover(package),
        of_guide(package),
        of_paragraphs(package),
    )
    for text in (*printed(package), *chain.from_iterable(found)):
        new.add(text)
    for word in words_of_orders(package):
        new.add(str(word), context=word.template.partition("\x04")[0])
    old.update(new, no_fuzzy_matching=True)
    old.obsolete.clear()
    old.header_comment, old.fuzzy = f"# {TITLE}", False
    old.project, old.version = "pbem", "1"
    old.creation_date = old.revision_date = _NO_DAY
    return old


def written(catalogue: Catalog) -> tuple[bytes, bytes]:
    """The bytes of the file for translators, and of the one that is read."""
    text, compiled = BytesIO(), BytesIO()
    write_po(text, catalogue, width=120, no_location=True, sort_output=True)
    write_mo(compiled, catalogue)
    return b"\n".join(
        line for line in text.getvalue().split(b"\n") if not line.startswith(HEAD)
    ), compiled.getvalue()


def same(file: Path, data: bytes) -> bool:
    """Whether a file says what it would say; each version of the library writes its own head into what is compiled."""
    found = file.read_bytes()
    return found == data or (file.suffix == ".mo" and _said(found) == _said(data))


def _said(compiled: bytes) -> dict[str, object]:
    """What a compiled catalogue says, without its head."""
    return {repr((each.context, each.id)): each.string for each in read_mo(BytesIO(compiled)) if each.id}


def main(arguments: list[str]) -> int:
    """Write the catalogues, or say which are not up to date."""
    stale = []
    for package, sources in packages():
        catalogue = brought_up(package, sources)
        if not len(catalogue):
            continue
        for file, data in zip(
            (place(package), place(package).with_suffix(".mo")), written(catalogue), strict=True
        ):
            if file.is_file() and same(file, data):
                continue
            stale.append(file.relative_to(ROOT).as_posix())
            if "--check" not in arguments:
                file.parent.mkdir(parents=True, exist_ok=True)
                file.write_bytes(data)
    said = "stale" if "--check" in arguments else "written"
    print("\n".join(f"{said}: {name}" for name in stale) or "The catalogues are up to date.")
    return 1 if stale and "--check" in arguments else 0


if __name__ == "__main__":
    raise SystemExit(main(sys.argv[1:]))
