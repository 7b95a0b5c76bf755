"""A referee's desk: papers and logs of a folder, judged and laid out game by game, on a page that can do nothing."""

from __future__ import annotations

import json
import re
import shutil
from pathlib import Path

import pytest
from home.table import Two, pbem

from .papers import refused, resignation

pytestmark = pytest.mark.wider


def test_a_folder_is_judged_and_laid_out(table: Two, tmp_path: Path) -> None:
    folder = tmp_path / "disputes"
    folder.mkdir()
    for name, file in zip(("turn.eml", "no.pbem"), refused(*table), strict=True):
        shutil.copy(file, folder / name)
    shutil.copy(resignation(*table).file, folder / "resigned.pbem")
    (folder / "log.pbem").write_bytes(table[0].folder.log())
    (folder / "bent.pbem").write_bytes(table[0].folder.log()[:-90])
    (folder / "<script>alert(1)<script>.txt").write_text("No turn.")
    said = pbem("verify", "desk", folder, "-o", tmp_path / "desk.html", "--json")
    told = {each["file"]: each for each in json.loads(said.out)}
    assert said.code == 3, said
    for name in ("resigned.pbem", "log.pbem", "bent.pbem"):
        alone = json.loads(pbem("verify", "--json", folder / name).out)
        assert (told[name]["verdict"] == "holds") == (alone["verdict"] not in ("rejected", "unchecked")), name
    page = (tmp_path / "desk.html").read_text("utf-8")
    assert "Ben (blue) refused a legal turn: turn file 3 of Ann (red)." in page
    assert "<script" not in page
    assert "&lt;script&gt;" in page
    assert "default-src 'none'" in page
    assert not re.findall(r"(?:src|href)=\"(?!#)[^\"]*\"", page)
    assert page.index("bent.pbem") < page.index("log.pbem")


def test_a_file_of_no_game_is_passed_over_and_named_and_a_broken_one_is_not(
    table: Two, tmp_path: Path
) -> None:
    folder = tmp_path / "disputes"
    folder.mkdir()
    (folder / "log.pbem").write_bytes(table[0].folder.log())
    (folder / "README.md").write_text("How we quarrelled.")
    (folder / "orders.txt").write_text("move 505/82 W3225")
    (folder / "letter.eml").write_bytes(b"From: ann@example.org\r\nSubject: hello\r\n\r\nNothing here.\r\n")
    pbem("verify", "desk", folder, "-o", tmp_path / "desk.html").says(
        0, "1 files.", "3 files were passed over"
    )
    page = (tmp_path / "desk.html").read_text("utf-8")
    assert 'class="bad"' not in page
    assert "README.md: passed over" in page
    (folder / "broken.pbem").write_bytes(b"nothing")
    said = pbem("verify", "desk", folder, "-o", tmp_path / "desk.html", "--json")
    told = {each["file"]: each["verdict"] for each in json.loads(said.out)}
    assert (3, "does not hold", "passed over") == (said.code, told["broken.pbem"], told["letter.eml"])


def test_a_folder_without_files_is_one_sentence(tiny: None, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    pbem("verify", "desk", tmp_path / "empty").says(2, "There are no files")
