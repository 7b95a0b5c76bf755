"""What players do by hand: each verb is one sitting of a person, by the functions that the commands call.

A verb takes the world, the player, what happens in this step, and the chance of the step. Whatever it remembers dies with
the machine: a home is opened anew each time.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from itertools import islice
from random import Random
from typing import TYPE_CHECKING, TypeAlias

from pbem.bytes import container
from pbem.home import backup as backups
from pbem.home import games
from pbem.home.arriving.receiving import pieces_of, receive
from pbem.home.exchange import invitations, sending
from pbem.home.exchange.sending import Outgoing
from pbem.home.identity import Identity, create_identity
from pbem.home.overview.status import status
from pbem.home.play import orders as playing
from pbem.home.play.drafts import decided
from pbem.home.play.orders import DECISIONS
from pbem.mail.sources import Letter as Received
from pbem.protocol.session import Session
from pbem.store.game import GameFolder

from .clock import stream
from .post import Letter, in_parts, spoilt
from .seat import Doing, Seat

if TYPE_CHECKING:
    from .world import World

Verb: TypeAlias = "Callable[[World, Seat, Doing, Random], str]"

_OPTIONS = 40
"""An order at random is one of so many that are listed first."""


# --- a turn -----------------------------------------------------------------------------------------------------------


def play(world: World, seat: Seat, doing: Doing, chance: Random) -> str:
    """Give the orders that are owed, or one of them, sign that, and mail it."""
    folder, identity, session = seat.game()
    if not (session.mine or session.draft):
        return "waits"
    hurried = chance.random() < world.weather.hurried
    session = _ordered(folder, identity, session, chance.random(), one=hurried)
    session, out = sending.seal(folder, identity, session, partial=hurried or chance.random() < 0.5)
    return "goes on" if out is None else _mailed(world, seat, doing, folder, session, out, chance)


def order(_world: World, seat: Seat, _doing: Doing, chance: Random) -> str:
    """Give one order, and stop for today."""
    folder, identity, session = seat.game()
    return f"draft of {len(_ordered(folder, identity, session, chance.random(), one=True).draft)}"


def resend(world: World, seat: Seat, doing: Doing, chance: Random) -> str:
    """Mail the last turn once more."""
    folder, _, session = seat.game()
    return _mailed(world, seat, doing, folder, session, sending.last(folder, session), chance)


def _ordered(folder: GameFolder, identity: Identity, session: Session, salt: float, *, one: bool) -> Session:
    """The session with every order that is owed, or ``one`` in its draft; the same orders, wherever somebody stopped."""
    session = playing.onward(session)
    while session.mine and session.owed.what in DECISIONS and not (one and decided(session.draft)):
        chance = Random(f"{salt}/{session.position.count}")
        rules, state = session.game.rules, session.position.game
        action = rules.advise(state, session.side, session.secrets, chance.randrange(9))
        if chance.random() < 0.5:
            action = chance.choice(list(islice(rules.options(state, session.side), _OPTIONS)) or [action])
        session = playing.onward(session.order(action))
        games.save_session(folder, identity, session)
    return session


def _mailed(
    world: World,
    seat: Seat,
    doing: Doing,
    folder: GameFolder,
    session: Session,
    out: Outgoing,
    chance: Random,
) -> str:
    other = world.other(seat)
    if chance.random() < world.weather.file:
        letters = in_parts(out.file) if chance.random() < 0.5 else (Letter(file=out.file),)
    else:
        mail = sending.mail_of(
            folder, session, out, sender=seat.address, recipient=other.address, date=world.clock.time()
        )
        sending.keep_mail(folder, out, mail)
        letters = (Letter(file=out.file, mail=mail),)
    doing.out += [letter.data for letter in letters]
    doing.files.append(out.file)
    world.post.send(other.who, letters, world.weather, world.clock.monotonic() / 3600, chance)
    return f"sends {out.n}{' again' if out.again else ''}"


# --- what has come ----------------------------------------------------------------------------------------------------


def read(world: World, seat: Seat, doing: Doing, chance: Random) -> str:
    """Take in the next letter, perhaps spoilt."""
    letter = world.post.next(seat.who, world.weather, world.clock.monotonic() / 3600, chance)
    if letter is None:
        return "nothing has come"
    arrives = spoilt(letter, chance) if chance.random() < world.weather.spoilt else letter
    said = taken(seat, doing, (arrives,))
    world.post.taken(seat.who, letter, spoilt=bool(arrives.spoilt))
    return said


def again(world: World, seat: Seat, doing: Doing, chance: Random) -> str:
    """Take in any letter that was ever sent, whether it was read before or not."""
    letters = world.post.everything[seat.who]
    return taken(seat, doing, (chance.choice(letters),)) if letters else "nothing was sent"


def all_mail(world: World, seat: Seat, doing: Doing, _chance: Random) -> str:
    """Take in everything that has not been read: what was lost is sent again or found."""
    letters = world.post.rest(seat.who)
    said = taken(seat, doing, letters) if letters else "nothing is left"
    world.post.empty(seat.who)
    return said


def taken(seat: Seat, doing: Doing, letters: tuple[Letter, ...]) -> str:
    identity = seat.identity
    assert identity is not None
    doing.letters += letters
    pieces, notes = [], []
    for letter in letters:
        found, note = pieces_of(Received(data=letter.data, where="mail"), "mail")
        pieces += found
        notes += [note] if note is not None else []
    came = receive(seat.home, identity, pieces)
    doing.notes += [*notes, *came.all_notes]
    doing.printed += [f"{note.text} {note.hint}" for note in doing.notes]
    return f"{letters[0].spoilt or 'reads'}: {', '.join(note.code or note.kind for note in doing.notes)}"


# --- besides ----------------------------------------------------------------------------------------------------------


def look(world: World, seat: Seat, doing: Doing, _chance: Random) -> str:
    """Ask how the game stands."""
    folder, _, _ = seat.game()
    doing.printed += status(folder, world.clock.time()).lines()
    return "looks"


def backup(_world: World, seat: Seat, doing: Doing, _chance: Random) -> str:
    """Write a backup, and put it where others can read it."""
    identity = seat.identity
    assert identity is not None
    doing.out.append(backups.backup(seat.home, identity))
    return "a backup"


def power(world: World, seat: Seat, _doing: Doing, chance: Random) -> str:
    """The power is away for a moment, while nothing is being done."""
    world.disk.restart(chance)
    world.disk.changed = True
    seat.forgets()
    return "power is back"


# --- how a game begins ------------------------------------------------------------------------------------------------


def identity(_world: World, seat: Seat, _doing: Doing, _chance: Random) -> str:
    """Make keys, once."""
    if seat.identity is None:
        create_identity(seat.home, seat.name, "", stream(f"{seat.seed}/identity"))
    return seat.name


def invite(world: World, seat: Seat, doing: Doing, _chance: Random) -> str:
    """Invite the other; an invitation that waits already is sent again."""
    home, known = seat.home, seat.identity
    assert known is not None
    waiting = games.pending(home)
    if waiting:
        file = container.pack(waiting[0].log())
    else:
        file = invitations.new_game(
            home, known, game=world.script.game, entropy=stream(f"{seat.seed}/game")
        ).file
    return _first(world, seat, doing, file)


def join(world: World, seat: Seat, doing: Doing, _chance: Random) -> str:
    """Accept the invitation; done again it gives the same file."""
    known = seat.identity
    assert known is not None
    data, entropy = container.unpack(world.first[seat.who]), stream(f"{seat.seed}/game")
    return _first(world, seat, doing, invitations.join(seat.home, known, data, entropy=entropy).file)


def start(world: World, seat: Seat, _doing: Doing, _chance: Random) -> str:
    """Begin the game that was accepted."""
    known = seat.identity
    assert known is not None
    invitations.start(seat.home, known, container.unpack(world.first[seat.who]))
    return "begins"


def _first(world: World, seat: Seat, doing: Doing, file: bytes) -> str:
    doing.out.append(file)
    world.first[world.other(seat).who] = file
    return "sends a first mail"


VERBS: Mapping[str, Verb] = {
    each.__name__: each
    for each in (
        play, order, resend, read, again, all_mail, look, backup, power, identity, invite, join, start,
    )
}  # fmt: skip
