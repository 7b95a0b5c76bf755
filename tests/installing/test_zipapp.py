"""The program as one file, as somebody runs it who has Python and nothing else."""

import os
import re
import subprocess
import sys
import time
import urllib.request
import zipfile
from pathlib import Path

import pytest

PYZ = os.environ.get("PBEM_PYZ", "")
pytestmark = [
    pytest.mark.night,
    pytest.mark.skipif(not PYZ, reason="no file in PBEM_PYZ; python .ci/zipapp.py pbem.pyz makes one"),
]


@pytest.fixture
def environ(tmp_path: Path) -> dict[str, str]:
    """Somebody's machine on which pbem never ran."""
    kept = {
        name: value
        for name, value in os.environ.items()
        if not name.startswith(("PYTHON", "PBEM", "XDG", "SHIV"))
    }
    return {**kept, "HOME": str(tmp_path), "PBEM_HOME": str(tmp_path / "games")}


def started(environ: dict[str, str], *words: str) -> subprocess.Popen[str]:
    # Isolated: neither this environment's packages nor the checkout may help.
    command = [getattr(sys, "_base_executable", sys.executable), "-P", PYZ, *words]
    return subprocess.Popen(
        command, env=environ, cwd=environ["HOME"], text=True, stdout=subprocess.PIPE, stderr=-1
    )


def run(environ: dict[str, str], *words: str) -> str:
    process = started(environ, *words)
    out, err = process.communicate(timeout=300)
    assert process.returncode == 0, err
    return out + err


def test_a_game_is_played_and_verified_with_the_one_file(environ: dict[str, str], tmp_path: Path) -> None:
    run(environ, "demo", "--seed", "7", "--out", "demo")
    assert "verified" in run(environ, "verify", "demo/campaign.pbem")
    assert "Cinco minutos\n" in run(environ, "manual", "start", "--lang", "es")


def test_every_licence_of_what_is_packed_is_packed_with_it() -> None:
    with zipfile.ZipFile(PYZ) as packed:
        names = packed.namelist()
    parts = {name.split("/")[1] for name in names if ".dist-info/" in name}
    assert {each.split("-")[0] for each in parts} >= {
        "pbem",
        "attrs",
        "cryptography",
        "cffi",
        "click",
        "werkzeug",
    }
    assert [] == [
        part
        for part in parts
        if not any(part in name and re.search("LICEN[CS]E|COPYING", name) for name in names)
    ]


def test_two_first_starts_at_once_both_work(environ: dict[str, str]) -> None:
    first, second = started(environ, "--version"), started(environ, "--version")
    assert first.communicate(timeout=300)[0] == second.communicate(timeout=300)[0] != ""
    assert (0, 0) == (first.returncode, second.returncode)


@pytest.mark.parametrize("after", [0.1, 0.3, 0.6])
def test_a_first_start_that_is_killed_leaves_nothing_that_the_next_one_stumbles_over(environ, after):
    first = started(environ, "rules", "list")
    time.sleep(after)
    first.kill()
    first.communicate()
    assert "june6" in run(environ, "rules", "list")


def test_a_double_click_starts_the_one_file(environ: dict[str, str], tmp_path: Path) -> None:
    run(environ, "setup", "desktop", "install", "--for", "linux")
    entry = (tmp_path / ".local/share/applications/pbem.desktop").read_text(encoding="utf-8")
    assert f"{Path(PYZ).resolve()} open --pause %f\n" in entry


def test_the_page_in_the_browser_is_in_the_one_file_too(environ: dict[str, str]) -> None:
    run(environ, "practice", "pegasus", "--name", "Ann")
    table = started(environ, "table", "--no-browser")
    assert table.stdout is not None
    try:
        address = next(found[0] for line in table.stdout if (found := re.search(r"http://\S+", line)))
        opener = urllib.request.build_opener(urllib.request.HTTPCookieProcessor())
        with opener.open(address, timeout=60) as page:
            assert b"<!doctype html>" in page.read(100)
    finally:
        table.kill()
        table.communicate()
