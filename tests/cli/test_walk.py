"""The walk through a first turn is real: every command of it runs again and prints what stands there."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "tools"))

from build_walk import WALK, Shell, commands  # noqa: E402  # beside this folder, and no package

pytestmark = pytest.mark.wider

PAGES = ("README.md", "day.md")


@pytest.fixture(scope="module")
def pages(tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, list[tuple[str, str, str]]]]:
    """Every command of both pages with what stands there and what it prints, run in one folder in their order."""
    place = tmp_path_factory.mktemp("walk")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("PBEM_HOME", "PBEM_PASSWORD"):
            patch.delenv(name, raising=False)
        patch.setenv("COLUMNS", "100")
        for orders in (WALK / "orders").glob("*.txt"):
            shutil.copy(orders, place / orders.name)
        shell = Shell(place)
        yield {
            page: [
                (line, stands, shell.run(line)) for line, stands in commands((WALK / page).read_text("utf-8"))
            ]
            for page in PAGES
        }


@pytest.mark.parametrize("page", PAGES)
def test_every_command_prints_what_stands_below_it(
    pages: dict[str, list[tuple[str, str, str]]], page: str
) -> None:
    assert len(pages[page]) > 40
    for line, stands, printed in pages[page]:
        assert stands == printed, f"$ {line}\nRun tests/tools/build_walk.py when the change is meant."


def test_the_day_ends_with_a_verified_log(pages: dict[str, list[tuple[str, str, str]]]) -> None:
    verdicts = [printed for line, _, printed in pages["day.md"] if line.endswith("verify")]
    assert (
        "incomplete. All of it holds; the game goes on.\n  june6 “The Landings, 6 to 10 June”:"
        in verdicts[-1]
    )
    assert "All of it holds" in verdicts[-1]
