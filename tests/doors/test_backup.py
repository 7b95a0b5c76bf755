"""A backup that is opened or verified says what it is, and how it is put back."""

import json
from pathlib import Path

import pytest

from .typed import Somebody

pytestmark = pytest.mark.wider


@pytest.mark.parametrize(
    ("language", "what", "then"),
    [
        ("en", "the backup of a home of Ann", "Next: pbem --home DIR backup restore copy.backup"),
        (
            "es", "la copia de seguridad de una carpeta de Ann", "Ahora: pbem --home CARPETA backup restore copy.backup",
        ),
    ],
)  # fmt: skip
def test_a_backup_is_told_from_any_other_file(language: str, what: str, then: str, tmp_path: Path) -> None:
    ann = Somebody(tmp_path / "ann", language)
    ann.begin("Ann")
    assert 0 == ann("backup", "copy.backup").code
    for command, code in (("open", 0), ("verify", 6)):
        ann(command, "copy.backup").says(code, what, then)
    verdict = json.loads(ann("verify", "--json", "copy.backup").out)
    assert ("backup", "unchecked") == (verdict["paper"], verdict["verdict"])


def test_what_begins_as_a_backup_and_is_none_is_not_put_back(tmp_path: Path) -> None:
    ann = Somebody(tmp_path / "ann")
    (ann.place / "cut.backup").write_bytes(b"pbem-backup-1\n{")
    for command in ("open", "verify"):
        said = ann(command, "cut.backup")
        assert 0 != said.code
        assert "rejected" in said.out
        assert "restore" not in said.out
