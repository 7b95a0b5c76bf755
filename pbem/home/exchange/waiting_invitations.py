"""Invitations of ours that wait for an answer, and answers of ours that nobody takes: found by name, and taken back."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.bytes.errors import ConflictError, UsageError
from pbem.home import names
from pbem.home.games import WITHDRAWN, begun, pending
from pbem.log import parse_log
from pbem.port.messages import Message
from pbem.store.game import Change, GameFolder
from pbem.store.home import Home


def waits(home: Home, wanted: str = "") -> GameFolder:
    """The invitation whose id begins with ``wanted``, or the only one; or the game of which that is the name or id, and
    whose inviter has not begun it. UsageError ``no-invitation`` and ``which-invitation``.
    """
    unbegun = [each for each in names.called(begun(home), wanted) if is_unbegun(each)] if wanted else []
    return unbegun[0] if len(unbegun) == 1 else named(pending(home), wanted)


def withdraw(folder: GameFolder) -> None:
    """Take it back: no answer begins a game any more; or let it go, until a first turn comes after all."""
    folder.save(Change(facts={**folder.facts(), WITHDRAWN: True}))


def is_unbegun(folder: GameFolder) -> bool:
    """Whether an invitation was accepted here, and who invites has not written a turn since."""
    return folder.facts().get("seat") == "B" and not parse_log(folder.log()).bundles


def take_up(folder: GameFolder) -> None:
    """A game that was let go is one of this home again."""
    if folder.facts().get(WITHDRAWN):
        folder.save(Change(facts={**folder.facts(), WITHDRAWN: None}))


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
        raise UsageError.of(
            "which-invitation", "Several invitations are open: {known}.", known=known, hint="Name one."
        )
    return found[0]


def check_withdrawn(home: Home, digest: str, who: str) -> None:
    """Raises ConflictError ``withdrawn`` for an answer to an invitation that was taken back."""
    if any(each.name == digest[:16] and each.facts().get(WITHDRAWN) for each in home.invitations()):
        raise ConflictError.of(
            "withdrawn",
            "You have withdrawn the invitation that {who} accepts: no game begins.",
            who=who,
            hint="Tell them. For a game after all, invite once more: pbem invite",
        )
