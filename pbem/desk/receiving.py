"""What comes in: turn files in any form, any order and any number of times, to the right game or with the exact reason.

Nothing is ever answered here: see :func:`pbem.desk.playing.onward` and :mod:`pbem.desk.sending`.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import BinaryIO

from attrs import evolve, field, frozen

from pbem import container
from pbem.desk import invitations, words
from pbem.desk.games import begun, open_session, pending, save_session, shown
from pbem.desk.identity import Identity
from pbem.errors import ConflictError, FormatError, IllegalOrder, PbemError, UsageError, VerifyError
from pbem.log import Bundle, Log, check_genesis, read_bundles, scan_log, verify_bundle
from pbem.mail import sources
from pbem.protocol.session import Session
from pbem.replay.fold import Happened
from pbem.store.game import Change, GameFolder, Refused, content_hash
from pbem.store.home import Home
from pbem.store.inbox import Clash, Gap, settle


@frozen(kw_only=True)
class Piece:
    """Log lines found in a mail or file; ``where`` is for people, ``path`` for the next command."""

    data: bytes = field(repr=False)
    where: str
    path: str = ""


@frozen(kw_only=True)
class Note:
    """One line about something that arrived.

    ``kind``: new, known, waiting, gap, conflict, refused, unreadable, foreign, invitation, acceptance.
    """

    kind: str
    text: str
    hint: str = ""
    code: str = ""
    paragraph: str = ""
    entry: int | None = None
    exit_code: int = 0


@frozen(kw_only=True)
class Arrived:
    """What came of the bundles for one game: notes, what happened in order, and the session after it."""

    session: Session
    notes: tuple[Note, ...] = ()
    happened: tuple[Happened[object], ...] = ()


@frozen(kw_only=True)
class Import:
    """What came of an import: notes that concern no game of this home, and what arrived for each game."""

    notes: tuple[Note, ...]
    games: Mapping[str, Arrived]

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
        alone = str(path) == "-" or Path(path).is_file()
        for letter in sources.read(path, stdin=stdin):
            try:
                found = letter.turns()
            except PbemError as error:
                if alone or error.code != "no-turn":
                    notes.append(_unreadable(letter.where, error))
                continue
            for each in found:
                piece = Piece(data=each.data, where=letter.where, path=shown(Path(path)))
                pieces.setdefault(content_hash(each.data), piece)
    return tuple(pieces.values()), tuple(notes)


def receive(home: Home, identity: Identity, pieces: Iterable[Piece], *, store: bool = True) -> Import:
    """Sort what was collected to the games of this home and join it to their logs.

    Bundles that come too early are parked; signed ones that do not hold are kept as evidence. ``store=False`` leaves the
    disk alone.
    """
    notes: list[Note] = []
    with home.lock():
        games = {str(folder.facts().get("gid")): folder for folder in begun(home)}
        arriving: dict[str, list[Bundle]] = {}
        for piece in pieces:
            try:
                bundles, note = _read(piece, home, identity)
            except FormatError as error:
                notes.append(_unreadable(piece.where, error))
                continue
            if note is not None:
                notes.append(note)
            for bundle in bundles:
                gid = bundle.header.gid.hex()
                if gid in games:
                    arriving.setdefault(gid, []).append(bundle)
                else:
                    notes.append(_foreign(piece, bundle))
        done: dict[str, Arrived] = {}
        for gid, came in arriving.items():
            folder = games[gid]
            done[folder.name] = join_bundles(
                folder, identity, open_session(folder, identity), came, store=store
            )
    return Import(notes=tuple(dict.fromkeys(notes)), games=done)


def join_bundles(
    folder: GameFolder,
    identity: Identity,
    session: Session,
    arriving: Iterable[Bundle],
    *,
    store: bool = True,
) -> Arrived:
    """Join bundles of one game, parked ones included, to its log as far as they run on; store what became of each."""
    bundles = tuple(arriving)
    known_keys = {each.hash(): each.data for each in _parked(folder)}
    notes, sound = _authentic(session.log, bundles)
    refused = frozenset(each.hash() for kept in folder.refused() for each in read_bundles(kept.data))
    settled = settle(
        session.log.bundles,
        (*sound, *(each.bundle for each in _parked(folder))),
        start=session.log.gid,
        refused=refused,
    )
    before, trail = session.end.bundles, list[Happened[object]]()
    notes += [_known(bundle, bundle.hash() in refused) for bundle in settled.known if bundle in sound]
    evidence: list[Refused] = []
    for bundle in settled.extends:
        try:
            after = _without_draft(session).receive(bundle, trail.append)
        except (VerifyError, IllegalOrder) as error:
            notes.append(_refused(session, bundle, error))
            evidence.append(Refused(data=bundle.encode(), code=error.code, message=str(error)))
            break
        if session.draft:
            notes.append(_in_the_way(session, bundle))
            break
        session = after
        notes.append(_new(session, bundle))
    joined = {each.hash() for each in settled.extends[: session.end.bundles - before + bool(evidence)]}
    waiting = [each for each in (*settled.extends, *settled.waiting) if each.hash() not in joined]
    notes += [_clash(session, each) for each in settled.clashes]
    evidence += [
        Refused(data=each.other.encode(), code="conflict", message=each.error().message)
        for each in settled.clashes
        if each.other not in settled.waiting
    ]
    notes += [_gap(session, gap) for gap in settled.gaps]
    change = Change(
        park=tuple(each.encode() for each in waiting if each.hash() not in known_keys),
        unpark=tuple(data for key, data in known_keys.items() if key in joined),
        refuse=tuple(evidence),
        seen=tuple(content_hash(each.encode()) for each in bundles),
    )
    if store:
        save_session(folder, identity, session, change=change)
    kept = tuple(each for each in trail if each.entry < session.end.entries)
    return Arrived(session=session, notes=tuple(notes), happened=kept)


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


def _authentic(log: Log, bundles: Iterable[Bundle]) -> tuple[list[Note], tuple[Bundle, ...]]:
    """Bundles whose author and signature hold; only those may wait, clash or be kept."""
    notes: list[Note] = []
    sound: dict[bytes, Bundle] = {}
    for bundle in bundles:
        try:
            verify_bundle(bundle, log.key_of(bundle.header.by), log.gid)
        except VerifyError as error:
            notes.append(
                Note(
                    kind="refused",
                    text=f"Turn file {bundle.header.n} does not hold: {error.message}",
                    hint="It was changed after it was signed: ask for it once more.",
                    code=error.code,
                    entry=error.entry,
                    exit_code=error.exit_code,
                )
            )
            continue
        sound[bundle.hash()] = bundle
    return notes, tuple(sound.values())


def _read(piece: Piece, home: Home, identity: Identity) -> tuple[tuple[Bundle, ...], Note | None]:
    """The bundles in one piece, or the note about an invitation or acceptance in it."""
    if not piece.data.startswith(b"{") or b'"k":"hdr"' in piece.data.partition(b"\n")[0]:
        return read_bundles(piece.data), None
    log, error = scan_log(piece.data)
    if log is None:
        raise error or FormatError("truncated", "There is nothing in it.")
    try:
        check_genesis(log)
    except VerifyError as problem:
        raise FormatError(problem.code, problem.message) from problem
    if error is not None and not log.bundles:
        raise error
    if log.accept is None:
        return (), _invitation(piece, log, identity)
    ours = any(each.name == invitations.digest_of(log.invite)[:16] for each in pending(home))
    note = _acceptance(piece, log) if ours else None
    if not ours and not log.bundles:
        held = any(each.facts().get("gid") == log.gid.hex() for each in begun(home))
        word = "known" if held else "foreign"
        note = Note(
            kind=word, text=f"{piece.where}: the acceptance of {log.accepted.seat.who}, {_standing(held)}."
        )
    return () if ours else log.bundles, note


def _standing(held: bool) -> str:
    return "known already" if held else "for an invitation that is not from this home"


def _invitation(piece: Piece, log: Log, identity: Identity) -> Note:
    offer = log.invite
    terms = f"{offer.game} {offer.scenario}; {offer.seat.who} plays {offer.sides[0]}, you {offer.sides[1]}"
    if invitations.is_mine(log, identity.keypair.public):
        return Note(kind="known", text=f"{piece.where}: your own invitation ({offer.game} {offer.scenario}).")
    return Note(
        kind="invitation", text=f"{piece.where}: an invitation: {terms}.", hint=f"pbem join {piece.path}"
    )


def _acceptance(piece: Piece, log: Log) -> Note:
    text = f"{piece.where}: {log.accepted.seat.who} accepts your invitation to {log.invite.game}."
    return Note(kind="acceptance", text=text, hint=f"pbem start {piece.path}")


def _unreadable(where: str, error: PbemError) -> Note:
    return Note(
        kind="unreadable",
        text=f"{where}: {error.message}",
        hint=error.hint,
        code=error.code,
        entry=error.entry,
        exit_code=error.exit_code,
    )


def _foreign(piece: Piece, bundle: Bundle) -> Note:
    text = f"{piece.where}: a turn of the game {bundle.header.gid.hex()[:16]}, which is not in this home."
    return Note(
        kind="foreign", text=text, hint="Is this the home in which that game was begun?", code="other-game"
    )


def _new(session: Session, bundle: Bundle) -> Note:
    header = bundle.header
    text = f"Turn file {header.n} of {words.who(session, header.by)}: entries {header.first}-{header.last}, verified."
    return Note(kind="new", text=text)


def _known(bundle: Bundle, refused: bool) -> Note:
    what = "is kept here already, as one that does not belong to the game" if refused else "is here already"
    return Note(kind="known", text=f"Turn file {bundle.header.n} {what}.")


def _refused(session: Session, bundle: Bundle, error: PbemError) -> Note:
    paragraphs = ", ".join(v.paragraph for v in error.violations) if isinstance(error, IllegalOrder) else ""
    return Note(
        kind="refused",
        text=f"Turn file {bundle.header.n} of {words.who(session, bundle.header.by)} does not hold: {error}",
        hint="It is kept as evidence. `pbem refuse` writes your signed refusal.",
        code=error.code,
        paragraph=paragraphs,
        entry=error.entry,
        exit_code=VerifyError.exit_code,
    )


def _in_the_way(session: Session, bundle: Bundle) -> Note:
    return Note(
        kind="conflict",
        text=f"Turn file {bundle.header.n} of {words.who(session, bundle.header.by)} holds, but there are orders of "
        "yours that were never sent.",
        hint="It is kept. `pbem undo --all` drops your orders; then import it again.",
        code="draft-in-the-way",
        entry=bundle.header.first,
        exit_code=ConflictError.exit_code,
    )


def _clash(session: Session, clash: Clash) -> Note:
    error = clash.error()
    entries = clash.other.entries
    if entries and entries[0].get("k") == "reject" and clash.other.header.by != session.seat:
        reject = entries[0]
        where = f"entry {reject.get('entry')}, {reject.get('code')} [{reject.get('par', '')}]"
        text = (
            f"{words.who(session, clash.other.header.by)} refuses your turn file {reject.get('n')}: {where}."
        )
        hint = "Your program finds it legal. Compare versions and data (`pbem games`), and show both files to a referee."
        return Note(
            kind="conflict",
            text=text,
            hint=hint,
            code="refusal",
            entry=error.entry,
            exit_code=ConflictError.exit_code,
        )
    proof = " Both are signed by the same side: keep them, they prove it." if clash.two_versions else ""
    return Note(
        kind="conflict",
        text=error.message + proof,
        hint=error.hint,
        code=error.code,
        entry=error.entry,
        exit_code=error.exit_code,
    )


def _gap(session: Session, gap: Gap) -> Note:
    named = evolve(gap, by=words.who(session, gap.by))
    return Note(
        kind="gap",
        text=f"{str(named)[0].upper()}{str(named)[1:]}; what came early is kept.",
        hint="Look for the missing mail, or ask for it again (they type: pbem send).",
        code="gap",
        entry=gap.first,
        exit_code=ConflictError.exit_code,
    )


def refuse(folder: GameFolder, identity: Identity, session: Session) -> tuple[Session, bytes]:
    """Write the signed refusal of the kept turn file that would come next: the session with it, and the file to send.

    Raises UsageError ``nothing-to-refuse``.
    """
    for kept in folder.refused():
        bundle = read_bundles(kept.data)[0]
        if bundle.header.n != session.end.bundles + 1 or bundle.header.by == session.seat:
            continue
        try:
            session.receive(bundle)
        except (VerifyError, IllegalOrder) as error:
            refusal = session.refusal(bundle, error)
            after = session.receive(refusal)
            save_session(folder, identity, after)
            return after, container.pack(refusal.encode())
    raise UsageError("nothing-to-refuse", "There is no turn file to refuse.", hint="See `pbem status`.")
