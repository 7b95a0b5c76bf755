"""A mailbox on an IMAP server, read without touching it: nothing is marked until the caller says what is stored.

Mails are fetched raw and one at a time: a library that parses what it fetches would do so before our limits hold.
"""

from __future__ import annotations

import base64
import imaplib
import re
import ssl
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from datetime import date
from itertools import pairwise
from typing import Protocol, TypeAlias

from pbem.bytes.errors import CONFUSED, MailError
from pbem.bytes.records import field, frozen
from pbem.bytes.text import shown
from pbem.mail.limits import MAX_MAIL
from pbem.mail.oauth import Token, mechanism
from pbem.mail.settings import Server
from pbem.mail.smtp import context, no_login, not_who, said, silent
from pbem.mail.wire import MAX_WORDS, SECONDS, SESSION_SECONDS, Wire
from pbem.port.messages import Message

_NUMBER = re.compile(rb"[0-9]{1,12}")
_BRACKETS = bytes.maketrans(b"()", b"  ")
_BATCH = 200
_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")

_MAIL = MAX_MAIL + 64 * 1024
_LINE = 1_000_000
_SHOWN = 400
_UID = re.compile(rb"[0-9]{1,10}")
# The library trusts the server's numbers and letters, and fails on others with whatever comes first.
_BROKEN = (OSError, imaplib.IMAP4.error, *CONFUSED)

_Answer: TypeAlias = tuple[str, list[bytes | tuple[bytes, bytes] | None]]


@frozen(kw_only=True)
class Item:
    """One mail of a folder. ``data`` is None when it is larger than any mail with a turn may be: then it is not read."""

    uid: int
    data: bytes | None = field(repr=False)


class Box(Protocol):
    """A mailbox of any provider: what is read and marked of it (:class:`Mailbox`)."""

    def select(self, folder: str, *, writing: bool = False) -> int:
        """Choose a folder; its UIDVALIDITY."""

    def uids(self, *, after: int = 0, since: date | None = None) -> tuple[int, ...]:
        """The numbers of the mails beyond ``after`` that came on or after ``since``, ascending."""

    def read(self, uids: Iterable[int]) -> Iterator[Item]:
        """These mails, one at a time."""

    def mark_seen(self, uids: Iterable[int]) -> None:
        """Mark these mails as read."""

    def append(self, folder: str, mail: bytes) -> None:
        """Put a mail into a folder."""


class Opener(Protocol):
    """Opens a mailbox for the time of a ``with`` block, as :func:`opened` does."""

    def __call__(self, server: Server, password: str) -> AbstractContextManager[Box]: ...


class Client(imaplib.IMAP4):
    """A connection whose answers are bounded (:mod:`pbem.mail.wire`): a server may announce and send any number."""

    def __init__(self, server: Server, wire: Wire) -> None:
        """Connects. What the library raises for a server that does not keep to the protocol, or OSError."""
        self.wire = wire
        super().__init__(server.host, server.port, timeout=SECONDS)

    def read(self, size: int) -> bytes:
        """So many bytes. Raises OSError beyond the bounds."""
        return self.wire.read(self.sock, size)

    def readline(self) -> bytes:
        """A line. Raises OSError beyond the bounds, and the library's error for one of more than a million bytes."""
        line = self.wire.readline(self.sock, _LINE + 1)
        if len(line) > _LINE:
            raise self.error(Message("it sends a line of more than {line} bytes", line=_LINE))
        return line


class _ClientTLS(Client, imaplib.IMAP4_SSL):
    """The same under TLS from the start."""

    def __init__(self, server: Server, wire: Wire) -> None:
        self.wire = wire
        imaplib.IMAP4_SSL.__init__(
            self, server.host, server.port, ssl_context=context(server), timeout=SECONDS
        )


