"""The responder: reads, verifies, answers what needs no person, and hands everything else back.

It works in a home of its own (:mod:`pbem.home.responder.setup`), whose key is good for answers only. An answer is stored,
with the request it belongs to and the mail that carries it, in one change; only then it leaves, and what leaves again are
the stored bytes. Killed at any moment it goes on where it stopped.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from hashlib import sha256

from attrs import define, evolve, field

from pbem.bytes.errors import (
    NOT_THE_OTHERS,
    ConflictError,
    KeyFileError,
    MailError,
    UsageError,
    VerifyError,
    unexpected,
)
from pbem.games.editions import NOT_HERE
from pbem.home.arriving.fetching import Stored
from pbem.home.arriving.receiving import Import
from pbem.home.disputes import refusing
from pbem.home.entrusted import both_homes, owner_home
from pbem.home.exchange import sending, signing
from pbem.home.exchange.joining import Arrived, join_bundles
from pbem.home.games import begun, open_session, save_session
from pbem.home.identity import Identity
from pbem.home.responder import sentences as words
from pbem.home.responder import turn_entries
from pbem.home.responder.answerable_mail import no_answer
from pbem.home.responder.end import check_not_ended
from pbem.home.responder.interface import Answering, Came, Done, Limits, Post, hands_back
from pbem.home.responder.record import Record
from pbem.home.responder.report import dealt
from pbem.home.responder.state import read_state, tell
from pbem.home.rulings.two_rulings import TWO_RULINGS
from pbem.home.turns.versions import held
from pbem.protocol.agents import check_in_force
from pbem.protocol.session import Session
from pbem.replay.table import other
from pbem.store import atomic
from pbem.store.game import Change, GameFolder, Sent, content_hash
from pbem.store.home import Home
from pbem.store.lock import Lock

_MAX_SAID = 1024 * 1024
_NOBODY = "player@pbem.invalid"
_CONFLICTS = frozenset({"conflict", "refusal", TWO_RULINGS})
_STOPS = frozenset(
    {"answered-already", "other-version", "ruling-waits", "signed-already", "stopped", "unsettled"}
)
_QUIET = frozenset({"known", "foreign", "gap"})
"""What is missing is said once the player's home has been looked at (:mod:`pbem.home.responder.sentences`)."""


def once(
    home: Home,
    identity: Identity,
    post: Post,
    now: datetime,
    *,
    limits: Limits | None = None,
    answering: Answering = hands_back,
    dealer: bool = False,
    say: Callable[[str], str] = str,
) -> Done:
    """One round: read, answer, send. Raises ConflictError ``locked`` while another responder works in this home.

    ``dealer``: the home is that of a challenge's referee, who answers every entrant with the one chain that nobody else
    may hold: it works in that home itself, in those games alone, and ``identity`` is the referee's. ``say`` puts what is
    written down for its player into their language.
    """
    with Lock(home.path / "responder.lock", wait=0.5).held():
        work = _Round(
            home=home,
            identity=identity,
            post=post,
            now=now,
            limits=limits or Limits(),
            answering=answering,
            dealer=dealer,
            record=Record(path=home.path, now=now, say=say, state=read_state(home.path)),
        )
        try:
            return work.run()
        finally:
            tell(home.path, now, tuple(map(say, work.record.lines)))


