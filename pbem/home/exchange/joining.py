"""The turn files of one game joined to its log as far as they run on; what becomes of each is stored in one change."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping

from attrs import evolve, frozen

from pbem.bytes.errors import GameFault, IllegalOrder, VerifyError
from pbem.games.editions import NOT_HERE
from pbem.home.exchange import authors
from pbem.home.exchange.signing import noted
from pbem.home.games import save_session
from pbem.home.identity import Identity
from pbem.home.play.drafts import decided
from pbem.home.rulings import applied_ruling
from pbem.home.rulings.incoming_rulings import BesideRulings, beside_rulings, joined_note, known_note
from pbem.home.turns import import_notes as say
from pbem.home.turns.notes import Note
from pbem.home.turns.versions import OPEN, RULED, Held, held
from pbem.log import Bundle, read_bundles
from pbem.port.messages import Message
from pbem.protocol.session import Session
from pbem.replay.fold import Happened
from pbem.replay.table import other
from pbem.store.game import MAX_KEPT, Change, GameFolder, Refused, content_hash
from pbem.store.inbox import Settled, settle


@frozen(kw_only=True)
class Arrived:
    """What came of the bundles for one game: notes, what happened in order, and the session after it."""

    session: Session
    notes: tuple[Note, ...] = ()
    happened: tuple[Happened[object], ...] = ()

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
    lying = held(folder)
    known_keys = {each.hash(): each.data for each in _parked(folder)}
    checked = authors.check(session.log, arriving, (each.bundle for each in _parked(folder)))
    notes, sound = [_unsound(session, *each) for each in checked.unsound], checked.sound
    ruling = beside_rulings(folder, session, sound, lying)
    session, name = ruling.session, applied_ruling.referee(folder, ruling.session)
    put_aside = tuple(each for kept in folder.refused() for each in read_bundles(kept.data))
    settled = settle(
        session.log.bundles, ruling.candidates, start=session.log.gid, refused=frozenset(ruling.refused)
    )
    before = session.end.bundles
    notes += ruling.notes(session, name)
    notes += _known(session, name, ruling.refused, (each for each in settled.known if each in sound))
    session, trail, said, wrong = _extended(session, settled.extends, name, put_aside)
    notes += said
    evidence = [*ruling.evidence, *wrong, *_conflicts(settled)]
    joined = {each.hash() for each in settled.extends[: session.end.bundles - before + len(wrong)]}
    apart = (*settled.extends, *settled.waiting, *ruling.waits)
    waiting = [each for each in apart if each.hash() not in joined]
    notes += _conflict_notes(session, settled)
    # What does not hold is said before what does.
    notes.sort(key=lambda each: each.kind != "refused")
    placed = joined | {each.hash() for each in (*ruling.over.path, *ruling.aside)}
    if elsewhere := _signed_elsewhere(folder, session, settled.extends, joined):
        notes.append(say.queue_dropped(folder.standing_counts()[1]))
    parked = _near(waiting, known_keys, placed, ruling.wrong)
    change = Change(
        standing=_nothing_waits(folder) if elsewhere else None,
        park=tuple(data for key, data in parked.items() if key not in known_keys),
        unpark=tuple(data for key, data in known_keys.items() if key not in parked),
        refuse=tuple(evidence),
        unrefuse=ruling.taken_up(lying, frozenset(each.hash() for each in session.log.bundles)),
        unsent=tuple(each.header.n for each in ruling.over.lost if each.header.by == session.seat),
        seen=tuple(_seen(sound, waiting, parked)),
    )
    # What this seat has signed elsewhere is known from here on, whether it joins or not.
    session = noted(_drafted(folder, session, before), _beside(ruling, waiting, settled))
    session = applied_ruling.with_requests(session, (*ruling.over.lost, *ruling.aside))
    if any(each.kind == "ruling" for each in (*ruling.over.happened, *trail)):
        notes += applied_ruling.spent(session)
    if store:
        facts = _with_mail(folder, session, before, mail_ids or {})
        save_session(folder, identity, session, facts=facts, change=change)
    happened = applied_ruling.with_name((*ruling.over.happened, *trail), name)
    kept = tuple(each for each in happened if each.entry < session.end.entries)
    return Arrived(session=session, notes=tuple(notes), happened=kept)


def _extended(
    session: Session, bundles: Iterable[Bundle], name: str, put_aside: tuple[Bundle, ...]
) -> tuple[Session, list[Happened[object]], list[Note], list[Refused]]:
    """The session behind the bundles that hold, what happened in them, what is said, and the one that does not hold."""
    trail, notes = list[Happened[object]](), list[Note]()
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
            wrong = Refused(data=bundle.encode(), code=error.code, message=str(error))
            return session, trail, notes, [wrong]
        # A turn of ours that was signed elsewhere takes the place of any draft: that cannot be signed any more.
        if decided(session.draft) and bundle.header.by != session.seat:
            notes.append(say.in_the_way(session, bundle))
            break
        session = _kept_draft(session, after, bundle)
        notes.append(joined_note(session, bundle, name, put_aside))
    return session, trail, notes, []


def _beside(ruling: BesideRulings, waiting: Iterable[Bundle], settled: Settled) -> Iterator[Held]:
    """Every turn file that lies beside the log from here on: too early, clashing, or without a place since a ruling."""
    for each in waiting:
        yield Held(bundle=each, data=b"")
    for clash in settled.clashes:
        yield Held(bundle=clash.other, data=b"", code=OPEN)
    for each in (*ruling.over.lost, *ruling.aside):
        yield Held(bundle=each, data=b"", code=RULED)


def _conflict_notes(session: Session, settled: Settled) -> list[Note]:
    if not (settled.clashes or settled.gaps):
        return []
    from pbem.home.exchange import conflict_notes  # noqa: PLC0415  # weighs two versions as evidence: if there are two

    return [
        *(conflict_notes.clash(session, each) for each in settled.clashes),
        *(conflict_notes.gap(session, each) for each in settled.gaps),
    ]


def _conflicts(settled: Settled) -> Iterator[Refused]:
    """Turn files that clash with the log, as evidence; one that only waits is kept as such."""
    for each in settled.clashes:
        if each.other not in settled.waiting:
            yield Refused(data=each.other.encode(), code="conflict", message=each.error().message)


def _known(
    session: Session, name: str, refused: Mapping[bytes, Held], bundles: Iterable[Bundle]
) -> list[Note]:
    return [known_note(session, each, name, refused) for each in bundles]


def _signed_elsewhere(
    folder: GameFolder, session: Session, bundles: Iterable[Bundle], joined: set[bytes]
) -> bool:
    """Whether orders wait here, and a turn of this seat has joined that was signed elsewhere: they may stand in it.

    One that lies in the outbox was signed here, and only comes back into a log that had lost it.
    """
    return folder.standing_counts()[1] > 0 and any(
        each.header.by == session.seat
        and each.hash() in joined
        and decided(each.lines)
        and folder.sent(each.header.n) is None
        for each in bundles
    )


def _nothing_waits(folder: GameFolder) -> bytes:
    from pbem.home.standing.kept import without_waiting  # noqa: PLC0415  # orders that wait are lost that way once in a game

    return without_waiting(folder.standing())


def _with_mail(
    folder: GameFolder, session: Session, before: int, mail_ids: Mapping[bytes, str]
) -> dict[str, str | int | bool | None] | None:
    """The facts of a game with the mail that the last of their bundles after ``before`` came in; None when none is known."""
    theirs = [each for each in session.log.bundles[before:] if each.header.by == other(session.seat)]
    mail = mail_ids.get(theirs[-1].hash(), "") if theirs else ""
    return {**folder.facts(), "their_mail": mail} if mail else None


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


@frozen(kw_only=True)
class _Parked:
    bundle: Bundle
    data: bytes

    def hash(self) -> bytes:
        return self.bundle.hash()


def _seen(
    sound: Iterable[Bundle], waiting: Collection[Bundle], parked: Mapping[bytes, bytes]
) -> Iterator[str]:
    """What does not count as new when it comes again. One that found no room does."""
    for each in sound:
        if each not in waiting or each.hash() in parked:
            yield content_hash(each.encode())


def _near(
    waiting: Iterable[Bundle],
    kept: Mapping[bytes, bytes],
    placed: Collection[bytes],
    wrong: Collection[bytes],
) -> dict[bytes, bytes]:
    """What stays parked, by hash: of more than fit, those that are the farthest ahead go, whoever sends a thousand."""
    lying = {key: data for key, data in kept.items() if key not in placed and data not in wrong}
    every = {**lying, **{each.hash(): each.encode() for each in waiting}}
    numbers = {each.hash(): each.header.n for each in waiting}
    if len(every) <= MAX_KEPT:
        return every
    numbers |= {key: read_bundles(data)[0].header.n for key, data in lying.items()}
    near = sorted(every, key=lambda key: (numbers[key], key not in lying))[:MAX_KEPT]
    return {key: every[key] for key in near}


def _parked(folder: GameFolder) -> tuple[_Parked, ...]:
    return tuple(_Parked(bundle=read_bundles(data)[0], data=data) for data in folder.parked())


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
    return Note(
        kind="refused",
        text=say.rejected(session, bundle, error, signed=False),
        hint=_HINTS.get(error.code, Message("It was changed after it was signed: ask for it once more.")),
        code=error.code,
        entry=error.entry,
        exit_code=error.exit_code,
    )
