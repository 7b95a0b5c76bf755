"""Addresses as people type and mail programs copy them, and passwords of any letters."""

import base64

import pytest

from mail.servers.hostile import serving
from pbem.bytes.errors import MailError, UsageError
from pbem.mail import imap, smtp, wire
from pbem.mail.addresses import plain
from pbem.mail.password import password
from pbem.mail.settings import MailSettings, Server, make_server, parse_settings
from pbem.mail.smtp import no_login
from tests.lists import tried_with

_WORD = "ñ€ groß"


@tried_with(
    ("text", "address"),
    [
        ("Ann Smith <ann@example.org>", "ann@example.org"), ('"Smith, Ann" <ann@example.org>', "ann@example.org"),
        ("Smith, Ann <ann@example.org>; ann@example.org;", "ann@example.org"), (" \t", ""),
        ("mailto:ann%2Bpbem@example.org?subject=x", "ann+pbem@example.org"),
        ("\u00a0ann@example.org\u200b", "ann@example.org"), ("ann@bücher.example", "ann@xn--bcher-kva.example"),
        ("ann@straße.example", "ann@xn--strae-oqa.example"), ("ann@localhost", "ann@localhost"),
    ],
)  # fmt: skip
def test_an_address_is_taken_as_mail_programs_copy_it(text, address):
    assert address == plain(text)


@tried_with(
    "text",
    [
        "ann", "ann..x@example.org", "ann@x.org.", ".ann@x.org", "ann@-x.org", "ñ@x.org", "-t@x.org", "ann@x@y.org",
        f"{'a' * 65}@x.org", "ann@x.org\r\nBcc: eve@x.org", f"ann@{'ü' * 70}.org", "ann@x..org", "<>",
    ],
)  # fmt: skip
def test_what_no_mail_could_carry_is_refused_in_words(text):
    with pytest.raises(UsageError) as caught:
        plain(text)
    assert "bad-address" == caught.value.code


def test_two_people_are_not_one_opponent():
    with pytest.raises(UsageError) as caught:
        plain("ann@x.org, ben@x.org")
    assert "many-addresses" == caught.value.code


def _answers(*, ways=b"PLAIN LOGIN"):
    """A server of SMTP that lets everybody in."""

    def answer(line):
        if line is None:
            return [b"220 hello\r\n"]
        if line.upper().startswith(b"EHLO"):
            return [b"250-me\r\n250 AUTH " + ways + b"\r\n"]
        if line.upper().startswith(b"AUTH LOGIN"):
            return [b"334 VXNlcm5hbWU6\r\n"]
        return [b"235 welcome\r\n" if b"AUTH" in line.upper() or len(line) < 40 else b"250 yes\r\n"]

    return answer


@pytest.mark.parametrize("ways", [b"PLAIN", b"LOGIN"])
def test_a_password_of_any_letters_logs_in_to_send(ways):
    with serving(_answers(ways=ways)) as (served, server):
        smtp.check(server, _WORD)
    coded = {base64.b64encode(each) for each in (_WORD.encode(), f"\0ann\0{_WORD}".encode())}
    assert coded & {word for line in served.heard for word in line.split()}


def test_a_password_of_any_letters_logs_in_to_read():
    tags = []

    def answer(line):
        if line is None:
            return [b"* OK [CAPABILITY IMAP4rev1 AUTH=PLAIN] hello\r\n"]
        tag, _, rest = line.partition(b" ")
        if not rest:
            good = base64.b64decode(line) == f"\0ann\0{_WORD}".encode()
            return [tags[-1] + (b" OK in\r\n" if good else b" NO no\r\n")]
        tags.append(tag)
        if rest.upper().startswith(b"AUTHENTICATE"):
            return [b"+ \r\n"]
        return [
            b"* CAPABILITY IMAP4rev1 AUTH=PLAIN\r\n" if b"CAPA" in rest.upper() else b"",
            tag + b" OK done\r\n",
        ]

    with serving(answer) as (_, server), imap.opened(server, _WORD):
        pass


def test_a_blank_that_breaks_no_line_is_a_blank():
    server = Server(host="x.org", port=587, tls="starttls", user="ann")
    assert "abcd efgh" == password(MailSettings(), server, {"PBEM_MAIL_PASSWORD": "abcd\u00a0efgh"})


@tried_with(
    ("what", "port", "tls"),
    [
        ("smtp", 465, "tls"), ("smtp", 587, "starttls"), ("smtp", 25, "starttls"), ("imap", 993, "tls"),
        ("imap", 143, "starttls"),
    ],
)  # fmt: skip
def test_a_port_says_how_it_is_encrypted_unless_somebody_does(what, port, tls):
    assert tls == make_server(what, f"x.org:{port}", tls="", user="ann").tls
    said = getattr(parse_settings(f'[{what}]\nhost = "x.org"\nport = {port}'), what)
    assert (tls, port) == (said.tls, said.port)
    other = "tls" if tls == "starttls" else "starttls"
    assert (
        other
        == getattr(parse_settings(f'[{what}]\nhost = "x.org"\nport = {port}\ntls = "{other}"'), what).tls
    )


def test_a_refusal_of_microsoft_names_the_ways_without_a_password():
    def answer(line):
        if line is None:
            return [b"* OK hello\r\n"]
        tag = line.partition(b" ")[0]
        if b"LOGIN" in line.upper():
            return [tag + b" NO Basic authentication is disabled.\r\n"]
        return [b"* CAPABILITY IMAP4rev1\r\n", tag + b" OK done\r\n"]

    with serving(answer) as (_, server), pytest.raises(MailError) as caught, imap.opened(server, "word"):
        pass
    assert "Basic authentication is disabled" in caught.value.message
    assert "b'" not in caught.value.message
    assert "--way client" in caught.value.hint
    assert "app password" in no_login(server, "no")


def test_a_server_that_says_nothing_is_told_as_such(monkeypatch):
    monkeypatch.setattr(wire, "SECONDS", 0.05)
    monkeypatch.setattr(imap, "SECONDS", 0.05)

    def dumb(_line):
        return []

    with serving(dumb) as (_, server), pytest.raises(MailError, match="says nothing"):
        smtp.check(server, "")
    with (
        serving(dumb) as (_, server),
        pytest.raises(MailError, match="says nothing"),
        imap.opened(server, ""),
    ):
        pass
