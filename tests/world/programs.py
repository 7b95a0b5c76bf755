"""Programs that act for their players (``watch --act``), with the world's post, and orders given in advance."""

from collections.abc import Callable, Mapping
from datetime import datetime, timedelta
from random import Random

from attrs import define

from pbem.bytes import container
from pbem.home.acting import rounds, state
from pbem.home.acting.interface import Came
from pbem.home.arriving.receiving import Import, pieces_of, receive
from pbem.home.identity import Identity
from pbem.mail.extract import turns_in
from pbem.mail.sources import Letter as Received
from pbem.store.home import Home

from .post import spoilt
from .seat import Doing, Seat
from .terminal import Terminal

_MACHINE = "the machine at home"
_IN_ADVANCE = ("go 1", "go 2", "mode hit", "mode feint", "guard run", "pick bold,calm", "go 9")


@define
class ProgramPost:
    """The post of a world as a program sees it."""

    terminal: Terminal
    address: str
    local: bool = True

    def fetch(self, home: Home, identity: Identity, now: datetime, *, read: frozenset[str]) -> Came:
        """Take in everything that is due; what was not stored when the machine stopped lies there still."""
        del now, read
        desk = self.terminal
        world, who, chance = desk.world, desk.seat.who, desk.chance
        hour = world.clock.monotonic() / 3600
        due = [each for each in world.post.boxes[who] if each.due <= hour]
        came = [spoilt(each, chance) if chance.random() < world.weather.spoilt else each for each in due]
        pieces, notes = [], []
        for letter in came:
            found, note = pieces_of(Received(data=letter.data, where="mail"), "mail")
            pieces += found
            notes += [note] if note is not None else []
        imported = receive(home, identity, pieces)
        for letter, arrived in zip(due, came, strict=True):
            world.post.taken(who, letter, spoilt=bool(arrived.spoilt))
        desk.doing.letters += came
        desk.doing.notes += [*notes, *imported.all_notes]
        return Came(
            found=Import(notes=(*notes, *imported.notes), games=imported.games, stopped=imported.stopped)
        )

    def deliver(self, mail: bytes) -> None:
        """A mail leaves."""
        self.terminal.mailed(container.pack(turns_in(mail)[0].data), mail)


def acts(world, seat: Seat, doing: Doing, chance: Random) -> str:
    """One round of the program of a player."""
    identity = seat.identity
    with seat.home.lock():
        state.bind(seat.path, _MACHINE, here=True)
    done = rounds.once(
        seat.home,
        identity,
        ProgramPost(Terminal(world, seat, doing, chance), seat.address),
        world.clock.time(),
        machine=_MACHINE,
        skips=lambda _: False,
        grace=timedelta(),
    )
    doing.printed += done.lines
    doing.acted = True
    return f"writes {done.answers}, sends {done.mails}"


def in_advance(world, seat: Seat, doing: Doing, chance: Random) -> str:
    """Type an order, whoever's turn it is: one that has to wait for a roll or an answer does so."""
    desk = Terminal(world, seat, doing, chance)
    desk.ready()
    known = world.script.game in ("tiny", "long")
    orders = chance.sample(_IN_ADVANCE, 2) if known else ["recommended", "recommended"]
    said = desk.type("do", *orders[0].split(), "then", *orders[1].split())
    if said.error is not None:
        desk.follows(said)
    return ", ".join(map(str, doing.typed))


def clock_is_set(world, seat: Seat, _doing: Doing, chance: Random) -> str:
    """The clock of a machine is set: days ahead, days back, or right."""
    world.clock.drift[seat.who] = timedelta(days=chance.choice((-3, -1, 0, 0, 1, 400)))
    return f"the clock is {world.clock.drift[seat.who].days} days off"


VERBS: Mapping[str, Callable[..., str]] = {each.__name__: each for each in (acts, in_advance, clock_is_set)}
