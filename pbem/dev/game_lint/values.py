"""Values in the data that no rule reads, and numbers of charts that a data pack could drive to any height.

A value is read when the reader of the tables takes it, and when some module of the game takes the field that it becomes.
Both are looked for by name, which misses some and accuses few; ``unread.toml`` of the game's folder excuses a value, with a
reason.
"""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from functools import cached_property
from importlib import import_module

from attrs import has

from pbem.bytes.canon import Json
from pbem.bytes.errors import UsageError
from pbem.bytes.records import AttrsInstance, define, field, fields
from pbem.bytes.toml_lines import Path
from pbem.dev.game_lint.mistakes import Mistake, sources
from pbem.games import registry
from pbem.games.overlay import Shape, numbers_in, written
from pbem.games.overlay.shape import matches
from pbem.games.registry import Game, GameInfo
from pbem.games.toml import parse_toml
from pbem.port.messages import Message

_EXCUSES = "unread.toml"
_LOOKED_UP = frozenset({"getattr", "attrgetter"})


def unread(game: Game) -> Iterator[Mistake]:
    """Values that no rule reads, without an excuse; and excuses for nothing."""
    excuses = _excuses(game.info)
    found = dict.fromkeys((*_untaken(game), *_unused(game)))
    for name in found:
        if name not in excuses:
            hint = Message("no rule reads it; {file} can say why", file=_EXCUSES)
            yield Mistake(about=name, text=hint)
    for name, reason in excuses.items():
        if name not in found:
            yield Mistake(about=_EXCUSES, text=Message("{name} is read, or is not there", name=name))
        elif not reason.strip():
            yield Mistake(about=_EXCUSES, text=Message("{name} has no reason", name=name))


def unbounded(game: Game) -> Iterator[Mistake]:
    """Numbers of charts for which the game names no bounds, or that lie outside of their own."""
    shape = Shape.of(registry.manifest_of(game.info.package))
    for name in sorted(shape.charts & set(game.tables)):
        for path, number in numbers_in(game.tables[name], (name,)):
            if _is_fixed(shape, path):
                continue
            bounds = shape.bounds_of(path)
            if bounds is None:
                yield Mistake(about=written(path), text=Message("packs.toml names no bounds for it"))
            elif not bounds.least <= number <= bounds.most:
                text = Message("its own value {number} lies outside of its bounds", number=number)
                yield Mistake(about=written(path), text=text)


def _excuses(info: GameInfo) -> dict[str, str]:
    try:
        text = registry.text(info.name, _EXCUSES)
    except UsageError:
        return {}
    return {name: str(reason) for name, reason in parse_toml(text.encode(), _EXCUSES).items()}


def _is_fixed(shape: Shape, path: Path) -> bool:
    return any(matches(each, path[: len(each)]) for each in shape.fixed)


# --- what the reader takes --------------------------------------------------------------------------------------------


class _Watched(dict[str, Json]):
    """A table that remembers which of its keys somebody has taken."""

    def __init__(self, table: Mapping[str, Json], path: Path, taken: set[Path]) -> None:
        super().__init__({key: _watched(each, (*path, key), taken) for key, each in table.items()})
        self._path, self._taken = path, taken

    def __getitem__(self, key: str) -> Json:
        self._taken.add((*self._path, key))
        return super().__getitem__(key)

    def __iter__(self) -> Iterator[str]:
        return iter(super().keys())  # a copy of the table goes by this, and then by each key

    def get(self, key: str, default: Json = None) -> Json:  # type: ignore[override]  # one form of the two
        """As a table does."""
        self._taken.add((*self._path, key))
        return super().get(key, default)

    def pop(self, key: str, default: Json = None) -> Json:  # type: ignore[override]  # one form of the two
        """As a table does."""
        found = self.get(key, default)
        super().pop(key, None)
        return found

    def items(self) -> Iterable[tuple[str, Json]]:  # type: ignore[override]  # each is taken as it is come to
        """As a table does."""
        return [(key, self[key]) for key in self]

    def values(self) -> Iterable[Json]:  # type: ignore[override]  # each is taken as it is come to
        """As a table does."""
        return [self[key] for key in self]


def _watched(value: Json, path: Path, taken: set[Path]) -> Json:
    if isinstance(value, dict):
        return _Watched(value, path, taken)
    if isinstance(value, list):
        return [_watched(each, (*path, n), taken) for n, each in enumerate(value)]
    return value


def _untaken(game: Game) -> Iterator[str]:
    """Numbers that the reader of the tables passes over, but for what is fixed: our notes, the grid."""
    taken: set[Path] = set()
    rules = import_module(f"{game.info.package}.game").create(_Watched(game.tables, (), taken))
    rules.provenance()  # what has a label and is only shown with it is taken here, and not when the game is made
    shape = Shape.of(registry.manifest_of(game.info.package))
    for path, _ in numbers_in(dict(game.tables), ()):
        whole = path
        while isinstance(whole[-1], int):
            whole = whole[:-1]
        if whole not in taken and not _is_fixed(shape, path):
            yield written(path)


# --- what the rules use -----------------------------------------------------------------------------------------------


def _unused(game: Game) -> Iterator[str]:
    """Fields of what is printed that no module takes, as ``Class.field``."""
    used = _Used()
    for file in sources(game.info):
        used.visit(ast.parse(file.read_text(encoding="utf-8")))
    for kind in sorted(
        _classes(registry.read_late(game.rules), game.info.package), key=lambda each: each.__qualname__
    ):
        for each in fields(kind):
            if each.name not in used.names and each.init:
                yield f"{kind.__name__}.{each.name}"


@define
class _Used(ast.NodeVisitor):
    """The names of everything that is taken from an object somewhere."""

    names: set[str] = field(factory=set)

    def visit_Attribute(self, node: ast.Attribute) -> None:
        if isinstance(node.ctx, ast.Load):
            self.names.add(node.attr)
        self.generic_visit(node)

    def visit_MatchClass(self, node: ast.MatchClass) -> None:
        self.names.update(node.kwd_attrs)
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        called = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        if called in _LOOKED_UP:
            words = (each.value for each in ast.walk(node) if isinstance(each, ast.Constant))
            self.names.update(each for each in words if isinstance(each, str))
        self.generic_visit(node)


def _classes(root: object, package: str) -> set[type[AttrsInstance]]:
    """The attrs classes of a game's own package that its data is made of, with what is read of it when a rule asks."""
    found: set[type[AttrsInstance]] = set()
    seen: set[int] = set()
    waiting: list[object] = [getattr(root, "data", root)]
    while waiting:
        value = waiting.pop()
        if id(value) in seen:
            continue
        seen.add(id(value))
        kind = type(value)
        if has(kind):
            if kind.__module__.startswith(f"{package}."):
                found.add(kind)
            late = [name for name, each in vars(kind).items() if isinstance(each, cached_property)]
            waiting += [getattr(value, each.name, None) for each in fields(kind)]
            waiting += [vars(value)[name] for name in late if name in vars(value)]
        elif isinstance(value, Mapping):
            waiting += [*value.keys(), *value.values()]
        elif isinstance(value, tuple | list | frozenset | set):
            waiting += value
    return found
