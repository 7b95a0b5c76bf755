"""Numbers in the code of a game, held against the list in its folder that says which paragraph prints each.

What a rule takes from a chart or a counter lies in the data, where a data pack can correct it; a number that stays in the
code stands in ``numbers.toml`` of the game's folder: under the module (``rules.arrivals``) and function it stands in, with a
reason that begins with the paragraph that prints it, or with "ours" when it is no number of the game's (an index, a size, a
weight of the demonstration player). 0, 1 and -1 need no reason. A reason for "*" under the name of modules (``player*``)
stands for all in them.

    python -m tests.shared.numbers GAME

writes the list anew: reasons stay, what is gone goes, and what is new has no reason yet, so that the test fails.
"""

import ast
import sys
import tomllib
from collections.abc import Iterator
from fnmatch import fnmatch
from pathlib import Path

NEEDLESS = (0, 1)
FOLDER = Path(__file__).parents[2] / "rules" / "pbem_rules"
_HEAD = """# Every number in the code of this game besides 0, 1 and -1, by module and function: the paragraph that prints it,
# or "ours" and what it is when no paragraph does. tests/shared/test_provenance.py holds the code against it; written by
# python -m tests.shared.numbers {game}
"""


def found(folder: Path) -> dict[str, set[str]]:
    """The numbers in the modules of a folder, as written, by ``module.function``; ``*`` where one reason stands for all."""
    numbers: dict[str, set[str]] = {}
    whole = [where for where, entry in listed(folder).items() if "*" in entry]
    for file in sorted(folder.rglob("*.py")):
        name = ".".join(file.relative_to(folder).with_suffix("").parts)
        at = next((each for each in whole if fnmatch(name, each)), "")
        if at:
            numbers[at] = {"*"}
            continue
        for where, number in _below(ast.parse(file.read_text("utf-8")), name):
            numbers.setdefault(where, set()).add(number)
    return numbers


def _below(node: ast.AST, where: str) -> Iterator[tuple[str, str]]:
    for child in ast.iter_child_nodes(node):
        if (
            isinstance(child, ast.Constant)
            and type(child.value) in (int, float)
            and child.value not in NEEDLESS
        ):
            yield where, str(child.value)
        named = isinstance(child, ast.FunctionDef | ast.ClassDef)
        yield from _below(child, f"{where}.{child.name}" if named else where)


def listed(folder: Path) -> dict[str, dict[str, str]]:
    """The list of a game: reason by number by ``module.function``."""
    file = folder / "numbers.toml"
    return tomllib.loads(file.read_text("utf-8")) if file.is_file() else {}


def write(folder: Path) -> None:
    """The list anew, with the reasons that it has."""
    known = listed(folder)
    lines = [_HEAD.format(game=folder.name)]
    for where, numbers in sorted(found(folder).items()):
        reasons = [
            f'"{each}" = "{known.get(where, {}).get(each, "")}"' for each in sorted(numbers, key=_size)
        ]
        lines += [f'["{where}"]', *reasons, ""]
    (folder / "numbers.toml").write_text("\n".join(lines).rstrip() + "\n", "utf-8")


def _size(number: str) -> float:
    return 0 if number == "*" else float(number)


if __name__ == "__main__":
    write(FOLDER / sys.argv[1])
