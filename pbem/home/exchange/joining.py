"""The turn files of one game joined to its log as far as they run on; what becomes of each is stored in one change."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from pbem.bytes.errors import NOT_HERE, GameFault, IllegalOrder, VerifyError
from pbem.bytes.records import evolve, frozen
from pbem.crypto.keys import key_id
from pbem.home.beside import rooms
from pbem.home.beside.rooms import Joining, Room
from pbem.home.exchange.signing import with_known_signatures
from pbem.home.games import Facts, save_session
from pbem.home.identity import Identity
from pbem.home.play.drafts import decided
from pbem.home.turns import import_notes as say
from pbem.home.turns.notes import Note
from pbem.home.turns.versions import OPEN, RULED, BesideFile, files_beside
from pbem.log import (
    REFEREE,
    Bundle,
    Log,
    appointment_of,
    check_ruler,
    read_bundles,
    renewals_in,
    rulings_in,
    verify_bundle,
)
from pbem.log.referees import first_referees
from pbem.port.messages import Message
from pbem.protocol.session import Session
from pbem.replay.fold import AppliedEntry
from pbem.replay.table import other
from pbem.store.game import MAX_KEPT, Change, GameFolder, Refused, content_hash
from pbem.store.inbox import settle


@frozen(kw_only=True)
class Arrived:
    """What came of the bundles for one game: notes, what happened in order, and the session after it."""

    session: Session
    notes: tuple[Note, ...] = ()
    happened: tuple[AppliedEntry[object], ...] = ()

    def then(self, later: Arrived) -> Arrived:
        """What came of both, one after the other."""
        return Arrived(
            session=later.session,
            # The later one has counted the gaps anew.
            notes=(*(note for note in self.notes if note.kind != "gap"), *later.notes),
            happened=(*self.happened, *later.happened),
        )


def join_bundles(
    folder: GameFolder,
    identity: Identity,
    session: Session,
    arriving: Iterable[Bundle],
    *,
    store: bool = True,
    mail_ids: Mapping[bytes, str] | None = None,
) -> Arrived:
    """Join bundles of one game, parked ones included, to its log as far as they run on; store what became of each.

    ``mail_ids`` names the mails in which bundles (by their hashes) came, so that the next turn can answer the last.
    """
    case = _arrived(folder, session, arriving)
    present = rooms.concerned(case)
    case = _received(rooms.before(case, present), present)
    case = rooms.after(case)
    return _saved(case, identity, mail_ids or {}, store=store)


def _arrived(folder: GameFolder, session: Session, arriving: Iterable[Bundle]) -> Joining:
    """What has come and is signed, with what waits: all of it may join."""
    lying = files_beside(folder)
    parked = [each.bundle for each in lying if not each.code]
    checked = check(session.log, arriving, parked)
    return Joining(
        folder=folder,
        view=session,
        lying=lying,
        came=checked.sound,
        candidates=(*checked.sound, *parked),
        refused={each.bundle.hash(): each for each in lying if each.code},
        notes=tuple(_unsound(session, *each) for each in checked.unsound),
    )


def _received(case: Joining, present: Collection[Room]) -> Joining:
    """The game behind the turn files that run on and hold; what this seat has signed beside them is known from here on,
    whether it joins or not.
    """
    log = case.session.log
    settled = settle(log.bundles, case.candidates, start=log.gid, refused=frozenset(case.refused))
    before = case.session.end.bundles
    repeated = (
        _note(case, present, case.session, each, known=True) for each in settled.known if each in case.came
    )
    case = case.told(*repeated)
    case, wrong = _extended(case, present, settled.extends)
    count = case.session.end.bundles - before
    taken = {each.hash() for each in settled.extends[: count + len(wrong)]}
    apart = (*settled.extends, *settled.waiting, *case.waits)
    case = evolve(
        case,
        joined=settled.extends[:count],
        waits=tuple(each for each in apart if each.hash() not in taken),
        placed=case.placed | taken,
        evidence=(*case.evidence, *wrong),
        conflicts=settled.conflicts,
        gaps=settled.gaps,
    )
    session = with_known_signatures(_drafted(case.folder, case.session, before), _beside(case))
    return evolve(case, view=session)


def _saved(case: Joining, identity: Identity, mail_ids: Mapping[bytes, str], *, store: bool) -> Arrived:
    """What came of it, stored in one change."""
    folder, session = case.folder, case.session
    here = frozenset(each.hash() for each in session.log.bundles)
    kept = {each.bundle.hash(): each.data for each in case.lying if not each.code}
    parked = _near(case.waits, kept, case.placed)
    change = Change(
        standing=case.standing,
        park=tuple(data for key, data in parked.items() if key not in kept),
        unpark=tuple(data for key, data in kept.items() if key not in parked),
        refuse=case.evidence,
        # Evidence that is part of the game now.
        unrefuse=tuple(
            each.data
            for each in case.lying
            if each.code and each.bundle.hash() in here and each.data == each.bundle.encode()
        ),
        unsent=case.unsent,
        seen=tuple(_seen(case.came, case.waits, parked)),
    )
    if store:
        save_session(folder, identity, session, facts=_with_mail(case, mail_ids), change=change)
    # What does not hold is said before what does.
    notes = tuple(sorted(case.notes, key=lambda each: each.kind != "refused"))
    happened = tuple(each for each in case.happened if each.entry < session.end.entries)
    return Arrived(session=session, notes=notes, happened=happened)


def _note(case: Joining, present: Iterable[Room], session: Session, bundle: Bundle, *, known: bool) -> Note:
    """What is said of a turn file that has joined, or was known: by a room, or as of any."""
    for room in present:
        if (said := room.note(case, session, bundle, known=known)) is not None:
            return said
    if known:
        return say.known(session, bundle, bundle.hash() in case.refused)
    holder = ""
    if case.folder.papers():
        from pbem.home import seat_holders  # noqa: PLC0415  # few games have papers

        held = seat_holders.of(case.folder, session.log)
        holder = next((name for _, name, n in held if n == bundle.header.n), "")
    return say.joined(session, bundle, (each.bundle for each in case.lying if each.code), holder)


def _extended(
    case: Joining, present: Collection[Room], bundles: Iterable[Bundle]
) -> tuple[Joining, tuple[Refused, ...]]:
    """The game behind the bundles that hold, with what happened and what is said, and the one that does not hold."""
    session, trail, notes, wrong = (
        case.session,
        list[AppliedEntry[object]](),
        list[Note](),
        tuple[Refused, ...](),
    )
    for bundle in bundles:
        try:
            after = _without_draft(session).receive(bundle, trail.append)
        except (VerifyError, IllegalOrder) as error:
            if error.code in NOT_HERE:
                notes.append(say.uninstalled(session, bundle, error))
                break
            if isinstance(error, GameFault):
                notes.append(say.unjudged(session, bundle, error))
            else:
                notes.append(say.refused(session, bundle, error))
            wrong = (Refused(data=bundle.encode(), code=error.code, message=str(error)),)
            break
        # A turn of ours that was signed elsewhere takes the place of any draft: that cannot be signed any more.
        if decided(session.draft) and bundle.header.by != session.seat:
            notes.append(say.in_the_way(session, bundle))
            break
        session = _kept_draft(session, after, bundle)
        notes.append(_note(case, present, session, bundle, known=False))
    happened = (*case.happened, *trail)
    return evolve(case.told(*notes), view=session, happened=happened), wrong


def _beside(case: Joining) -> Iterator[BesideFile]:
    """Every turn file that lies beside the log from here on: too early, clashing, or without a place since a ruling."""
    for each in case.waits:
        yield BesideFile(bundle=each, data=b"")
    for clash in case.conflicts:
        yield BesideFile(bundle=clash.other, data=b"", code=OPEN)
    for each in case.gone:
        yield BesideFile(bundle=each, data=b"", code=RULED)


def _with_mail(case: Joining, mail_ids: Mapping[bytes, str]) -> Facts | None:
    """The facts of a game with the mail in which the last of the other side's new bundles came; None when none is known."""
    theirs = [each for each in case.joined if each.header.by == other(case.session.seat)]
    mail = mail_ids.get(theirs[-1].hash(), "") if theirs else ""
    return {**case.folder.facts(), "their_mail": mail} if mail else None


