"""Addresses as people type and programs copy them, passwords of any letters, and strange or long mails at no more cost."""

import base64
import io
import zipfile

import pytest

from mail.growth import FOURFOLD, best, ratio
from mail.servers.hostile import serving
from pbem.bytes.container import armour, pack
from pbem.bytes.errors import MailError, PbemError, UsageError
from pbem.mail import imap, smtp, text, wire
from pbem.mail.addresses import plain
from pbem.mail.extract import turns_in
from pbem.mail.password import password
from pbem.mail.settings import MailSettings, Server, make_server, parse_settings
from pbem.mail.smtp import no_login
from pbem.mail.sources import Letter
from pbem.mail.text import decode, from_html
from tests.lists import tried_with
from tests.sampling import each_with_one

_WORD = "ñ€ groß"


@tried_with(
    ("text", "address"),
    [
        ("Ann Smith <ann@example.org>", "ann@example.org"),
        ('"Smith, Ann" <ann@example.org>', "ann@example.org"),
        ("Smith, Ann <ann@example.org>; ann@example.org;", "ann@example.org"),
        (" \t", ""),
        ("mailto:ann%2Bpbem@example.org?subject=x", "ann+pbem@example.org"),
        ("\u00a0ann@example.org\u200b", "ann@example.org"),
        ("ann@bücher.example", "ann@xn--bcher-kva.example"),
        ("ann@straße.example", "ann@xn--strae-oqa.example"),
        ("ann@localhost", "ann@localhost"),
    ],
)
def test_an_address_is_taken_as_mail_programs_copy_it(text, address):
    assert address == plain(text)


@tried_with(
    "text",
    [
        "ann",
        "ann..x@example.org",
        "ann@x.org.",
        ".ann@x.org",
        "ann@-x.org",
        "ñ@x.org",
        "-t@x.org",
        "ann@x@y.org",
        f"{'a' * 65}@x.org",
        "ann@x.org\r\nBcc: eve@x.org",
        f"ann@{'ü' * 70}.org",
        "ann@x..org",
        "<>",
    ],
)
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
        ("smtp", 465, "tls"),
        ("smtp", 587, "starttls"),
        ("smtp", 25, "starttls"),
        ("imap", 993, "tls"),
        ("imap", 143, "starttls"),
    ],
)
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


PLAIN = b'{"by":"A","k":"hdr"}\n' * 40
TURN = pack(PLAIN)
STRANGE = (
    b"undefined", b"a\0b", b"idna", b"zlib", b"unicode_escape", b"raw_unicode_escape", b"punycode", b"\xff", b"",
)  # fmt: skip


@tried_with("charset", STRANGE)
@tried_with("form", [b"charset=%b", b"charset*=%b''utf%%2d8", b"charset*=utf-8''%b", b"x*=%b''x"])
def test_a_turn_is_found_whatever_charset_the_text_claims(charset, form):
    """The letters of the armour are ASCII; a claim that no library can follow takes nothing away."""
    text = b"\xe9\xff caf\xe9 \\q\n" + armour(TURN, {}).encode()
    mail = b"Content-Type: text/plain; " + form % charset + b"\r\n\r\n" + text
    assert [PLAIN] == [found.data for found in turns_in(mail)]


@tried_with("charset", STRANGE)
@tried_with("header", [b"boundary*=%b''x", b"boundary*0*=%b''x", b"boundary*%b=x; boundary=x"])
def test_a_boundary_in_any_charset_is_read_or_refused(charset, header):
    mail = b"Content-Type: multipart/mixed; " + header % charset + b"\r\n\r\n--x\r\n\r\nhello\r\n--x--\r\n"
    with pytest.raises(PbemError) as caught:
        turns_in(mail)
    assert caught.value.code in ("no-turn", "mail-header")


def test_a_parameter_with_thousands_of_digits_is_refused():
    header = b"boundary*0=b; boundary*" + b"1" * 5000 + b"=x"
    with pytest.raises(PbemError) as caught:
        turns_in(b"Content-Type: multipart/mixed; " + header + b"\r\n\r\n--x\r\n\r\nhello\r\n--x--\r\n")
    assert "mail-header" == caught.value.code


def test_an_attached_mail_in_any_bytes_is_looked_into():
    head = b"Content-Type: message/rfc822\r\nContent-Transfer-Encoding: base64\r\n\r\n"
    inner = b"\xe9\xff\r\n" + armour(TURN, {}).encode()
    with pytest.raises(PbemError) as caught:
        turns_in(head + b"PBEM \xff\xfe")
    assert "no-turn" == caught.value.code
    assert [PLAIN] == [found.data for found in turns_in(b"\r\n\r\n" + inner)]


@pytest.mark.parametrize("entity", ["&#" + "9" * 5000 + ";", "&#x" + "f" * 100_000 + ";", "&#999999999999"])
def test_a_huge_entity_is_one_unknown_letter(entity):
    assert "a\ufffdb" == from_html(f"a{entity}{'' if entity.endswith(';') else ' '}b").replace(" ", "")


