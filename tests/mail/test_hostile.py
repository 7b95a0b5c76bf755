"""A mail server that wants to hurt: whatever it sends, and however long, it is left soon, and in one sentence."""

import itertools

import pytest

from mail.growth import FOURFOLD, ratio
from mail.servers.hostile import forever, imap, serving, smtp
from pbem.bytes.errors import MailError
from pbem.mail import imap as ours
from pbem.mail import smtp as out
from pbem.mail.imap import opened
from pbem.mail.limits import MAX_MAIL
from tests.lists import tried_with

ENOUGH = 8 * 1024 * 1024
"""No question is worth more bytes than the largest mail, and what waits in the kernel."""
LINES = 4 * 1024 * 1024


def read_all(box):
    box.select("INBOX")
    return [item.uid for item in box.read(box.uids())]


def fetched(**answers):
    with serving(imap(**answers)) as (server, where):
        try:
            with opened(where, "word") as box:
                return read_all(box), server.sent
        except MailError as error:
            return error.code, server.sent


SHORT = b"* 1 EXISTS\r\n" * 100
FLOODS = {
    "numbers": {"search": forever(b"* SEARCH 1 2 3\r\n" * 100)},
    "one number a line": {"search": (b"* SEARCH %d\r\n" % n for n in itertools.count(1))},
    "empty searches": {"search": forever(b"* SEARCH\r\n" * 100)},
    "lines nobody asked for": {"search": forever(SHORT)},
    "a line without end": {"search": forever(b"* SEARCH" + b" 1" * 1000)},
    "greetings": {"greeting": forever(b"* OK ready\r\n" * 100), "capability": forever(SHORT)},
    "a greeting without end": {"greeting": forever(b"* OK " + b"x" * 1000)},
    "capabilities": {"capability": forever(b"* CAPABILITY IMAP4rev1\r\n" * 100)},
    "lines at login": {"login": forever(SHORT)},
    "lines at select": {"select": forever(SHORT), "examine": forever(SHORT)},
    "bracketed codes": {"examine": forever(b"* OK [UIDVALIDITY 7] x\r\n" * 100)},
    "sizes": {"search": (b"* SEARCH 1\r\n",), "fetch": forever(b"* 1 FETCH (UID 1 RFC822.SIZE 9)\r\n" * 100)},
    "a literal of four gigabytes": {
        "search": (b"* SEARCH 1\r\n",),
        "fetch": itertools.chain((b"* 1 FETCH (UID 1 RFC822.SIZE {4000000000}\r\n",), forever(b"x" * 1000)),
    },
    "a literal of a negative size": {"search": (b"* SEARCH {-5}\r\n", *[SHORT] * 50)},
    "literals of nothing": {"search": itertools.chain((b"* SEARCH {0}\r\n",), forever(b" {0}\r\n" * 100))},
    "farewells": {"logout": forever(SHORT)},
}


@tried_with("name", FLOODS)
def test_an_answer_without_end_is_left(name):
    """A bound on bytes and lines, whatever the question: what the server got rid of is counted, not the time."""
    found, sent = fetched(**FLOODS[name])
    assert found == ([] if name == "farewells" else "imap" if name != "lines at login" else "imap-login")
    assert sent < LINES


def test_a_mail_larger_than_it_was_announced_is_left():
    body = b"* 1 FETCH (UID 1 BODY[] {%d}\r\n" % (MAX_MAIL + 100_000)
    asked = itertools.count()

    def answer(line):
        if line is not None and b"BODY.PEEK" in line:
            next(asked)
            yield body
            yield from forever(b"x" * 1000)
        yield from imap(search=(b"* SEARCH 1\r\n",), fetch=(b"* 1 FETCH (UID 1 RFC822.SIZE 9)\r\n",))(line)

    with serving(answer) as (server, where), pytest.raises(MailError), opened(where, "word") as box:
        read_all(box)
    assert 1 == next(asked)
    assert server.sent < ENOUGH


@pytest.mark.parametrize("where", ["greeting", "search", "logout"])
def test_one_byte_now_and_then_ends_with_the_clock_of_the_connection(where):
    """No wait is longer than allowed, and still it never ends: only a clock for the whole connection helps."""
    drip = itertools.chain((b"* ",), forever(b"x"))
    with serving(imap(**{where: drip}), pause=0.05) as (_, server):
        if where == "logout":
            with opened(server, "word", seconds=2.0) as box:
                assert [] == read_all(box)
            return
        with pytest.raises(MailError) as caught, opened(server, "word", seconds=1.0) as box:
            read_all(box)
    assert "imap" == caught.value.code


