"""Listening on this machine alone, until the player ends it."""

from __future__ import annotations

import logging
import socket
from collections.abc import Callable, Mapping
from typing import cast

from waitress.adjustments import Adjustments
from waitress.channel import HTTPChannel
from waitress.server import BaseWSGIServer, TcpWSGIServer, create_server
from waitress.task import ErrorTask

from pbem.table.app import App
from pbem.table.guard import HEADERS, MAX_TURN

_MOST_CONNECTIONS, _MOST_IDLE = 64, 40


class _Refusal(ErrorTask):
    """What the server itself refuses, before the program sees it, with the headers of every other answer."""

    def execute(self) -> None:
        """Write the refusal."""
        self.response_headers = [*self.response_headers, *HEADERS.items()]
        super().execute()


class _Channel(HTTPChannel):
    """A connection. Where many ask nothing, the next to come takes the place of the one that has been there longest."""

    error_task_class = _Refusal

    def __init__(
        self,
        server: BaseWSGIServer,
        sock: socket.socket,
        addr: tuple[str, int],
        adj: Adjustments,
        map: Mapping[int, socket.socket] | None = None,  # noqa: A002  # what the server calls it
    ) -> None:
        """One more."""
        super().__init__(server, sock, addr, adj, map)
        there = cast("dict[int, HTTPChannel]", server.active_channels)
        idle = [each for each in there.values() if not (each.requests or each.will_close)]
        if len(idle) > _MOST_IDLE:
            min(idle, key=lambda each: each.creation_time).will_close = True


def listen(app: App, port: int = 0) -> Callable[[], None]:
    """Bind 127.0.0.1 (``port`` 0: the system chooses) and give the function that answers until it is interrupted.

    One thread answers, so that two requests never meet on one game. Raises OSError when the port is taken.
    """
    logging.getLogger("waitress").setLevel(
        logging.ERROR
    )  # a page asks for several files at once: nothing to tell
    door = socket.create_server(("127.0.0.1", port))
    app.guard.port = int(door.getsockname()[1])
    server = create_server(
        app,
        sockets=[door],
        threads=1,
        max_request_body_size=MAX_TURN + 1,
        max_request_header_size=16 * 1024,
        connection_limit=_MOST_CONNECTIONS,
        channel_timeout=30,
        ident="",
        clear_untrusted_proxy_headers=True,
    )
    assert isinstance(server, TcpWSGIServer)  # one socket, one server
    server.channel_class = _Channel
    return server.run
