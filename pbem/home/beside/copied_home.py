"""A copy of a home, put back from a backup or moved: what it may lack, said until its player has settled it.

Nothing in a copy is signed before mails of every running game were brought in, or the player has said expressly that nothing
was signed since.
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import ConflictError, PbemError
from pbem.home import games
from pbem.home.beside.rooms import Case, Room, Said
from pbem.home.games import Seen
from pbem.port.messages import Message, Series
from pbem.protocol.session import Session
from pbem.store.home import Home


class _CopiedHome(Room):
    def check(self, case: Case) -> None:
        check_home(games.home_of(case.folder))

    def lines(self, case: Case) -> Iterator[Said]:
        since = (
            ""
            if case.folder.name in games.home_of(case.folder).caught_up()
            else Message(" Nothing has been brought in for this game since.")
        )
        yield Said(
            "parked",
            Message(
                "Warning: this folder is a copy of your home, and may be older than what you have "
                "signed.{since} {last}",
                since=since,
                last=_last(case.view),
            ),
        )

    def step(self, case: Case) -> str:
        return Message(
            "pbem import --all (or pbem import PATH...), then pbem backup moved: this folder is a copy of your home"
        )


ROOM = _CopiedHome()


def check_home(home: Home) -> None:
    """Raises ConflictError ``copied-home`` in a copy of a home of which the player has not said that it is the one."""
    if home.is_copy():
        raise ConflictError(
            "copied-home",
            Message(
                "{path} is a copy of your home: moved to another disk, synchronised, or put back from a backup. "
                "That is fine, but it may lack turns that you have signed since, and to sign one of them twice "
                "looks like cheating.",
                path=home.path,
            ),
            hint=Message(
                "First bring in what came and went: pbem import --all, or pbem import PATH... Then, if you play "
                "from no other copy: pbem backup moved"
            ),
        )


def _last(view: Seen | Session) -> str:
    """How far the game goes here, and what would be a second version."""
    mine = [each.header.n for each in view.log.bundles if each.header.by == view.seat]
    own = Message("your own last one is {mine}", mine=mine[-1]) if mine else Message("none of them is yours")
    return Message(
        "It ends with turn file {n}, {own}. If you have signed a later one, sent or not, and "
        "sign again here, that makes two versions, which nobody can tell from cheating.",
        n=len(view.log.bundles),
        own=own,
    )


def check(home: Home, *, nothing_since: bool) -> tuple[str, ...]:
    """A line for each running game of a copy that is about to become the home.

    Raises ConflictError ``not-caught-up`` naming those into which nothing came since, unless the player says that nothing
    was signed.
    """
    running = list(_running(home))
    lacking = [name for name, _ in running if name not in home.caught_up()]
    if lacking and not nothing_since:
        raise ConflictError(
            "not-caught-up",
            Message(
                "Nothing has been imported since this folder was copied, for {len} of {len_a} running games: {lacking}.",
                len=len(lacking),
                len_a=len(running),
                lacking=", ".join(name[:8] for name in lacking),
            ),
            hint=Message(
                "First type: pbem import --all, or pbem import PATH... (your sent mails too). If you have signed "
                "nothing since the copy was made: pbem backup moved --nothing-since"
            ),
        )
    return tuple(Series((name[:8], _last(view)), ": ") for name, view in running)


def _running(home: Home) -> Iterator[tuple[str, Seen]]:
    for folder in games.begun(home):
        try:
            view = games.look(folder)
        except PbemError:
            continue  # a game that is damaged signs nothing
        if view.owed.kind:
            yield folder.name, view
