"""Every question is asked, and can be answered, in the language of whoever sits there."""

import ast
from collections.abc import Iterator
from pathlib import Path

import pytest

import pbem
from pbem.cli.questions import letters

from .typed import Somebody

pytestmark = pytest.mark.wider

SOURCES = Path(pbem.__file__).parent
HELPER = SOURCES / "cli/questions.py"
_ASKS = {"confirm", "prompt", "getpass", "getchar", "pause", "confirmation_option", "password_option"}
_TYPED_LINES = SOURCES / "cli/typed_lines.py"
"""The prompt for orders, which is no question."""

pytest.importorskip("pty")


def asked_otherwise(file: Path) -> Iterator[str]:
    """Where a file asks somebody without the helper."""
    for node in ast.walk(ast.parse(file.read_text("utf-8"))):
        if not isinstance(node, ast.Call):
            continue
        name = node.func.attr if isinstance(node.func, ast.Attribute) else getattr(node.func, "id", "")
        owner = node.func.value if isinstance(node.func, ast.Attribute) else None
        by_click = isinstance(owner, ast.Name) and owner.id in ("click", "termui", "getpass")
        option = name == "option" and any(
            each.arg in ("prompt", "confirmation_prompt", "hide_input") for each in node.keywords
        )
        bare = owner is None and name in (*_ASKS, "input") and file != _TYPED_LINES
        if (by_click and name in _ASKS) or option or bare:
            yield f"{file.relative_to(SOURCES)}:{node.lineno}"


def test_nothing_is_asked_but_through_the_one_helper() -> None:
    assert any(asked_otherwise(HELPER)), "the search finds nothing"
    found = [
        each for file in sorted(SOURCES.rglob("*.py")) if file != HELPER for each in asked_otherwise(file)
    ]
    assert [] == found


@pytest.mark.parametrize(
    ("language", "answers"),
    [("es", ("SÍ", "y")), ("en", ("yes",))],
)
def test_yes_is_understood_as_people_write_it(language, answers, tmp_path):
    ann = Somebody(tmp_path / "ann", language)
    ann.begin("Ana")
    ask = {"es": "¿Escribir encima? [s/N]: ", "en": "Write over it? [y/N]: "}[language]
    for answer in (*answers, "n"):
        (ann.place / "notes.txt").write_text("something else", encoding="utf-8")
        said = ann.answering(("backup", "notes.txt"), [(ask, "perhaps"), (ask, answer)])
        written = (ann.place / "notes.txt").read_bytes() != b"something else"
        assert (said.code == 0, written) == (answer != "n", answer != "n"), said
        wrong = {"es": "Responde sí o no.", "en": "Answer yes or no."}[language]
        assert wrong in said.out
        assert "invalid" not in said.out


def test_a_spaniard_makes_a_key_begins_and_imports_without_a_word_of_english(tmp_path: Path) -> None:
    ana, ben = Somebody(tmp_path / "ana", "es"), Somebody(tmp_path / "ben", "es")
    ana.answering(
        ("identity", "new", "Ana"),
        [
            ("Contraseña de Ana: ", "uno"), ("Repítelo para confirmar: ", "dos"), ("Contraseña de Ana: ", "uno"),
            ("confirmar: ", "uno"),
        ],
    ).says(0)  # fmt: skip
    ben.begin("Ben")
    password = ("Contraseña de Ana: ", "uno")
    assert ana.answering(("invite", "pegasus", "--side", "british"), [password]).code == 0
    assert ben("accept", ana.place / "invitation.pbem").code == 0
    ana.answering(("accept", ben.place / "acceptance.pbem"), [password]).says(0)
    ana.answering(("do", "ready"), [password])
    ana.answering(("send", "--out", "turn.pbem"), [password]).says(0)
    ben.answering(
        ("open", ana.place / "turn.pbem"),
        [("¿Importarlo? [S/n]: ", "sí"), ("No se puede retirar. [S/n]: ", "S")],
    ).says(0)
    ana.answering(
        (
            "end",
            "resign",
        ),
        [("¿Abandonar esta partida? [s/N]: ", "")],
    ).says(130)


def test_the_letters_are_those_of_the_language() -> None:
    assert ("y", "n") == letters()
