"""One module knows the library of cryptography: a browser has another in its place."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parents[2]


def imports(node: ast.AST, at_once: bool = True) -> Iterator[tuple[str, bool]]:
    """The packages that are imported, and whether at once: what stands in a function waits for its call."""
    for each in ast.iter_child_nodes(node):
        if isinstance(each, ast.Import):
            yield from ((name.name.partition(".")[0], at_once) for name in each.names)
        elif isinstance(each, ast.ImportFrom):
            yield (each.module or "").partition(".")[0], at_once
        yield from imports(each, at_once and not isinstance(each, ast.FunctionDef | ast.Lambda))


def test_cryptography_is_imported_by_its_backend_alone_and_for_a_certificate_when_one_is_made() -> None:
    found = {
        (path.relative_to(ROOT).as_posix(), at_once)
        for folder in ("pbem", "rules")
        for path in (ROOT / folder).rglob("*.py")
        for name, at_once in imports(ast.parse(path.read_bytes()))
        if name == "cryptography"
    }
    assert found == {("pbem/crypto/openssl.py", True), ("pbem/dev/loopback/__init__.py", False)}
