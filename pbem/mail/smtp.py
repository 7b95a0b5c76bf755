"""Handing a mail to a server over SMTP, encrypted, and saying plainly whether it was taken."""

from __future__ import annotations

import smtplib
import ssl
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Protocol

from pbem.bytes.errors import MailError
from pbem.bytes.text import shown
from pbem.mail.oauth import HINT, Token, mechanism
from pbem.mail.settings import Server
from pbem.mail.wire import MAX_LINES, SECONDS, SESSION_SECONDS, Wire
from pbem.port.messages import Message

if TYPE_CHECKING:
    from typing_extensions import Buffer

_SHOWN = 400
_REPLY = 64 * 1024
"""The most bytes of one reply, in at most 2,000 lines: a greeting, or what a server can do."""


class Sender(Protocol):
    """Hands a mail over, as :func:`send` does."""

    def __call__(
        self, server: Server, password: str, mail: bytes, *, sender: str, recipient: str
    ) -> None: ...


class _Lines:
    """A server's replies as the library reads them, within bounds."""

    def __init__(self, client: _Bounded) -> None:
        self._client = client

    def readline(self, limit: int) -> bytes:
        """A line. Raises OSError beyond the bounds."""
        sock = self._client.sock
        if sock is None:
            raise ConnectionError(Message("the connection is closed"))
        return self._client.wire.readline(sock, limit)

    def close(self) -> None:
        """Nothing is held: the socket is closed by the library."""


class _Letters(str):
    """Letters that leave as UTF-8 (RFC 4616), where the library would take ASCII alone."""

    def encode(self, encoding: str = "utf-8", errors: str = "strict") -> bytes:
        """As UTF-8; what was no UTF-8 in the environment as the bytes it was."""
        del encoding, errors
        return super().encode("utf-8", "surrogateescape")


class _Bounded(smtplib.SMTP):
    """A connection whose replies are bounded (:mod:`pbem.mail.wire`), and whose passwords may have any letters."""

    def __init__(self, server: Server, wire: Wire) -> None:
        self.wire = wire
        super().__init__(server.host, server.port, timeout=SECONDS)

    def getreply(self) -> tuple[int, bytes]:
        """One reply, of one line or more. Raises SMTPServerDisconnected beyond the bounds."""
        self.wire.allow(_REPLY, MAX_LINES)
        self.file = _Lines(self)
        return super().getreply()

    def auth_plain(self, challenge: Buffer | None = None) -> str:
        """Name and password in one, with letters of any kind."""
        return _Letters(super().auth_plain(challenge))


class _BoundedTLS(_Bounded, smtplib.SMTP_SSL):
    """The same under TLS from the start."""

    def __init__(self, server: Server, wire: Wire) -> None:
        self.wire = wire
        smtplib.SMTP_SSL.__init__(self, server.host, server.port, timeout=SECONDS, context=context(server))


def context(server: Server) -> ssl.SSLContext:
    """TLS as the system trusts it, with the server's own ``ca`` beside it. MailError ``tls``."""
    made = ssl.create_default_context()
    if server.ca:
        try:
            made.load_verify_locations(server.ca)
        except (OSError, ssl.SSLError) as error:
            raise MailError.of("tls", "The certificates in {ca} cannot be read.", ca=server.ca) from error
    return made


def send(server: Server, password: str, mail: bytes, *, sender: str, recipient: str) -> None:
    """Hand ``mail`` over for ``recipient``. It has been taken when this returns.

    MailError: ``smtp-connect``, ``tls``, ``smtp-login``, ``smtp-refused`` (the server's own words are in it).
    """
    with _connected(server, password, SESSION_SECONDS) as client:
        try:
            client.sendmail(sender, [recipient], mail)
        except smtplib.SMTPRecipientsRefused as error:
            code, words = next(iter(error.recipients.values()))
            raise _refused(server, code, words) from error
        except smtplib.SMTPResponseException as error:
            raise _refused(server, error.smtp_code, error.smtp_error) from error
        except (OSError, smtplib.SMTPException) as error:
            raise _broken(server, error) from error


def check(server: Server, password: str, *, seconds: float = SESSION_SECONDS) -> None:
    """Connect and log in, and send nothing, in at most ``seconds``. The same errors."""
    with _connected(server, password, seconds):
        return


