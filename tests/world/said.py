"""What a command said to somebody who typed it, and the steps that are printed in it, as words to type."""

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import click
from attrs import frozen

from pbem.cli import main

_COMMAND = re.compile(r"(?<![\w./-])pbem (?=([^\n`]+))")
_ORDER = re.compile(r"^ {4}pbem do (.+)$", re.MULTILINE)
_PLACEHOLDER = re.compile(r"[A-Z]{3,}(?:\.\.\.)?")
_ROOT = Path(__file__).resolve().parents[2]
Words = tuple[str, ...]


@frozen(kw_only=True)
class Said:
    """A command as it was typed, its exit code, everything that it printed, and the error that ended it, if one did."""

    words: Words
    code: int
    text: str
    error: BaseException | None = None

    @property
    def steps(self) -> tuple[Words, ...]:
        """Every command that is printed, in its order; what stands for a file or a name is in capitals."""
        return tuple(_steps(self.text))

    @property
    def next(self) -> Words:
        """The command behind the last "Next:"; empty where there is none."""
        _, found, after = self.text.rpartition("Next: ")
        return next(_steps(after.partition("\n")[0]), ()) if found else ()

    @property
    def orders(self) -> tuple[Words, ...]:
        """The orders that are listed as ones to give."""
        return tuple(tuple(line.split()) for line in _ORDER.findall(self.text))

    def __str__(self) -> str:
        name = getattr(self.error, "code", "") or ("" if self.error is None else type(self.error).__name__)
        # Of a path the name alone: a world is the same wherever it lies.
        return f"{' '.join(word.rpartition('/')[2] for word in self.words)}: {name or self.code}"


def _steps(text: str) -> Iterator[Words]:
    for match in _COMMAND.finditer(text):
        if words := tuple(_words(match[1])):
            yield words


def _words(text: str) -> Iterator[str]:
    """The words of a command, up to where the sentence goes on around it."""
    group: click.Command | None = main
    for n, word in enumerate(text.split(" ")):
        bare = word.rstrip(".,;:)")
        below = _below(group, bare)
        if n and not (below or bare.startswith("--") or "/" in bare or _PLACEHOLDER.fullmatch(bare)):
            return
        if not n and below is None:
            return
        group = below
        yield bare
        if bare != word and not word.endswith("..."):
            return


def _below(group: click.Command | None, name: str) -> click.Command | None:
    """The command of that name below a group; one that was a command is none."""
    if not isinstance(group, click.Group) or (group is main and not main.lists(name)):
        return None
    return group.get_command(click.Context(group), name)


@cache
def catalogue() -> frozenset[str]:
    """The code of every error that pbem raises: the text in the first place of what is made of a class of errors."""
    found = set()
    for path in (_ROOT / "pbem").rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            of = (
                isinstance(node, ast.Call) and isinstance(node.func, ast.Attribute) and node.func.attr == "of"
            )
            called = node.func.value if of else getattr(node, "func", None)
            if isinstance(called, ast.Name) and node.args:
                first, name = node.args[0], called.id
                if name.endswith("Error") or name in ("NotYourTurn",):
                    found |= set(_texts(first))
    return frozenset(found | {"illegal", "game-fault"})


def _texts(node: ast.expr) -> Iterator[str]:
    if (
        isinstance(node, ast.Constant)
        and isinstance(node.value, str)
        and re.fullmatch(r"[a-z][a-z0-9-]*", node.value)
    ):
        yield node.value
    elif isinstance(node, ast.IfExp):
        yield from _texts(node.body)
        yield from _texts(node.orelse)
