"""The kernel stands on nothing but values and errors."""

from __future__ import annotations

import ast
from pathlib import Path

import pbem_rules.kernel
from tests.lists import tried_with

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
