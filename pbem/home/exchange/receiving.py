"""What comes in: turn files in any form, any order and any number of times, to the right game or with the exact reason.

Nothing is ever answered here: see :func:`pbem.home.play.orders.onward` and :mod:`pbem.home.exchange.sending`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import BinaryIO, TypeAlias

from attrs import evolve, frozen

from pbem.bytes.errors import (
    NOT_THE_OTHERS,
    FormatError,
    GameFault,
    IllegalOrder,
    PbemError,
    VerifyError,
    unexpected,
)
from pbem.games.editions import NOT_HERE
from pbem.games.packs import is_pack
from pbem.home.disputes.versions import OPEN, RULED, Held, held
from pbem.home.exchange import authors, conflict_notes, invitations
from pbem.home.exchange import import_notes as say
from pbem.home.exchange.import_notes import Note, Piece
from pbem.home.exchange.signing import noted
from pbem.home.games import begun, open_session, pending, save_session, shown
from pbem.home.identity import Identity
from pbem.home.papers import importing
from pbem.home.papers.verdict import is_any
from pbem.home.people import Meeting, meet
from pbem.home.play.drafts import decided
from pbem.home.referee import applied_ruling
from pbem.home.referee.incoming_rulings import beside_rulings, joined_note, known_note
from pbem.log import Bundle, Log, check_genesis, read_bundles, scan_log
from pbem.mail import sources
from pbem.mail.sources import Letter
from pbem.port.messages import Message
from pbem.protocol.session import Session
from pbem.replay.fold import Happened
from pbem.replay.table import other
from pbem.store.game import Change, GameFolder, Refused, content_hash
from pbem.store.home import Home
from pbem.store.inbox import Settled, settle
from pbem.view.markup import clean

# Gives a game of the home: read from the disk, or the one that the caller holds in memory.
Opener: TypeAlias = Callable[[GameFolder, Identity], Session]


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


@frozen(kw_only=True)
class Import:
    """What came of an import: notes that concern no game of this home, and what arrived for each game.

    ``stopped`` names games for which nothing could be taken in; ``kept`` are the content hashes of papers that are kept.
    """

    notes: tuple[Note, ...]
    games: Mapping[str, Arrived]
    stopped: tuple[str, ...] = ()
    kept: frozenset[str] = frozenset()

    @property
    def all_notes(self) -> tuple[Note, ...]:
        """Every note."""
        return (*self.notes, *(note for each in self.games.values() for note in each.notes))

    @property
    def exit_code(self) -> int:
        """The code of the worst note; what belongs to other homes counts only when nothing else came."""
        kinds = {note.kind for note in self.all_notes}
        if kinds == {"foreign"}:
            return VerifyError.exit_code
        return max((note.exit_code for note in self.all_notes), default=0)


def collect(
    paths: Iterable[str | Path], *, stdin: BinaryIO | None = None
) -> tuple[tuple[Piece, ...], tuple[Note, ...]]:
    """Everything with our magic or armour at these places, and a note for what cannot be read or holds no turn.

    Raises MailError for a place that does not exist.
    """
    pieces: dict[str, Piece] = {}
    notes: list[Note] = []
    for path in paths:
        strange: list[Note] = []
        letters = 0
        for letter in sources.read(path, stdin=stdin):
            letters += 1
            found, note = pieces_of(letter, shown(Path(path)))
            if note is not None:
                (strange if note.code == "no-turn" else notes).append(note)
            for piece in found:
                pieces.setdefault(content_hash(piece.data), piece)
        # Among many letters those that have nothing to do with us are no trouble; one that was named by itself is.
        if letters == 1 and (str(path) == "-" or Path(path).is_file()):
            notes += strange
    return tuple(pieces.values()), tuple(notes)


def pieces_of(letter: Letter, path: str) -> tuple[tuple[Piece, ...], Note | None]:
    """The turns in one letter, or the note that says why there is none (code ``no-turn``: it has nothing to do with us)."""
    try:
        found = letter.turns()
    except PbemError as error:
        return (), say.unreadable(letter.where, error)
    return tuple(
        Piece(data=each.data, where=letter.where, path=path, mail_id=letter.mail_id) for each in found
    ), None


def receive(
    home: Home,
    identity: Identity,
    pieces: Iterable[Piece],
    *,
    store: bool = True,
    opener: Opener = open_session,
) -> Import:
    """Sort what was collected to the games of this home and join it to their logs.

    Bundles that come too early are parked; signed ones that do not hold are kept as evidence. Papers are read when the turns
    that came with them have joined, and kept with their games. ``store=False`` leaves the disk alone.
    """
    came = tuple(pieces)
    notes: list[Note] = []
    with home.lock():
        games = {str(folder.facts().get("gid")): folder for folder in begun(home)}
        arriving: dict[str, list[Bundle]] = {}
        mail_ids: dict[bytes, str] = {}
        for piece in came:
            if not _is_read(piece):
                _sort(piece, home, identity, games, arriving, mail_ids, notes)
        done: dict[str, Arrived] = {}
        stopped: list[str] = []

        def join(folder: GameFolder, bundles: Iterable[Bundle]) -> bool:
            before = done.get(folder.name)
            try:
                session = before.session if before is not None else opener(folder, identity)
                now = join_bundles(folder, identity, session, bundles, store=store, mail_ids=mail_ids)
            except NOT_THE_OTHERS as error:
                notes.append(say.stopped(folder.name, unexpected(error)))
                stopped.append(folder.name)
                return False
            done[folder.name] = now if before is None else before.then(now)
            return True

        for gid, those in arriving.items():
            join(games[gid], those)
        kept: set[str] = set()
        for piece in came:
            if _is_read(piece):
                try:
                    taken = importing.take(home, piece, join, store=store)
                except NOT_THE_OTHERS as error:
                    notes.append(say.unreadable(piece.where, unexpected(error)))
                    continue
                notes.append(taken.note)
                kept |= {content_hash(piece.data)} if taken.kept else set()
        if store and done:
            home.note_import(done)
    return Import(notes=tuple(dict.fromkeys(notes)), games=done, stopped=tuple(stopped), kept=frozenset(kept))


def _sort(
    piece: Piece,
    home: Home,
    identity: Identity,
    games: Mapping[str, GameFolder],
    arriving: dict[str, list[Bundle]],
    mail_ids: dict[bytes, str],
    notes: list[Note],
) -> None:
    """Put the bundles in a piece to those of their games, and what is said of it to the notes."""
    try:
        bundles, said = _read(piece, home, identity)
    except NOT_THE_OTHERS as error:
        notes.append(say.unreadable(piece.where, unexpected(error)))
        return
    notes += said
    for bundle in bundles:
        gid = bundle.header.gid.hex()
        if gid in games:
            arriving.setdefault(gid, []).append(bundle)
            mail_ids.setdefault(bundle.hash(), piece.mail_id)
        else:
            notes.append(say.foreign(piece, bundle))


def _is_read(piece: Piece) -> bool:
    """Whether a piece is a paper that is read and kept; a data pack only waits for the command that installs it."""
    return is_any(piece.data) and not is_pack(piece.data)


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
    notes += [
        known_note(session, bundle, name, ruling.refused) for bundle in settled.known if bundle in sound
    ]
    session, trail, said, wrong = _extended(session, settled.extends, name, put_aside)
    notes += said
    evidence = [*ruling.evidence, *wrong, *_conflicts(settled)]
    joined = {each.hash() for each in settled.extends[: session.end.bundles - before + len(wrong)]}
    waiting = [
        each for each in (*settled.extends, *settled.waiting, *ruling.waits) if each.hash() not in joined
    ]
    notes += [conflict_notes.clash(session, each) for each in settled.clashes]
    notes += [conflict_notes.gap(session, gap) for gap in settled.gaps]
    # What does not hold is said before what does.
    notes.sort(key=lambda each: each.kind != "refused")
    placed = joined | {each.hash() for each in (*ruling.over.path, *ruling.aside)}
    change = Change(
        park=tuple(each.encode() for each in waiting if each.hash() not in known_keys),
        unpark=tuple(data for key, data in known_keys.items() if key in placed or data in ruling.wrong),
        refuse=tuple(evidence),
        unrefuse=ruling.taken_up(lying, frozenset(each.hash() for each in session.log.bundles)),
        unsent=tuple(each.header.n for each in ruling.over.lost if each.header.by == session.seat),
        seen=tuple(content_hash(each.encode()) for each in sound),
    )
    # What this seat has signed elsewhere is known from here on, whether it joins or not.
    beside = [Held(bundle=each, data=b"") for each in waiting]
    beside += [Held(bundle=each.other, data=b"", code=OPEN) for each in settled.clashes]
    beside += [Held(bundle=each, data=b"", code=RULED) for each in (*ruling.over.lost, *ruling.aside)]
    session = applied_ruling.with_requests(noted(session, beside), (*ruling.over.lost, *ruling.aside))
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


def _conflicts(settled: Settled) -> Iterator[Refused]:
    """Turn files that clash with the log, as evidence; one that only waits is kept as such."""
    for each in settled.clashes:
        if each.other not in settled.waiting:
            yield Refused(data=each.other.encode(), code="conflict", message=each.error().message)


def _with_mail(
    folder: GameFolder, session: Session, before: int, mail_ids: Mapping[bytes, str]
) -> dict[str, str | int | bool | None] | None:
    """The facts of a game with the mail that the last of their bundles after ``before`` came in; None when none is known."""
    theirs = [each for each in session.log.bundles[before:] if each.header.by == other(session.seat)]
    mail = mail_ids.get(theirs[-1].hash(), "") if theirs else ""
    return {**folder.facts(), "their_mail": mail} if mail else None


def _kept_draft(before: Session, after: Session, bundle: Bundle) -> Session:
    """The session behind a bundle of ours that an agent signed, with what we had written beyond that bundle."""
    ours = bundle.header.by == before.seat and before.draft[: len(bundle.lines)] == bundle.lines
    return after.with_draft(before.draft[len(bundle.lines) :]) if ours else after


def _without_draft(session: Session) -> Session:
    return evolve(session, position=session.base, head=session.end.head, draft=(), happened=())


@frozen(kw_only=True)
class _Parked:
    bundle: Bundle
    data: bytes

    def hash(self) -> bytes:
        return self.bundle.hash()


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


def _read(piece: Piece, home: Home, identity: Identity) -> tuple[tuple[Bundle, ...], tuple[Note, ...]]:
    """The bundles in one piece, or the notes about an invitation or acceptance in it; a warning comes first."""
    if is_pack(piece.data):
        return (), (say.data_pack(piece),)
    if not piece.data.startswith(b"{") or b'"k":"hdr"' in piece.data.partition(b"\n")[0]:
        return read_bundles(piece.data), ()
    log, error = scan_log(piece.data)
    if log is None:
        raise error or FormatError("truncated", Message("There is nothing in it."))
    try:
        check_genesis(log)
    except VerifyError as problem:
        raise FormatError(problem.code, problem.message) from problem
    if error is not None and not log.bundles:
        raise error
    if log.accept is None:
        known = meet(home, identity, log.invite.seat.who, log.invite.seat.identity)
        if log.invite.seat.identity == identity.keypair.public:
            return (), (say.own_invitation(piece, log),)
        return (), (*say.warning(piece, known), say.invitation(piece, log, known))
    ours = any(each.name == invitations.digest_of(log.invite)[:16] for each in pending(home))
    if ours:
        return (), _answered(
            piece, log, meet(home, identity, log.accepted.seat.who, log.accepted.seat.identity)
        )
    if not log.bundles:
        held = any(each.facts().get("gid") == log.gid.hex() for each in begun(home))
        word = "known" if held else "foreign"
        who = clean(log.accepted.seat.who, 64)
        note = Note(
            kind=word,
            text=Message(
                "{where}: the acceptance of {who}, {standing}.",
                where=piece.where,
                who=who,
                standing=_standing(held),
            ),
        )
        return log.bundles, (note,)
    return log.bundles, ()


def _answered(piece: Piece, log: Log, known: Meeting) -> tuple[Note, ...]:
    return (*say.warning(piece, known), say.acceptance(piece, log, known))


def _standing(held: bool) -> str:
    return Message("known already") if held else Message("for an invitation that is not from this home")
