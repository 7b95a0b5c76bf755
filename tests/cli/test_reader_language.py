"""The reader's language: chosen by --lang, PBEM_LANG or the locale; help, click's own words and errors speak it."""

from __future__ import annotations

import re
from pathlib import Path

from click.testing import CliRunner
from home.table import same

from pbem.cli import language, main
from pbem.cli.language import chosen
from tests.lists import tried_with


def run(home: Path, *words: str, **environ: str) -> str:
    env = {"PBEM_HOME": str(home), "PBEM_LANG": None, **environ}
    done = CliRunner().invoke(main, words, env=env, obj=same())
    return done.output


@tried_with(
    ("words", "environ", "code"),
    [
        ((), {}, "en"), ((), {"LANG": "es_ES.UTF-8"}, "es"),
        ((), {"LANG": "es_ES.UTF-8", "LC_ALL": "en_GB.UTF-8"}, "en"),
        ((), {"LANG": "en_GB.UTF-8", "PBEM_LANG": "es"}, "es"),
        (("status", "--lang", "en"), {"PBEM_LANG": "es"}, "en"), (("--lang=es", "status"), {}, "es"),
        ((), {"LANG": "fi_FI.UTF-8"}, "en"), (("--lang",), {"LANG": "C.UTF-8"}, "en"),
    ],
)  # fmt: skip
def test_the_option_comes_before_the_variable_and_the_variable_before_the_locale(
    words: tuple[str, ...], environ: dict[str, str], code: str
) -> None:
    assert chosen(words, environ) == code


def test_what_click_says_by_itself_is_said_in_spanish(tmp_path: Path) -> None:
    assert "No hay ningún comando 'frob'" in run(tmp_path, "--lang", "es", "frob")
    assert "opción" in run(tmp_path, "status", "--lang", "es", "--frob")
    assert "Falta el argumento" in run(tmp_path, "accept", "--lang", "es")


def test_the_language_lasts_for_one_command(tmp_path: Path) -> None:
    assert run(tmp_path, "--help", LANG="es_ES.UTF-8").startswith("Uso:")
    assert run(tmp_path, "--help", LANG="C").startswith("Usage:")
    assert language.code() == "en"


def test_json_is_the_same_in_every_language(tmp_path: Path) -> None:
    run(tmp_path, "practice", "pegasus", "--name", "Ana", "--lang", "es")
    for words in (("rules", "list"), ("status",)):
        assert run(tmp_path, *words, "--json", "--lang", "es") == run(tmp_path, *words, "--json")


def test_the_manual_opens_in_the_language_of_the_reader(tmp_path: Path) -> None:
    assert re.search(r"^trouble +When something goes wrong$", run(tmp_path, "manual"), re.M)
    assert "darkdecember  " in run(tmp_path, "manual")
    assert re.search(r"^trouble +Cuando algo va mal$", run(tmp_path, "manual", "--lang", "es"), re.M)
    assert "Cuando algo va mal\n" in run(tmp_path, "manual", "trouble", PBEM_LANG="es")
    assert "Pocos correos\n" in run(tmp_path, "manual", "few-mails", "--lang", "es")
    assert "no tiene ninguna página 'frob'" in run(tmp_path, "manual", "frob", "--lang", "es")
