"""Sending: what needs no decision is written, the draft is signed and stored, and only then a file leaves.

Sending again before an answer has come gives the same bytes.
"""

from __future__ import annotations

from datetime import datetime

from attrs import evolve, frozen

from pbem.bytes import canon, container
from pbem.bytes.errors import NotYourTurn, UsageError
from pbem.home import sentences
from pbem.home.exchange import outdated_copy, signing
from pbem.home.games import save_session
from pbem.home.identity import Identity
from pbem.home.turns.versions import held
from pbem.home.viewing import languages
from pbem.log import Log
from pbem.mail import compose
from pbem.mail.compose import Envelope
from pbem.port.messages import ENGLISH, Message, Series
from pbem.protocol import side_entries
from pbem.protocol.session import Session, encode_turn, unsent
from pbem.replay.table import DECISIONS, other, owed
from pbem.store.game import Change, GameFolder, Sent


@frozen(kw_only=True)
class Outgoing:
    """A turn file to hand over: bundle number, packed bytes, the entries in it, and the head after them (hex).

    ``again`` says that nothing new was signed. ``turn`` is the turn of the game. ``story`` tells what happened in these
    entries, ``added`` what came of those that needed no decision.
    """

    n: int
    file: bytes
    game: str
    gid: str
    turn: int
    first: int
    last: int
    head: str
    again: bool
    summary: str
    story: tuple[str, ...]
    added: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """A name for the file: ``june6-T03-s0412.pbem``."""
        return f"{self.game}-T{self.turn:02d}-s{self.last:04d}.pbem"


def seal(
    folder: GameFolder,
    identity: Identity,
    session: Session,
    *,
    partial: bool = False,
    store: bool = True,
    note: str = "",
) -> tuple[Session, Outgoing | None]:
    """Sign what the draft holds and what needs no decision, store it, and give the turn file.

    No file (None) when what needed no decision has led to one: it is in the draft now, and nothing is signed. Without
    anything new the file of the last time is given again. Raises UsageError ``unfinished`` while a decision of ours is
    owed (unless ``partial``), ``nothing-to-send``, NotYourTurn, and what :func:`pbem.home.exchange.signing.allowed` and
    :meth:`pbem.protocol.session.Session.sealed` raise. ``store=False`` leaves the disk alone. ``note``: a word to the other
    side, which goes with the turn (UsageError ``no-note`` where none may stand).
    """
    outdated_copy.check(folder, session.log, session.seat, owed(session.base))
    session = signing.noted(session, held(folder))
    ready = session.automatic()
    if ready.mine and ready.owed.what in DECISIONS and not partial:
        if len(ready.draft) > len(session.draft):
            if store:
                save_session(folder, identity, ready)
            return ready, None
        raise UsageError(
            "unfinished",
            Message("You still owe {thing}.", thing=sentences.thing(ready.owed, ready.position.rules.name)),
            hint=Message("See `pbem orders`; --partial sends what is there."),
        )
    story = tuple(sentences.told(ready.happened))
    if not ready.draft:
        if note:
            raise UsageError(
                "no-note",
                Message("there is nothing new for a note to go with."),
                hint=Message("See `pbem status`."),
            )
        return session, _again(folder, session)
    with signing.allowed(folder, ready) as ready:
        noted = _with_note(ready, note)
        if note:
            story = (*(each.text for each in noted.happened[-1].outcomes), "", *story)
        signed, _ = noted.sealed()
        added = tuple(sentences.told(ready.happened[len(session.happened) :]))
        out = evolve(_outgoing(signed, again=False, story=story), added=added)
        if store:
            save_session(folder, identity, signed, sent=(Sent(n=out.n, turn=out.file),))
    return signed, out


def _with_note(session: Session, text: str) -> Session:
    if not text:
        return session
    if not session.draft or canon.decode(session.draft[0])["k"] in ("audit", "renew"):
        raise UsageError(
            "no-note",
            Message("a note goes with orders or answers; this turn goes alone."),
            hint=Message("See `pbem status`."),
        )
    return side_entries.note(session, text)


