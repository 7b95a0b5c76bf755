"""How this player sends and receives mail: ``mail.toml`` in the home.

::

    address = "ann@example.org"
    way = "smtp"                              # client, draft, pipe, smtp or text
    program = ["msmtp", "-t"]                 # for the way pipe
    password_command = ["pass", "show", "mail"]
    folders = ["INBOX"]                       # what is read over IMAP
    sent = "Sent"                             # where a copy of what went out by SMTP is put

    [smtp]
    host = "mail.example.org"
    port = 587
    tls = "starttls"                          # or "tls"; without it as usual on that port: 465 and 993 "tls"
    user = "ann"
    login = "oauth"                           # what password_command prints is a token; without it "password"

    [imap]
    host = "mail.example.org"
    user = "ann"

A password never stands in it.
"""

from __future__ import annotations

import re
import tomllib
from pathlib import Path
from typing import TypeAlias

from pbem.bytes.errors import UsageError
from pbem.bytes.records import field, frozen
from pbem.port.messages import Message, Series

FILE = "mail.toml"
WAYS = ("client", "draft", "pipe", "smtp", "text")
UNATTENDED = ("pipe", "smtp")
"""The ways in which a mail leaves without a person."""
TLS = ("starttls", "tls", "none")
LOGINS = ("password", "oauth")
"""How one logs in to a server: by a password, or by a token that a command prints."""
_PORTS = {
    ("smtp", "starttls"): 587,
    ("smtp", "tls"): 465,
    ("smtp", "none"): 25,
    ("imap", "starttls"): 143,
    ("imap", "tls"): 993,
    ("imap", "none"): 143,
}
_USUAL_TLS = {465: "tls", 993: "tls", 25: "starttls", 143: "starttls", 587: "starttls"}
"""How a server on a port is encrypted where nobody says."""
_WITHOUT_PORT = {"smtp": "starttls", "imap": "tls"}
_LOOPBACK = frozenset({"localhost", "127.0.0.1", "::1"})
_HOST = re.compile(r"[A-Za-z0-9.:_-]{1,253}")
_MAX_FILE = 64 * 1024
_KEYS = ("address", "folders", "imap", "password_command", "program", "sent", "smtp", "way")
_SERVER_KEYS = ("ca", "host", "login", "port", "tls", "user")

_Value: TypeAlias = object


@frozen(kw_only=True)
class Server:
    """A mail server. ``tls`` is one of :data:`TLS`, ``login`` of :data:`LOGINS`; ``ca`` a file of certificates to trust
    beside the system's."""

    host: str
    port: int
    tls: str
    user: str = ""
    ca: str = ""
    login: str = LOGINS[0]

    @property
    def name(self) -> str:
        """Host and port, as one types them."""
        return f"{self.host}:{self.port}"

    @property
    def account(self) -> str:
        """Who logs in where: ``ann@mail.example.org``; the name a password is kept under."""
        return f"{self.user}@{self.host}"


@frozen(kw_only=True)
class MailSettings:
    """What ``mail.toml`` says; everything may be missing."""

    address: str = ""
    way: str = ""
    program: tuple[str, ...] = ("sendmail", "-t", "-i")
    smtp: Server | None = None
    imap: Server | None = None
    folders: tuple[str, ...] = ("INBOX",)
    sent: str = ""
    password_command: tuple[str, ...] = field(default=(), repr=False)


def read_settings(home: Path) -> MailSettings:
    """The settings of a home; all empty when it has none. Raises UsageError ``mail-settings`` naming the key."""
    path = home / FILE
    try:
        with path.open("rb") as file:
            data = file.read(_MAX_FILE)
    except FileNotFoundError:
        return MailSettings()
    try:
        return parse_settings(data.decode("utf-8"))
    except UnicodeDecodeError:
        raise _wrong(Message("it is not UTF-8")) from None


def parse_settings(text: str) -> MailSettings:
    """Settings from TOML. Raises UsageError ``mail-settings`` naming the key."""
    try:
        table: dict[str, _Value] = dict(tomllib.loads(text))
    except (ValueError, RecursionError) as error:  # a huge number and deep nesting are no TOMLDecodeError
        raise _wrong(Message("it is not TOML: {error}", error=error)) from error
    _known(table, _KEYS, "")
    return MailSettings(
        address=_text(table, "address"),
        way=_one_of(table, "way", ("", *WAYS), ""),
        program=_texts(table, "program", MailSettings().program),
        smtp=_server(table, "smtp"),
        imap=_server(table, "imap"),
        folders=_texts(table, "folders", ("INBOX",)),
        sent=_text(table, "sent"),
        password_command=_texts(table, "password_command", ()),
    )


def make_server(what: str, text: str, *, tls: str, user: str, ca: str = "") -> Server:
    """A server from ``HOST`` or ``HOST:PORT``; ``what`` is ``smtp`` or ``imap``, ``tls`` "" where its port says how.

    UsageError ``mail-settings``.
    """
    host, colon, port = text.rpartition(":")
    if not colon or not re.fullmatch("[0-9]{1,9}", port):
        host, port = text, ""
    tls = tls or _usual_tls(what, int(port or 0))
    return _checked(what, Server(host=host, port=int(port or _PORTS[(what, tls)]), tls=tls, user=user, ca=ca))


def _usual_tls(what: str, port: int) -> str:
    return _USUAL_TLS.get(port, _WITHOUT_PORT[what])


