"""Languages: the reader's, by --lang, PBEM_LANG or the locale; and that of mails, by who sends them or by the game."""

import re
from email import message_from_bytes
from email.policy import default
from pathlib import Path

import pytest
from click.testing import CliRunner
from home.table import Player, decide, newcomers, same

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
def test_the_option_comes_before_the_variable_and_the_variable_before_the_locale(words, environ, code):
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
    assert "para 1 jugador y un testigo" in run(tmp_path, "rules", "list", "pegasus", "--lang", "es")


def test_the_manual_opens_in_the_language_of_the_reader(tmp_path: Path) -> None:
    assert re.search(r"^trouble +When something goes wrong$", run(tmp_path, "manual"), re.M)
    assert "darkdecember  " in run(tmp_path, "manual")
    assert re.search(r"^trouble +Cuando algo va mal$", run(tmp_path, "manual", "--lang", "es"), re.M)
    assert "Cuando algo va mal\n" in run(tmp_path, "manual", "trouble", PBEM_LANG="es")
    assert "Pocos correos\n" in run(tmp_path, "manual", "few-mails", "--lang", "es")
    assert "no tiene ninguna página 'frob'" in run(tmp_path, "manual", "frob", "--lang", "es")


ADDRESSES = ("--to", "ben@example.org", "--from", "ann@example.org")
LOST = {"en": "should the attachment be lost", "es": "por si se pierde el adjunto"}


def text(place: Path) -> str:
    """The body of a mail and its subject, as its reader has them."""
    mail = message_from_bytes(place.read_bytes(), policy=default)
    body = mail.get_body(("plain",))
    return f"{mail['Subject']}\n{body.get_content()}"


def sent(ann: Player, *more: str) -> str:
    """The draft that ``pbem send`` writes."""
    ann("send", "--eml", "turn.eml", *ADDRESSES, *more).says(0)
    return text(Path("turn.eml"))


@pytest.mark.parametrize("code", ["en", "es"])
def test_a_mail_speaks_the_language_of_who_sends_it(table, code, monkeypatch):
    ann, ben = table
    monkeypatch.setenv("PBEM_LANG", code)
    decide(ann)
    said = sent(ann)
    assert LOST[code] in said
    assert ("debe" in said) == (code == "es")
    monkeypatch.setenv("PBEM_LANG", "en" if code == "es" else "es")
    assert "entr" in ben("import", "turn.eml").err  # the same turn, whatever its mail speaks


def test_the_language_chosen_for_a_game_is_kept_for_its_mails(table, monkeypatch):
    ann, _ = table
    monkeypatch.setenv("PBEM_LANG", "es")
    decide(ann)
    assert LOST["en"] in sent(ann, "--mail-lang", "en")
    assert "Firmado" not in text(Path("turn.eml"))
    assert ann("send", "--eml", "again.eml", *ADDRESSES).code == 0
    assert LOST["en"] in text(Path("again.eml"))
    reminder = ann("send", "--reminder", "--eml", "reminder.eml", *ADDRESSES)
    assert reminder.code == 0, reminder.err
    assert "My last turn is attached again" in text(Path("reminder.eml"))


def test_an_invitation_and_its_answer_are_mails_in_the_language_of_their_senders(tiny, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ann, ben = newcomers(tmp_path, "Ann", "Ben")
    monkeypatch.setenv("PBEM_LANG", "es")
    ann("invite", "tiny", "--eml", "invitation.eml", *ADDRESSES).says(0)
    assert "te invita a" in text(Path("invitation.eml"))
    ben("accept", "invitation.eml", "--yes", "--mail-lang", "en", "--eml", "answer.eml", *ADDRESSES).says(0)
    assert "accepts and plays" in text(Path("answer.eml"))
