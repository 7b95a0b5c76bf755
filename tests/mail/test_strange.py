"""Mails with charsets, numbers and entities on which the standard library fails: no import may stop at one of them."""

import io
import zipfile

import pytest

from pbem.bytes.container import armour, pack
from pbem.bytes.errors import PbemError
from pbem.mail.extract import turns_in
from pbem.mail.text import decode, from_html
from tests.lists import tried_with

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
