"""Damage done to a file on its way, and a password that is wrong, are told in the reader's language."""

from __future__ import annotations

from pathlib import Path

import pytest
from click.testing import CliRunner

from pbem.bytes.container import armour
from pbem.cli import main
from tests.cli.test_spoken import english, log_of

pytestmark = pytest.mark.wider

TURN = Path(log_of("pegasus")).read_bytes()
LETTERS = armour(TURN, {"File": "turn.pbem"})


def told(home: Path, *words: str, given: str = "") -> str:
    done = CliRunner().invoke(
        main, words, input=given, env={"PBEM_HOME": str(home), "PBEM_LANG": "es", "COLUMNS": "400"}
    )
    assert done.exit_code != 0, done.output
    return done.output


@pytest.mark.parametrize(
    ("data", "said"),
    [
        (TURN[:-40], "El archivo está cortado por el final."),
        (
            TURN[:60] + b"\0\0\0\0" + TURN[64:],
            "El archivo cambió por el camino: no se puede desempaquetar.",
        ),
        (TURN + b"x", "Hay 1 byte detrás del final del archivo."),
        (LETTERS.replace("A", "B", 1).encode(), "La suma de control de un turno en texto no cuadra"),
        (LETTERS[: len(LETTERS) // 2].encode(), "A un turno en texto le falta la línea END."),
        (b"nothing of ours", ""),
    ],
)
def test_a_damaged_file_is_told_in_spanish(data: bytes, said: str, tmp_path: Path) -> None:
    (tmp_path / "a.pbem").write_bytes(data)
    text = told(tmp_path, "verify", str(tmp_path / "a.pbem"))
    assert said in text
    assert [] == [*english(text)]


def test_a_wrong_password_is_told_in_spanish(tmp_path: Path) -> None:
    (tmp_path / "password").write_text("one\n")
    (tmp_path / "wrong").write_text("two\n")
    env = {"PBEM_HOME": str(tmp_path / "home"), "PBEM_LANG": "es"}
    made = CliRunner().invoke(
        main, ["identity", "new", "Ann", "--password-file", str(tmp_path / "password")], env=env
    )
    assert made.exit_code == 0, made.output
    text = told(tmp_path / "home", "invite", "pegasus", "--password-file", str(tmp_path / "wrong"))
    assert "La contraseña no es correcta" in text
    assert [] == [*english(text)]