class Mailbox:
    """An open connection; :func:`opened` makes one."""

    def __init__(self, client: Client, name: str) -> None:
        """``client`` is logged in."""
        self._client = client
        self._name = name

    def select(self, folder: str, *, writing: bool = False) -> int:
        """Choose a folder; its UIDVALIDITY, under which its numbers mean the same mails. MailError ``imap-folder``."""
        done = self._ask(lambda: self._client.select(_quoted(folder), readonly=not writing))
        if done[0] != "OK":
            raise MailError.of(
                "imap-folder",
                "There is no folder {folder!r} at {name}.",
                folder=folder,
                name=self._name,
                hint="See `folders` and `sent` in mail.toml.",
            )
        found = self._client.response("UIDVALIDITY")[1]
        value = found[0] if found else None
        return int(value) if isinstance(value, bytes) and _UID.fullmatch(value) else 0

    def uids(self, *, after: int = 0, since: date | None = None) -> tuple[int, ...]:
        """The numbers of the mails beyond ``after`` that came on or after ``since``, ascending."""
        terms = [f"UID {after + 1}:*"]
        if since is not None:
            terms.append(f"SINCE {since.day:02d}-{_MONTHS[since.month - 1]}-{since.year}")
        answer = self._uid("SEARCH", *terms)
        words = b" ".join(each for each in answer if isinstance(each, bytes)).split()
        # "n:*" names the last mail even when its number is smaller.
        return tuple(sorted({int(each) for each in words if _UID.fullmatch(each) and int(each) > after}))

    def read(self, uids: Iterable[int]) -> Iterator[Item]:
        """These mails, one at a time, as bytes; those that are gone are left out. They stay unseen."""
        wanted = list(uids)
        for start in range(0, len(wanted), _BATCH):
            batch = wanted[start : start + _BATCH]
            sizes = self._sizes(batch)
            for uid in batch:
                if uid not in sizes:
                    continue
                if sizes[uid] > MAX_MAIL:
                    yield Item(uid=uid, data=None)
                    continue
                answer = self._uid("FETCH", str(uid), "(BODY.PEEK[])", size=_MAIL)
                data = next((each[1] for each in answer if isinstance(each, tuple)), None)
                if isinstance(data, bytes):
                    yield Item(uid=uid, data=data)

    def mark_seen(self, uids: Iterable[int]) -> None:
        """Mark these mails of the folder (chosen with ``writing``) as read."""
        wanted = [str(uid) for uid in uids]
        for start in range(0, len(wanted), _BATCH):
            self._uid("STORE", ",".join(wanted[start : start + _BATCH]), "+FLAGS.SILENT", r"(\Seen)")

    def append(self, folder: str, mail: bytes) -> None:
        """Put a mail into a folder, read and dated by the server; the folder is made when there is none."""
        for _ in range(2):
            done = self._ask(lambda: self._client.append(_quoted(folder), r"(\Seen)", "", mail))
            if done[0] == "OK":
                return
            self._ask(lambda: self._client.create(_quoted(folder)))
        raise MailError.of(
            "imap-folder",
            "{name} takes no mail into {folder!r}: {said}",
            name=self._name,
            folder=folder,
            said=_said(done[1]),
        )

    def _sizes(self, uids: list[int]) -> dict[int, int]:
        answer = self._uid("FETCH", ",".join(map(str, uids)), "(UID RFC822.SIZE)")
        sizes: dict[int, int] = {}
        for line in answer:
            if isinstance(line, bytes) and (found := _size(line)) is not None:
                sizes[found[0]] = found[1]
        return sizes

    def _uid(
        self, command: str, *terms: str, size: int = MAX_WORDS
    ) -> list[bytes | tuple[bytes, bytes] | None]:
        kind, answer = self._ask(lambda: self._client.uid(command, *terms), size)
        if kind != "OK":
            raise MailError.of(
                "imap",
                "{name} does not {command}: {said}",
                name=self._name,
                command=command,
                said=_said(answer),
            )
        return answer

    def _ask(self, question: Callable[[], tuple[str, object]], size: int = MAX_WORDS) -> _Answer:
        self._client.wire.allow(size)
        try:
            kind, answer = question()
        except _BROKEN as error:
            raise MailError.of(
                "imap", "{name} hung up or answered nonsense: {said}.", name=self._name, said=_words(error)
            ) from error
        return kind, list(answer) if isinstance(answer, list) else []