def write_settings(settings: MailSettings) -> str:
    """The settings as TOML, in the form that :func:`parse_settings` reads."""
    lines = [f"{name} = {_toml(value)}" for name, value in _plain(settings)]
    for name, server in (("smtp", settings.smtp), ("imap", settings.imap)):
        if server is not None:
            lines += ["", f"[{name}]"]
            fields = (
                ("host", server.host),
                ("port", server.port),
                ("tls", server.tls),
                ("user", server.user),
                ("login", server.login if server.login != LOGINS[0] else ""),
            )
            lines += [f"{key} = {_toml(value)}" for key, value in (*fields, ("ca", server.ca)) if value]
    return "\n".join(lines) + "\n"


def shown(text: str) -> tuple[str, ...]:
    """A line for each setting in the text of a ``mail.toml`` that came in a file, to be read and not to be run."""
    try:
        found = parse_settings(text)
    except UsageError as error:
        return (Message("    nobody can read them: {error}", error=error.message),)
    run = {"program": found.program, "password_command": found.password_command}
    servers = [
        (name, server) for name, server in (("smtp", found.smtp), ("imap", found.imap)) if server is not None
    ]
    told = [
        Message("    {name}, which would be run: {words}", name=name, words=" ".join(words))
        for name, words in run.items()
        if words != getattr(MailSettings(), name)
    ]
    named = [
        *((name, value) for name, value in _plain(found) if name not in run),
        *(
            (name, f"{server.user} {server.name} {server.tls} {server.ca}".strip())
            for name, server in servers
        ),
    ]
    return (*told, *(Series(("    ", name, ": ", _line(value)), "") for name, value in named))


def _line(value: _Value) -> str:
    return ", ".join(value) if isinstance(value, tuple) else str(value)


def _plain(settings: MailSettings) -> list[tuple[str, _Value]]:
    default = MailSettings()
    names = ("address", "way", "program", "folders", "sent", "password_command")
    values: list[tuple[str, _Value]] = []
    for name in names:
        value: _Value = getattr(settings, name)
        if value != getattr(default, name):
            values.append((name, value))
    return values


def _toml(value: _Value) -> str:
    if isinstance(value, tuple):
        return f"[{', '.join(_toml(each) for each in value)}]"
    if isinstance(value, int):
        return str(value)
    escaped = str(value).replace("\\", "\\\\").replace('"', '\\"')
    return f'"{escaped}"'


def _server(table: dict[str, _Value], name: str) -> Server | None:
    value = table.get(name)
    if value is None:
        return None
    if not isinstance(value, dict):
        raise _wrong(Message("[{name}] is a table with host and user", name=name))
    inner: dict[str, _Value] = dict(value)
    _known(inner, _SERVER_KEYS, f"{name}.")
    port = inner.get("port", 0)
    kind = _one_of(inner, "tls", TLS, _usual_tls(name, port if isinstance(port, int) else 0))
    port = inner.get("port", _PORTS[(name, kind)])
    if isinstance(port, bool) or not isinstance(port, int):
        raise _wrong(Message("{name}.port is a number", name=name))
    server = Server(
        host=_text(inner, "host"),
        port=port,
        tls=kind,
        user=_text(inner, "user"),
        ca=_text(inner, "ca"),
        login=_one_of(inner, "login", LOGINS, LOGINS[0]),
    )
    return _checked(name, server)


def _checked(name: str, server: Server) -> Server:
    if not _HOST.fullmatch(server.host):
        raise _wrong(Message("{name}.host is the name of a server", name=name))
    if not 1 <= server.port <= 65535:
        raise _wrong(Message("{name}.port is 1 to 65535", name=name))
    if server.tls == "none" and server.host not in _LOOPBACK:
        raise _wrong(
            Message(
                '{name}.tls = "none" would show your password to everybody between; use starttls or tls',
                name=name,
            )
        )
    return server


def _known(table: dict[str, _Value], names: tuple[str, ...], before: str) -> None:
    for key in table:
        if "pass" in key and key not in names:
            raise _wrong(
                Message(
                    "{before}{key}: a password does not belong into a file; use password_command, your "
                    "keyring, or PBEM_MAIL_PASSWORD",
                    before=before,
                    key=key,
                )
            )
        if key not in names:
            raise _wrong(
                Message(
                    "there is no key {before}{key}; known are {names}",
                    before=before,
                    key=key[:40],
                    names=", ".join(names),
                )
            )


def _text(table: dict[str, _Value], key: str) -> str:
    value = table.get(key, "")
    if not isinstance(value, str) or not all(char.isprintable() for char in value):
        raise _wrong(Message("{key} is a line of text in quotes", key=key))
    return value


def _texts(table: dict[str, _Value], key: str, default: tuple[str, ...]) -> tuple[str, ...]:
    value = table.get(key, list(default))
    if not isinstance(value, list) or not all(isinstance(each, str) and each for each in value):
        raise _wrong(Message('{key} is a list of words in quotes: ["one", "two"]', key=key))
    return tuple(str(each) for each in value)


def _one_of(table: dict[str, _Value], key: str, known: tuple[str, ...], default: str) -> str:
    value = table.get(key, default)
    if value not in known:
        raise _wrong(Message("{key} is one of {filter}", key=key, filter=", ".join(filter(None, known))))
    return str(value)


def _wrong(text: str) -> UsageError:
    return UsageError.of(
        "mail-settings", "{file}: {text}.", file=FILE, text=text, hint="See `pbem setup mail --help`."
    )
