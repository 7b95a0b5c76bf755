"""Handing a mail to a server over SMTP, encrypted, and saying plainly whether it was taken."""

from __future__ import annotations

import smtplib
import ssl
from collections.abc import Iterator
from contextlib import contextmanager

from pbem.errors import MailError
from pbem.mail.settings import Server

SECONDS = 30.0


def context(server: Server) -> ssl.SSLContext:
    """TLS as the system trusts it, with the server's own ``ca`` beside it. MailError ``tls``."""
    made = ssl.create_default_context()
    if server.ca:
        try:
            made.load_verify_locations(server.ca)
        except (OSError, ssl.SSLError) as error:
            raise MailError("tls", f"The certificates in {server.ca} cannot be read.") from error
    return made


def send(server: Server, password: str, mail: bytes, *, sender: str, recipient: str, copy: str = "") -> None:
    """Hand ``mail`` over for ``recipient``, and for ``copy`` when it is named. It has been taken when this returns.

    MailError: ``smtp-connect``, ``tls``, ``smtp-login``, ``smtp-refused`` (the server's own words are in it).
    """
    with _connected(server, password) as client:
        try:
            client.sendmail(sender, [recipient, *([copy] if copy else [])], mail)
        except smtplib.SMTPRecipientsRefused as error:
            code, words = next(iter(error.recipients.values()))
            raise _refused(server, code, words) from error
        except smtplib.SMTPResponseException as error:
            raise _refused(server, error.smtp_code, error.smtp_error) from error
        except (OSError, smtplib.SMTPException) as error:
            raise _broken(server, error) from error


def check(server: Server, password: str) -> None:
    """Connect and log in, and send nothing. The same errors."""
    with _connected(server, password):
        return


@contextmanager
def _connected(server: Server, password: str) -> Iterator[smtplib.SMTP]:
    try:
        client = _client(server)
    except ssl.SSLError as error:
        raise MailError("tls", f"{server.name} is not who it should be: {error.reason or error}.") from error
    except (OSError, smtplib.SMTPException) as error:
        raise _broken(server, error) from error
    try:
        if server.user:
            _login(client, server, password)
        yield client
    finally:
        _quit(client)


def _client(server: Server) -> smtplib.SMTP:
    if server.tls == "tls":
        return smtplib.SMTP_SSL(server.host, server.port, timeout=SECONDS, context=context(server))
    client = smtplib.SMTP(server.host, server.port, timeout=SECONDS)
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
        client.login(server.user, password)
    except smtplib.SMTPAuthenticationError as error:
        raise MailError(
            "smtp-login",
            f"{server.name} does not let {server.user} in: {_said(error.smtp_error)}",
            hint="Large providers want an app password instead of your own.",
        ) from error
    except (OSError, smtplib.SMTPException) as error:
        raise MailError("smtp-login", f"{server.name} takes no login: {error}.") from error


def _quit(client: smtplib.SMTP) -> None:
    try:
        client.quit()
    except (OSError, smtplib.SMTPException):
        client.close()


def _refused(server: Server, code: int, words: bytes | str) -> MailError:
    return MailError(
        "smtp-refused",
        f"{server.name} did not take the mail: {code} {_said(words)}",
        hint="Your turn is signed and stored: `pbem send` sends the same again.",
    )


def _broken(server: Server, error: Exception) -> MailError:
    return MailError(
        "smtp-connect",
        f"{server.name} could not be reached, or hung up: {error}.",
        hint="Your turn is stored: `pbem send` sends the same again.",
    )


def _said(words: bytes | str) -> str:
    """A server's words, fit to be printed."""
    text = words.decode("utf-8", "replace") if isinstance(words, bytes) else words
    return "".join(char if char.isprintable() else " " for char in text)[:300]
