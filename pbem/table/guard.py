"""Who may ask: the doors of the local server. Nothing behind them is reached by another page, another host or another user.

A browser sends the host it was told to ask (DNS rebinding shows there) and the origin of the page that asks. The key of
the run travels in a header that no other page can set, and in nothing that a browser would send by itself.
"""

from __future__ import annotations

import hmac
from collections.abc import Callable

from werkzeug.wrappers import Request, Response

from pbem.bytes.records import define, field
from pbem.port.messages import Message

MAX_TURN = 16 * 1024 * 1024
"""The largest upload: a mail with a turn file of the largest size in letters."""
MAX_WORDS = 64 * 1024
"""The largest body of anything else."""

TOKEN = "X-Pbem-Token"  # noqa: S105  the name of a header
_TICKETS = 64
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data: blob:; connect-src 'self'; "
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
HEADERS = {
    "Content-Security-Policy": _POLICY,
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Cache-Control": "no-store",
}


class RefusedError(Exception):
    """A request that is turned away: the HTTP status and one sentence."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message


@define(kw_only=True)
class Guard:
    """The doors of one run. ``secret`` gives so many unguessable letters; ``port`` is set once the server listens."""

    secret: Callable[[], str]
    port: int = 0
    _key: str = field(init=False)
    _tickets: list[str] = field(factory=list, init=False)

    def __attrs_post_init__(self) -> None:
        self._key = self.secret()

    @property
    def host(self) -> str:
        """The only host that is answered for."""
        return f"127.0.0.1:{self.port}"

    @property
    def origin(self) -> str:
        """The only origin whose pages may ask."""
        return f"http://{self.host}"

    def address(self) -> str:
        """A new address for the browser: it opens once."""
        self._tickets = [*self._tickets[-_TICKETS + 1 :], self.secret()]
        return f"{self.origin}/#{self._tickets[-1]}"

    def enter(self, ticket: str) -> str:
        """The key of the run for a ticket that nobody has used. RefusedError 403."""
        for known in self._tickets:
            if hmac.compare_digest(known.encode(), ticket.encode()):
                self._tickets.remove(known)
                return self._key
        raise RefusedError(
            403, Message("This address has been used, or it belongs to another run of pbem table.")
        )

    def check(self, request: Request, *, limit: int = MAX_WORDS, keyed: bool = True) -> None:
        """Raises RefusedError for a request from elsewhere, too large, or without the key."""
        if request.headers.get("Host", "") != self.host:
            raise RefusedError(421, Message("This server answers for its own address alone."))
        origin = request.headers.get("Origin")
        if (origin is None and request.method == "POST") or (origin is not None and origin != self.origin):
            raise RefusedError(403, Message("Another page may not ask here."))
        if request.headers.get("Sec-Fetch-Site", "same-origin") not in ("same-origin", "none"):
            raise RefusedError(403, Message("Another page may not ask here."))
        # The server puts a body in chunks together, within its own bound, and says how long it is.
        if (request.content_length or 0) > limit:
            raise RefusedError(413, Message("That is too large: {limit} bytes are the most.", limit=limit))
        given = request.headers.get(TOKEN, "").encode()
        if keyed and not hmac.compare_digest(given, self._key.encode()):
            raise RefusedError(
                401, Message("The key of this run is missing. Open the address that pbem table shows.")
            )


def dressed(response: Response) -> Response:
    """The response with the headers that let a browser do nothing else with it."""
    for name, value in HEADERS.items():
        response.headers[name] = value
    return response
