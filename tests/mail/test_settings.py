"""What mail.toml may say, where the password comes from, and logins by a token, byte by byte."""

import base64
import shlex
import sys

import pytest
from attrs import evolve
from home.table import newcomers

from mail.servers.hostile import serving
from pbem.bytes.errors import MailError, UsageError
from pbem.mail import password as passwords
from pbem.mail.imap import opened
from pbem.mail.oauth import Token, mechanism
from pbem.mail.settings import MailSettings, Server, make_server, parse_settings, write_settings
from pbem.mail.smtp import check
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
        ("address = 3", "address"),
        ('way = "pigeon"', "way is one of client, draft, pipe, smtp, text"),
        ('password = "secret"', "password_command"),
        ('[smtp]\nhost = "x"\npassword = "secret"', "smtp.password"),
        ('[smtp]\nhost = "x"\nport = "25"', "smtp.port"),
        ('[smtp]\nhost = "x"\nport = 70000', "1 to 65535"),
        ('[smtp]\nhost = "a b"', "smtp.host"),
        ('[imap]\nhost = "mail.example.org"\ntls = "none"', "show your password"),
        ("smtp = 1", "[smtp] is a table"),
        ("folders = [1]", "folders"),
        ("folder = []", "no key folder"),
        ("x = ", "not TOML"),
    ],
)
def test_a_slip_is_named_with_its_key(text, named):
    with pytest.raises(UsageError) as caught:
        parse_settings(text)
    assert ("mail-settings", True) == (caught.value.code, named in caught.value.message), caught.value
    assert "secret" not in str(caught.value)


@pytest.mark.parametrize(
    ("what", "tls", "text", "port"),
    [
        ("smtp", "starttls", "mail.example.org", 587),
        ("smtp", "tls", "mail.example.org", 465),
        ("imap", "tls", "mail.example.org", 993),
        ("imap", "starttls", "mail.example.org:1143", 1143),
    ],
)
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


TOKEN = "ya29.a0-Token_of~an/hour+=="
SAID = {
    "XOAUTH2": f"user=ann\1auth=Bearer {TOKEN}\1\1",
    "OAUTHBEARER": "n,a=ann,\1host=127.0.0.1\1port={port}\1auth=Bearer " + TOKEN + "\1\1",
}
REASON = base64.b64encode(b'{"status":"400","schemes":"bearer"}')


def speaking(kind, name, *, takes=TOKEN):
    """A server of a kind that takes one token, and says why not before it refuses, as Google's and Microsoft's do."""

    def right(word):
        return f"Bearer {takes}\1" in base64.b64decode(word).decode()

    def smtp(line):
        words = (line or b"").split()
        if line is None:
            yield b"220 ready\r\n"
        elif not words or words[0] == b"AQ==":
            yield b"535 5.7.8 Username and Password not accepted\r\n"
        elif words[0] == b"ehlo":
            yield b"250-here\r\n250 AUTH LOGIN PLAIN " + name.encode() + b"\r\n"
        elif words[0] == b"AUTH":
            yield b"235 fine\r\n" if right(words[2]) else b"334 " + REASON + b"\r\n"
        else:
            yield b"221 bye\r\n"

    tags = []

    def imap(line):
        words = (line or b"").split()
        if line is None:
            yield b"* OK ready\r\n"
        elif len(words) < 2:
            good = bool(words) and words[0] != b"AQ==" and right(words[0])
            refused = (
                b"+ " + REASON + b"\r\n" if words and words[0] != b"AQ==" else tags[-1] + b" NO refused\r\n"
            )
            yield tags[-1] + b" OK in\r\n" if good else refused
        elif words[1] == b"AUTHENTICATE":
            tags.append(words[0])
            yield b"+ \r\n"
        else:
            yield b"* CAPABILITY IMAP4rev1 AUTH=" + name.encode() + b"\r\n" + words[0] + b" OK done\r\n"

    return serving(smtp if kind == "smtp" else imap)


def at(server):
    return Server(host=server.host, port=server.port, tls="none", user="ann", login="oauth")


def log_in(kind, where, token):
    if kind == "smtp":
        check(where, token)
    else:
        with opened(where, token):
            pass


@pytest.mark.parametrize("name", SAID)
@pytest.mark.parametrize("kind", ["smtp", "imap"])
def test_a_token_is_said_as_the_server_asks_and_a_refused_one_ends_in_a_sentence(kind, name):
    with speaking(kind, name) as (server, where):
        log_in(kind, at(where), TOKEN)
    sent = b" ".join(server.heard).split()
    assert base64.b64encode(SAID[name].format(port=where.port).encode()) in sent
    assert name.encode() in sent
    with (
        speaking(kind, name) as (server, where),
        pytest.raises(MailError, match="does not let ann in") as error,
    ):
        log_in(kind, at(where), "old")
    assert f"{kind}-login" == error.value.code
    assert "not older than an hour" in error.value.hint


def test_the_way_is_what_the_server_offers_and_what_is_no_token_never_leaves():
    assert ["XOAUTH2", "OAUTHBEARER", "XOAUTH2"] == [
        mechanism(each) for each in (["PLAIN", "OAUTHBEARER", "XOAUTH2"], ["OAUTHBEARER"], [])
    ]
    for bad in ("", "a\1b", "a\r\nDATA", "tokén"):
        with pytest.raises(MailError, match="is not a token"):
            Token(Server(host="h", port=1, tls="tls", user="ann"), bad)


def test_mail_setup_keeps_the_login_and_check_asks_the_command(tmp_path, monkeypatch):
    monkeypatch.delenv("PBEM_MAIL_PASSWORD", raising=False)
    (ann,) = newcomers(tmp_path, "Ann")
    ann("setup", "mail", "--address", "ann@x.org", "--imap", "x.org", "--login", "oauth").says(
        2, "--password-command"
    )
    (tmp_path / "token").write_text(f"{TOKEN}\nexpires 3599\n")
    command = f"cat {shlex.quote(str(tmp_path / 'token'))}"
    with speaking("smtp", "XOAUTH2") as (_, smtp), speaking("imap", "XOAUTH2") as (_, imap):
        ann(
            *(
                "setup",
                "mail",
                "--address",
                "ann@x.org",
                "--way",
                "smtp",
                "--login",
                "oauth",
                "--user",
                "ann",
            ),
            *("--smtp", smtp.name, "--smtp-tls", "none", "--imap", imap.name, "--imap-tls", "none"),
            *("--password-command", command),
        ).says(0)
        ann("setup", "mail", "check").says(0, "good  smtp", "good  imap", no=TOKEN)
    ann("setup", "mail", "--sent", "Sent").says(0)
    text = (ann.path / "mail.toml").read_text()
    assert 2 == text.count('login = "oauth"')
    assert text == write_settings(parse_settings(text))
    ann("setup", "mail", "--login", "password").says(0)
    assert "oauth" not in (ann.path / "mail.toml").read_text()
    assert "password" == make_server("imap", "x.org", tls="", user="ann").login
