"""A home on several machines, and a copy of one: what another machine has signed must be here before anything is.

Nothing in a copy is signed before its player has said which turn file they signed last, and that is the last one here
(``schemas/machines.md``).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from contextlib import suppress
from datetime import datetime

from pbem.bytes.errors import ConflictError, PbemError, UsageError
from pbem.bytes.records import field, frozen
from pbem.home import games, names
from pbem.home.beside.rooms import Case, Room, Said
from pbem.home.games import Seen
from pbem.home.practice import is_practice
from pbem.home.turns.versions import OPEN, BesideFile, files_beside
from pbem.port.messages import Message, Series
from pbem.protocol.session import Session
from pbem.store import machines
from pbem.store.game import GameFolder
from pbem.store.home import Home
from pbem.store.machines import Tally

_BRING = Message(
    "Let the folder synchronise, or bring it in: pbem import --all, or pbem import PATH... (your sent mails too). If it is "
    "lost and nobody has it: pbem backup moved --last N, the last turn file that you signed and that is not lost"
)
_OTHER = Message(
    "That is another version of a turn file that you have signed here, too: bring it in (pbem import PATH...), then pbem "
    "dispute settle"
)


class _Machines(Room):
    def check(self, case: Case) -> None:
        check_home(games.home_of(case.folder))
        for each in _ahead(case.folder, case.view, case.lying):
            raise ConflictError("ahead", _sentence(each), hint=_BRING)

    def lines(self, case: Case) -> Iterator[Said]:
        home = games.home_of(case.folder)
        try:
            known = machines.of_game(home.path, case.folder.name)
        except PbemError as error:
            yield Said("parked", Series((error.message, error.hint), " "))
            return
        ahead, fact = _ahead(case.folder, case.view, case.lying), _fact(case.folder, case.view)
        if home.is_copy():
            said = Message(
                "Warning: this folder is a copy of your home, and may be older than what you have signed. Last signed "
                "here: {fact}. If you have signed a later one, sent or not, and sign again here, that makes two versions, "
                "which nobody can tell from cheating.",
                fact=fact,
            )
            yield Said("parked", said)
        elif not ahead:
            yield Said("last_signed", Message("Your last turn: {fact}.", fact=fact))
        yield from (Said("parked", _sentence(each)) for each in ahead)
        beside = {each.bundle.hash().hex() for each in case.lying if each.code == OPEN}
        for each in {each.hash: each for each in known if each.hash in beside and each.machine}.values():
            said = Message(
                "{machine} signed the other version of turn file {n}, on {when}.",
                machine=each.machine,
                n=each.n,
                when=_moment(each.at),
            )
            yield Said("parked", said)

    def step(self, case: Case) -> str:
        if not games.home_of(case.folder).is_copy():
            with suppress(PbemError):
                return "pbem import --all" if _ahead(case.folder, case.view, case.lying) else ""
            return ""
        return Message(
            "pbem import --all (or pbem import PATH...), then pbem backup moved: this folder is a copy of your home"
        )


ROOM = _Machines()


def check_home(home: Home) -> None:
    """Raises ConflictError ``copied-home`` in a copy of a home of which the player has not said that it is the one."""
    if home.is_copy():
        raise ConflictError.of(
            "copied-home",
            "{path} is a copy of your home: moved to another disk, brought to a new machine, or put back from a "
            "backup. That is fine, but it may lack turns that you have signed since, and to sign one of them twice "
            "looks like cheating.",
            path=home.path,
            hint="First bring in what came and went: pbem import --all, or pbem import PATH... (your sent mails too). "
            "Then: pbem backup moved",
        )


def _ahead(folder: GameFolder, view: Seen | Session, lying: tuple[BesideFile, ...]) -> list[Tally]:
    """What machines have signed in a game and is not here, the last one first. What lies beside the log is here, and what
    was given up counts as such.
    """
    if is_practice(folder):
        return []  # the computer takes any version
    gone = {each.bundle.hash().hex() for each in lying if each.code}
    if isinstance(view, Session):
        gone |= {each.hex() for each in view.vault.record.given_up}
    known = machines.of_game(games.home_of(folder).path, folder.name)
    missing = {
        each.hash: each
        for each in known
        if each.hash not in gone and not machines.stands(each, view.log.bundles)
    }
    return sorted(missing.values(), key=lambda each: -each.n)


def _sentence(tally: Tally) -> str:
    if not tally.machine:
        return Message(
            "You have signed turn file {n} elsewhere, and it was here: this folder is older than that.",
            n=tally.n,
        )
    return Message(
        "{machine} signed turn file {n} of this game on {when}, and it is not here.",
        machine=tally.machine,
        n=tally.n,
        when=_moment(tally.at),
    )


def _moment(text: str) -> str:
    return datetime.fromisoformat(text).astimezone().strftime("%Y-%m-%d %H:%M")


def _own(view: Seen | Session) -> tuple[int, str]:
    mine = [each for each in view.log.bundles if each.header.by == view.seat]
    return (mine[-1].header.n, mine[-1].hash().hex()) if mine else (0, "")


def _fact(folder: GameFolder, view: Seen | Session) -> str:
    """The last own turn file in a log, and on which machine it was signed, as far as that is known."""
    n, digest = _own(view)
    if not n:
        return Message("nothing")
    try:
        known = machines.of_game(games.home_of(folder).path, folder.name)
    except PbemError:
        known = ()
    for each in known:
        if each.hash == digest and each.machine:
            return Message(
                "turn file {n}, {machine}, {when}", n=n, machine=each.machine, when=_moment(each.at)
            )
    return Message("turn file {n}", n=n)


# --- the person -------------------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class Last:
    """A running game, its last own turn file in the log (0: none), the ``line`` that says so, and what is ``ahead``: signed
    on some machine, and not here.
    """

    game: str
    name: str
    n: int
    line: str
    ahead: tuple[Tally, ...] = field(default=())


def last_signed(home: Home) -> tuple[Last, ...]:
    """What was signed last in each running game of a home. Raises PbemError ``damaged``."""
    return tuple(
        Last(
            game=folder.name,
            name=names.name_of(folder),
            n=_own(view)[0],
            line=Message(
                "{game}: last signed: {fact}.", game=names.name_of(folder), fact=_fact(folder, view)
            ),
            ahead=tuple(_ahead(folder, view, files_beside(folder))),
        )
        for folder, view in _running(home)
    )


def settle(home: Home, said: Mapping[str, int] | None = None) -> None:
    """This folder is a home of this machine from here on. ``said``: the number of the last own turn file of each running
    game, by its folder's name, as its player knows it without looking; None where they were shown it, and agreed.

    Raises ConflictError ``ahead`` where a machine has signed what is not here and nothing was said, and ``other-last`` for
    another number than the one in the log; UsageError ``last-turn`` for a game of which nothing was said.
    """
    lost: list[str] = []
    for each in last_signed(home):
        for missing in each.ahead if said is None or each.game not in said else ():
            raise ConflictError("ahead", _sentence(missing), hint=_BRING)
        if said is None:
            continue
        if each.game not in said:
            raise UsageError(
                "last-turn",
                Message("Which turn file of {game} did you sign last?", game=each.name),
                hint=Message("Add --last {game}=N", game=each.game[:8]),
            )
        if said[each.game] != each.n:
            raise ConflictError.of(
                "other-last",
                "Your last turn file of {game} here is {n}, and not {said}.",
                game=each.name,
                n=each.n or Message("none"),
                said=said[each.game],
                hint="Bring it in: pbem import --all, or pbem import PATH... (your sent mails too)",
            )
        for other in each.ahead:
            if other.n <= each.n:  # another version in a place that is signed here is not lost: it is known
                raise ConflictError("ahead", _sentence(other), hint=_OTHER)
        lost += [missing.hash for missing in each.ahead]
    home.settle_down(tuple(lost))


def _running(home: Home) -> Iterator[tuple[GameFolder, Seen]]:
    for folder in games.begun(home):
        try:
            view = games.look(folder)
        except PbemError:
            continue  # a game that is damaged signs nothing
        if view.owed.kind and not is_practice(folder):
            yield folder, view
