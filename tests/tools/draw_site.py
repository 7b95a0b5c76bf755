"""Pictures of the table and of the page in the browser alone, into ``examples/site``. Needs npm, Node.js and Chromium.

python -m tests.tools.draw_site
"""

import base64
import os
import tempfile
from pathlib import Path

from pbem.site import build, packages
from pbem.store.home import Home
from tests.browser.doing import TABLE, begin, opened, practice
from tests.browser.places import Host
from tests.table import test_browser
from tests.table.browser import Page
from tests.table.seats import alone

ROOT = Path(__file__).resolve().parents[2]
PLACE = ROOT / "examples" / "site"
PATIENCE = 120.0


def shot(page: Page, name: str) -> None:
    """A picture of the window."""
    page.eval("new Promise((resolve) => setTimeout(resolve, 1200))")
    data = page.send("Page.captureScreenshot", format="webp", quality=72)["data"]
    (PLACE / f"{name}.webp").write_bytes(base64.b64decode(str(data)))


def main() -> None:
    """The table of June 6; a verdict with its replay on a desk, the table on a tablet, the first page on a phone."""
    PLACE.mkdir(exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        page = Page(patience=PATIENCE)
        try:
            page.size(1440, 900)
            test_browser.opened(page, alone(Home(Path(folder, "home")), "june6").home)
            shot(page, "table")
        finally:
            page.close()
        place = Path(folder, "site")
        build.build(place, packages.fetched(packages.cache(os.environ)))
        host, page = Host(place), Page(patience=PATIENCE)
        try:
            page.size(1280, 800)
            opened(page, host)
            page.give("#file", ROOT / "examples" / "pegasus" / "campaign.pbem")
            page.wait("document.getElementById('verdict').className === 'good'")
            shot(page, "desk")
            page.size(390, 844, phone=True)
            shot(page, "phone")
            page.size(820, 1180)
            begin(page)
            practice(page)
            page.wait(f"{TABLE}.state?.position")
            shot(page, "tablet")
        finally:
            page.close()
            host.stop()


if __name__ == "__main__":
    main()
