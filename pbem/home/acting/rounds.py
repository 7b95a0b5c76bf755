"""One round of the program that acts for its player, in the player's own home (``schemas/mail.md``, rule 9).

It reads the mail, and in every game whose pen is here it writes what decides nothing and what the player's sheet answers.
Where that takes the turn to its end, the turn is signed; it is stored with the mail that carries it in one change, and only
then it leaves. Killed at any moment it goes on where it stopped, and never signs a turn twice.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from hashlib import sha256

from pbem.bytes import container
from pbem.bytes.errors import NOT_THE_OTHERS, ConflictError, MailError, UsageError, unexpected
from pbem.bytes.records import define, evolve, field
from pbem.home import games, names, sentences
from pbem.home.acting import account
from pbem.home.acting.interface import Done, Post
from pbem.home.acting.state import State, read_state, write_state
from pbem.home.arriving.receiving import Import
from pbem.home.beside.machines import check_home
from pbem.home.exchange import sending, signing, turn_mail
from pbem.home.identity import Identity
from pbem.home.play.orders import undoable
from pbem.home.standing import kept
from pbem.home.standing.answers import Begins
from pbem.home.standing.going_on import go_on
from pbem.home.turns.versions import files_beside
from pbem.log import read_bundles
from pbem.mail.addresses import plain
from pbem.port.messages import Message, counted
from pbem.protocol.session import Session
from pbem.store import sittings
from pbem.store.game import Change, GameFolder, Sent
from pbem.store.home import Home
from pbem.store.lock import Lock

Skips = Callable[[GameFolder], bool]
_SITS = "sitting"
GRACE = timedelta(minutes=10)
"""So long lines whose occasion has come wait for their player to look."""


def once(  # noqa: PLR0913  # what a round works with
    home: Home,
    identity: Identity,
    post: Post,
    now: datetime,
    *,
    machine: str,
    skips: Skips,
    say: Callable[[str], str] = str,
    grace: timedelta = GRACE,
    again: bool = False,
) -> Done:
    """Read, write, send. ``skips``: games that no mail leaves from; ``say`` puts what is kept into the player's language;
    ``grace``: how long the lines of an occasion wait before they begin; ``again``: what keeps a game from going on is told
    though it was told before.

    ``waiting`` of what it gives are the games that wait for the player since this round, and were not told of before;
    ``owed`` all that wait for a decision.

    Raises ConflictError ``locked`` while another program acts in this home, ``other-machine`` on a machine to which it is
    not bound, ``copied-home`` in a copy, and MailError when the mailbox cannot be read.
    """
    with Lock(home.path / "acting.lock", wait=0.5).held():
        check_home(home)
        state = read_state(home.path)
        if state.machine != machine:
            raise ConflictError.of(
                "other-machine",
                "The program that acts for you is bound to another machine ({machine}).",
                machine=state.machine,
                hint="To let this machine act from now on: pbem watch --act --here",
            )
        work = _Round(
            home=home, identity=identity, post=post, now=now, skips=skips, say=say, state=state, grace=grace, again=again
        )  # fmt: skip
        return work.run()


@define(kw_only=True)
class _Round:
    home: Home
    identity: Identity
    post: Post
    now: datetime
    skips: Skips
    say: Callable[[str], str]
    state: State
    grace: timedelta = GRACE
    again: bool = False
    lines: list[str] = field(factory=list)
    waiting: list[str] = field(factory=list)
    owed: dict[str, str] = field(factory=dict)
    worst: int = 0
    answers: int = 0
    mails: int = 0

    def run(self) -> Done:
        # Kept, or a clock put back would be put right anew each time.
        if self.state.recent(self.now) != self.state:
            self._keep(self.state)
        self._send()  # what the last round signed and did not send
        found = self._fetched()
        self.lines += [note.text for note in found.all_notes if note.kind != "known"]
        for folder in games.begun(self.home):
            if not self.skips(folder):
                self._game(folder)
        self._send()
        return Done(
            lines=(*self.lines, *self.waiting),
            waiting=tuple(self.waiting),
            owed=self.owed,
            exit_code=self.worst,
            answers=self.answers,
            mails=self.mails,
        )

    def _fetched(self) -> Import:
        read = frozenset(self.state.read)
        came = self.post.fetch(self.home, self.identity, self.now, read=read)
        if came.read:
            self._keep(evolve(self.state, read=tuple(dict.fromkeys((*self.state.read, *came.read)))))
        return came.found

    # --- one game -----------------------------------------------------------------------------------------------------

    def _game(self, folder: GameFolder) -> None:
        try:
            with self.home.lock():
                self._act(folder)
        except NOT_THE_OTHERS as error:
            found = unexpected(error)
            self.worst = max(self.worst, found.exit_code)
            # It passes by itself, and must not take the place of what the player is asked.
            if found.code == "locked":
                self.lines.append(sentences.of_error(found))
                return
            self._leave(folder, sentences.of_error(found), again=self.again)

    def _act(self, folder: GameFolder) -> None:
        if there := sittings.elsewhere(self.home.path, folder.name, self.now):
            if self.state.left.get(folder.name) != _SITS:  # said once
                self._keep(evolve(self.state, left={**self.state.left, folder.name: _SITS}))
                name = names.name_of(folder)
                self.lines.append(
                    Message("Game {name}: left alone, for you sit at it on {there}.", name=name, there=there)
                )
            return
        session = games.open_session(folder, self.identity)
        if session.draft:
            unsent = Message("you have orders there that are not sent: pbem send, or pbem undo")
            self._owe(folder, unsent if undoable(session)[0] else sentences.next_debt(session))
            return
        if not session.is_my_turn:
            self._leave(folder, "")
            return
        recipient = str(folder.facts().get("to") or "")
        if not (self.post.local or recipient):
            self._owe(folder, Message("where to? Send one turn yourself: pbem send --to ADDRESS"))
            return
        # What decides nothing is written all the same where the lines cannot be read.
        standing, spoilt = kept.readable(folder, self.identity)
        written = go_on(
            signing.with_known_signatures(session, files_beside(folder)),
            standing,
            acting=True,
            begins=self._beginning(folder),
        )
        if written.waits:
            self._leave(folder, written.reason, "plan")
            return
        left = kept.change(folder, self.identity, written.standing) if written.changed else Change()
        if written.reason:
            written = evolve(written, reason=spoilt or written.reason)
            # The player finds it in their draft, is told of it, and may take back what their sheet has said.
            if written.session.draft:
                told = tuple(map(self.say, sentences.told(written.session.happened)))
                change = account.drafted(folder, written.session.draft, told)
                change = evolve(left, answers=change.answers)
                games.save_session(folder, self.identity, written.session, change=change)
                self.lines.extend(self._of(folder, written.session))
            elif written.changed:
                folder.save(left)
            self._owe(
                folder,
                Message(
                    "{debt} ({reason})", debt=sentences.next_debt(written.session), reason=written.reason
                ),
            )
            return
        if not written.session.draft:
            return
        self.post.ready()
        signed, out = sending.seal(folder, self.identity, written.session, store=False, now=self.now)
        assert out is not None  # nothing of ours is left to decide
        told = tuple(sentences.told(written.session.happened))
        self._store(folder, signed, out, told, recipient, left)

    def _store(
        self,
        folder: GameFolder,
        session: Session,
        out: sending.Outgoing,
        told: tuple[str, ...],
        recipient: str,
        left: Change,
    ) -> None:
        sender = plain(str(folder.facts().get("from") or "") or self.post.address)
        mail = turn_mail.mail_of(
            folder, session, out, sender=sender, recipient=plain(recipient), date=self.now, automatic=True
        )
        change = account.noted(folder, out.n, tuple(map(self.say, told)))
        change = evolve(left, answers=change.answers)
        sent = (Sent(n=out.n, turn=out.file, mail=mail),)
        games.save_session(folder, self.identity, session, sent=sent, change=change)
        self.lines.extend(
            Message("Game {name}: {text}", name=names.name_of(folder), text=each) for each in told
        )
        self._leave(folder, "")
        self.answers += 1

    def _of(self, folder: GameFolder, session: Session) -> list[str]:
        told = sentences.told(session.happened)
        return [
            Message("Game {name}, in your draft: {text}", name=names.name_of(folder), text=each)
            for each in told
        ]

    def _beginning(self, folder: GameFolder) -> Begins:
        """Says of an occasion that has come how long its player has to look before its lines begin."""

        def begins(when: str, at: str) -> str:
            name, since = self.state.starts.get(folder.name, ("", ""))
            # A clock that was ahead puts nothing off.
            if name != at or datetime.fromisoformat(since) > self.now:
                since = self.now.isoformat()
                self._keep(evolve(self.state, starts={**self.state.starts, folder.name: (at, since)}))
            left = datetime.fromisoformat(since) + self.grace - self.now
            if left <= timedelta(0):
                return ""
            return counted(
                -(-int(left.total_seconds()) // 60) or 1,
                "{marker} has come up: its plan begins in {n} minute. To begin it now: pbem standing go. To stop it: "
                "pbem standing drop {marker}",
                "{marker} has come up: its plan begins in {n} minutes. To begin it now: pbem standing go. To stop it: "
                "pbem standing drop {marker}",
                marker=when,
            )

        return begins

    def _owe(self, folder: GameFolder, why: str) -> None:
        """The game waits for its player, and no program can help."""
        self.owed[folder.name] = mark(folder)
        self._leave(folder, why)

    def _leave(self, folder: GameFolder, why: str, what: str = "", *, again: bool = False) -> None:
        """Remember what waits for the player; said once, as long as the game stands where it does, or ``again``."""
        mark = sha256(folder.log() + what.encode()).hexdigest()[:24] if why else ""
        if self.state.left.get(folder.name, "") == mark and not again:
            return
        left = {name: what for name, what in self.state.left.items() if name != folder.name}
        self._keep(evolve(self.state, left={**left, folder.name: mark} if mark else left))
        if why:
            self.waiting.append(
                Message("Game {name}: yours to do. {text}", name=names.name_of(folder), text=why)
            )

    def _keep(self, state: State) -> None:
        self.state = state.recent(self.now)
        write_state(self.home.path, self.state)

    # --- sending ------------------------------------------------------------------------------------------------------

    def _send(self) -> None:
        for folder in games.begun(self.home):
            for name in folder.answers(account.TODO):
                if self.state.patient(self.now):
                    return
                if not self.state.room(self.now):
                    self.lines.append(Message("So many mails have left that the rest waits: it goes later."))
                    return
                sent = folder.sent(account.number(name))
                try:
                    if sent is not None and sent.mail is not None:
                        folder.note_signed(read_bundles(container.unpack(sent.turn))[-1], here=True)
                        # Before it leaves: a mail that goes twice is harmless, a limit that is not counted is none.
                        self._keep(evolve(self.state, times=(*self.state.times, self.now.isoformat())))
                        self.post.deliver(sent.mail)
                        self.mails += 1
                        if self.state.failed:
                            self._keep(evolve(self.state, failed=()))
                except (MailError, UsageError) as error:
                    self._keep(evolve(self.state, failed=(*self.state.failed, self.now.isoformat())))
                    self.worst = max(self.worst, error.exit_code)
                    self.lines.append(sentences.of_error(error))
                    continue
                folder.save(Change(answers={f"{name}{account.TODO}": None}))


# --- what waits for a decision ----------------------------------------------------------------------------------------


def mark(folder: GameFolder) -> str:
    """A mark of where a game stands: another one as soon as anything is signed."""
    return sha256(folder.log()).hexdigest()[:24]


@define
class Owing:
    """What a program that only looks knows of each game: as long as neither log nor orders change, it is not asked again."""

    _known: dict[str, tuple[str, bool]] = field(factory=dict)

    def now(self, home: Home, identity: Identity, skips: Callable[[GameFolder], bool]) -> dict[str, str]:
        """The marks of the games that wait, by their names. ``skips``: games that no mail leaves from."""
        found = {}
        for folder in games.begun(home):
            if skips(folder):
                continue
            try:
                if self._waits(folder, identity):
                    found[folder.name] = mark(folder)
            except NOT_THE_OTHERS:  # the player is told so when they look
                continue
        return found

    def _waits(self, folder: GameFolder, identity: Identity) -> bool:
        seen = sha256(folder.log() + folder.standing() + folder.draft_head().encode()).hexdigest()
        before, waits = self._known.get(folder.name, ("", False))
        if before != seen:
            waits = _decides(folder, identity)
            self._known[folder.name] = seen, waits
        return waits


def _decides(folder: GameFolder, identity: Identity) -> bool:
    session = games.open_session(folder, identity)
    if session.draft or not session.is_my_turn:
        return bool(session.draft)
    standing, _ = kept.readable(folder, identity)
    return bool(
        go_on(signing.with_known_signatures(session, files_beside(folder)), standing, acting=True).reason
    )
