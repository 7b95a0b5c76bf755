"""What another program wrote while the table was open (``pbem watch``, ``pbem import``), and whose turn it is."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.bytes.canon import Json
from pbem.bytes.errors import PbemError
from pbem.home import games, sentences
from pbem.home.arriving.receiving import Import
from pbem.home.kept_papers import game_over
from pbem.home.play.orders import undoable
from pbem.replay.table import NextStep
from pbem.store.game import GameFolder
from pbem.table.incoming import Incoming
from pbem.table.open_home import Room


def news(room: Room, given: Mapping[str, Json]) -> Json:
    """The answer to a page that shows a game after so many signed ``entries`` (-1: it does not know).

    ``came``: what the other side has written since, to be played back, or null; ``grown``: whether the page is an old
    one; ``orders``: how many the draft holds; ``turns``: "mine", "theirs" or "over" for each game of the home, as far as
    that is known by now.
    """
    had, session = given.get("entries"), room.session()
    grown = type(had) is int and 0 <= had < session.end.entries
    came = None
    if grown and room.trial is None and isinstance(had, int):
        steps = tuple(
            each
            for each in room.last(had)
            if each.entry >= had and each.seat != session.seat and each.outcomes
        )
        if steps:
            room.incoming = came = Incoming(
                pieces=(), found=Import(notes=(), games={}), steps=steps, kept=True
            )
    return {
        "came": came.json() if came is not None else None,
        "grown": grown,
        "game": room.folder().name,
        "orders": undoable(session)[0],
        "mine": session.is_my_turn,
        "due": sentences.next_debt(session),
        "turns": dict(_turns(room)),
    }


def _turns(room: Room) -> Mapping[str, str]:
    session, own, found = room.session(), room.folder().name, known(room)
    return {
        own: _word(session.owed, session.seat),
        **{n: word for n, word in found.items() if n != own or word == "over"},
    }


def known(room: Room) -> Mapping[str, str]:
    """Whose turn it is in each game; of those that have changed no more than one is folded anew, the next time the next."""
    found, looked = dict[str, str](), False
    for folder in games.begun(room.home):
        had, here = room.turns.get(folder.name), (folder.log(), folder.papers(), folder.facts())
        if (had is None or had[0] != here) and not looked:
            looked = True
            had = room.turns[folder.name] = (here, _turn(folder))
        if had is not None and had[0] == here:
            found[folder.name] = had[1]
    return found


def _turn(folder: GameFolder) -> str:
    try:
        if game_over.said(folder):
            return "over"
        seen = games.look(folder)
    except PbemError:
        return ""  # its own page says what is wrong with it
    return _word(seen.owed, seen.seat)


def _word(owed: NextStep, seat: str) -> str:
    if not owed.kind:
        return "over"
    return "mine" if owed.seat == seat else "theirs"
