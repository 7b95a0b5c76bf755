"""Orders that wait in the home, given before and behind those that are typed, and what came of them said."""

from __future__ import annotations

from collections.abc import Sequence

from pbem.cli import output
from pbem.home import games, sentences
from pbem.home.identity import Identity
from pbem.home.standing import kept, waiting
from pbem.home.standing.going_on import Progress, go_on
from pbem.home.standing.kept import Kept
from pbem.protocol.session import Session
from pbem.store.game import Change, GameFolder


def what_waits(folder: GameFolder, identity: Identity, session: Session, *, store: bool = True) -> Progress:
    """The game behind what waited and could be given, told and stored."""
    came = go_on(session, kept.read(folder, identity), acting=False)
    if came.changed and store:
        games.save_session(
            folder, identity, came.session, change=kept.change(folder, identity, came.standing)
        )
    output.talk_all(waiting.told(came))
    output.talk_all(sentences.told(came.session.happened[len(session.happened) :]))
    return came


def behind(
    folder: GameFolder, identity: Identity, ahead: Progress | None, after: Session, later: Sequence[Kept]
) -> tuple[Session, Change | None, tuple[str, ...]]:
    """The game behind what waits, with what was typed to wait (``later``), as it is to be stored, and what came of it.

    ``ahead`` is what came of it before the orders were given; None where nothing waited.
    """
    before = kept.read(folder, identity) if ahead is None else ahead.standing
    standing = waiting.with_more(before, later)
    then = go_on(after, standing, acting=False)
    change = kept.change(folder, identity, then.standing) if later or then.changed else None
    said = (
        *waiting.added(after, later, standing),
        *waiting.told(then),
        *sentences.told(then.session.happened[len(after.happened) :]),
    )
    return then.session, change, said
