"""What is worked out for a value hangs on that value; the kernel stands on nothing but values and errors."""

import ast
from pathlib import Path

from attrs import frozen

import pbem_rules.kernel
from pbem.bytes.values import evolve
from pbem_rules.kernel.derived import derived
from tests.lists import tried_with


@frozen(slots=False)
class Numbered:
    n: int = 0


@derived
def total(value: Numbered, other: Numbered) -> int:
    return value.n + other.n


def test_an_argument_that_lies_where_another_lay_is_not_taken_for_it() -> None:
    value = Numbered(1)
    assert list(range(1, 301)) == [total(value, Numbered(n)) for n in range(300)]


def test_a_copy_works_out_its_own() -> None:
    value, other = Numbered(1), Numbered(2)
    assert (3, 7) == (total(value, other), total(evolve(value, n=5), other))


def test_an_answer_is_worked_out_once() -> None:
    asked: list[str] = []

    @derived
    def known(value: Numbered, name: str) -> str:
        asked.append(name)
        return name

    value = Numbered()
    assert ["a", "b", "a"] == [known(value, each) for each in ("a", "b", "a")]
    assert ["a", "b"] == asked


FILES = sorted(Path(pbem_rules.kernel.__path__[0]).glob("*.py"))
PURE = {
    "__future__", "bisect", "collections", "functools", "heapq", "itertools", "math", "re", "types", "typing",
}  # fmt: skip
ALLOWED = PURE | {"attrs"}
PLAIN = ("pbem.bytes.errors", "pbem.bytes.records", "pbem.bytes.values")


@tried_with("file", FILES, ids=lambda file: file.stem)
def test_a_kernel_module_imports_attrs_errors_and_its_siblings_only(file: Path) -> None:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        for name in names:
            allowed = name.split(".")[0] in ALLOWED or name in PLAIN
            allowed = allowed or (
                file.stem in ("__init__", "door") and name in ("pbem.bytes.doors", "pbem_rules.kernel")
            )
            assert allowed or name.startswith("pbem_rules.kernel."), f"{file.name} imports {name}"


def test_there_are_modules_to_look_at() -> None:
    assert {"hexes", "paths", "supply"} <= {file.stem for file in FILES}
