"""What players do by hand: each verb is one sitting of a person, by the functions that the commands call.

A verb takes the world, the player, what happens in this step, and the chance of the step. Whatever it remembers dies with
the machine: a home is opened anew each time.
"""

from collections.abc import Callable, Mapping
from itertools import islice
from random import Random

from attrs import evolve

from pbem.bytes.errors import ConflictError, VerifyError
from pbem.home import backup as backups
from pbem.home import games
from pbem.home.arriving.receiving import pieces_of, receive
from pbem.home.exchange import sending, turn_mail
from pbem.home.exchange.sending import Outgoing
from pbem.home.identity import Identity
from pbem.home.overview.status import status
from pbem.home.play import orders as playing
from pbem.home.play.drafts import decided
from pbem.home.play.orders import DECISIONS
from pbem.mail.sources import Letter as Received
from pbem.protocol import side_entries
from pbem.protocol.session import Session
from pbem.store.game import Change, GameFolder, Sent

from .post import Letter, in_parts, spoilt
from .seat import Doing, Seat

Verb = Callable[..., str]
"""Of the world, the player, what happens, and the chance of the step; what is said of it."""

STOPS = frozenset({"signed-already", "answered-already", "unsettled", "stale-home", "ruling-waits"})
"""What the log lacks has been signed, or two versions are to be settled: the player throws the draft away and waits."""

NOT_CARRIED = frozenset({"unknown-version", "not-carried", "other-state"})
"""Why an offer of another version can only be declined."""

_OPTIONS = 40
"""An order at random is one of so many that are listed first."""


def play(world, seat: Seat, doing: Doing, chance: Random) -> str:
    """Give the orders that are owed, or one of them, sign that, and mail it."""
    folder, identity, session = seat.game()
    if not (session.is_my_turn or session.draft):
        return "waits"
    hurried = chance.random() < world.weather.hurried
    try:
        session = ordered(folder, identity, session, chance.random(), one=hurried)
        partial = hurried or chance.random() < 0.5
        session, out = sending.seal(
            folder, identity, session, partial=partial, compose=composer(world, seat, folder, chance)
        )
    except ConflictError as error:
        if error.code in STOPS:
            clears(seat, doing)
        raise
    return "goes on" if out is None else mailed(world, seat, doing, out, chance)


def order(_world, seat: Seat, _doing: Doing, chance: Random) -> str:
    """Give one order, and stop for today."""
    folder, identity, session = seat.game()
    return f"draft of {len(ordered(folder, identity, session, chance.random(), one=True).draft)}"


def resend(world, seat: Seat, doing: Doing, chance: Random) -> str:
    """Mail the last turn once more."""
    folder, _, session = seat.game()
    out = sending.last(folder, session)
    out = evolve(out, mail=composer(world, seat, folder, chance)(session, out))
    if out.mail is not None:
        folder.save(Change(sent=(Sent(n=out.n, turn=out.file, mail=out.mail),)))
    return mailed(world, seat, doing, out, chance)


def ordered(folder: GameFolder, identity: Identity, session: Session, salt: float, *, one: bool) -> Session:
    """The session with every order that is owed, or ``one`` in its draft; the same orders, wherever somebody stopped."""
    session = playing.onward(session)
    while session.is_my_turn and session.owed.kind in DECISIONS and not (one and decided(session.draft)):
        chance = Random(f"{salt}/{session.position.count}")
        if session.owed.kind == "reply":
            session = playing.onward(_reply(session, yes=chance.random() < 0.7))
            games.save_session(folder, identity, session)
            continue
        rules, state = session.game.rules, session.position.game
        action = rules.advise(state, session.side, session.secrets, chance.randrange(9))
        if chance.random() < 0.5:
            action = chance.choice(list(islice(rules.options(state, session.side), _OPTIONS)) or [action])
        session = playing.onward(session.order(action))
        games.save_session(folder, identity, session)
    return session


def _reply(session: Session, *, yes: bool) -> Session:
    """The answer to an offer; to what cannot be agreed to it is no."""
    try:
        return side_entries.reply_offer(session, yes=yes)
    except VerifyError as error:
        if error.code not in NOT_CARRIED:
            raise
        return side_entries.reply_offer(session, yes=False)


def clears(seat: Seat, doing: Doing) -> Session:
    """The player throws the draft away."""
    doing.clears = doing.clears or "draft"
    return seat.keep(seat.session.clean())