def test_an_ordinary_mailbox_is_read():
    many = b" ".join(b"%d" % n for n in range(1, 60_001))

    def answer(line):
        words = line.split() if line is not None else []
        if b"FETCH" in words:
            for uid in words[3].split(b","):
                if b"(BODY.PEEK[])" in words:
                    yield b"* %b FETCH (UID %b BODY[] {12}\r\nSubject: x\r\n)\r\n" % (uid, uid)
                else:
                    yield b"* %b FETCH (RFC822.SIZE 12 FLAGS (\\Seen) UID %b)\r\n* 9 EXISTS\r\n" % (uid, uid)
            yield words[0] + b" OK done\r\n"
            return
        yield from imap(search=(b"* SEARCH " + many + b"\r\n",), examine=(b"* OK [UIDVALIDITY 7] x\r\n",))(
            line
        )

    with serving(answer) as (_, where), opened(where, "word") as box:
        assert 7 == box.select("INBOX")
        uids = box.uids()
        assert 60_000 == len(uids)
        assert [(uid, b"Subject: x\r\n") for uid in uids[:250]] == [
            (item.uid, item.data) for item in box.read(uids[:250])
        ]


CRAFTED = {
    "numbers": b"UID 1 ", "sizes": b"RFC822.SIZE 1 ", "names": b"UID ", "brackets": b"((UID",
    "both": b"UID RFC822.SIZE ", "digits": b"UID 1111111111111111 ",
}  # fmt: skip


@pytest.mark.parametrize("unit", CRAFTED.values(), ids=CRAFTED)
def test_a_crafted_line_costs_as_much_as_it_is_long(unit):
    assert ratio(ours._size, lambda size: b"* 1 FETCH (" + unit * (size // len(unit)), 200_000) < FOURFOLD


@tried_with(
    ("line", "found"),
    [
        (b"3 (UID 17 RFC822.SIZE 4096)", (17, 4096)), (b"3 (RFC822.SIZE 4096 UID 17)", (17, 4096)),
        (b"3 (uid 17 rfc822.size 4096 FLAGS (\\Seen))", (17, 4096)), (b"3 (UID 17)", None),
        (b"3 (RFC822.SIZE 17)", None), (b"3 (UID x RFC822.SIZE 9)", None), (b"3 (UID 1 UID 2 RFC822.SIZE 9)", (1, 9)),
        (b"", None),
    ],
)  # fmt: skip
def test_number_and_size_are_read_from_an_answer(line, found):
    assert found == ours._size(line)


REPLIES = {
    "greetings": {"greeting": forever(b"220-welcome\r\n" * 100)},
    "a greeting without end": {"greeting": forever(b"220-" + b"x" * 1000)},
    "what it can do": {"ehlo": forever(b"250-AUTH PLAIN LOGIN\r\n" * 100)},
    "empty lines": {"ehlo": forever(b"250-\r\n" * 100)},
    "words at login": {"auth": forever(b"535-no\r\n" * 100)},
    "farewells": {"quit": forever(b"221-bye\r\n" * 100)},
}


@pytest.mark.parametrize("name", REPLIES)
def test_a_reply_without_end_is_left(name):
    with serving(smtp(**REPLIES[name])) as (server, where):
        if name == "farewells":
            out.check(where, "word")
        else:
            with pytest.raises(MailError) as caught:
                out.check(where, "word")
            assert caught.value.code in ("smtp-connect", "smtp-login")
            assert len(caught.value.message) < 600
    assert server.sent < 1024 * 1024


@pytest.mark.parametrize("where", ["greeting", "ehlo"])
def test_a_reply_that_drips_ends_with_the_clock_of_the_connection(where):
    drip = itertools.chain((b"250-",), forever(b"x"))
    with serving(smtp(**{where: drip}), pause=0.05) as (_, server), pytest.raises(MailError) as caught:
        out.check(server, "word", seconds=1.0)
    assert caught.value.code in ("smtp-connect", "smtp-login")
