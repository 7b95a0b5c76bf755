"""What the README shows first works as printed, on a machine with Python and nothing else."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = (ROOT / "README.md", ROOT / "pbem/manual/es/README.md")
_LINE = re.compile(r"^(?:python3|py) -m venv .*$", re.MULTILINE)
_LEFT = (".git", ".venv", "__pycache__", ".mypy_cache", ".pytest_cache", ".ruff_cache", ".hypothesis")


def lines(page: Path) -> list[str]:
    """The lines that make an environment: for each system one that plays, and one that tests."""
    return _LINE.findall(page.read_text("utf-8"))


@pytest.mark.parametrize("page", PAGES, ids=("en", "es"))
def test_one_line_plays_and_one_line_tests_on_each_system(page: Path) -> None:
    plays, plays_windows, tests, tests_windows = lines(page)
    for line, ends in ((plays, ".venv/bin/pbem demo"), (tests, ".venv/bin/python -m pytest")):
        assert line.startswith("python3 -m venv .venv && .venv/bin/pip install ")
        assert line.endswith(ends)
    for line, twin in ((plays_windows, plays), (tests_windows, tests)):
        assert twin == line.replace("py -m", "python3 -m", 1).replace(".venv\\Scripts\\", ".venv/bin/")
        assert "'" not in line, "not a quote in a Windows terminal"


@pytest.mark.night
@pytest.mark.parametrize("n", [0, 2], ids=["plays", "tests"])
def test_the_line_does_what_it_says(n: int, tmp_path: Path) -> None:
    """In a copy of the repository; of the tests those of one file, because all of them run here already."""
    copy = tmp_path / "pbem"
    shutil.copytree(ROOT, copy, ignore=shutil.ignore_patterns(*_LEFT))
    words = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTHON", "VIRTUAL", "PBEM"))
    }
    found = subprocess.run(
        lines(PAGES[0])[n] + (" tests/bytes/test_canon.py" if n else ""),
        shell=True,  # as it is copied
        cwd=copy,
        env={
            **words,
            "HOME": str(tmp_path),
            "PATH": f"{Path(sys.executable).parent}{os.pathsep}{words['PATH']}",
        },
        capture_output=True,
        text=True,
        check=False,
    )
    assert found.returncode == 0, found.stdout + found.stderr
    assert n or (copy / "pbem-demo/campaign.pbem").is_file()
