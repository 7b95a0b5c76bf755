"""The post of a world: mails and files that are lost, doubled, late, out of order and spoilt, and at last all come."""

import inspect
from collections.abc import Callable
from functools import lru_cache
from random import Random

from attrs import define, evolve, field, frozen
from mail import mangle

from pbem.bytes import container
from pbem.log import Bundle, read_bundles

from .script import SEATS, Weather

_HOURS = 12
"""A mail that is late is so by up to as many hours."""


def cut_short(data: bytes, chance: Random) -> bytes:
    """The connection broke: the rest is missing."""
    return data[: chance.randrange(len(data))]


def a_byte_changed(data: bytes, chance: Random) -> bytes:
    """One byte is another."""
    at = chance.randrange(len(data))
    return data[:at] + bytes((data[at] ^ (1 << chance.randrange(8)),)) + data[at + 1 :]


def a_byte_inside_changed(data: bytes, chance: Random) -> bytes:
    """One byte is another inside the packing, where only the signature tells."""
    return container.pack(a_byte_changed(container.unpack(data), chance))


_ANY: tuple[Callable[[bytes, Random], bytes], ...] = (cut_short, a_byte_changed)
_MAIL = (*mangle.ATTACHED, *mangle.WRITTEN)


@frozen(kw_only=True)
class Letter:
    """What is on its way: a turn file, or the ``mail`` that carries it. ``due`` is the hour in which it comes.

    ``spoilt`` names what has become of it on the way, ``file`` is as it was sent.
    """

    file: bytes = field(repr=False)
    mail: bytes = field(default=b"", repr=False)
    due: float = 0
    spoilt: str = ""
    arrives: bytes = field(default=b"", repr=False)

    @property
    def data(self) -> bytes:
        """The bytes that come."""
        return self.arrives or self.mail or self.file

    @property
    def bundles(self) -> tuple[Bundle, ...]:
        """The bundles that were sent in it; none in a mail that begins a game."""
        return _bundles(self.file)


@lru_cache(maxsize=1024)
def _bundles(file: bytes) -> tuple[Bundle, ...]:
    data = container.unpack(file)
    return read_bundles(data) if b'"k":"hdr"' in data.partition(b"\n")[0] else ()


@define
class Post:
    """A mailbox for each player. ``lost`` are letters that never came, or came spoilt: their senders have them still.

    ``sent`` are the turn files of both in the order in which they left, ``seen`` every bundle in them.
    """

    boxes: dict[str, list[Letter]] = field(factory=lambda: {seat: [] for seat in SEATS})
    lost: dict[str, list[Letter]] = field(factory=lambda: {seat: [] for seat in SEATS})
    everything: dict[str, list[Letter]] = field(factory=lambda: {seat: [] for seat in SEATS})

    sent: list[bytes] = field(factory=list)
    seen: dict[bytes, Bundle] = field(factory=dict)

    def send(
        self, to: str, letters: tuple[Letter, ...], weather: Weather, hour: float, chance: Random
    ) -> None:
        """Letters leave; what becomes of them is drawn."""
        for sent in letters:
            self.sent.append(sent.file)
            for bundle in sent.bundles:
                self.seen.setdefault(bundle.hash(), bundle)
            late = chance.randrange(1, _HOURS) if chance.random() < weather.late else 0
            letter = evolve(sent, due=hour + late)
            self.everything[to].append(letter)
            if chance.random() < weather.lost:
                self.lost[to].append(letter)
                continue
            self.boxes[to] += [letter] * (2 if chance.random() < weather.doubled else 1)

    def next(self, to: str, weather: Weather, hour: float, chance: Random) -> Letter | None:
        """The letter that is read next, out of those that have come; None when there is none."""
        here = [each for each in self.boxes[to] if each.due <= hour]
        if not here:
            return None
        return chance.choice(here) if chance.random() < weather.shuffled else here[0]

    def taken(self, to: str, letter: Letter, *, spoilt: bool) -> None:
        """A letter was read; one that came spoilt is as good as lost."""
        if letter in self.boxes[to]:
            self.boxes[to].remove(letter)
        if spoilt:
            self.lost[to].append(letter)

    def rest(self, to: str) -> tuple[Letter, ...]:
        """Everything that has not been read whole, in the order in which it was sent."""
        left = (*self.lost[to], *self.boxes[to])
        return tuple(letter for letter in dict.fromkeys(self.everything[to]) if letter in left)

    def empty(self, to: str) -> None:
        """Everything was read."""
        self.boxes[to], self.lost[to] = [], []


def in_parts(file: bytes) -> tuple[Letter, ...]:
    """A turn file as one for each bundle in it, the last one first."""
    bundles = read_bundles(container.unpack(file))
    return tuple(Letter(file=container.pack(each.encode())) for each in reversed(bundles))


def spoilt(letter: Letter, chance: Random) -> Letter:
    """A letter as it comes out of a bad mail program or connection."""
    does = chance.choice((*_MAIL, *_ANY) if letter.mail else (*_ANY, a_byte_inside_changed))
    given = (letter.data, chance) if len(inspect.signature(does).parameters) == 2 else (letter.data,)
    return evolve(letter, arrives=does(*given), spoilt=does.__name__)
