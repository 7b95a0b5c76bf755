"""What a game of somebody else imports of pbem: names that the front doors list stay, everything else may move."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from importlib import import_module
from importlib.resources import files
from types import ModuleType

from pbem.dev.game_lint.mistakes import Mistake, folders, modules
from pbem.games import registry
from pbem.games.registry import GameInfo
from pbem.port.messages import Message

DOORS = ("pbem.port", "pbem_rules.kernel", "pbem_rules.shared", "pbem_rules.shared.player")
_OURS = frozenset(each.partition(".")[0] for each in DOORS)


def imports(info: GameInfo) -> Iterator[Mistake]:
    """Names that a game takes from elsewhere than a front door. Our own games may; they move with their modules."""
    if info.package.partition(".")[0] == registry.packages()[0]:
        return
    for folder in folders(files(info.package)):
        for file in modules(folder):
            try:
                tree = ast.parse(file.read_text(encoding="utf-8"))
            except SyntaxError:
                continue  # that it cannot be loaded is said of it anyway
            for line, said in _amiss(tree):
                yield Mistake(about=f"{file.name}:{line}", text=said)


def _amiss(tree: ast.Module) -> Iterator[tuple[int, Message]]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            wanted = [("", each.name) for each in node.names]
        elif isinstance(node, ast.ImportFrom) and not node.level:
            wanted = [(node.module or "", each.name) for each in node.names]
        else:
            continue
        for module, name in wanted:
            if (module or name).partition(".")[0] in _OURS and not (
                module in DOORS and _behind(module, name)
            ):
                yield node.lineno, _where(module, name)


def _where(module: str, name: str) -> Message:
    """Where a name is to be had instead."""
    package, _, last = module.rpartition(".")
    if package in DOORS and isinstance(_behind(package, last), ModuleType):
        return Message(
            "take the module {module} from {door}, and {name} from it (rules/README.md: What it may import)",
            module=last,
            door=package,
            name=name,
        )
    door = next((each for each in DOORS if module and _behind(each, name)), None)
    if door is None:
        return Message(
            "{name} is not for games: it may go or change (rules/README.md: What it may import)",
            name=f"{module}.{name}".strip("."),
        )
    return Message(
        "take {name} from {door}, {module} may move (rules/README.md: What it may import)",
        name=name,
        door=door,
        module=module,
    )


def _behind(door: str, name: str) -> object:
    """What a front door shows under a name; None when it does not list it."""
    return vars(import_module(f"{door}.door")).get(name)
