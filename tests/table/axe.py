"""axe-core, where it is installed: the rules of accessibility that a program can judge, asked of a page in the browser."""

import json
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


_JUDGED = """(async (gone) => {
  const lifted = gone.map((id) => document.getElementById(id)).filter(Boolean).map((e) => [e, [...e.childNodes]]);
  for (const [from] of lifted) from.replaceChildren();
  const { violations } = await axe.run(document, { resultTypes: ['violations'] });
  for (const [from, nodes] of lifted) from.append(...nodes);
  return violations.map((v) => v.id + ': ' + v.nodes.slice(0, 3).map((n) => n.html.slice(0, 160)).join(' | '));
})"""


def violations(page: Page, *, counters: bool = True) -> list[str]:
    """Every rule that the page breaks, with the first elements that break it; without what stands on the map, if said so.

    The drawn map is hidden from programs that read aloud: its thousands of lines are lifted off while the page is judged.
    """
    assert AXE is not None
    if page.eval("typeof axe") != "object":
        page.eval(f"{AXE.read_text(encoding='utf-8')}; true")
    gone = json.dumps(["board"] if counters else ["board", "pieces"])
    found = page.eval(f"{_JUDGED}({gone})")
    return [str(each) for each in found]
