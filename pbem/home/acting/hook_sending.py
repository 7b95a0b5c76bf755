"""A notice on its way: what each service is asked (its public API), and a connection that ends whatever a server does.

ntfy: POST of the text with a header ``Title`` (docs.ntfy.sh/publish). Discord: ``content`` with ``allowed_mentions``, which
names whom it may call, and a ``User-Agent`` of one's own, since Python's is shut out. Telegram: ``sendMessage`` of the Bot
API. web: ``text`` as Slack and Mattermost read it, signed as GitHub signs its own (``X-Hub-Signature-256``).
"""

from __future__ import annotations

import hashlib
import hmac
import json
import re
import socket
import ssl
from collections.abc import Mapping
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from threading import Thread
from urllib.parse import urlsplit

from pbem.bytes.errors import MailError
from pbem.bytes.records import define, field, frozen
from pbem.home.hooks import Hook
from pbem.port.messages import Message

SECONDS = 10.0
"""The longest that a notice takes, from the name of the host to the answer."""
MOST_READ = 2048
"""So many bytes of an answer are read at most: its first line says all that counts."""
_STATUS = re.compile(rb"HTTP/1\.[01] ([1-9][0-9]{2})[ \r\n]")


@frozen(kw_only=True)
class Request:
    """What is posted, and where."""

    url: str = field(repr=False)
    body: bytes
    headers: Mapping[str, str] = field(repr=False)


class NoticeError(MailError):
    """A notice that failed. ``left``: whether it may have arrived all the same."""

    def __init__(self, text: str, *, left: bool) -> None:
        super().__init__("notify", text)
        self.left = left


def request(hook: Hook, text: str) -> Request:
    """What a service is asked, to show a text."""
    url, headers = hook.url, {"User-Agent": "pbem"}
    if hook.kind == "ntfy":
        headers |= {"Title": "pbem", "Content-Type": "text/plain; charset=utf-8"}
        return Request(url=url, body=text.encode(), headers=headers)
    value: dict[str, object]
    if hook.kind == "discord":
        users = [hook.mention] if hook.mention else []
        content = " ".join((*(f"<@{each}>" for each in users), text))
        value = {"content": content, "allowed_mentions": {"parse": [], "users": users}}
    elif hook.kind == "telegram":
        url = f"{url.rstrip('/')}/bot{hook.secret}/sendMessage"
        value = {"chat_id": hook.chat, "text": text}
    else:
        value = {"title": "pbem", "text": text}
    body = json.dumps(value).encode()
    headers["Content-Type"] = "application/json"
    if hook.kind == "web" and hook.secret:
        headers["X-Hub-Signature-256"] = (
            f"sha256={hmac.new(hook.secret.encode(), body, hashlib.sha256).hexdigest()}"
        )
    return Request(url=url, body=body, headers=headers)


def send(hook: Hook, text: str, *, seconds: float = SECONDS) -> None:
    """Post a text to a place. Raises NoticeError, which says the host and a number, and never the address.

    A server that keeps the connection open is left behind: the thread has no word any more, and ends with the process.
    """
    work = _Posting(request=request(hook, text), seconds=seconds)
    thread = Thread(target=work.run, daemon=True)
    thread.start()
    thread.join(seconds)
    if thread.is_alive() or isinstance(work.failure, TimeoutError):
        raise NoticeError(
            Message("{host} did not answer within {n} seconds.", host=hook.host, n=f"{seconds:g}"),
            left=work.left,
        )
    if work.failure is not None:
        why = _why(work.failure)
        raise NoticeError(Message("{host} cannot be reached: {why}", host=hook.host, why=why), left=work.left)
    if not work.status:
        raise NoticeError(Message("{host} gave no answer of the web.", host=hook.host), left=True)
    if not 200 <= work.status < 300:
        raise NoticeError(
            Message("{host} answered {number}.", host=hook.host, number=work.status), left=False
        )


@define(kw_only=True)
class _Posting:
    """One connection; what came of it. ``left``: whether anything of the request may have been read."""

    request: Request = field(repr=False)
    seconds: float
    left: bool = False
    status: int = 0
    failure: Exception | None = None

    def run(self) -> None:
        try:
            self._post()
        except (OSError, HTTPException, ValueError) as error:
            self.failure = error

    def _post(self) -> None:
        parts = urlsplit(self.request.url)
        host, port = parts.hostname or "", parts.port
        connection = (
            HTTPConnection(host, port, timeout=self.seconds)
            if parts.scheme == "http"
            else HTTPSConnection(host, port, timeout=self.seconds, context=ssl.create_default_context())
        )
        try:
            connection.connect()
            self.left = True
            path = f"{parts.path or '/'}{'?' * bool(parts.query)}{parts.query}"
            connection.request("POST", path, self.request.body, dict(self.request.headers))
            self.status = _status(connection.sock)
        finally:
            connection.close()


def _status(sock: socket.socket) -> int:
    """The HTTP status in the first line of an answer; 0 where it has none. Nothing else of the answer is read."""
    data = b""
    while b"\n" not in data and len(data) < MOST_READ:
        more = sock.recv(MOST_READ - len(data))
        if not more:
            break
        data += more
    found = _STATUS.match(data)
    return int(found[1]) if found is not None else 0


def _why(error: Exception) -> str:
    """Why, in the words of the system, which know no address."""
    if isinstance(error, ssl.SSLCertVerificationError):
        return error.verify_message
    if isinstance(error, OSError) and error.strerror:
        return f"{error.strerror} ({error.errno})"
    return type(error).__name__