def _size(line: bytes) -> tuple[int, int] | None:
    """Number and size of a mail in an answer such as ``3 (UID 17 RFC822.SIZE 4096)``; None when it names not both."""
    words = line.translate(_BRACKETS).upper().split()
    found: dict[bytes, int] = {}
    for name, value in pairwise(words):
        if name in (b"UID", b"RFC822.SIZE") and name not in found and _NUMBER.fullmatch(value):
            found[name] = int(value)
    return (found[b"UID"], found[b"RFC822.SIZE"]) if len(found) == 2 else None


@contextmanager
def opened(server: Server, password: str, *, seconds: float = SESSION_SECONDS) -> Iterator[Mailbox]:
    """A mailbox, logged in, for the time of a ``with`` block, at most ``seconds`` long.

    MailError ``imap``, ``tls``, ``imap-login``.
    """
    try:
        client = _client(server, Wire.for_seconds(seconds))
    except ssl.SSLError as error:
        raise not_who(server, error) from error
    except TimeoutError as error:
        raise silent(server, "imap") from error
    except _BROKEN as error:
        raise MailError.of(
            "imap", "{server} could not be reached: {error}.", server=server.name, error=_words(error)
        ) from error
    try:
        try:
            _login(client, server, password)
        except _BROKEN as error:
            words = _words(error)
            raise MailError(
                "imap-login",
                Message(
                    "{server} does not let {user} in: {said}",
                    server=server.name,
                    user=server.user,
                    said=words,
                ),
                hint=no_login(server, words),
            ) from error
        yield Mailbox(client, server.name)
    finally:
        try:
            client.wire.allow()
            client.logout()
        except _BROKEN:
            with suppress(OSError):
                client.shutdown()


def _login(client: Client, server: Server, password: str) -> None:
    """Log in; letters beyond ASCII by PLAIN in UTF-8 (RFC 4616), as the older command has no place for them."""
    user = server.user
    if server.login == "oauth":
        offered = [each.removeprefix("AUTH=") for each in client.capabilities if each.startswith("AUTH=")]
        token = Token(server, password, mechanism(offered))
        client.authenticate(token.mechanism, lambda challenge: token.answer(challenge).encode())
        return
    if (user + password).isascii():
        client.login(user, password)
        return
    words = f"\0{user}\0{password}".encode("utf-8", "surrogateescape")
    client.authenticate("PLAIN", lambda _challenge: words)


def _client(server: Server, wire: Wire) -> Client:
    if server.tls == "tls":
        return _ClientTLS(server, wire)
    client = Client(server, wire)
    try:
        if server.tls == "starttls":
            client.starttls(ssl_context=context(server))
    except BaseException:
        with suppress(OSError):
            client.shutdown()
        raise
    return client


def _quoted(folder: str) -> str:
    """A folder as a quoted string, in the modified UTF-7 of RFC 3501."""
    coded, run = "", ""
    for char in folder + "\0":
        if " " <= char <= "~" or char == "\0":
            if run:
                packed = base64.b64encode(run.encode("utf-16-be")).decode()
                coded += "&" + packed.rstrip("=").replace("/", ",") + "-"
                run = ""
            coded += {"&": "&-", "\0": ""}.get(char, char)
        else:
            run += char
    return '"' + coded.replace("\\", "\\\\").replace('"', '\\"') + '"'


def _words(error: Exception) -> str:
    """What a server said, out of the library's error: its bytes are letters, and not to be shown as ``b'...'``."""
    cause = error.args[0] if error.args else ""
    return said(cause[:_SHOWN] if isinstance(cause, bytes) else str(error)[:_SHOWN])


def _said(answer: Iterable[object]) -> str:
    """A server's words, fit to be printed."""
    text = " ".join(each.decode("utf-8", "replace") for each in answer if isinstance(each, bytes))
    return shown(text, " ")[:300]
