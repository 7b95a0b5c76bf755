"""What is in the wheel: the packages as they lie in the repository, manuals and licences, and nothing else."""

import os
import shutil
import subprocess
import sys
import zipfile
from importlib.util import find_spec
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PACKAGES = ("pbem", "rules/pbem_rules", "rules/pbem_released")


@pytest.fixture(scope="module")
def names(tmp_path_factory: pytest.TempPathFactory) -> list[str]:
    """The files of the wheel named in PBEM_WHEEL, else of one that is built here."""
    if not (given := os.environ.get("PBEM_WHEEL")):
        if find_spec("hatchling") is None:
            pytest.skip("no wheel in PBEM_WHEEL, and hatchling is not here to build one")
        place = tmp_path_factory.mktemp("wheel")
        command = [
            sys.executable,
            "-m",
            "pip",
            "wheel",
            "-q",
            "--no-deps",
            "--no-build-isolation",
            "-w",
            place,
            ROOT,
        ]
        subprocess.run(command, check=True)
        (given,) = map(str, place.glob("*.whl"))
    with zipfile.ZipFile(given) as wheel:
        return wheel.namelist()


def test_the_wheel_holds_the_packages_file_for_file_and_nothing_else(names: list[str]) -> None:
    if shutil.which("git") is None or not (ROOT / ".git").exists():
        pytest.skip("no git here to say which files are part of the project")
    listed = subprocess.run(
        ["git", "ls-files", "-z", *PACKAGES], check=True, capture_output=True, text=True, cwd=ROOT
    ).stdout
    tracked = {name.removeprefix("rules/") for name in listed.split("\0") if name}
    packed = {name for name in names if ".dist-info/" not in name}
    assert packed == tracked


def test_no_test_no_tool_and_no_recorded_game_is_in_the_wheel(names: list[str]) -> None:
    parts = [part for name in names for part in Path(name).parts[:2]]
    assert not {"tests", "tools", "examples", ".ci", "conftest.py"} & {*parts}
    assert [] == [name for name in names if Path(name).name.startswith("test_") or name.endswith(".pbem")]


def test_every_licence_is_in_the_wheel(names: list[str]) -> None:
    licences = [name for name in names if "LICENSE" in Path(name).name]
    assert any(".dist-info/licenses/LICENSE" in name for name in licences)
    vendored = {Path(name).parent for name in names if "vendor" in Path(name).parts}
    assert vendored
    assert [] == [folder for folder in vendored if not any(Path(name).parent == folder for name in licences)]


def test_both_manuals_catalogues_and_the_typed_mark_are_in_the_wheel(names: list[str]) -> None:
    pages = {path.relative_to(ROOT).as_posix() for path in (ROOT / "pbem/manual").glob("*/*.md")}
    assert len(pages) > 30
    wanted = {*pages, "pbem/locale/es/LC_MESSAGES/messages.mo", "pbem/py.typed"}
    assert wanted <= {*names}
    assert [] == [
        name
        for name in names
        if name.endswith("/ruleset.toml") and name.replace("ruleset.toml", "NOTES.md") not in names
    ]
