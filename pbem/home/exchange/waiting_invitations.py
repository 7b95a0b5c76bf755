"""Invitations of ours that wait for an answer: found by the beginning of their id, and taken back."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.bytes.errors import ConflictError, UsageError
from pbem.home.games import WITHDRAWN, pending
from pbem.port.messages import Message
from pbem.store.game import Change, GameFolder
from pbem.store.home import Home


def withdraw(home: Home, wanted: str = "") -> GameFolder:
    """Take back the invitation whose id begins with ``wanted``, or the only one: no answer to it begins a game any more.

    UsageError ``no-invitation`` and ``which-invitation``.
    """
    folder = named(pending(home), wanted)
    folder.save(Change(facts={**folder.facts(), WITHDRAWN: True}))
    return folder


def named(invitations: Sequence[GameFolder], wanted: str) -> GameFolder:
    """The invitation of these whose id begins with ``wanted``, or the only one.

    UsageError ``no-invitation`` and ``which-invitation``.
    """
    found = [folder for folder in invitations if folder.name.startswith(wanted.lower())]
    known = ", ".join(f"{each.name[:8]} ({each.facts().get('game')})" for each in invitations)
    if not found:
        said = (
            Message("There is no open invitation {wanted!r} here.", wanted=wanted)
            if wanted
            else Message("There is no open invitation here.")
        )
        raise UsageError(
            "no-invitation",
            said,
            hint=Message("Open: {known}.", known=known) if known else Message("See `pbem status`."),
        )
    if len(found) > 1:
        raise UsageError(
            "which-invitation",
            Message("Several invitations are open: {known}.", known=known),
            hint=Message("Name one."),
        )
    return found[0]


def check_withdrawn(home: Home, digest: str, who: str) -> None:
    """Raises ConflictError ``withdrawn`` for an answer to an invitation that was taken back."""
    if any(each.name == digest[:16] and each.facts().get(WITHDRAWN) for each in home.invitations()):
        raise ConflictError(
            "withdrawn",
            Message("You have withdrawn the invitation that {who} accepts: no game begins.", who=who),
            hint=Message("Tell them. For a game after all, invite once more: pbem invite"),
        )
