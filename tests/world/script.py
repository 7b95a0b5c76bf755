"""What happens in a world, as a value: a weather, and steps that somebody takes under it.

A script is drawn out of a number, or written down: ``str(script)`` and :func:`parse` are a pair.
"""

from __future__ import annotations

import tomllib
from collections import ChainMap
from collections.abc import Mapping, Sequence
from pathlib import Path
from random import Random

from attrs import evolve, field, frozen

SEATS = ("A", "B")
STEPS = 60
_CALLS = 260
"""A step that dies does so at one of its first calls of the system: most make fewer than these."""
FAULTS = ("full", "denied", "short")


@frozen(kw_only=True)
class Weather:
    """How often what goes wrong, as shares of 1.

    Of the steps: ``dies``, with the power away in ``cut`` of them; ``fault``, one of :data:`FAULTS`; ``power`` away between
    two steps. Of the mails: ``lost``, ``doubled``, ``late``, read ``shuffled``, ``spoilt`` on their way, and sent as a
    ``file`` without a mail.
    ``drift``: clocks that are hours off. ``hurried`` players send each order by itself. ``does`` weighs what is done.
    ``whole``: no turn file comes in parts. ``memory``: homes lie in memory, since no disk fails, and begin with a game.
    ``cheats``: who may cheat, one of these.
    """

    dies: float = 0
    cut: float = 0
    fault: float = 0
    power: float = 0
    lost: float = 0
    doubled: float = 0
    late: float = 0
    shuffled: float = 0
    spoilt: float = 0
    file: float = 0
    hurried: float = 0.2
    drift: float = 0
    whole: bool = False
    memory: bool = False
    cheats: tuple[str, ...] = ("",)
    does: Mapping[str, int] = field(factory=lambda: dict(_DOES))


_DOES = {"play": 4, "order": 1, "read": 6, "again": 1, "resend": 1, "look": 1, "backup": 1}
_KEPT = tomllib.loads(Path(__file__).with_name("weathers.toml").read_text("utf-8"))


def _weather(
    cheats: Sequence[str] = ("",), does: Sequence[str | Mapping[str, int]] = (), **shares: float
) -> Weather:
    """A weather as ``weathers.toml`` has it: what is done is named in groups, or one by one."""
    groups = [_KEPT["groups"][each] if isinstance(each, str) else each for each in does] or [_DOES]
    return Weather(cheats=tuple(cheats), does=dict(ChainMap(*reversed(groups))), **shares)


WEATHERS = {name: _weather(**row) for name, row in _KEPT["weathers"].items()}
PEOPLE = ("typed", "devices", "strangers", "programs")
"""No number draws these: what is typed costs ten times what is done by hand."""


@frozen(kw_only=True)
class Step:
    """Who does what; ``n`` draws everything that is open about it. ``dies`` is the call of the system at which the machine
    stops (0: it does not), ``cut`` whether power is away then, ``fault`` what is wrong with the disk meanwhile."""

    who: str
    does: str
    n: int = 0
    dies: int = 0
    cut: bool = False
    fault: str = ""

    def __str__(self) -> str:
        dies = f" dies {self.dies}" if self.dies else ""
        fault = f" {self.fault}" if self.fault else ""
        return f"{self.who} {self.does} {self.n}{dies}{' cut' if self.cut else ''}{fault}"

    @property
    def calm(self) -> Step:
        """The same, with nothing in its way."""
        return evolve(self, dies=0, cut=False, fault="")


@frozen(kw_only=True)
class Script:
    """A world: the name out of which its secrets are made, its game and weather, and its steps after the beginning."""

    name: str
    game: str
    weather: str
    steps: tuple[Step, ...]

    def __str__(self) -> str:
        head = f"world {self.name} {self.game} {self.weather}"
        return "\n".join((head, *map(str, self.steps))) + "\n"


def parse(text: str) -> Script:
    """A script as it was written down. ValueError for anything else."""
    head, *lines = [line for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#")]
    word, name, game, weather = head.split()
    if word != "world" or weather not in WEATHERS:
        raise ValueError(f"{head!r} does not begin a script")
    return Script(name=name, game=game, weather=weather, steps=tuple(map(_step, lines)))


def _step(line: str) -> Step:
    who, does, n, *more = line.split()
    step = Step(who=who, does=does, n=int(n))
    while more:
        match more:
            case ["dies", count, *more]:
                step = evolve(step, dies=int(count))
            case ["cut", *more]:
                step = evolve(step, cut=True)
            case [fault, *more] if fault in FAULTS:
                step = evolve(step, fault=fault)
            case _:
                raise ValueError(f"{line!r} is not a step")
    return step


def drawn(seed: int, *, game: str = "", weather: str = "", steps: int = STEPS) -> Script:
    """The world of a number: first its weather, unless one is given, then its steps."""
    chance = Random(f"world/{seed}")
    blows = chance.choice([name for name in WEATHERS if name not in PEOPLE])
    blows = weather or blows
    return Script(
        name=str(seed),
        game=game or "tiny",
        weather=blows,
        steps=tuple(_drawn(chance, WEATHERS[blows], at) for at in range(steps)),
    )


def _drawn(chance: Random, weather: Weather, at: int) -> Step:
    step = Step(
        who=chance.choice(SEATS),
        does=chance.choices(tuple(weather.does), tuple(weather.does.values()))[0],
        n=chance.randrange(1_000_000),
    )
    if not at and "through" in weather.does:
        return evolve(step, does="begins")
    what, cut, fault = chance.random(), chance.random(), chance.choice(FAULTS)
    call = int(_CALLS ** chance.random())  # as often among the first ten calls as among the next hundred
    if what < weather.power:
        return evolve(step, does="power")
    if what < weather.power + weather.dies:
        return evolve(step, dies=call, cut=cut < weather.cut)
    return evolve(step, fault=fault) if what < weather.power + weather.dies + weather.fault else step
