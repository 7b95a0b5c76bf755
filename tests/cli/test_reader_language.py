"""The reader's language: chosen by --lang, PBEM_LANG or the locale; help, click's own words and errors speak it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from gettext import NullTranslations
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from home.table import same

from pbem.cli import language, main
from pbem.cli.language import chosen
from pbem.port.messages import Catalogue
from tests.lists import tried_with

_ENGLISH = re.compile(r"\b(?:the|your|you|of|and|with|without|this|that|which|from|every|what|who|is|are)\b")
_TYPED = re.compile(r'"[^"]*"|`[^`]*`|--[a-z]+|then|\([^()]*pbem [^()]*\)')


def run(home: Path, *words: str, **environ: str) -> str:
    env = {"PBEM_HOME": str(home), "PBEM_LANG": None, **environ}
    done = CliRunner().invoke(main, words, env=env, obj=same())
    return done.output


def commands(command: click.Command, path: tuple[str, ...] = ()) -> Iterator[tuple[str, ...]]:
    yield path
    if isinstance(command, click.Group):
        for name in command.list_commands(click.Context(command)):
            below = command.get_command(click.Context(command), name)
            assert below is not None
            yield from commands(below, (*path, name))


@tried_with(
    ("words", "environ", "code"),
    [
        ((), {}, "en"),
        ((), {"LANG": "es_ES.UTF-8"}, "es"),
        ((), {"LANG": "es_ES.UTF-8", "LC_ALL": "en_GB.UTF-8"}, "en"),
        ((), {"LANG": "en_GB.UTF-8", "PBEM_LANG": "es"}, "es"),
        (("status", "--lang", "en"), {"PBEM_LANG": "es"}, "en"),
        (("--lang=es", "status"), {}, "es"),
        ((), {"LANG": "fi_FI.UTF-8"}, "en"),
        (("--lang",), {"LANG": "C.UTF-8"}, "en"),
    ],
)
def test_the_option_comes_before_the_variable_and_the_variable_before_the_locale(
    words: tuple[str, ...], environ: dict[str, str], code: str
) -> None:
    assert chosen(words, environ) == code


@tried_with("path", [*commands(main)], ids=" ".join)
def test_no_help_page_has_english_words_in_spanish(path: tuple[str, ...], tmp_path: Path) -> None:
    said = run(tmp_path, *path, "--lang", "es", "--help")
    assert said.startswith("Uso:")
    prose = [line for line in said.splitlines() if not line.strip().startswith(("pbem ", "Uso:"))]
    assert not _ENGLISH.findall(_TYPED.sub("", "\n".join(prose)))


def test_what_click_says_by_itself_is_said_in_spanish(tmp_path: Path) -> None:
    assert "No hay ningún comando 'frob'" in run(tmp_path, "--lang", "es", "frob")
    assert "opción" in run(tmp_path, "status", "--lang", "es", "--frob")
    assert "Falta el argumento" in run(tmp_path, "join", "--lang", "es")


def test_the_language_lasts_for_one_command(tmp_path: Path) -> None:
    assert run(tmp_path, "--help", LANG="es_ES.UTF-8").startswith("Uso:")
    assert run(tmp_path, "--help", LANG="C").startswith("Usage:")
    assert language.code() == "en"


def test_json_is_the_same_in_every_language(tmp_path: Path) -> None:
    assert run(tmp_path, "games", "--json", "--lang", "es") == run(tmp_path, "games", "--json")


def test_the_manual_opens_in_the_language_of_the_reader(tmp_path: Path) -> None:
    assert re.search(r"^trouble +When something goes wrong$", run(tmp_path, "manual"), re.M)
    assert "darkdecember  " in run(tmp_path, "manual")
    assert re.search(r"^trouble +Cuando algo va mal$", run(tmp_path, "manual", "--lang", "es"), re.M)
    assert "Cuando algo va mal\n" in run(tmp_path, "manual", "trouble", PBEM_LANG="es")
    assert "Pocos correos\n" in run(tmp_path, "manual", "few-mails", "--lang", "es")
    assert "no tiene ninguna página 'frob'" in run(tmp_path, "manual", "frob", "--lang", "es")


def test_a_game_is_begun_and_told_in_spanish(tmp_path: Path) -> None:
    begun = run(tmp_path, "practice", "pegasus", "--name", "Ana", "--lang", "es")
    assert "contra el ordenador: llevas el bando británico." in begun
    assert "Debes una decisión: mover, granada, gammon, despejar," in begun
    said = run(tmp_path, "status", "--lang", "es")
    assert re.search(r"^Turno 1 .*\. Hay \d+ entradas? firmadas?\.$", said, re.M)
    assert "Debes una decisión: " in said
    assert not _ENGLISH.findall(
        _TYPED.sub("", said).partition(": llevas")[2]
    )  # the game keeps its printed name
    english = run(tmp_path, "status")
    assert "You owe a decision: " in english
    assert run(tmp_path, "status", "--json", "--lang", "es") == run(tmp_path, "status", "--json")


def test_messages_half_as_long_again_break_nothing(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    class Stretched(Catalogue):
        def knows(self, template: str, many: str = "", count: int = 1) -> str | None:
            text = many if many and count != 1 else template
            return f"«{text}{'~' * (len(text) * 2 // 5)}»"

    monkeypatch.setattr(language, "catalogue", lambda *_: Stretched(code="es", found=(NullTranslations(),)))
    run(tmp_path, "practice", "pegasus", "--name", "Ana", "--lang", "es")
    for words in (
        ("status",),
        ("orders",),
        ("keys",),
        ("people",),
        ("use",),
        ("do", "frob"),
        ("games",),
        ("undo",),
    ):
        said = run(tmp_path, *words, "--lang", "es")
        assert "«" in said, words
        assert "unexpected" not in said
        assert "Traceback" not in said
