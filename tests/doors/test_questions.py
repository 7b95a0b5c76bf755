"""Every question is asked in the language of whoever sits there, and no command leaves files where nobody asked for them."""

import ast
import re
import shlex
import shutil
from collections.abc import Iterator
from pathlib import Path

import pytest
from home.table import pbem

import pbem as program
from pbem.cli.questions import letters
from pbem.store.home import Home

from .typed import Somebody

pytestmark = pytest.mark.wider

SOURCES = Path(program.__file__).parent
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
    ana.answering(("end", "resign"), [password]).says(2, "tiene parte en los dados")
    ana.answering(("end", "agree", "--draw"), [password, ("empate? [s/N]: ", "")]).says(130)


def test_the_letters_are_those_of_the_language() -> None:
    assert ("y", "n") == letters()


def holds(place: Path) -> set[str]:
    """Every file and folder there, by its name."""
    return {each.relative_to(place).as_posix() for each in place.rglob("*")}


def did(who: Somebody, *words: object, code: int = 0) -> str:
    """What a command printed that ended as it should."""
    said = who(*words).says(code)
    return said.sentences


@pytest.fixture
def forked(tmp_path: Path) -> tuple[Somebody, Somebody, str]:
    """Ann has signed her first turn file twice, from a copy of her home; what Ben's import of the second printed."""
    ann, ben = Somebody(tmp_path / "ann"), Somebody(tmp_path / "ben")
    homes = {who.place.name: who.home / "pbem" for who in (ann, ben)} | {"copy": tmp_path / "copy"}
    post = tmp_path / "post"
    post.mkdir()

    def before(who: str, *words: object) -> None:
        """What is no subject here: a command of this process."""
        pbem("--home", homes[who], *words).says(0)

    before("ann", "identity", "new", "Ann", "--no-password")
    before("ben", "identity", "new", "Ben", "--no-password")
    before("ann", "invite", "june6", "--out", post / "invitation.pbem")
    before("ben", "accept", post / "invitation.pbem", "--out", post / "acceptance.pbem")
    before("ann", "accept", post / "acceptance.pbem")
    shutil.copytree(homes["ann"], homes["copy"])
    Home(homes["copy"]).settle_down()
    for who, first in (("ann", "1"), ("copy", "29")):
        before(who, "do", "buy", f"first={first}")
        before(who, "send", "--partial", "--out", post / f"{first}.pbem")
    before("ben", "import", post / "1.pbem")
    return ann, ben, did(ben, "import", post / "29.pbem", code=6)


def test_evidence_of_an_import_is_kept_in_the_home_and_looked_at_as_printed(forked):
    _, ben, said = forked
    paper = ben.home / "pbem/evidence/evidence-1.pbem"
    assert set() == holds(ben.place)
    assert f"Wrote {paper}" in said
    look = re.findall(r"pbem (verify .*evidence-1\.pbem\S*)", said)[0]
    assert "two versions of turn file 1" in did(ben, *shlex.split(look))
    mail = re.findall(r"pbem (dispute evidence .*--out \S+)", said)[0]
    did(ben, *shlex.split(mail))
    assert {"evidence-1.pbem"} == holds(ben.place)
    assert paper.read_bytes() == (ben.place / "evidence-1.pbem").read_bytes()


def practised(who: Somebody) -> Path:
    """The log of a game against the computer that has just begun."""
    did(who, "practice", "pegasus", "--name", "Ann")
    (log,) = (who.home / "pbem/games").glob("*/log.pbem")
    return log


def test_practice_replay_and_looking_write_only_what_has_a_path(tmp_path: Path) -> None:
    ann = Somebody(tmp_path / "ann")
    log = practised(ann)
    for words in (("replay",), ("replay", log), ("audit", log), ("open", log), ("orders",), ("status",)):
        did(ann, *words)
    assert set() == holds(ann.place)
    did(ann, "replay", log, "--html", "page.html")
    assert {"page.html"} == holds(ann.place)
