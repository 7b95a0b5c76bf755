"""axe-core, where it is installed: the rules of accessibility that a program can judge, asked of a page in the browser."""

from __future__ import annotations

import os
from pathlib import Path

from .browser import Page

_PLACES = (
    os.environ.get("PBEM_AXE", ""),
    "node_modules/axe-core/axe.min.js",
    "/usr/share/javascript/axe-core/axe.min.js",
    "/usr/lib/node_modules/axe-core/axe.min.js",
)
AXE = next((Path(each) for each in _PLACES if each and Path(each).is_file()), None)
"""The library; set PBEM_AXE to where it lies (``npm pack axe-core`` brings it)."""


def violations(page: Page, without: str = "") -> list[str]:
    """Every rule that the page breaks, with the first elements that break it; elements ``without`` are left out."""
    assert AXE is not None
    if page.eval("typeof axe") != "object":
        page.eval(f"{AXE.read_text(encoding='utf-8')}; true")
    judged = f"{{ exclude: [{without!r}] }}" if without else "document"
    found = page.eval(
        f"axe.run({judged}, "
        "{ resultTypes: ['violations'] }).then((r) => r.violations.map((v) =>"
        " v.id + ': ' + v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160)).join(' | ')))"
    )
    assert isinstance(found, list)
    return [str(each) for each in found]
