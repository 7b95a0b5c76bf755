"""Two versions of the other side's turn, while what writes itself stands in one's own draft (June 6)."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from pbem.cli import main
from pbem.store.home import Home

ORDERS = Path(__file__).resolve().parents[2] / "examples" / "quarrel" / "orders"


def pbem(home: str, *words: str) -> Result:
    return CliRunner().invoke(main, ["--home", home, *words])


@pytest.fixture
def clash(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Ben signs his first turn twice; Ann, who has to open a marker then, and Ben himself have both versions."""
    monkeypatch.chdir(tmp_path)
    for home, name in (("ann", "Ann"), ("ben", "Ben")):
        assert 0 == pbem(home, "identity", "new", name, "--no-password").exit_code
    for home, words in (
        ("ann", "new june6 --side allied"),
        ("ben", "join invitation.pbem"),
        ("ann", "start acceptance.pbem"),
        ("ann", f"do --file {ORDERS / '01-ann.txt'}"),
        ("ann", "send --out a1.pbem"),
        ("ben", "import a1.pbem --yes"),
    ):
        assert 0 == pbem(home, *words.split()).exit_code, words
    shutil.copytree("ben", "copy")
    Home(Path("copy")).settle_down()
    for home, words in (
        ("ben", f"do --file {ORDERS / '02-ben.txt'}"),
        ("ben", "send --out one.pbem"),
        ("copy", "do done"),
        ("copy", "send --out other.pbem"),
        ("ann", "import one.pbem --yes"),
    ):
        assert 0 == pbem(home, *words.split()).exit_code, words
    for home in ("ann", "ben"):
        assert 6 == pbem(home, "import", "other.pbem", "--yes").exit_code


@pytest.mark.usefixtures("clash")
def test_what_wrote_itself_stands_in_nobodys_way_and_the_game_goes_on() -> None:
    """Ann's draft holds an opening that nobody has seen: it is dropped, and due again in the version that is taken."""
    assert "Next: pbem settle" in pbem("ann", "status").output
    for home in ("ann", "ben"):
        said = pbem(home, "settle", "--take", "2")
        assert 0 == said.exit_code, said.output
    assert 0 == pbem("ann", "do", "done").exit_code
    assert 0 == pbem("ann", "send", "--out", "next.pbem").exit_code
    said = pbem("ben", "import", "next.pbem", "--yes")
    assert 0 == said.exit_code, said.output


@pytest.mark.usefixtures("clash")
def test_an_order_of_ones_own_has_to_be_dropped_first() -> None:
    assert 0 == pbem("ann", "do", "done").exit_code
    said = pbem("ann", "settle", "--take", "2")
    assert (6, True) == (said.exit_code, "pbem undo --all" in said.output)
    assert 0 == pbem("ann", "undo", "--all").exit_code
    assert 0 == pbem("ann", "settle", "--take", "2").exit_code
