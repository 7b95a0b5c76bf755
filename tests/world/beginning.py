"""How a game begins on a disk: keys are made, an invitation leaves, and is accepted."""

from random import Random

from pbem.bytes import container
from pbem.home import games
from pbem.home.exchange import invitations
from pbem.home.new_identity import create_identity

from .clock import stream
from .script import Step
from .seat import Doing, Seat

BEGINNING = tuple(
    Step(who=who, does=does)
    for who, does in (("A", "identity"), ("B", "identity"), ("A", "invite"), ("B", "join"), ("A", "start"))
)


def identity(_world, seat: Seat, _doing: Doing, _chance: Random) -> str:
    """Make keys, once."""
    if seat.identity is None:
        create_identity(seat.home, seat.name, "", stream(f"{seat.seed}/identity"))
    return seat.name


def invite(world, seat: Seat, doing: Doing, _chance: Random) -> str:
    """Invite the other; an invitation that waits already is sent again."""
    home, known = seat.home, seat.identity
    waiting = games.pending(home)
    if waiting:
        file = container.pack(waiting[0].log())
    else:
        terms = invitations.asked_for(home, invitations.Wanted(game=world.script.game))
        file = invitations.new_game(home, known, terms, entropy=stream(f"{seat.seed}/game")).file
    return _first(world, seat, doing, file)


def join(world, seat: Seat, doing: Doing, _chance: Random) -> str:
    """Accept the invitation; done again it gives the same file."""
    known = seat.identity
    data, entropy = container.unpack(world.first[seat.who]), stream(f"{seat.seed}/game")
    return _first(world, seat, doing, invitations.join(seat.home, known, data, entropy=entropy).file)


def start(world, seat: Seat, _doing: Doing, _chance: Random) -> str:
    """Begin the game that was accepted."""
    known = seat.identity
    invitations.start(seat.home, known, container.unpack(world.first[seat.who]))
    return "begins"


def _first(world, seat: Seat, doing: Doing, file: bytes) -> str:
    doing.out.append(file)
    world.first[world.other(seat).who] = file
    return "sends a first mail"
