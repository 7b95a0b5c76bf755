"""What a player is told who comes back to a game: what has happened since, and what is recommended now."""

from __future__ import annotations

from pbem.cli import output
from pbem.home.play import order_lines, recommended
from pbem.home.play import orders as playing
from pbem.home.sitting.news import Since
from pbem.port.messages import Message
from pbem.protocol.session import Session


def tell_since(found: Since | None) -> None:
    """What has happened since the player last looked, and what their program did; nothing when nothing."""
    if found is None:
        return
    output.data_all(found.lines)
    if found.did:
        output.data("Your program has done by itself since then:")
        output.data_all([Message("  {line}", line=line) for line in found.did])


def tell_recommended(session: Session) -> None:
    """The order that is recommended for what is asked now, with its reason."""
    if not (session.is_my_turn and session.owed.kind in playing.DECISIONS):
        return
    advice = recommended.thought_or_none(session)
    if advice is None:
        return
    output.talk("Recommended: {line}", line=order_lines.shown(session.game.rules, advice.order))
    if advice.reason:
        output.talk(advice.reason)
    output.talk("To give it: recommended")
