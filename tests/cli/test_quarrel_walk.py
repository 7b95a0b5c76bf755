"""The walk through a quarrel is real: every command of it runs again and prints what stands there."""

from __future__ import annotations

import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.cli import main

pytestmark = pytest.mark.wider

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT / "tests" / "tools"))

from build_quarrel_walk import BENT, WALK, shell  # noqa: E402  # beside this folder, and no package
from build_walk import commands  # noqa: E402

PAPERS = (
    "ruling.pbem",
    "draw.pbem",
    "resignation.pbem",
    "appointment.pbem",
    "campaign.pbem",
    "invitation.pbem",
    "acceptance.pbem",
    BENT,
)


@pytest.fixture(scope="module")
def walked(tmp_path_factory: pytest.TempPathFactory) -> Iterator[tuple[Path, list[tuple[str, str, str]]]]:
    """The folder of the walk after it, and every command with what stands there and what it printed."""
    place = tmp_path_factory.mktemp("quarrel")
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
        assert stands == printed, f"$ {line}\nRun tests/tools/build_quarrel_walk.py when the change is meant."


def test_every_file_of_the_quarrel_opens_in_an_empty_home_with_the_next_step(
    walked: tuple[Path, list[tuple[str, str, str]]], tmp_path: Path
) -> None:
    """A double click by somebody who has nothing else: a verdict in words, no trace, no JSON, and what to do next."""
    place = walked[0]
    papers = [
        *place.glob("*/evidence/evidence-*.pbem"),
        *place.glob("capsule-*.pbem"),
        *(place / each for each in PAPERS),
    ]
    assert len(papers) >= 10
    for paper in papers:
        for command in ("open", "verify"):
            found = CliRunner().invoke(main, ["--home", str(tmp_path / "empty"), command, str(paper)])
            assert found.exit_code in (0, 3, 6), (paper.name, found.output)
            assert not {"Traceback", "unexpected"} & set(found.output.split()), found.output
            if command == "open" or paper.name != "campaign.pbem":
                assert "Next: " in found.output, (paper.name, command, found.output)
    assert not (tmp_path / "empty").exists()


def test_a_damaged_a_foreign_and_a_wrong_file_are_told_in_one_sentence_with_the_next_step(
    walked: tuple[Path, list[tuple[str, str, str]]], tmp_path: Path
) -> None:
    whole = (walked[0] / "ruling.pbem").read_bytes()
    wrong = {
        "cut.pbem": whole[: len(whole) // 2],
        "bent.pbem": whole[:60] + bytes([whole[60] ^ 1]) + whole[61:],
        "holiday.jpg": b"\xff\xd8\xff\xe0" + bytes(200),
        "empty.pbem": b"",
        "letter.eml": b"From: ann@example.org\r\nSubject: hello\r\n\r\nNothing here.\r\n",
    }
    for name, data in wrong.items():
        (tmp_path / name).write_bytes(data)
        found = CliRunner().invoke(main, ["--home", str(tmp_path / "home"), "open", str(tmp_path / name)])
        assert 3 == found.exit_code, (name, found.output)
        assert "rejected" in found.output
        assert "Next: " in found.output
        assert "Traceback" not in found.output