def _kept_draft(before: Session, after: Session, bundle: Bundle) -> Session:
    """The session behind a bundle; of one of ours signed elsewhere, with what we had written beyond it."""
    ours = bundle.header.by == before.seat and before.draft[: len(bundle.lines)] == bundle.lines
    return after.with_draft(before.draft[len(bundle.lines) :]) if ours else after


def _drafted(folder: GameFolder, session: Session, before: int) -> Session:
    """The session with what was drafted on its last turn file before a damaged log had lost that one."""
    if session.draft or session.end.bundles == before:
        return session
    return session.with_draft(folder.draft(session.end.head.hex()))


def _without_draft(session: Session) -> Session:
    return evolve(session, position=session.base, head=session.end.head, draft=(), happened=())


def _seen(
    sound: Iterable[Bundle], waiting: Collection[Bundle], parked: Mapping[bytes, bytes]
) -> Iterator[str]:
    """What does not count as new when it comes again. One that found no room does."""
    for each in sound:
        if each not in waiting or each.hash() in parked:
            yield content_hash(each.encode())


def _near(
    waiting: Collection[Bundle], kept: Mapping[bytes, bytes], placed: Collection[bytes]
) -> dict[bytes, bytes]:
    """What stays parked, by hash: where too many came, those farthest ahead go, so that no disk is filled."""
    lying = {key: data for key, data in kept.items() if key not in placed}
    every = {**lying, **{each.hash(): each.encode() for each in waiting}}
    numbers = {each.hash(): each.header.n for each in waiting}
    if len(every) <= MAX_KEPT:
        return every
    numbers |= {key: read_bundles(data)[0].header.n for key, data in lying.items()}
    near = sorted(every, key=lambda key: (numbers[key], key not in lying))[:MAX_KEPT]
    return {key: every[key] for key in near}


