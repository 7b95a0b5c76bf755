"""Targets: bytes as they come in a mail or a file, up to the point where a log is judged."""

import imaplib
import io
from collections.abc import Iterator
from unittest import mock

from pbem.bytes import canon, container
from pbem.bytes.errors import FormatError, PbemError
from pbem.games import registry
from pbem.log import check_chain, parse_log, read_bundles, scan_log, scan_vouched
from pbem.mail import imap, sources, text
from pbem.mail.extract import look, turns_in
from pbem.mail.imap import Client, Mailbox
from pbem.mail.settings import Server, parse_settings
from pbem.mail.wire import Wire
from pbem.replay.verify import verify
from pbem.store.inbox import settle
from tests.fuzz import beside, fixtures, mutators
from tests.fuzz.harness import Target, WrongError
from tests.fuzz.listed import target

JSON_TOKENS = (
    *(b'"', b"\\", b"\\u0000", b"\\ud800", b"{}", b"[]", b"null", b"true", b"-0", b"1e9", b"NaN",
        b"-Infinity", b"1.0"),
    *(b"9007199254740992", b'"k":"reject"', b'"k":"hdr"', b'"k":"sig"', b'"i":0', b'"dice":[[6,1]]',
        b'"k":"note","text":"', b"\xe2\x80\xae", b"\xcc\x8a"),
)  # fmt: skip
_TAG = imaplib.Int2AP(4096).decode()


def _line(data: bytes) -> None:
    """A line has one spelling or is refused."""
    value = canon.decode(data)
    if canon.encode(value) != data:
        raise WrongError("a line with two spellings was accepted")


def _lines() -> list[bytes]:
    found = [bytes.fromhex(str(each["line_hex"])) for _, each in fixtures.vectors("json")]
    return [*found, *fixtures.tiny_game().a.log.encode().splitlines()[:12], *beside.logs()[4].splitlines()]


def _container(data: bytes) -> None:
    """What is unpacked whole is also what is salvaged."""
    found, broken = container.salvage(data)
    if broken is None and found != container.unpack(data):
        raise WrongError("unpack and salvage differ")


def _verify_seeds() -> list[bytes]:
    for game in fixtures.GAMES:
        registry.load(game)  # once and beforehand: it takes longer than any input may
    return [*fixtures.log_vectors()[::6], *fixtures.small_logs()[:3], *beside.logs(), *_packed()]


def _packed() -> list[bytes]:
    return [container.pack(each[:6000]) for each in fixtures.small_logs()] + [container.MAGIC, b'{"a":1}']


def _armour(data: bytes) -> None:
    """Text turns, as mail programs leave them."""
    text.armoured(said := data.decode("utf-8", "replace"))
    text.from_html(said)
    for name in ("utf-8", "utf-16", "utf-7", "no such", "\x00"):
        text.decode(data, name)


def _armoured() -> list[bytes]:
    packed = container.pack(fixtures.small_logs()[3])
    whole = container.armour(packed, {"Game": "tiny"})
    quoted = "".join(f"> {line}\r\n" for line in whole.splitlines())
    return [whole.encode(), quoted.encode(), f"<pre>{whole}</pre>".replace("\n", "<br>").encode()]


def _log(data: bytes) -> None:
    """Reading, judging the chain, and back to the same bytes."""
    log, error = scan_log(data)
    if log is not None and error is None and log.encode() != data:
        raise WrongError("a log is not written as it was read")
    again = scan_vouched(data, len(data))
    if again is not None and (again[0].encode() != data or (error is None and again[0] != log)):
        raise WrongError("a log that is read again is another")
    if log is not None:
        check_chain(log)
    parse_log(data)


def _bundles(data: bytes) -> None:
    start = fixtures.tiny_game().a.log
    settle(start.bundles[:3], read_bundles(data), start=start.gid)


def _verify(data: bytes) -> None:
    """The verdict on any bytes; it never raises."""
    with fixtures.small_games():
        try:
            verdict = verify(data)
        except PbemError as error:
            raise WrongError("verify raised") from error
    if verdict.fault is None and verdict.verdict == "rejected":
        raise WrongError("rejected without a fault")


def _mail(data: bytes) -> None:
    survey = look(data)
    if survey.found:
        turns_in(data)


def _mbox(data: bytes) -> None:
    for letter in sources.read("-", stdin=io.BytesIO(data)):
        if not letter.mail_id.isascii():
            raise WrongError("a Message-ID that is none")
        try:
            letter.turns()
        except PbemError:
            continue


def _mboxes() -> list[bytes]:
    first, second, *_ = fixtures.mails(4000)
    line = b"From ann@example.org Sat Jun  6 05:30:00 2026\n"
    return [line + first + b"\n" + line + second, first, line]


_SERVER = Server(host="imap.example.org", port=143, tls="none")


