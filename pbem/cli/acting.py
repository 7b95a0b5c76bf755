"""What ``pbem watch --act`` does in a round, and how it begins at login."""

from __future__ import annotations

import os
import platform
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path

from pbem.bytes.errors import MailError, UsageError
from pbem.bytes.records import frozen
from pbem.cli import output
from pbem.cli.app import Setting
from pbem.cli.clock import now
from pbem.cli.desktop import program
from pbem.cli.language import say
from pbem.home import identity as identities
from pbem.home.acting import at_login, notices, rounds, state
from pbem.home.acting.interface import Post
from pbem.home.acting.mail_places import Maildirs, Servers
from pbem.home.exchange.delivery import deliver as hand_over
from pbem.home.identity import Identity
from pbem.home.practice import is_practice
from pbem.mail import password
from pbem.mail.settings import UNATTENDED, MailSettings, read_settings
from pbem.port.messages import Message

_SUBJECT = Message("pbem: a game waits for you")


@frozen(kw_only=True)
class Acting:
    """Where its mail comes from and goes to, and how its player is called."""

    places: tuple[Path, ...] = ()
    into: tuple[Path, ...] = ()
    notices: bool = False
    mail_me: bool = False
    grace: float = 10.0

    def begin(self, known: Setting, *, here: bool) -> None:
        """Bind the home to this machine. Raises ConflictError ``other-machine``, UsageError ``mail-settings``."""
        self._post(read_settings(known.home.path), os.environ)
        with known.home.lock():
            state.bind(known.home.path, platform.node(), here=here)

    def round(self, known: Setting, settings: MailSettings, identity: Identity, *, once: bool) -> int:
        """One round, told; its exit code. ``once``: no other comes, so what was told by an earlier one is told again."""
        moment = now()
        post = self._post(settings, os.environ)
        done = rounds.once(
            known.home,
            identity,
            post,
            moment,
            machine=platform.node(),
            skips=is_practice,
            say=say,
            grace=timedelta(minutes=self.grace),
            again=once,
        )
        output.talk_all(done.lines)
        if done.waiting:
            self._call(settings)
        output.talk_all(notices.tell(known.home, identity, done.owed, now(), say))
        return done.exit_code

    def _call(self, settings: MailSettings) -> None:
        if self.notices:
            notices.show(say(notices.WAITS))
        if self.mail_me and settings.address and settings.way in UNATTENDED:
            mail = notices.to_oneself(settings.address, say(_SUBJECT), say(notices.WAITS), now())
            try:
                hand_over(settings, settings.way, mail, os.environ)
            except MailError as error:
                output.failed(error)

    def _post(self, settings: MailSettings, environ: Mapping[str, str]) -> Post:
        if self.places:
            return Maildirs(address=settings.address, places=self.places, into=self.into)
        if settings.way not in UNATTENDED or settings.imap is None:
            raise UsageError.of(
                "mail-settings",
                "To act for you, pbem has to read your mailbox and to send by itself.",
                hint="Type: pbem setup mail --way smtp --smtp HOST --imap HOST --user NAME",
            )
        return Servers(settings=settings, environ=environ, mark=True)


def install(known: Setting, acting: Acting, every: float | None, *, here: bool) -> None:
    """Bind the home to this machine and begin the program at login.

    The password of the key goes into the keyring of the system, never into a file. Raises UsageError ``no-keyring``.
    """
    acting.begin(known, here=here)
    settings = read_settings(known.home.path)
    for server in (settings.imap, settings.smtp):
        if server is not None and server.user and not acting.places:
            password.password(
                settings, server, {}
            )  # what is set in this terminal alone is not there at login
    card = identities.card(known.home)
    if card.password:
        typed = known.password(card.name)
        identities.unlock(known.home, typed)
        if not password.keep(password.of_home(known.home.path), typed):
            raise UsageError.of(
                "no-keyring",
                "The password of your key would have to lie in the keyring of your system, and there is none.",
                hint="Install the package keyring, or begin it by hand: pbem watch --act",
            )
    words = (*program(), "watch", *map(str, (each.resolve() for each in acting.places)), "--act")
    words += ("--home", str(known.home.path.resolve()))
    words += tuple(word for each in acting.into for word in ("--maildir", str(each.resolve())))
    words += ("--every", f"{every:g}") if every else ()
    words += ("--grace", f"{acting.grace:g}") if acting.grace != Acting().grace else ()
    words += ("--notices",) if acting.notices else ()
    words += ("--mail-me",) if acting.mail_me else ()
    told = at_login.install(words, os.environ)
    for path in told.files:
        output.talk("Wrote {path}.", path=path)
    output.talk(told.said)
    output.talk("To end it: pbem watch --remove")


def remove() -> None:
    """Take away what :func:`install` wrote."""
    told = at_login.remove(os.environ)
    for path in told.files:
        output.talk("Removed {path}.", path=path)
    output.talk(told.said)
