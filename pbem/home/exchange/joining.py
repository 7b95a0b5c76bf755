"""The turn files of one game joined to its log as far as they run on; what becomes of each is stored in one change."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from pbem.bytes.errors import NOT_HERE, GameFault, IllegalOrder, VerifyError
from pbem.bytes.records import evolve, frozen
from pbem.home.beside import rooms
from pbem.home.beside.rooms import Joining, Room
from pbem.home.exchange import authors
from pbem.home.exchange.signing import with_known_signatures
from pbem.home.games import Facts, save_session
from pbem.home.identity import Identity
from pbem.home.play.drafts import decided
from pbem.home.turns import import_notes as say
from pbem.home.turns.notes import Note
from pbem.home.turns.versions import OPEN, RULED, BesideFile, files_beside
from pbem.log import Bundle, read_bundles
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
    checked = authors.check(session.log, arriving, parked)
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
    return say.joined(session, bundle, (each.bundle for each in case.lying if each.code))


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
