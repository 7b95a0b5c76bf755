"""The demonstration through real servers: SMTP AUTH out, IMAP in, and each player's program reading and acting there.

Postfix and Dovecot are started on loopback for the time of the game (:mod:`pbem.dev.loopback`), and stopped again.
"""

from __future__ import annotations

import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime

from pbem.bytes.errors import MailError, UsageError
from pbem.bytes.records import define, field
from pbem.dev import loopback
from pbem.home.acting import state
from pbem.home.acting.interface import Done
from pbem.home.acting.mail_places import Servers as Post
from pbem.home.acting.rounds import once
from pbem.home.identity import Identity
from pbem.mail import imap, smtp
from pbem.mail.settings import MailSettings, Server
from pbem.store.game import Change, GameFolder
from pbem.store.home import Home

_MACHINE = "demonstration"
_PATIENCE = 60.0
_PAUSE = 0.05


@define
class Office:
    """The servers of one game, and what has been read of each mailbox: mails by Message-ID, the last number."""

    servers: loopback.Servers
    _read: dict[str, dict[str, bytes]] = field(factory=dict)
    _last: dict[str, int] = field(factory=dict)

    def address(self, name: str) -> str:
        """The address of a player."""
        return f"{name}@{loopback.DOMAIN}"

    def settings(self, name: str) -> MailSettings:
        """The account of a player, as mail.toml would name it."""
        host, ca = "localhost", str(self.servers.ca)
        return MailSettings(
            address=self.address(name),
            way="smtp",
            smtp=Server(host=host, port=self.servers.smtp, tls="starttls", user=name, ca=ca),
            imap=Server(host=host, port=self.servers.imap, tls=self.servers.imap_tls, user=name, ca=ca),
        )

    def send(self, name: str, mail: bytes, *, recipient: str) -> None:
        """Hand a mail of a player to the server."""
        server = self.settings(name).smtp
        assert server is not None
        sender, account = self.address(name), loopback.ACCOUNTS[name]
        smtp.send(server, account, mail, sender=sender, recipient=self.address(recipient))

    def fetch(self, name: str, mail_id: str) -> bytes:
        """The mail with this Message-ID out of a player's mailbox, when it has come. MailError ``lost`` after a minute."""
        known = self._read.setdefault(name, {})
        server = self.settings(name).imap
        assert server is not None
        end = time.monotonic() + _PATIENCE
        while mail_id not in known:
            if time.monotonic() > end:
                raise MailError.of(
                    "lost",
                    "The mail {mail_id} has not come to {name} within {patience:.0f} seconds.",
                    mail_id=mail_id,
                    name=name,
                    patience=_PATIENCE,
                )
            with imap.opened(server, loopback.ACCOUNTS[name]) as box:
                box.select("INBOX")
                for item in box.read(box.uids(after=self._last.get(name, 0))):
                    self._last[name] = item.uid
                    if item.data is not None:
                        known[id_of(item.data)] = item.data
            if mail_id not in known:
                time.sleep(_PAUSE)
        return known[mail_id]

    def act(self, name: str, home: Home, identity: Identity, now: datetime) -> Done:
        """One round of a player's program (``pbem watch --act``)."""
        post = Post(settings=self.settings(name), environ={"PBEM_MAIL_PASSWORD": loopback.ACCOUNTS[name]})
        return once(home, identity, post, now, machine=_MACHINE, skips=lambda _folder: False)

    def employ(self, names: tuple[str, str], home: Home, folder: GameFolder) -> None:
        """Let the program of the first of two players act in a game: it knows both addresses."""
        state.bind(home.path, _MACHINE, here=True)
        ours, theirs = map(self.address, names)
        folder.save(Change(facts={**folder.facts(), "from": ours, "to": theirs}))


def id_of(mail: bytes) -> str:
    """The Message-ID of a mail of ours."""
    head = mail.replace(b"\r\n", b"\n").partition(b"\n\n")[0]
    found = next((line for line in head.split(b"\n") if line.lower().startswith(b"message-id:")), b"")
    return found.partition(b":")[2].strip().decode("ascii", "replace")


@contextmanager
def opened() -> Iterator[Office]:
    """Servers for the time of a ``with`` block. UsageError ``no-servers`` with what to install."""
    if missing := loopback.real_missing():
        raise UsageError.of(
            "no-servers",
            "Real mail servers cannot be started here: {missing}.",
            missing=missing,
            hint="As root: apt-get install --no-install-recommends postfix dovecot-imapd dovecot-lmtpd",
        )
    with loopback.real() as servers:
        yield Office(servers)
