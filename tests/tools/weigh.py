"""What there is, in lines: by role, and what five commands load before they do anything (imports at module level).

Usage: ``python -m tests.tools.weigh``
"""

from __future__ import annotations

import ast
import os
import subprocess
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
COMMANDS = {"do": "do", "send": "send", "import": "import_", "verify": "verify", "status": "status"}
"""A command and the module of ``pbem.cli`` that has it."""

_SUFFIXES = (".py", ".js", ".md", ".json", ".toml")


def lines(path: Path) -> int:
    """The lines of a file."""
    return path.read_bytes().count(b"\n")


def roles() -> dict[str, int]:
    """The lines of what git knows, by role: folder of the program, rules, tests, schemas; Python unless said otherwise."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True).stdout
    count = Counter[str]()
    for name in os.fsdecode(listed).split("\0"):
        path = ROOT / name
        if path.suffix in _SUFFIXES and path.is_file() and (role := _role(Path(name))):
            count[role] += lines(path)
    return dict(sorted(count.items()))


def _role(name: Path) -> str:
    folder = name.parts[0]
    if name.suffix == ".py" and folder in ("pbem", "rules", "tests"):
        deep = folder != "rules" and len(name.parts) > 2
        return "/".join(name.parts[:2]) if deep else folder
    if name.suffix == ".js":
        return "/".join(name.parts[:2]) + " (JavaScript)"
    if folder == "schemas" and "vectors" not in name.parts and name.suffix in (".md", ".json"):
        return f"schemas ({name.suffix[1:]})"
    return ""


def loaded(start: str) -> Counter[str]:
    """The lines of the program's modules that a module of it loads, by module; those of games not."""
    found = Counter[str]()
    waiting = [start]
    while waiting:
        name = waiting.pop()
        path = _file(name)
        if name in found or path is None:
            continue
        found[name] = lines(path)
        package, _, _ = name.rpartition(".")
        waiting += [package, *_imports(ast.parse(path.read_bytes()))]
    return found


def _file(name: str) -> Path | None:
    place = ROOT.joinpath(*name.split("."))
    for path in (place.with_suffix(".py"), place / "__init__.py"):
        if name.startswith("pbem") and path.is_file():
            return path
    return None


def _imports(tree: ast.Module) -> Iterator[str]:
    for node in tree.body:
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{each.name}" for each in node.names)


def main() -> None:
    """Print both tables."""
    for role, count in roles().items():
        print(f"{count:8,}  {role}")
    print()
    for command, module in COMMANDS.items():
        print(f"{loaded(f'pbem.cli.{module}').total():8,}  loaded by {command}")


if __name__ == "__main__":
    main()
