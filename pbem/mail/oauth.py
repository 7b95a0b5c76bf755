"""Logging in by a token (OAuth 2.0): what a command of the player prints takes the place of a password.

Two ways of saying it: ``XOAUTH2``, which Google and Microsoft have, and ``OAUTHBEARER`` (RFC 7628). The token is asked for
anew at each login, so that it is never older than its hour.
"""

from __future__ import annotations

from collections.abc import Iterable

from pbem.bytes.errors import MailError
from pbem.bytes.records import define, field
from pbem.mail.settings import Server
from pbem.port.messages import Message

MECHANISMS = ("XOAUTH2", "OAUTHBEARER")


@define
class Token:
    """One login by a token: ``mechanism`` is one of :data:`MECHANISMS`."""

    server: Server
    token: str = field(repr=False)
    mechanism: str = MECHANISMS[0]
    _asked: bool = False

    def __attrs_post_init__(self) -> None:
        """Raises MailError ``bad-token`` for what would be other words to the server."""
        if not self.token or not (self.token + self.server.user).isascii() or not self.token.isprintable():
            raise MailError(
                "bad-token",
                Message(
                    "What the token command printed is not a token for {account}.",
                    account=self.server.account,
                ),
                hint=HINT,
            )

    def answer(self, challenge: object = None) -> str:
        """What is said first, and then to a server that has not taken it: that its reason was read."""
        del challenge
        if self._asked:
            return "" if self.mechanism == MECHANISMS[0] else "\x01"
        self._asked = True
        bearer = f"auth=Bearer {self.token}\x01\x01"
        if self.mechanism == MECHANISMS[0]:
            return f"user={self.server.user}\x01{bearer}"
        user = self.server.user.replace("=", "=3D").replace(",", "=2C")
        return f"n,a={user},\x01host={self.server.host}\x01port={self.server.port}\x01{bearer}"


def mechanism(offered: Iterable[str]) -> str:
    """The way in which a server that offers these (as ``XOAUTH2``, in capital letters) is told a token."""
    found = set(offered)
    return next((each for each in MECHANISMS if each in found), MECHANISMS[0])


HINT = Message(
    "The first line that the password command prints has to be a token for mail that is not older than an hour: try the "
    "command in a terminal."
)
"""What to do about a token that is not taken."""
