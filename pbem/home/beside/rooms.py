"""The one hook for what few games have beside their log: rulings, two versions, refusals, copies, papers, and the like.

Each is a room: a module with a :class:`Room`. It is loaded only where :data:`ROOMS` says that it concerns a game, so two
turns that simply follow each other touch none. Rooms are asked in the order of that table.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import reduce
from importlib import import_module
from typing import TYPE_CHECKING, cast

from pbem.bytes.canon import Json
from pbem.bytes.records import evolve, field, frozen
from pbem.home.games import ASK, GIVEN, RENEW, Seen, home_of
from pbem.home.rulings.agreed_days import refereed
from pbem.home.turns.versions import OPEN, RULED, BesideFile, files_beside, is_refusal
from pbem.log import REFEREE, Bundle, rulings_in
from pbem.protocol.session import Session
from pbem.replay.fold import AppliedEntry
from pbem.store import machines
from pbem.store.game import GameFolder, Refused

if TYPE_CHECKING:
    from pbem.home.turns.notes import Note
    from pbem.store.inbox import Conflict, Gap


@frozen(kw_only=True)
class Case:
    """A game that a room is asked about, and the turn files beside its log (``lying``).

    ``came`` are those that have come and are signed; ``conflicts`` and ``gaps`` what their order shows.
    """

    folder: GameFolder
    view: Seen | Session
    lying: tuple[BesideFile, ...]
    came: tuple[Bundle, ...] = ()
    conflicts: tuple[Conflict, ...] = ()
    gaps: tuple[Gap, ...] = ()


@frozen(kw_only=True)
class Joining(Case):
    """Turn files on their way into a log.

    Before they join: ``candidates`` are those that may, ``refused`` what is kept as evidence (by hash), ``waits`` what is
    kept until more has come, ``placed`` the hashes of what waits no longer, ``gone`` what has no place any more (``unsent``
    the numbers of ours in it), ``referee`` the name of who rules. Behind it: ``joined`` are those that are in the log,
    ``notes`` what an import says, ``happened`` what they did, ``evidence`` what is kept of them, ``standing`` the orders in
    advance as they are from here on (None: as they were).
    """

    candidates: tuple[Bundle, ...] = ()
    refused: Mapping[bytes, BesideFile] = field(factory=dict)
    waits: tuple[Bundle, ...] = ()
    placed: frozenset[bytes] = frozenset()
    gone: tuple[Bundle, ...] = ()
    unsent: tuple[int, ...] = ()
    referee: str = ""
    joined: tuple[Bundle, ...] = ()
    notes: tuple[Note, ...] = ()
    happened: tuple[AppliedEntry[object], ...] = ()
    evidence: tuple[Refused, ...] = ()
    standing: bytes | None = None

    @property
    def session(self) -> Session:
        """The game, with its secrets."""
        assert isinstance(self.view, Session)
        return self.view

    def told(self, *notes: Note) -> Joining:
        """With more to say."""
        return evolve(self, notes=(*self.notes, *notes))


@frozen
class Said:
    """A sentence of a status: its ``section``, the ``line`` for people ("" for none), what JSON says (None: the line)."""

    section: str
    line: str
    value: Json = None


class Room:
    """What a room may do; one that has nothing to do in a place leaves it out."""

    def before(self, case: Joining) -> Joining:
        """What it makes of turn files before they join the log."""
        return case

    def note(self, case: Joining, session: Session, bundle: Bundle, *, known: bool) -> Note | None:
        """What it says of a turn file that has joined, or was ``known``; None to leave it to others."""
        return None

    def after(self, case: Joining) -> Joining:
        """What it adds once they have joined: notes, evidence, what the record learns."""
        return case

    def check(self, case: Case) -> None:
        """Raises ConflictError while nothing may be signed in the game."""

    def lines(self, case: Case) -> Iterator[Said]:
        """What a status says of it."""
        yield from ()

    def step(self, case: Case) -> str:
        """The command to type next about it; "" for none."""
        return ""


# --- whom a game concerns: numbers, seats and names of files alone ----------------------------------------------------


def waiting_rulings(case: Case) -> tuple[Bundle, ...]:
    """The rulings that lie beside the log and have yet to be taken in."""
    return case.view.log.lacking(rulings_in(_open(case)))


def _open(case: Case) -> Iterator[Bundle]:
    return (each.bundle for each in case.lying if each.code in ("", OPEN))


def _rulings(case: Case) -> bool:
    every = (*case.view.log.bundles, *case.came, *(each.bundle for each in case.lying))
    return (
        case.view.position.table.ended is not None
        or any(each.header.by == REFEREE for each in every)
        or any(each.code == RULED for each in case.lying)
    )


def _machines(case: Case) -> bool:
    home = home_of(case.folder)
    return home.is_copy() or machines.concerns(home.path, case.folder.name, case.view.log.bundles)


def _outdated(case: Case) -> bool:
    beyond = max(case.folder.sent_numbers(), default=0) > len(case.view.log.bundles)
    return beyond or any(not each.code for each in case.lying)


def _refusals(case: Case) -> bool:
    return bool(case.lying) or any(is_refusal(each) for each in case.view.log.bundles[-1:])


ROOMS: Mapping[str, Callable[[Case], bool]] = {
    "overview.papers": lambda case: bool(case.folder.papers()),
    "beside.machines": _machines,
    "beside.seat": lambda case: any(map(case.folder.facts().get, (ASK, GIVEN))),
    "beside.new_keys": lambda case: bool(case.folder.facts().get(RENEW)),
    "beside.outdated_copy": _outdated,
    "beside.rulings": _rulings,
    # A ruling that waits decides between versions.
    "beside.two_versions": lambda case: (
        bool(case.conflicts) or (any(_open(case)) and not waiting_rulings(case))
    ),
    "overview.refusals": _refusals,
    "beside.early_turns": lambda case: bool(case.gaps) or any(not each.code for each in case.lying),
    "beside.waiting_orders": lambda case: any(case.folder.standing_counts()),
    "acting.account": lambda case: bool(case.folder.answers("")),
    "beside.referee": lambda case: refereed(case.view.log),
}
"""Every room, by its module below ``pbem.home``: whether a game concerns it. Asking loads nothing."""


# --- asking them ------------------------------------------------------------------------------------------------------


def case_of(folder: GameFolder, view: Seen | Session) -> Case:
    """A game as it lies in a home."""
    return Case(folder=folder, view=view, lying=files_beside(folder))


def concerned(case: Case) -> tuple[Room, ...]:
    """The rooms that a game concerns."""
    return tuple(room(name) for name, concerns in ROOMS.items() if concerns(case))


def room(name: str) -> Room:
    """A room of :data:`ROOMS`, loaded."""
    return cast("Room", import_module(f"pbem.home.{name}").ROOM)


def check(case: Case, but: str = "") -> None:
    """Raises the ConflictError of the first room that lets nothing be signed; the room ``but`` is not asked."""
    for name, concerns in ROOMS.items():
        if name != but and concerns(case):
            room(name).check(case)


def before(case: Joining, rooms: Iterable[Room]) -> Joining:
    """Turn files as these rooms leave them, to join the log."""
    return reduce(lambda now, each: each.before(now), rooms, case)


def after(case: Joining) -> Joining:
    """What came of turn files, with what the rooms add."""
    return reduce(lambda now, each: each.after(now), concerned(case), case)


def step(case: Case) -> str:
    """The command to type next, by the first room that has one; "" for none."""
    return next(filter(None, (each.step(case) for each in concerned(case))), "")
