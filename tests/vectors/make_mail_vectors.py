"""Writes ``schemas/vectors/mail``: a mail and beside it what a reader must say of it. One point a file.

Run ``python -m tests.vectors.make_mail_vectors``. The bytes of a mail depend on the version
of Python and of zlib that wrote it, so they are made once and kept; the tests read them.
"""

import base64
import hashlib
import json
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path

from attrs import frozen

from pbem.bytes.container import armour, pack
from pbem.mail.compose import Envelope, compose
from tests.mail import mangle

FOLDER = Path(__file__).resolve().parents[2] / "schemas/vectors/mail"
DATA = b"".join(
    b'{"i":%d,"k":"example","text":"%b"}\n' % (n, hashlib.sha256(b"%d" % n).hexdigest().encode())
    for n in range(120, 132)
)
OLDER = b'{"i":0,"k":"example","text":"the turn before"}\n'
ENVELOPE = Envelope(
    game="june6", gid="ab" * 32, turn=3, first=120, last=131, head="4f2a91c077de" + "0" * 52,
    sender="ana@example.org", sender_name="Ana", recipient="bela@example.org",
    date=datetime(2026, 6, 6, 5, 30, tzinfo=UTC), summary="82nd takes Sainte-M\u00e8re; your move",
    body="Moves\n  505/82: W3522, W3523\n", thread="cd" * 32, answers="ef" * 32,
)  # fmt: skip


@frozen(kw_only=True)
class Vector:
    """``expect`` is ``ok`` or the code of the refusal; ``turns`` are the data found, in order."""

    name: str
    about: str
    mail: bytes
    expect: str = "ok"
    turns: tuple[bytes, ...] = (DATA,)


def vectors() -> Iterator[Vector]:
    mail = compose(pack(DATA), ENVELOPE)
    yield Vector(name="complete", about="The mail of the specification.", mail=mail)
    yield from _same_turn(mail)
    yield from _other_turns(mail)
    yield from _wrapped(mail)
    yield from _refused(mail)


def _same_turn(mail: bytes) -> Iterator[Vector]:
    for change, about in {
        mangle.renamed_and_retyped: "Type and name of the attachment are hints: text/plain, ../../etc/passwd.",
        mangle.lone_line_feeds: "Lines end in LF, as mail folders keep them.",
        mangle.no_attachment: "The attachment was removed; the armour is left.",
        mangle.no_text: "The text was removed; the attachment is left.",
        mangle.quoted_twice: "The armour is quoted with > and |.",
        mangle.run_together: "Everything filled into one paragraph of 50 columns.",
        mangle.hard_blanks: "Every blank is a no-break space.",
        mangle.invisible: "Zero-width spaces and soft hyphens inside the armour.",
        mangle.smart_dashes: "Hyphens made into dashes.",
        mangle.flowed: "format=flowed with trailing and stuffed blanks.",
        mangle.html_blocks: "HTML only, a block for each line.",
        mangle.forwarded: "Forwarded as an attached mail.",
    }.items():
        yield Vector(name=change.__name__.replace("_", "-"), about=about, mail=change(mail))


def _wrapped(mail: bytes) -> Iterator[Vector]:
    for name, change in mangle.WRAPPED.items():
        yield Vector(
            name=name, about="No part of a mail says it; the turn is found by its bytes.", mail=change(mail)
        )


def _other_turns(mail: bytes) -> Iterator[Vector]:
    older = armour(pack(OLDER), {"Game": "june6"})
    yield Vector(
        name="reply-with-quotation",
        about="The turn before is quoted below: both are found, in the order of the mail.",
        mail=mangle.reply_with(mangle.text_of(mail) + "".join(f"> {line}\n" for line in older.splitlines())),
        turns=(DATA, OLDER),
    )
    at = mail.rindex(b"iVBCRU0x")
    yield Vector(
        name="damaged-attachment-good-text",
        about="The attachment does not unpack; the armour in the text is the turn.",
        mail=mail[: at + 16] + b"AAAA" + mail[at + 20 :],
    )


def _refused(mail: bytes) -> Iterator[Vector]:
    def no(name: str, expect: str, about: str, raw: bytes) -> Vector:
        return Vector(name=name, about=about, mail=raw, expect=expect, turns=())

    def attached(data: bytes) -> bytes:
        head = b"Content-Type: application/octet-stream\r\nContent-Transfer-Encoding: base64\r\n\r\n"
        return head + base64.encodebytes(data).replace(b"\n", b"\r\n")

    packed = pack(DATA)
    text = mangle.text_of(mail)
    at = text.index("\n\n", text.index("BEGIN PBEM")) + 30
    yield no("no-turn", "no-turn", "A mail without a turn.", mangle.reply_with("I forgot the file.\n"))
    yield no("truncated", "truncated", "The last 20 bytes of the file are missing.", attached(packed[:-20]))
    yield no(
        "damaged", "damaged", "A byte in the middle was changed.", attached(_flip(packed, len(packed) // 2))
    )
    yield no("mangled", "mangled", "CR LF became LF in the file.", attached(packed.replace(b"\r\n", b"\n")))
    yield no("bomb", "too-large", "It unpacks to 9 megabytes of zeros.", attached(pack(bytes(9 << 20))))
    swapped = text[:at] + ("B" if text[at] == "A" else "A") + text[at + 1 :]
    yield no(
        "letter-changed", "armour-checksum", "One letter of the armour differs.", mangle.reply_with(swapped)
    )
    cut = text[: text.index("-----END") - 100]
    yield no("cut", "armour-truncated", "The text ends before its turn does.", mangle.reply_with(cut))
    many = b"Content-Type: multipart/mixed; boundary=b\r\n\r\n" + b"--b\r\n\r\nx\r\n" * 51 + b"--b--\r\n"
    yield no("51-parts", "mail-parts", "One part more than is read.", many)
    long = b"Content-Type: text/plain; " + b'a=";' * 5000 + b"\r\n\r\nx\r\n"
    yield no("long-header", "mail-header", "A header of 20,000 bytes.", long)


def _flip(data: bytes, at: int) -> bytes:
    return data[:at] + bytes([data[at] ^ 0xFF]) + data[at + 1 :]


def main() -> None:
    for vector in vectors():
        (FOLDER / f"{vector.name}.eml").write_bytes(vector.mail)
        record = {
            "about": vector.about,
            "expect": vector.expect,
            "turns": [hashlib.sha256(data).hexdigest() for data in vector.turns],
        }
        (FOLDER / f"{vector.name}.json").write_text(json.dumps(record, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
