"""The house's own limits: a module of the program or of a game is read at one sitting, and a function at one glance."""

import ast
import subprocess
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
FILES = sorted(each for folder in ("pbem", "rules") for each in (ROOT / folder).rglob("*.py"))
MOST_LINES = 400
MOST_IN_A_FUNCTION = 60
LONGER = {
    "pbem/cli/map.py": {"map_": 75},
}  # fmt: skip
"""Functions that are longer today, most of them commands with many options: they may shrink, and none may join them."""


def test_no_module_is_longer_than_the_house_allows() -> None:
    lengths = {each.relative_to(ROOT).as_posix(): len(each.read_text("utf-8").splitlines()) for each in FILES}
    assert len(lengths) > 500
    assert {} == {name: length for name, length in lengths.items() if length > MOST_LINES}


def test_no_function_is_longer_than_the_house_allows() -> None:
    found = dict[str, dict[str, int]]()
    for file in FILES:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                length = (node.end_lineno or node.lineno) - node.lineno + 1
                if length > MOST_IN_A_FUNCTION:
                    found.setdefault(file.relative_to(ROOT).as_posix(), {})[node.name] = length
    assert set(LONGER) == set(found), "a longer function is gone from the list as soon as it is short enough"
    for name, functions in found.items():
        assert set(LONGER[name]) == set(functions)
        assert [] == [each for each, length in functions.items() if length > LONGER[name][each]]


def test_no_digit_is_asked_for_that_is_no_number() -> None:
    """``int`` reads no ``²``, which ``isdigit`` calls a digit; ``isdecimal`` says what ``int`` reads."""
    found = {each.relative_to(ROOT).as_posix() for each in FILES if ".isdigit" in each.read_text("utf-8")}
    assert {"pbem/store/game.py"} == found  # of bytes, which know ASCII alone


def test_nothing_lies_at_the_top_but_what_belongs_there() -> None:
    told = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    top = {name.partition("/")[0] for name in told.stdout.split("\0") if name}
    files = {"pyproject.toml", "README.md", "LICENSE", "CHANGELOG.md", "CONTRIBUTING.md"}
    assert {each for each in top if not each.startswith(".")} <= {
        *files,
        *("pbem", "rules", "schemas", "tests", "examples"),
    }