_HINTS = {
    "old-key": Message(
        "Your game stays as it is. Tell the player, by voice, that somebody has a copy of that key."
    ),
    "wrong-key": Message(
        "Either it was changed, or a turn file in which keys were renewed is missing: ask for the whole log."
    ),
}


def _unsound(session: Session, bundle: Bundle, error: VerifyError) -> Note:
    """What is said of a bundle whose signature does not hold."""
    hint = _HINTS.get(error.code, Message("It was changed after it was signed: ask for it once more."))
    return Note.of("refused", error, say.rejected(session, bundle, error, signed=False), hint)


# --- whose they are ---------------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class Checked:
    """The bundles whose signatures hold, and those that do not with the reason; each in the order in which they came."""

    sound: tuple[Bundle, ...]
    unsound: tuple[tuple[Bundle, VerifyError], ...]


def check(log: Log, arriving: Iterable[Bundle], waiting: Iterable[Bundle]) -> Checked:
    """Hold bundles that arrive against the keys of the log, of what waits at home, and of one another."""
    came = tuple(arriving)
    keys = _Keys(log, waiting)
    faults: dict[int, VerifyError] = {}
    for place, bundle in sorted(enumerate(came), key=lambda each: each[1].header.n):
        try:
            keys.check(bundle)
        except VerifyError as error:
            faults[place] = error
    return Checked(
        sound=tuple({each.hash(): each for n, each in enumerate(came) if n not in faults}.values()),
        unsound=tuple((came[place], faults[place]) for place in sorted(faults)),
    )


class _Keys:
    """The keys that may have signed a bundle; it grows with every bundle that is found sound."""

    def __init__(self, log: Log, waiting: Iterable[Bundle]) -> None:
        held = tuple(waiting)
        self._log, self._first = log, evolve(log, bundles=())
        self._renewals = [each for each in renewals_in(held) if each.n > len(log.bundles)]
        made = [appointment_of(each) for each in rulings_in((*log.bundles, *held))]
        self._referees = [*first_referees(log.invite), *(each.key for each in made if each is not None)]

    def check(self, bundle: Bundle) -> None:
        """Raises VerifyError ``old-key`` and those of a signature that does not hold."""
        log, by, n, signed = self._log, bundle.header.by, bundle.header.n, bundle.seal.key
        if by == REFEREE:
            self._check_ruler(bundle)
            return
        if signed in log.given_up_at(by, n):
            from pbem.papers.paper import who  # noqa: PLC0415  # for a signature of an old key alone
            from pbem.papers.reader import Reader, excused  # noqa: PLC0415  # as above

            lost = Reader(logs=(log,)).given_up(self._first, bundle)
            assert lost is not None  # the same renewal
            raise VerifyError("old-key", " ".join(excused(lost, who(log, by))), entry=bundle.header.first)
        brought = {key_id(each.key): each.key for each in self._renewals if each.by == by and each.n < n}
        key = brought.get(signed, log.key_at(by, n))
        verify_bundle(bundle, key, log.gid)
        self._renewals += [each for each in renewals_in((bundle,)) if each.n > len(log.bundles)]

    def _check_ruler(self, bundle: Bundle) -> None:
        """A referee may have been appointed with keys that a renewal brings which waits, or has come beside the log."""
        log, n = self._log, bundle.header.n
        named = [each for each in self._referees if key_id(each) == bundle.seal.key] or self._referees[-1:]
        brought = [each for each in self._renewals if each.n < n]
        keys = {by: log.key_at(by, n) for by in ("A", "B")}
        try:
            check_ruler(bundle, log.invite, log.gid, tuple(named), keys)
        except VerifyError as error:
            if error.code != "unsigned-appointment" or not brought:
                raise
            keys |= {each.by: each.key for each in brought}
            check_ruler(bundle, log.invite, log.gid, tuple(named), keys)
        made = appointment_of(bundle)
        self._referees += [] if made is None else [made.key]