@define(kw_only=True)
class _Round:
    home: Home
    identity: Identity
    post: Post
    now: datetime
    limits: Limits
    answering: Answering
    dealer: bool
    record: Record
    answers: int = 0
    mails: int = 0
    again: bool = False
    """Whether something has to be looked at once more in the next round."""
    _repeated: set[str] = field(factory=set)

    def run(self) -> Done:
        # After a round that did not end nobody knows which mails it has seen: everything is read again.
        unsure = self.record.state.reading
        self.record.keep(evolve(self.record.state, reading=True))
        came, heard = self._fetched(unsure), True
        if came is None:
            came, heard = Came(found=Import(notes=(), games={})), False
        for stored in came.stored:
            self._note(stored)
        for note in came.found.all_notes:
            if note.kind not in _QUIET:
                self.record.lines.append(note.text)
        self.record.keep(self.record.state)
        waiting = dict(self.record.state.open)
        for folder in self._games():
            arrived, player = came.found.games.get(folder.name), self._other(folder)
            before = owner_home.mark(folder, player)
            if arrived is not None or unsure or before != self.record.state.looked.get(folder.name):
                self._game(folder, arrived, player)
                looked = {**self.record.state.looked, folder.name: owner_home.mark(folder, player)}
                self.record.state = evolve(self.record.state, looked=looked)
        read = tuple(dict.fromkeys((*self.record.state.read, *came.read)))
        unheard = not heard or self.again
        self.record.keep(evolve(self.record.state, reading=unheard, read=read, round=self.now.isoformat()))
        self._send()
        still = tuple(
            words.of_game(name, words.still_left(what))
            for name, what in self.record.state.open.items()
            if waiting.get(name) == what
        )
        return Done(
            lines=tuple(self.record.lines),
            waiting=still,
            exit_code=self.record.worst,
            answers=self.answers,
            mails=self.mails,
        )

    def _other(self, folder: GameFolder) -> Home | None:
        return None if self.dealer else both_homes.find(folder)

    def _games(self) -> tuple[GameFolder, ...]:
        games = begun(self.home)
        return tuple(each for each in games if dealt(each)) if self.dealer else games

    def _fetched(self, unsure: bool) -> Came | None:
        read = frozenset(self.record.state.read)
        try:
            return self.post.fetch(self.home, self.identity, self.now, read=read, everything=unsure)
        except MailError as error:
            self.record.failed(error)
            return None

    def _note(self, stored: Stored) -> None:
        """Remember with which mail a turn came, and whether a program may answer that mail."""
        mark = stored.mail_id or sha256(stored.head).hexdigest()[:24]
        before = self.record.state.came.get(stored.bundle)
        why = no_answer(stored.head, ours=self.post.address, new=before is None)
        if before is not None and mark not in before and not why:
            self._repeated.add(stored.bundle)
        if before is None or mark not in before:
            self.record.state = self.record.state.noted(stored.bundle, mark, why)

    # --- one game -----------------------------------------------------------------------------------------------------

    def _game(self, folder: GameFolder, arrived: Arrived | None, player: Home | None) -> None:
        if arrived is not None and any(each.kind == "ruling" for each in arrived.happened):
            self.record.settled(folder)
        for note in arrived.notes if arrived is not None else ():
            if note.kind == "conflict" and note.code in _CONFLICTS:
                self.record.stop(folder, note.text)
            if note.code in NOT_HERE:
                self.record.leave(folder, "", words.not_here(note.text, note.hint))
        if folder.name in self.record.state.stopped:
            self.record.worst = max(self.record.worst, ConflictError.exit_code)
            return
        try:
            with both_homes.locked(player), self.home.lock():
                session = self._session(folder, arrived)
                session = self._followed(folder, session, player)
                session = signing.noted(session, held(folder))
                self._refuse(folder, session, player)
                self._answer(folder, session, player)
        except (ConflictError, KeyFileError, UsageError, VerifyError) as error:
            if error.code in _STOPS:
                self.record.stop(folder, str(error))
                return
            self.record.leave(folder, "", str(error))
            self.again = self.again or error.code == "locked"
            self.record.worst = max(self.record.worst, error.exit_code)
        except NOT_THE_OTHERS as error:
            found = unexpected(error)
            self.record.leave(folder, "", str(found))
            self.record.worst = max(self.record.worst, found.exit_code)

    def _followed(self, folder: GameFolder, session: Session, player: Home | None) -> Session:
        """The session with what the player's home has on this machine: their sheet, and turn files that no mail brought."""
        theirs = owner_home.game_in(player, folder)
        if theirs is None:
            return session
        if (said := owner_home.follow_sheet(folder, theirs)) is not None:
            self.record.tell(folder, said)
        new = owner_home.turn_files(session.log, theirs)
        if not new:
            return session
        joined = join_bundles(folder, self.identity, session, new)
        count = len(joined.session.log.bundles) - len(session.log.bundles)
        if count:
            first, last = len(session.log.bundles) + 1, len(joined.session.log.bundles)
            self.record.tell(folder, words.taken_over(first, last))
        return joined.session.clean()

    def _session(self, folder: GameFolder, arrived: Arrived | None) -> Session:
        if arrived is not None and folder.log() == arrived.session.log.encode():
            return arrived.session.clean()
        return open_session(folder, self.identity).clean()

    def _yours(self, folder: GameFolder, session: Session, reason: str) -> None:
        self.record.leave(folder, session.end.head.hex(), words.left(session, reason))

    def _answer(self, folder: GameFolder, session: Session, player: Home | None) -> None:
        """Answer what is asked of us, when it may be answered; store it, and what is to be sent, in one change."""
        opponent = other(session.seat)
        theirs = next((each for each in reversed(session.log.bundles) if each.header.by == opponent), None)
        turn = content_hash(theirs.encode()) if theirs is not None else ""
        head = session.end.head.hex()
        self._again(folder, session, turn)
        self.record.state = evolve(self.record.state, open=_without(self.record.state.open, folder.name))
        if why := words.missing(folder, session):
            self.record.leave(folder, head, why)
            return
        if not session.mine:
            return
        if why := self.record.state.silent.get(turn, ""):
            self.record.leave(folder, head, words.silent(why))
            return
        pending = session.position.table.pending
        asked = pending if pending is not None and pending.by != session.seat else None
        if asked is not None and session.left_to:
            self.record.leave(folder, head, words.no_seed(asked.j, session.vault.length))
            return
        if not (self.post.local or folder.facts().get("to")):
            self.record.leave(folder, head, words.NO_ADDRESS)
            return
        # A key that is not in force signs nothing, and no seed of its chain is wanted any more.
        if not self.dealer:
            check_in_force(session.vault.keypair.public, session.agent)
            check_not_ended(folder, session, player)
        ready = session.automatic() if self.dealer else session
        written = turn_entries.write(folder, ready, self.answering)
        ready = written.session
        if not ready.draft:
            self._yours(folder, session, written.reason)
            return
        signed, out = sending.seal(folder, self.identity, ready, partial=True, store=False, other=player)
        assert out is not None
        said = tuple(words.answered(ready.happened, written.decisions, out.n))
        self._store(folder, signed, out, said)
        for line in said:
            self.record.tell(folder, line)
        self.record.keep(self.record.state)
        if signed.mine:
            self._yours(folder, signed, written.reason)

    def _store(
        self, folder: GameFolder, session: Session, out: sending.Outgoing, said: tuple[str, ...]
    ) -> None:
        """Store an answer, the mail that carries it, and what is to be said of it, in one change."""
        facts = folder.facts()
        sender = str(facts.get("from") or "") or self.post.address or _NOBODY
        mail = sending.mail_of(
            folder,
            session,
            out,
            sender=sender,
            recipient=str(facts.get("to") or "") or _NOBODY,
            date=self.now,
            automatic=True,
        )
        change = Change(answers={f"send-{out.n:05d}.todo": "\n".join(map(self.record.say, said)).encode()})
        sent = (Sent(n=out.n, turn=out.file, mail=mail),)
        save_session(folder, self.identity, session, sent=sent, change=change)
        self.answers += 1

    def _refuse(self, folder: GameFolder, session: Session, player: Home | None) -> None:
        """Refuse a turn that provably broke a rule, when that is allowed."""
        if not self.limits.reject or session.agent is None:
            return
        with signing.allowed(folder, session, player) as ready:
            found = refusing.refusal_of(folder, ready, provable=True)
            if found is None:
                return
            check_not_ended(folder, session, player)
            after, _ = found
            out = sending.last(folder, after)
            said = words.refused(out.n)
            self._store(folder, after, out, (said,))
        self.record.tell(folder, said)

    def _again(self, folder: GameFolder, session: Session, turn: str) -> None:
        """The stored answer once more, when the turn that it answers has come again in another mail."""
        last = session.log.bundles[-1].header if session.log.bundles else None
        count = self.record.state.again.get(turn, 0)
        if (
            turn not in self._repeated
            or last is None
            or last.by != session.seat
            or count >= self.limits.again
        ):
            return
        sent = folder.sent(last.n)
        if sent is None or sent.mail is None:
            return
        self.record.keep(evolve(self.record.state, again={**self.record.state.again, turn: count + 1}))
        folder.save(Change(answers={f"send-{last.n:05d}.todo": b"\n"}))
        self.record.tell(folder, words.once_more(last.n))

    # --- sending ------------------------------------------------------------------------------------------------------

    def _send(self) -> None:
        for folder in self._games():
            for name in folder.answers(".todo"):
                if not self._room():
                    self.record.lines.append(words.enough(self.limits.per_hour))
                    return
                n = int(name.removeprefix("send-"))
                self._unsaid(folder, name)
                sent = folder.sent(n)
                try:
                    if sent is not None and sent.mail is not None:
                        self.post.deliver(sent.mail)
                except (MailError, UsageError) as error:
                    self.record.failed(error)
                    continue
                self.record.lines.append(words.of_game(folder.name, words.gone(n)))
                self.record.keep(
                    evolve(self.record.state, times=(*self.record.state.times, self.now.isoformat()))
                )
                folder.save(Change(answers={f"{name}.todo": None}))
                self.mails += 1

    def _unsaid(self, folder: GameFolder, name: str) -> None:
        """What a round that did not end has answered and not said."""
        data = atomic.read_bytes(folder.path / "answers" / f"{name}.todo", _MAX_SAID) or b""
        told = self.record.state.told.get(folder.name, ())
        for line in data.decode().splitlines():
            if line and not any(each.endswith(line) for each in told):
                self.record.tell(folder, line)

    def _room(self) -> bool:
        since = self.now - timedelta(hours=1)
        recent = tuple(each for each in self.record.state.times if datetime.fromisoformat(each) > since)
        self.record.state = evolve(self.record.state, times=recent)
        return len(recent) < self.limits.per_hour


def _without(kept: Mapping[str, str], name: str) -> dict[str, str]:
    return {each: what for each, what in kept.items() if each != name}
