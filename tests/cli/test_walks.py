"""The walks of ``examples`` are real: every command of them runs again and prints what stands there (``tests/walks``)."""

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import frozen
from click.testing import CliRunner

from pbem.cli import main
from tests.tools.walk import EXAMPLES, names, script
from tests.tools.walk_shell import commands

pytestmark = pytest.mark.wider

PAPERS = {
    "quarrel": (
        *("*/evidence/evidence-*.pbem", "ruling.pbem", "draw.pbem", "resignation.pbem"),
        *("appointment.pbem", "campaign.pbem", "invitation.pbem", "acceptance.pbem", "bent.eml"),
    ),
    "refusal": ("ann/evidence/*.pbem", "ruling.pbem", "appointment.pbem", "refusal.eml"),
}
"""What somebody may double click who has nothing else, by walk."""


@frozen
class Walked:
    """A walk that was run again: its folder, and every command with what stands there and what it printed."""

    place: Path
    lines: tuple[tuple[str, str, str], ...]


@pytest.fixture(scope="module")
def walked(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Walked]:
    """A walk by its name; each is run once."""
    kept: dict[str, Walked] = {}

    def run(name: str) -> Walked:
        if name not in kept:
            place, folder, found = tmp_path_factory.mktemp(name), EXAMPLES / name, script(name)
            for file in (*folder.glob("orders/*.txt"), *(folder / each for each in found.kept())):
                shutil.copy(file, place)
            pages = [
                "README.md",
                *sorted(page.name for page in folder.glob("*.md") if page.name != "README.md"),
            ]
            texts = [(folder / page).read_text("utf-8") for page in pages]
            shell = found.shell(place)
            with pytest.MonkeyPatch.context() as patch:
                for variable in ("PBEM_HOME", "PBEM_PASSWORD"):
                    patch.delenv(variable, raising=False)
                patch.setenv("COLUMNS", "100")
                lines = [(line, stands, shell.run(line)) for text in texts for line, stands in commands(text)]
            kept[name] = Walked(place, tuple(lines))
        return kept[name]

    return run


@pytest.mark.parametrize(
    "name", [pytest.param(name, marks=[pytest.mark.night] * (name == "first-turn")) for name in names()]
)
def test_every_command_prints_what_stands_below_it(walked: Callable[[str], Walked], name: str) -> None:
    lines = walked(name).lines
    assert len(lines) > 20
    for line, stands, printed in lines:
        assert stands == printed, f"$ {line}\nRun python -m tests.tools.walk {name} when the change is meant."


def test_the_picture_that_a_walk_draws_is_there(walked: Callable[[str], Walked]) -> None:
    assert (walked("silence").place / "position.svg").read_text("utf-8").startswith("<svg")


@pytest.mark.parametrize("name", PAPERS)
def test_every_file_opens_in_an_empty_home_with_the_next_step(walked, name, tmp_path):
    """A double click by somebody who has nothing else: a verdict in words, no trace, no JSON, and what to do next."""
    place = walked(name).place
    papers = {pattern: [*place.glob(pattern)] for pattern in PAPERS[name]}
    assert [] == [pattern for pattern, files in papers.items() if not files]
    for paper in (file for files in papers.values() for file in files):
        for command in ("open", "verify"):
            found = CliRunner().invoke(main, ["--home", str(tmp_path / "empty"), command, str(paper)])
            assert found.exit_code in (0, 3, 6), (paper.name, found.output)
            assert not {"Traceback", "unexpected"} & set(found.output.split()), found.output
            log = paper.name.startswith(("campaign", "refusal-", "refused-turn-"))
            if command == "open" or not log:
                assert "Next: " in found.output, (paper.name, command, found.output)
    assert not (tmp_path / "empty").exists()


def test_a_damaged_a_foreign_and_a_wrong_file_are_told_in_one_sentence_with_the_next_step(walked, tmp_path):
    whole = (walked("quarrel").place / "ruling.pbem").read_bytes()
    wrong = {
        "cut.pbem": whole[: len(whole) // 2], "bent.pbem": whole[:60] + bytes([whole[60] ^ 1]) + whole[61:],
        "holiday.jpg": b"\xff\xd8\xff\xe0" + bytes(200), "empty.pbem": b"",
        "letter.eml": b"From: ann@example.org\r\nSubject: hello\r\n\r\nNothing here.\r\n",
    }  # fmt: skip
    for name, data in wrong.items():
        (tmp_path / name).write_bytes(data)
        found = CliRunner().invoke(main, ["--home", str(tmp_path / "home"), "open", str(tmp_path / name)])
        assert 3 == found.exit_code, (name, found.output)
        assert "rejected" in found.output
        assert "Next: " in found.output
        assert "Traceback" not in found.output
