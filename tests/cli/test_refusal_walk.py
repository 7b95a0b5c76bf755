"""The walk through a false refusal is real: every command of it runs again and prints what stands there."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.bytes import container
from pbem.cli import main
from pbem.home.papers.verdict import judge
from pbem.papers import false_refusal

pytestmark = pytest.mark.wider

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "tools"))

from build_refusal_walk import BENT, WALK, shell  # noqa: E402  # beside this folder, and no package
from build_walk import commands  # noqa: E402


@pytest.fixture(scope="module")
def walked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, list[tuple[str, str, str]]]]:
    """The folder of the walk after it, and every command with what stands there and what it printed."""
    place = tmp_path_factory.mktemp("refusal")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("PBEM_HOME", "PBEM_PASSWORD"):
            patch.delenv(name, raising=False)
        patch.setenv("COLUMNS", "100")
        for file in (*(WALK / "orders").glob("*.txt"), WALK / BENT):
            shutil.copy(file, place / file.name)
        run = shell(place).run
        text = (WALK / "README.md").read_text("utf-8")
        yield place, [(line, stands, run(line)) for line, stands in commands(text)]


def test_every_command_prints_what_stands_below_it(walked: tuple[Path, list[tuple[str, str, str]]]) -> None:
    assert len(walked[1]) > 40
    for line, stands, printed in walked[1]:
        assert stands == printed, f"$ {line}\nRun tests/tools/build_refusal_walk.py when the change is meant."


def test_the_proof_says_that_the_refuser_knew_the_dice(
    walked: tuple[Path, list[tuple[str, str, str]]],
) -> None:
    (paper,) = walked[0].glob("ann/evidence/false-refusal-*.pbem")
    lines = container.unpack(paper.read_bytes())
    found = judge(lines)
    assert ("proved", "") == (found.word, found.code)
    assert any("second throw" in line for line in found.lines)
    assert not false_refusal.read(lines).whole


def test_every_file_of_the_refusal_opens_in_an_empty_home_with_the_next_step(
    walked: tuple[Path, list[tuple[str, str, str]]], tmp_path: Path
) -> None:
    """A double click by somebody who has nothing else: a verdict in words, no trace, no JSON, and what to do next."""
    place = walked[0]
    papers = [
        *place.glob("ann/evidence/false-refusal-*.pbem"),
        place / "ruling.pbem",
        place / "appointment.pbem",
        place / BENT,
    ]
    assert 4 == len(papers)
    for paper in papers:
        for command in ("open", "verify"):
            found = CliRunner().invoke(main, ["--home", str(tmp_path / "empty"), command, str(paper)])
            assert found.exit_code in (0, 3, 6), (paper.name, found.output)
            assert "Traceback" not in found.output
            assert "Next: " in found.output, (paper.name, command, found.output)
    assert not (tmp_path / "empty").exists()