class _Server(Client):
    """A connection to a server that says what the input says."""

    said = b""

    def open(self, host: str = "", port: int = 0, timeout: float | None = None) -> None:
        self.host, self.port = host, port
        self.sock = mock.Mock()
        self.sock.recv_into = io.BytesIO(self.said).readinto
        self.file = io.BufferedReader(io.BytesIO(self.said))

    def shutdown(self) -> None:
        self.file.close()


def _imap(data: bytes) -> None:
    """What a mail server answers, through the library's reader and ours."""
    _Server.said = data
    with (
        mock.patch.object(imaplib.random, "randint", return_value=4096),
        mock.patch.object(imap, "Client", _Server),
    ):
        try:
            server = imap._client(_SERVER, Wire.for_seconds(60))
        except imap._BROKEN:  # ``opened`` says so in a sentence
            return
    server.state = "AUTH"
    box = Mailbox(server, "imap.example.org")
    box.select("INBOX")
    uids = box.uids(after=3)
    for item in box.read(uids):
        if item.data is not None and len(item.data) > len(data):
            raise WrongError("more came than was sent")


def _imap_seeds() -> list[bytes]:
    def made(*answers: bytes) -> bytes:
        lines = [b"* OK ready", b"* CAPABILITY IMAP4rev1", b"%s0 OK done" % _TAG.encode()]
        for number, answer in enumerate(answers, 1):
            lines += [answer, b"%s%d OK done" % (_TAG.encode(), number)]
        return b"\r\n".join(lines) + b"\r\n"

    size = b"* 1 FETCH (UID 7 RFC822.SIZE 12)"
    mail = b"* 1 FETCH (UID 7 BODY[] {12}\r\nSubject: x\r\n)"
    selected = b"* 1 EXISTS\r\n* OK [UIDVALIDITY 9] ok"
    return [made(selected, b"* SEARCH 4 7", size, mail), made(selected, b"* SEARCH"), b"* BYE\r\n"]


def _mail_settings(data: bytes) -> None:
    try:
        parse_settings(data.decode("utf-8"))
    except UnicodeDecodeError:
        raise FormatError("not-utf8", "read_settings says so") from None


_MAIL_TOML = b"""address = "ann@example.org"
way = "smtp"
program = ["msmtp", "-t"]
folders = ["INBOX"]
[smtp]
host = "mail.example.org"
port = 587
tls = "starttls"
user = "ann"
[imap]
host = "mail.example.org"
"""


def targets() -> Iterator[Target]:
    """In the order of the README."""
    yield from _of_turns()
    yield from _of_logs()
    yield from _of_mails()
    yield from _of_servers()


def _of_turns() -> Iterator[Target]:
    """A line, and what a turn is wrapped in."""
    yield target("line", _line, _lines, mutators.json_object, tokens=JSON_TOKENS, largest=20_000)
    yield target(
        "container", _container, _packed, mutators.packed(mutators.json_lines),
        tokens=(container.MAGIC, b"PBEM1")
    )  # fmt: skip
    yield target(
        "armour", _armour, _armoured, mutators.mail,
        tokens=(container.BEGIN.encode(), container.END.encode(), b"\n=0123abcd\n", b"> ", b"&#9;")
    )  # fmt: skip


def _of_logs() -> Iterator[Target]:
    """Whole logs and bundles."""
    yield target(
        "log", _log, lambda: [*fixtures.log_vectors(), *fixtures.small_logs()[1:4], *beside.logs()[1:]],
        mutators.json_lines, tokens=JSON_TOKENS
    )  # fmt: skip
    yield target(
        "bundles", _bundles, lambda: [fixtures.small_logs()[4], *beside.bundles()], mutators.json_lines,
        tokens=JSON_TOKENS
    )  # fmt: skip
    yield target(
        "verify", _verify, _verify_seeds, mutators.packed(mutators.json_lines), tokens=JSON_TOKENS,
        largest=24 * 1024
    )  # fmt: skip


def _of_mails() -> Iterator[Target]:
    """What the post brings."""
    yield target("mail", _mail, fixtures.mails, mutators.mail, tokens=mutators.MAIL_TOKENS, largest=24 * 1024)
    yield target(
        "mbox", _mbox, _mboxes, mutators.mail,
        tokens=(b"\n\nFrom a@b Sat Jun  6 05:30:00 2026\n", b"\nFrom \n", b"Message-ID: <a@b>")
    )  # fmt: skip


def _of_servers() -> Iterator[Target]:
    """A mail server, and how one is named."""
    yield target(
        "imap",
        _imap,
        _imap_seeds,
        mutators.mail,
        tokens=(
            b"{99}\r\n",
            b"{4000000000}\r\n",
            b"* SEARCH ",
            b"UID 7 RFC822.SIZE 12",
            _TAG.encode() + b"2 OK\r\n",
        ),
        largest=4096,
    )
    yield target(
        "mail-settings", _mail_settings, lambda: [_MAIL_TOML], mutators.toml, tokens=mutators.TOML_TOKENS,
        largest=8192
    )  # fmt: skip
