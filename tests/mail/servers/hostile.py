"""A mail server on loopback that says whatever a test wants, for as long as anybody listens."""

import socket
import threading
import time
from contextlib import contextmanager

from attrs import define, field

from pbem.mail.settings import Server


@define
class Hostile:
    """``answer`` gives the pieces of the answer to a line (None: the greeting); ``sent`` counts what was taken in."""

    answer: object
    pause: float = 0.0
    sent: int = field(default=0, init=False)
    heard: list = field(factory=list, init=False)

    def serve(self, door):
        with door.accept()[0] as sock:
            # What waits in the kernel counts as sent: keep that small.
            sock.setsockopt(socket.SOL_SOCKET, socket.SO_SNDBUF, 16 * 1024)
            sock.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            sock.settimeout(20)
            file = sock.makefile("rb")
            try:
                self._say(sock, None)
                while line := file.readline(100_000):
                    self.heard.append(line)
                    self._say(sock, line.rstrip(b"\r\n"))
            except OSError:
                return

    def _say(self, sock, line):
        for piece in self.answer(line):
            sock.sendall(piece)
            self.sent += len(piece)
            if self.pause:
                time.sleep(self.pause)


@contextmanager
def serving(answer, *, pause=0.0):
    """The server, and where it listens."""
    made = Hostile(answer, pause)
    with socket.create_server(("127.0.0.1", 0)) as door:
        thread = threading.Thread(target=made.serve, args=(door,), daemon=True)
        thread.start()
        yield made, Server(host="127.0.0.1", port=door.getsockname()[1], tls="none", user="ann")
        thread.join(20)
        assert not thread.is_alive()


def imap(**answers):
    """Answers of an IMAP server by command (``greeting`` first): pieces before the tagged OK, which comes when they end."""

    def answer(line):
        if line is None:
            yield from answers.get("greeting", (b"* OK ready\r\n",))
            return
        tag, command = line.split()[:2]
        if command.upper() == b"UID":
            command = line.split()[2]
        usual = {"capability": (b"* CAPABILITY IMAP4rev1\r\n",), "logout": (b"* BYE\r\n",)}
        name = command.decode().lower()
        yield from answers.get(name, usual.get(name, ()))
        yield tag + b" OK done\r\n"

    return answer


def smtp(**answers):
    """Answers of an SMTP server by command (``greeting`` first)."""

    def answer(line):
        name = "greeting" if line is None else line.split()[0].decode().lower()
        usual = {"greeting": (b"220 ready\r\n",), "ehlo": (b"250-here\r\n", b"250 AUTH PLAIN\r\n")}
        yield from answers.get(
            name, usual.get(name, (b"235 fine\r\n" if name == "auth" else b"250 fine\r\n",))
        )

    return answer


def forever(piece):
    """The same piece again and again."""
    while True:
        yield piece
