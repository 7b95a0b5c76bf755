"""Mails on which the standard library fails, and long ones: no import stops, and reading costs as much as there is."""

import io
import zipfile

import pytest

from mail.growth import FOURFOLD, best, ratio
from pbem.bytes.container import armour, pack
from pbem.bytes.errors import PbemError
from pbem.mail import text
from pbem.mail.extract import turns_in
from pbem.mail.sources import Letter
from pbem.mail.text import decode, from_html
from tests.lists import tried_with
from tests.sampling import each_with_one

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