def last(folder: GameFolder, session: Session) -> Outgoing:
    """Our last turn file as it was sent. Raises NotYourTurn and UsageError ``nothing-to-send`` when there is none."""
    return _again(folder, session)


def _again(folder: GameFolder, session: Session) -> Outgoing:
    if not unsent(session.log, session.seat):
        due = session.owed
        if due.what and due.seat != session.seat:
            raise NotYourTurn(
                "not-your-turn",
                sentences.owes(session, due),
                hint=Message("Import what they send: pbem import FILE"),
            )
        raise UsageError(
            "nothing-to-send", Message("There is nothing to send."), hint=Message("See `pbem status`.")
        )
    out = _outgoing(session, again=True, story=())
    stored = folder.sent(out.n)
    return evolve(out, file=stored.turn) if stored is not None else out


def _outgoing(session: Session, *, again: bool, story: tuple[str, ...]) -> Outgoing:
    bundles = unsent(session.log, session.seat)
    moment = session.game.rules.moment(session.position.game)
    return Outgoing(
        n=bundles[-1].header.n,
        file=container.pack(encode_turn(bundles)),
        game=session.log.invite.game,
        gid=session.log.gid.hex(),
        turn=moment.turn,
        first=bundles[0].header.first,
        last=bundles[-1].header.last,
        head=session.end.head.hex(),
        again=again,
        summary=sentences.owes(session, session.owed),
        story=story,
    )


def mail_of(  # noqa: PLR0913  # a mail has as many parts
    folder: GameFolder,
    session: Session,
    out: Outgoing,
    *,
    sender: str,
    recipient: str,
    date: datetime,
    draft: bool = False,
    automatic: bool = False,
    spoken: str = ENGLISH.code,
) -> bytes:
    """The turn as a mail; the one stored for this turn file when it was composed before for the same addresses.

    It speaks the language chosen for the game, else ``spoken``, that of who sends it.
    """
    stored, facts = folder.sent(out.n), folder.facts()
    names = session.position.table.seats
    envelope = Envelope(
        game=out.game,
        gid=out.gid,
        turn=out.turn,
        first=out.first,
        last=out.last,
        head=out.head,
        sender=sender,
        recipient=recipient,
        date=date,
        summary=out.summary,
        body=Series(out.story, "\n"),
        sender_name=names[session.seat].name,
        recipient_name=names[other(session.seat)].name,
        thread=compose.turn_digest(container.pack(Log(invite=session.log.invite).encode())),
        answers=compose.turn_digest(_before(session)),
        parent=str(facts.get("their_mail") or ""),
        draft=draft,
        automatic=automatic,
        tongue=languages.of_mails(session.game, facts, spoken),
    )
    if stored is not None and stored.mail is not None and _same_way(stored.mail, envelope):
        return stored.mail
    return compose.compose(out.file, envelope)


def _before(session: Session) -> bytes:
    """The file that this turn answers: the other side's last turn, or the acceptance."""
    log = session.log
    mine = len(unsent(log, session.seat))
    earlier = evolve(log, bundles=log.bundles[: len(log.bundles) - mine])
    theirs = unsent(earlier, other(session.seat))
    return container.pack(encode_turn(theirs) if theirs else evolve(log, bundles=()).encode())


def _same_way(mail: bytes, envelope: Envelope) -> bool:
    head = mail.partition(b"\r\n\r\n")[0]
    unsent_mark = b"X-Unsent: 1" in head
    both = all(each.encode() in head for each in (envelope.sender, envelope.recipient))
    return both and unsent_mark == envelope.draft


def keep_mail(folder: GameFolder, out: Outgoing, mail: bytes) -> None:
    """Store the mail beside its turn file."""
    folder.save(Change(sent=(Sent(n=out.n, turn=out.file, mail=mail),)))
