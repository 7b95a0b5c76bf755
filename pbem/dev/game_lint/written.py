"""What a game says in two places, and what it does not say at all: packages, manifest, paragraphs, kinds of orders."""

from __future__ import annotations

import re
from collections.abc import Iterator
from importlib.resources import files

from pbem.bytes.errors import UsageError
from pbem.dev.game_lint.mistakes import Mistake, folders, modules
from pbem.games import registry
from pbem.games.registry import Game, GameInfo
from pbem.port.game import Ruleset
from pbem.port.insight import Unfinished
from pbem.port.messages import Message

_SIDE = re.compile(r"[a-z][a-z0-9-]{0,19}")
_NOTE = re.compile(r"\bN\d+\b")


def packages(info: GameInfo) -> Iterator[Mistake]:
    """Folders with modules that are not packages: a frozen archive cannot load them, and no tool looks into them."""
    top = files(info.package)
    for folder in folders(top):
        if any(modules(folder)) and not (folder / "__init__.py").is_file():
            name = str(folder).removeprefix(str(top)).strip("/\\") or folder.name
            yield Mistake(about=name, text=Message("there are modules in it and no __init__.py"))


def manifest(game: Game) -> Iterator[Mistake]:
    """``ruleset.toml`` against the class."""
    info, rules = game.info, game.rules
    if info.name != rules.name:
        text = Message("the name is {one}, that of the class is {other}", one=info.name, other=rules.name)
        yield Mistake(about="ruleset.toml", text=text)
    if info.scenarios != tuple(rules.scenarios):
        listed, known = ", ".join(info.scenarios), ", ".join(rules.scenarios)
        text = Message("the scenarios are {one}, those of the class are {other}", one=listed, other=known)
        yield Mistake(about="ruleset.toml", text=text)
    if len(set(rules.sides)) != 2 or not all(_SIDE.fullmatch(each) for each in rules.sides):
        text = Message("they must be two different words in small letters, not {sides}", sides=rules.sides)
        yield Mistake(about="sides", text=text)
    for word, count in rules.provenance().items():
        if count < 0:
            yield Mistake(about="provenance", text=Message("{word} is below zero", word=word))


def paragraphs(game: Game) -> Iterator[Mistake]:
    """The rules that are bound against the paragraphs that are listed."""
    book = registry.read_late(game.rules).book
    listed = {each.number: each for each in registry.paragraphs(game.info.name)}
    try:
        notes = frozenset(_NOTE.findall(registry.text(game.info.name, "NOTES.md")))
    except UsageError:
        notes = frozenset()
    for number in sorted(book.bound_paragraphs() - notes):
        function = book.bound(number)[0]
        if number not in listed:
            text = Message(
                "{function} is bound to it, and it is listed neither in paragraphs/ nor in NOTES.md",
                function=function,
            )
            yield Mistake(about=number, text=text)
        elif listed[number].standing == "left_out":
            text = Message("{function} is bound to it, and it is listed as left out", function=function)
            yield Mistake(about=number, text=text)
    for number, each in listed.items():
        if each.standing == "implemented" and not book.bound(number):
            yield Mistake(
                about=number, text=Message("it is listed as implemented, and no rule is bound to it")
            )


def port(game: Game) -> Iterator[Mistake]:
    """What pbem asks of every game and this one has not: all of it at once."""
    for name in (*Ruleset.__annotations__, *vars(Ruleset)):
        if not name.startswith("_") and not _has(game.rules, name):
            text = Message("the game has none (rules/README.md: The port, method by method)")
            yield Mistake(about=name, text=text)


def _has(rules: object, name: str) -> bool:
    try:
        return getattr(rules, name, None) is not None
    except Exception:  # it is worked out, and there is not what it needs
        return False


def parts(game: Game) -> Iterator[Mistake]:
    """What the parts of a game still lack."""
    if isinstance(game.rules, Unfinished):
        for text in game.rules.unfinished():
            yield Mistake(about="parts", text=text)
