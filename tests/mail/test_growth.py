"""Reading costs as much as there is to read: every unit that a scanner might stumble over, four times as long."""

import pytest

from mail.growth import FOURFOLD, best, ratio
from pbem.bytes.container import armour, pack
from pbem.bytes.errors import PbemError
from pbem.mail import text
from pbem.mail.extract import turns_in
from pbem.mail.sources import Letter
from tests.lists import tried_with
from tests.sampling import each_with_one

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
