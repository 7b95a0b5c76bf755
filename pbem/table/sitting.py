"""The page of a sitting: what has happened since the player last looked, what is asked now, when they are needed again."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping

from pbem.bytes.canon import Json
from pbem.dev import practice
from pbem.home import sentences
from pbem.home.acting import account
from pbem.home.arriving.receiving import Import
from pbem.home.beside import rooms
from pbem.home.kept_papers import game_over
from pbem.home.overview import refusals
from pbem.home.play import orders as playing
from pbem.home.play import recommended
from pbem.home.sitting import last_visit, news
from pbem.home.sitting.needed import needed
from pbem.home.sitting.news import Since
from pbem.log import Log
from pbem.port.messages import Message
from pbem.protocol.session import Session
from pbem.store.game import GameFolder
from pbem.table import decision
from pbem.table.incoming import Incoming
from pbem.table.open_home import Room
from pbem.table.request_fields import Given, real
from pbem.view.markup import clean

_STEPS = 60
"""So many steps has the film at most: the last ones."""


def _sitting(room: Room, _given: Given) -> Json:
    """The page. ``since`` is null where nothing has happened, or nobody knows; ``choice`` is what is recommended, or null.

    The look is remembered.
    """
    folder, session = room.folder(), room.session()
    found = news.begin(folder, session)
    return {
        "since": _told(found) if found is not None else None,
        "asked": [*_asked(folder, session)],
        "choice": _choice(room, session),
        "needed": clean(needed(folder, session), 600),
        "computer": _computer(room, {}),
    }


def _computer(room: Room, _given: Given) -> Json:
    """What the computer said when the last turn ended; it is worked out once a turn."""
    folder, session = room.folder(), room.session()
    key = folder.name, practice.turn_now(session)
    if room.says[0] != key:
        room.says = key, practice.says(folder, session)
    return [clean(each, 600) for each in room.says[1]]


def _told(found: Since) -> Json:
    return {
        "entry": found.entry,
        "turns": found.turns,
        "head": clean(found.head, 300),
        "losses": [clean(each, 900) for each in found.losses],
        "ground": [clean(each, 300) for each in found.ground],
        "beside": [clean(each, 300) for each in found.beside],
        "did": [clean(each, 300) for each in found.did],
    }


def _choice(room: Room, session: Session) -> Json:
    """The order that is recommended now: ``whole`` names what is given all at once, ``count`` is how many are legal."""
    if room.trial is not None or not session.is_my_turn or session.owed.kind not in playing.DECISIONS:
        return None
    stand, advice = room.stand(), recommended.thought_or_none(session)
    if advice is None:
        return None
    return {
        "order": decision.order(stand, advice.order),
        "why": clean(advice.reason, 300),
        "whole": recommended.asked(session),
        "count": len(stand.legal),
    }


def _film(room: Room, _given: Given) -> Json:
    """The last moves since the player last looked, to be played back on the map."""
    real(room)
    folder, session = room.folder(), room.session()
    kept = last_visit.read(folder, session.log)
    first = _first(session.log, kept.before.bundles) if kept is not None else session.end.entries
    shown = _shown(folder, session.log, session.seat)
    steps = [each for each in room.last(first) if each.entry >= first and each.outcomes and shown(each.entry)]
    room.incoming = Incoming(
        pieces=(), found=Import(notes=(), games={}), steps=tuple(steps[-_STEPS:]), kept=True
    )
    return room.incoming.json()


def _first(log: Log, bundles: int) -> int:
    """The first entry behind so many turn files."""
    behind = log.bundles[bundles:]
    return behind[0].header.first if behind else sum(len(each.lines) for each in log.bundles)


def _shown(folder: GameFolder, log: Log, seat: str) -> Callable[[int], bool]:
    """Whether an entry was not written by the player's own hand."""
    own = [
        range(each.header.first, each.header.last + 1)
        for each in log.bundles
        if each.header.by == seat and not account.by_itself(folder, each.header.n)
    ]
    return lambda entry: not any(entry in each for each in own)


def go_on(room: Room) -> None:
    """What stands on the page has been seen: it is not told again."""
    last_visit.go_on(room.folder(), room.session())


def _asked(folder: GameFolder, view: Session) -> Iterator[Json]:
    """Everything that waits for the player now, in order of weight: what stops the game comes before what moves it.

    ``what`` is asked (``refused``, ``reply``, ``decide``, ``send``, ``over``), and ``said`` in words.
    """
    for line in refusals.refused(rooms.case_of(folder, view))[:1]:
        yield _ask("refused", line)
    due = view.owed
    if not game_over.playing_on(folder):
        yield _ask("over", Message("The game is over by a signed paper."))
    elif view.is_my_turn:
        what = "reply" if due.kind == "reply" else "decide" if due.kind in playing.DECISIONS else "send"
        yield _ask(what, sentences.next_debt(view))
    elif view.draft:
        yield _ask("send", Message("Everything is decided: your turn can be sealed and sent."))


def _ask(what: str, said: str) -> Json:
    return {"what": what, "said": clean(said, 2000)}


ANSWERS: Mapping[str, Callable[[Room, Given], Json]] = {
    "computer": _computer,
    "film": _film,
    "sitting": _sitting,
}