@contextmanager
def _connected(server: Server, password: str, seconds: float) -> Iterator[smtplib.SMTP]:
    try:
        client = _client(server, Wire.for_seconds(seconds))
    except ssl.SSLError as error:
        raise not_who(server, error) from error
    except (OSError, smtplib.SMTPException) as error:
        raise _broken(server, error) from error
    try:
        if server.user:
            _login(client, server, password)
        yield client
    finally:
        _quit(client)


def _client(server: Server, wire: Wire) -> smtplib.SMTP:
    if server.tls == "tls":
        return _BoundedTLS(server, wire)
    client = _Bounded(server, wire)
    try:
        if server.tls == "starttls":
            client.starttls(context=context(server))
            client.ehlo()
    except BaseException:
        client.close()
        raise
    return client


def _login(client: smtplib.SMTP, server: Server, password: str) -> None:
    try:
        if server.login == "oauth":
            client.ehlo_or_helo_if_needed()
            offered = client.esmtp_features.get("auth", "").upper().split()
            token = Token(server, password, mechanism(offered))
            client.auth(token.mechanism, token.answer)
        else:
            client.login(_Letters(server.user), _Letters(password))
    except smtplib.SMTPAuthenticationError as error:
        raise MailError(
            "smtp-login",
            Message(
                "{server} does not let {user} in: {said}",
                server=server.name,
                user=server.user,
                said=said(error.smtp_error),
            ),
            hint=no_login(server, error.smtp_error),
        ) from error
    except (OSError, smtplib.SMTPException) as error:
        raise MailError.of(
            "smtp-login",
            "{server} takes no login: {said}.",
            server=server.name,
            said=said(str(error)[:_SHOWN]),
        ) from error


def _quit(client: smtplib.SMTP) -> None:
    try:
        client.quit()
    except (OSError, smtplib.SMTPException):
        client.close()


def _refused(server: Server, code: int, words: bytes | str) -> MailError:
    return MailError.of(
        "smtp-refused",
        "{server} did not take the mail: {code} {said}",
        server=server.name,
        code=code,
        said=said(words),
    )


def _broken(server: Server, error: Exception) -> MailError:
    if isinstance(error, TimeoutError) or isinstance(
        error.__context__, TimeoutError
    ):  # as the library wraps it
        return silent(server, "smtp-connect")
    return MailError.of(
        "smtp-connect",
        "{server} could not be reached, or hung up: {said}.",
        server=server.name,
        said=said(str(error)[:_SHOWN]),
    )


def not_who(server: Server, error: ssl.SSLError) -> MailError:
    """The error for a server that cannot show that it is the one it should be."""
    return MailError.of(
        "tls", "{server} is not who it should be: {what}.", server=server.name, what=error.reason or error
    )


def silent(server: Server, code: str) -> MailError:
    """The error for a server that says nothing: it often waits for the other kind of encryption."""
    return MailError.of(
        code,
        "{server} says nothing. It was spoken to with {tls}.",
        server=server.name,
        tls=server.tls,
        hint="Look at host, port and tls: 465 and 993 are tls; 25, 143 and 587 are starttls.",
    )


def no_login(server: Server, words: bytes | str) -> str:
    """What to do when a server lets nobody in: Microsoft's never do with a password, Google's not with one's own."""
    if server.login == "oauth":
        return HINT
    text = said(words).lower()
    names = ("outlook", "office365", "hotmail", "live.com")
    if any(name in server.host.lower() for name in names) or "basic authentication is disabled" in text:
        return Message(
            "Microsoft lets no program in by a password. Let your mail program send: pbem setup mail --way client. "
            "Save what comes into a folder: pbem watch FOLDER. Or log in by a token: pbem setup mail --login oauth "
            "--password-command COMMAND"
        )
    if any(name in server.host.lower() for name in ("gmail", "google")) or "application-specific" in text:
        return Message(
            "Google wants an app password (myaccount.google.com/apppasswords) instead of your own, or a token: pbem setup "
            "mail --login oauth --password-command COMMAND"
        )
    return Message("Large providers want an app password instead of your own.")


def said(words: bytes | str) -> str:
    """A server's words, fit to be printed."""
    text = words.decode("utf-8", "replace") if isinstance(words, bytes) else words
    return shown(text, " ")[:300]
