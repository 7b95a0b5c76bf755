"""What mail.toml may say, and where the password comes from: never from it."""

import sys

import pytest
from attrs import evolve

from pbem.bytes.errors import MailError, UsageError
from pbem.mail import password as passwords
from pbem.mail.settings import MailSettings, Server, make_server, parse_settings, write_settings
from tests.lists import tried_with

WHOLE = MailSettings(
    address="ann@example.org", way="smtp", program=("msmtp", "-t"),
    smtp=Server(host="mail.example.org", port=587, tls="starttls", user='a"nn\\'),
    imap=Server(host="mail.example.org", port=993, tls="tls", user="ann", ca="ca.pem"),
    folders=("INBOX", "Spiele/pbem"), sent="Gesendet", password_command=("pass", "show", "my mail"),
)  # fmt: skip
SERVER = Server(host="mail.example.org", port=587, tls="starttls", user="ann")


def test_what_is_written_is_read_again():
    assert WHOLE == parse_settings(write_settings(WHOLE))
    assert MailSettings() == parse_settings("")


@tried_with(
    ("text", "named"),
    [
        ("address = 3", "address"), ('way = "pigeon"', "way is one of client, draft, pipe, smtp, text"),
        ('password = "secret"', "password_command"), ('[smtp]\nhost = "x"\npassword = "secret"', "smtp.password"),
        ('[smtp]\nhost = "x"\nport = "25"', "smtp.port"), ('[smtp]\nhost = "x"\nport = 70000', "1 to 65535"),
        ('[smtp]\nhost = "a b"', "smtp.host"),
        ('[imap]\nhost = "mail.example.org"\ntls = "none"', "show your password"), ("smtp = 1", "[smtp] is a table"),
        ("folders = [1]", "folders"), ("folder = []", "no key folder"), ("x = ", "not TOML"),
    ],
)  # fmt: skip
def test_a_slip_is_named_with_its_key(text, named):
    with pytest.raises(UsageError) as caught:
        parse_settings(text)
    assert ("mail-settings", True) == (caught.value.code, named in caught.value.message), caught.value
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("what", "tls", "text", "port"),
    [
        ("smtp", "starttls", "mail.example.org", 587), ("smtp", "tls", "mail.example.org", 465),
        ("imap", "tls", "mail.example.org", 993), ("imap", "starttls", "mail.example.org:1143", 1143),
    ],
)  # fmt: skip
def test_a_server_is_typed_with_or_without_its_port(what, tls, text, port):
    assert Server(host="mail.example.org", port=port, tls=tls, user="ann") == make_server(
        what, text, tls=tls, user="ann"
    )


def test_the_environment_comes_before_the_command():
    settings = MailSettings(password_command=(sys.executable, "-c", "print('from a command')\nprint('more')"))
    assert "given" == passwords.password(settings, SERVER, {"PBEM_MAIL_PASSWORD": "given"})
    assert "from a command" == passwords.password(settings, SERVER, {})


@pytest.mark.parametrize(
    "command",
    [("no-such-program-anywhere",), (sys.executable, "-c", "print('half a secret'); raise SystemExit(1)")],
)
def test_a_command_that_fails_is_named_and_what_it_printed_is_not(command):
    with pytest.raises(MailError) as caught:
        passwords.password(MailSettings(password_command=command), SERVER, {})
    assert ("password-command", False) == (caught.value.code, "half" in str(caught.value))


def test_without_any_password_all_three_places_are_named(monkeypatch):
    monkeypatch.setitem(sys.modules, "keyring", None)
    with pytest.raises(MailError) as caught:
        passwords.password(MailSettings(), SERVER, {})
    for word in ("PBEM_MAIL_PASSWORD", "password_command", "keyring set pbem ann@mail.example.org"):
        assert word in caught.value.hint


def test_the_keyring_is_asked_by_account(monkeypatch):
    class Ring:
        def get_password(self, service, user):
            return f"{service} {user}"

    monkeypatch.setitem(sys.modules, "keyring", Ring())
    assert "pbem ann@mail.example.org" == passwords.password(MailSettings(), SERVER, {})
    other = evolve(SERVER, user="ben")
    assert "pbem ben@mail.example.org" == passwords.password(MailSettings(), other, {})