def composer(world, seat: Seat, folder: GameFolder, chance: Random) -> sending.Composer:
    """Writes the mail of a turn, or none where it leaves as a file."""

    def compose(session: Session, out: Outgoing) -> bytes | None:
        if chance.random() < world.weather.file:
            return None
        to = world.other(seat).address
        return turn_mail.mail_of(
            folder, session, out, sender=seat.address, recipient=to, date=world.clock.time()
        )

    return compose


def mailed(world, seat: Seat, doing: Doing, out: Outgoing, chance: Random) -> str:
    if out.mail is None:
        parts = chance.random() < 0.5 and not world.weather.whole
        letters: tuple[Letter, ...] = in_parts(out.file) if parts else (Letter(file=out.file),)
    else:
        letters = (Letter(file=out.file, mail=out.mail),)
    leaves(world, seat, doing, out.file, letters, chance)
    return f"sends {out.n}{' again' if out.again else ''}"


def leaves(world, seat: Seat, doing: Doing, file: bytes, letters: tuple[Letter, ...], chance: Random) -> None:
    """A turn file leaves in these letters."""
    doing.out += [letter.data for letter in letters]
    doing.files.append(file)
    world.post.send(world.other(seat).who, letters, world.weather, world.clock.monotonic() / 3600, chance)


def read(world, seat: Seat, doing: Doing, chance: Random) -> str:
    """Take in the next letter, perhaps spoilt."""
    letter = world.post.next(seat.who, world.weather, world.clock.monotonic() / 3600, chance)
    if letter is None:
        return "nothing has come"
    arrives = spoilt(letter, chance) if chance.random() < world.weather.spoilt else letter
    said = taken(seat, doing, (arrives,))
    world.post.taken(seat.who, letter, spoilt=bool(arrives.spoilt))
    return said


def again(world, seat: Seat, doing: Doing, chance: Random) -> str:
    """Take in any letter that was ever sent, whether it was read before or not."""
    letters = world.post.everything[seat.who]
    return taken(seat, doing, (chance.choice(letters),)) if letters else "nothing was sent"


def damaged(world, seat: Seat, doing: Doing, chance: Random) -> str:
    """Take in one of the last letters, spoilt, whether it was read before or not."""
    letters = world.post.everything[seat.who][-3:]
    return taken(seat, doing, (spoilt(chance.choice(letters), chance),)) if letters else "nothing was sent"


def all_mail(world, seat: Seat, doing: Doing, _chance: Random) -> str:
    """Take in everything that has not been read: what was lost is sent again or found."""
    letters = world.post.rest(seat.who)
    said = taken(seat, doing, letters) if letters else "nothing is left"
    world.post.empty(seat.who)
    return said


def taken(seat: Seat, doing: Doing, letters: tuple[Letter, ...]) -> str:
    identity = seat.identity
    doing.letters += letters
    pieces, notes = [], []
    for letter in letters:
        found, note = pieces_of(Received(data=letter.data, where="mail"), "mail")
        pieces += found
        notes += [note] if note is not None else []
    came = receive(seat.home, identity, pieces, opener=seat.opened)
    if any(note.code == "draft-in-the-way" for note in came.all_notes):
        clears(seat, doing)
        came = receive(seat.home, identity, pieces, opener=seat.opened)
    doing.notes += [*notes, *came.all_notes]
    seat.told += [note.code or note.kind for note in doing.notes]
    doing.printed += [f"{note.text} {note.hint}" for note in doing.notes]
    word = letters[0].spoilt if letters else ""
    return f"{word or 'reads'}: {', '.join(note.code or note.kind for note in doing.notes)}"


def look(world, seat: Seat, doing: Doing, _chance: Random) -> str:
    """Ask how the game stands."""
    folder, _, _ = seat.game()
    doing.printed += status(folder, world.clock.time()).lines()
    return "looks"


def backup(_world, seat: Seat, doing: Doing, _chance: Random) -> str:
    """Write a backup, and put it where others can read it."""
    identity = seat.identity
    doing.out.append(backups.backup(seat.home, identity).data)
    return "a backup"


def power(world, seat: Seat, _doing: Doing, chance: Random) -> str:
    """The power is away for a moment, while nothing is being done."""
    world.disk.restart(chance)
    world.disk.changed = True
    seat.forgets()
    return "power is back"


VERBS: Mapping[str, Verb] = {
    each.__name__: each
    for each in (
        play, order, resend, read, again, damaged, all_mail, look, backup, power,
    )
}  # fmt: skip
