"""Sending: what needs no decision is written, the draft is signed and stored, and only then a file leaves.

Sending again before an answer has come gives the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from pbem.bytes import canon, container
from pbem.bytes.errors import NotYourTurn, UsageError
from pbem.bytes.records import evolve, field, frozen
from pbem.home import sentences
from pbem.home.beside import outdated_copy, rooms
from pbem.home.exchange import signing
from pbem.home.games import GIVEN, LEFT, home_of, save_session
from pbem.home.identity import Identity
from pbem.home.turns.versions import files_beside
from pbem.port.messages import Message
from pbem.protocol.session import Session, encode_turn, unsent
from pbem.replay.table import DECISIONS
from pbem.store import machines
from pbem.store.game import Change, GameFolder, Sent


@frozen(kw_only=True)
class Outgoing:
    """A turn file to hand over: bundle number, packed bytes, the entries in it, and the head after them (hex).

    ``again`` says that nothing new was signed. ``turn`` is the turn of the game. ``story`` tells what happened in these
    entries, ``added`` what came of those that needed no decision; ``mail`` is the mail that carries it, if one was written.
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
    mail: bytes | None = field(default=None, repr=False)

    @property
    def name(self) -> str:
        """A name for the file: ``june6-T03-s0412.pbem``."""
        return f"{self.game}-T{self.turn:02d}-s{self.last:04d}.pbem"


TURN_AGAIN = Message("Your turn is signed and stored: `pbem send` sends the same again.")
"""What is said where a turn has been stored and does not leave."""
Composer = Callable[[Session, Outgoing], bytes | None]
"""Writes the mail for a turn that is about to be stored, or None for none. What it raises leaves everything as it was."""


def no_mail(_session: Session, _out: Outgoing) -> None:
    """The :data:`Composer` of a turn that leaves as a file."""


def seal(  # what is signed, and what goes with it
    folder: GameFolder,
    identity: Identity,
    session: Session,
    *,
    partial: bool = False,
    store: bool = True,
    note: str = "",
    now: datetime | None = None,
    compose: Composer = no_mail,
) -> tuple[Session, Outgoing | None]:
    """Sign what the draft holds and what needs no decision, store it, and give the turn file.

    No file (None) when what needed no decision has led to one: it is in the draft now, and nothing is signed. Without
    anything new the file of the last time is given again. Raises UsageError ``unfinished`` while a decision of ours is
    owed (unless ``partial``), ``nothing-to-send``, NotYourTurn, and what :func:`pbem.home.exchange.signing.allowed` and
    :meth:`pbem.protocol.session.Session.sealed` raise. ``store=False`` leaves the disk alone. ``note``: a word to the other
    side, which goes with the turn (UsageError ``no-note`` where none may stand). ``now``: the time, which is signed in a
    game with a pace. ``compose`` writes the mail that is stored in the same change: nothing stands signed for which no mail
    could be written.
    """
    outdated_copy.check(folder, session)
    if not session.vault.signs:  # the seat has gone to another home, or is on its way from one
        out = _mailed_again(folder, session, compose, store=store)
        if store:
            leaves(folder)
        return session, out
    session = signing.with_known_signatures(session, files_beside(folder))
    ready = session.automatic()
    if ready.is_my_turn and ready.owed.kind in DECISIONS and not partial:
        if len(ready.draft) > len(session.draft):
            if store:
                save_session(folder, identity, ready)
            return ready, None
        rooms.check(rooms.case_of(folder, session))
        raise UsageError.of(
            "unfinished",
            "You still owe {thing}.",
            thing=sentences.thing(ready.owed, ready.position.rules.name),
            hint="See `pbem orders`; --partial sends what is there.",
        )
    story = tuple(sentences.told(ready.happened))
    if not ready.draft:
        if note:
            raise UsageError.of(
                "no-note", "there is nothing new for a note to go with.", hint="See `pbem status`."
            )
        return session, _mailed_again(folder, session, compose, store=store)
    with signing.allowed(folder, ready) as ready:
        noted = _with_note(ready, _stamped(folder, ready, now, note))
        if note:
            story = (*(each.text for each in noted.happened[-1].outcomes), "", *story)
        signed, _ = noted.sealed()
        added = tuple(sentences.told(ready.happened[len(session.happened) :]))
        out = evolve(_outgoing(signed, again=False, story=story), added=added)
        out = evolve(out, mail=compose(signed, out))
        if store:
            save_session(folder, identity, signed, sent=(Sent(n=out.n, turn=out.file, mail=out.mail),))
    return signed, out


def leaves(folder: GameFolder) -> None:
    """The turn file that hands the seat over is written out."""
    folder.save(Change(facts={**folder.facts(), LEFT: folder.facts().get(GIVEN)}))


def _mailed_again(folder: GameFolder, session: Session, compose: Composer, *, store: bool) -> Outgoing:
    out = _again(folder, session)
    if machines.several(home_of(folder).path):  # another may have sent its own in this place
        rooms.check(rooms.case_of(folder, session))
    out = evolve(out, mail=compose(session, out))
    if store:  # a machine that stopped behind the signature may not know of it yet
        folder.note_signed(unsent(session.log, session.seat)[-1], here=True)
    if store and out.mail is not None:
        folder.save(Change(sent=(Sent(n=out.n, turn=out.file, mail=out.mail),)))
    return out


def _stamped(folder: GameFolder, session: Session, now: datetime | None, note: str) -> str:
    if now is None or not folder.papers():
        return note
    from pbem.home.kept_papers import pacing  # noqa: PLC0415  # few games have papers

    return pacing.note(folder, session, now, note)


def _with_note(session: Session, text: str) -> Session:
    if not text:
        return session
    if not session.draft or canon.decode(session.draft[0])["k"] in ("audit", "renew"):
        raise UsageError.of(
            "no-note", "a note goes with orders or answers; this turn goes alone.", hint="See `pbem status`."
        )
    from pbem.protocol import side_entries  # noqa: PLC0415  # few turns bring a note

    if (last := canon.decode(session.draft[-1]))["k"] == "note":  # an offer of the same orders again
        session, text = session.undo(), f"{last['text']} {text}"
    return side_entries.note(session, text)


def last(folder: GameFolder, session: Session) -> Outgoing:
    """Our last turn file as it was sent. Raises NotYourTurn and UsageError ``nothing-to-send`` when there is none."""
    return _again(folder, session)


def _again(folder: GameFolder, session: Session) -> Outgoing:
    if not unsent(session.log, session.seat):
        due = session.owed
        if due.kind and due.seat != session.seat:
            raise NotYourTurn(
                "not-your-turn",
                sentences.owes(session, due),
                hint=Message("Import what they send: pbem import FILE"),
            )
        raise UsageError.of("nothing-to-send", "There is nothing to send.", hint="See `pbem status`.")
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
