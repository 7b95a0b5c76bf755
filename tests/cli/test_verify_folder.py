"""A folder of papers and logs, as a referee is sent them: each is judged as it is alone."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

from home.table import Two, pbem

from .papers import refused, resignation


def test_each_file_of_a_folder_is_judged_as_it_is_alone(table: Two, tmp_path: Path) -> None:
    folder = tmp_path / "disputes" / "of May"
    folder.mkdir(parents=True)
    for name, file in zip(("turn.eml", "no.pbem"), refused(*table), strict=True):
        shutil.copy(file, folder / name)
    shutil.copy(resignation(*table).file, folder / "resigned.pbem")
    (folder / "log.pbem").write_bytes(table[0].folder.log())
    (folder / "bent.pbem").write_bytes(table[0].folder.log()[:-90])
    (folder / "orders.txt").write_text("move 505/82 W3225")
    files = sorted(each for each in folder.iterdir() if each.suffix != ".txt")
    said = pbem("verify", folder.parent, "--json")
    assert (3, pbem("verify", *files, "--json").out) == (said.code, said.out)
    assert "1 file was passed over" in said.sentences
    names = [json.loads(line)["file"] for line in said.out.splitlines()]
    assert [*map(str, files), "together"] == names
    pbem("verify", folder).says(3, "Ben (blue) refused a legal turn: turn file 3 of Ann (red).")


def test_what_is_named_as_ours_and_holds_nothing_is_a_fault_and_other_files_are_none(
    table: Two, tmp_path: Path
) -> None:
    folder = tmp_path / "disputes"
    folder.mkdir()
    pbem("verify", folder).says(2, "There are no files")
    (folder / "log.pbem").write_bytes(table[0].folder.log())
    (folder / "README.md").write_text("How we quarrelled.")
    (folder / "letter.eml").write_bytes(b"From: ann@example.org\r\nSubject: hello\r\n\r\nNothing here.\r\n")
    pbem("verify", folder).says(0, "2 files were passed over")
    (folder / "broken.pbem").write_bytes(b"nothing")
    pbem("verify", folder).says(3, "broken.pbem")