def test_what_is_no_charset_is_read_as_utf_8():
    for name in STRANGE:
        assert "Zoë" == decode("Zoë".encode(), name.decode("latin-1"))


@pytest.mark.parametrize("kinds", [(0, 0), (0, 8), (8, 0), (8, 8)], ids=str)
def test_every_turn_of_a_zip_is_found_stored_or_deflated(kinds):
    """Of two that were stored the first alone was read."""
    turns = [PLAIN, PLAIN + b'{"by":"B","k":"hdr"}\n']
    zipped = io.BytesIO()
    with zipfile.ZipFile(zipped, "w") as archive:
        for n, (kind, plain) in enumerate(zip(kinds, turns, strict=True)):
            archive.writestr(f"turn-{n}.pbem", pack(plain), compress_type=kind)
    assert set(turns) == {found.data for found in turns_in(zipped.getvalue())}


HEADS = {
    "text": b"A: b\n\nPBEM ", "html": b"Content-Type: text/html\n\nPBEM ",
    "begun": b"A: b\n\n-----BEGIN PBEM TURN-----\n", "a header": b"A: ",
    "a boundary": b"Content-Type: multipart/mixed; boundary=b\n\n--b\n\nPBEM ",
}  # fmt: skip
UNITS = {
    "tags": b"<a ", "breaks": b"<br ", "angles": b"<", "entities": b"&#1", "names": b"&amp", "quotes": b"> ",
    "dashes": b"-", "beginnings": b"-BEGIN ", "half marks": b"-BEGIN PBEM ", "letters": b"A", "equals": b"=",
    "blanks": b" ", "hard blanks": "\u00a0".encode(), "nothing": "\u200b".encode(), "returns": b"x\r",
    "boundaries": b"\n--b", "json": b'{"a":', "keys": b'"k":"', "letter ids": b"message-id: <a", "colons": b":",
}  # fmt: skip
SIZE = 60_000
WAYS = each_with_one(UNITS, [*HEADS])
"""Each unit behind a head."""


def read(raw):
    assert isinstance(Letter(data=raw, where="").mail_id, str)
    try:
        turns_in(raw)
    except PbemError as error:
        return error.code
    return ""


@pytest.mark.wider
@tried_with(("unit", "head"), [(UNITS[unit], HEADS[head]) for unit, head in WAYS], ids=map(" in ".join, WAYS))
def test_a_mail_costs_as_much_as_it_is_long(head, unit):
    assert ratio(read, lambda size: head + unit * (size // len(unit)), SIZE) < FOURFOLD


def cost(header):
    """Seconds that fifty parts with this header take; the best of three."""
    body = (b"--b\n" + header + b"\n\nPBEM\n") * 50
    raw = b"Content-Type: multipart/mixed; boundary=b\n\n" + body + b"--b--\n"
    return max(best(read, raw), 0.004)


PARAMETERS = (b'a=";', b";", b"a*0=x;", b"a*=utf-8''x;", b'"', b"\\", b"(", b"=?utf-8?b?", b"charset=x;")


@tried_with("unit", PARAMETERS)
@tried_with("size", [4_000, 16_000])
def test_a_crafted_header_costs_no_more_than_any_other(unit, size):
    """What the library does with parameters is quadratic: their number is bounded before it begins."""
    assert 8 > cost(b"Content-Type: text/plain; " + unit * (size // len(unit))) / cost(
        b"Subject: text/plain; " + b"x " * (size // 2)
    )


@tried_with("unit", PARAMETERS)
def test_parts_with_crafted_headers_cost_as_much_as_they_are_many(unit):
    head = (
        b"Content-Type: text/plain; "
        + unit * (4_000 // len(unit))
        + b"\nContent-Disposition: "
        + unit * (4_000 // len(unit))
    )

    def made(parts):
        body = b"".join(b"--b\n" + head + b"\n\nPBEM\n" for _ in range(parts))
        return b"Content-Type: multipart/mixed; boundary=b\n\n" + body + b"--b--\n"

    assert ratio(read, made, 12) < FOURFOLD


def test_a_name_in_many_pieces_is_still_read():
    """A long name of a file comes in numbered parameters: as many as the limit are none too many."""
    pieces = b"".join(b"; filename*%d=x" % n for n in range(100))
    raw = b"Content-Disposition: attachment" + pieces + b"\n\n" + armour(pack(b"data"), {}).encode()
    assert [b"data"] == [found.data for found in turns_in(raw)]


def test_a_page_of_nothing_but_tags_is_left_and_a_real_one_is_read():
    assert "" == text.from_html("<a " * (text.MAX_TAGS + 1))
    assert "\nx" == text.from_html("<br>x" + "<b>" * (text.MAX_TAGS - 1))
