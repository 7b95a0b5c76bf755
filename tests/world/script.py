"""What happens in a world, as a value: a weather, and steps that somebody takes under it.

A script is drawn out of a number, or written down: ``str(script)`` and :func:`parse` are a pair.
"""

from __future__ import annotations

from collections.abc import Mapping
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
_HONEST = {
    "through": 6, "play": 4, "all_mail": 4, "read": 3, "again": 2, "resend": 1, "order": 1, "take_back": 1, "note": 1,
    "damaged": 2, "elsewhere": 1, "judges": 1, "streams": 1, "writes_result": 1, "weighs_refusals": 1,
}  # fmt: skip
_CHANGES = {"renewal": 3, "upgrade": 3, "renew": 1, "offer_version": 1}
_COPIES = {"copies": 2, "put_back": 3}
_CHEATS = {
    "another": 3, "wrong": 3, "changed": 4, "refuses_nothing": 1, "false_refusal": 4, "refuses_what_holds": 2,
    "renews_crookedly": 3,
    "crooked_upgrade": 2, "offers_another_state": 1, "names_another_version": 1, "refuse": 4, "accuses": 2,
    "weighs_refusals": 2,
}  # fmt: skip
_THEFTS = {
    "is_copied_by_a_thief": 1,
    "robbery": 3,
    "thief_goes_on": 4,
    "thief_signs": 4,
    "thief_resigns": 1,
    "accuses": 2,
}
_COURT = {"rule": 3, "old_log": 4, "torn": 1, "accuses": 1}

WEATHERS: Mapping[str, Weather] = {
    "fair": Weather(),
    "kills": Weather(dies=0.5),
    "power": Weather(dies=0.3, cut=0.9, power=0.2),
    "disk": Weather(fault=0.4, dies=0.1),
    "post": Weather(lost=0.2, doubled=0.3, late=0.3, shuffled=0.4, spoilt=0.3, file=0.3, drift=1),
    "gaps": Weather(lost=0.3, shuffled=0.7, file=0.8, hurried=0.6, does={"play": 4, "read": 8, "resend": 3}),
    "storm": Weather(
        dies=0.2, cut=0.5, fault=0.1, power=0.05, lost=0.1, doubled=0.15, late=0.2, shuffled=0.3, spoilt=0.2, file=0.2,
        drift=1,
    ),
    "changes": Weather(memory=True, file=1, spoilt=0.3, does={**_HONEST, **_CHANGES}),
    "copies": Weather(memory=True, file=1, whole=True, lost=0.1, does={**_HONEST, **_CHANGES, **_COPIES, "log_put_back": 2}),
    "cheats": Weather(
        memory=True, file=1, whole=True, cheats=("A", "B", "AB"), does={**_HONEST, "renewal": 2, **_CHEATS}
    ),
    "thefts": Weather(memory=True, file=1, whole=True, does={**_HONEST, **_CHANGES, **_THEFTS}),
    "court": Weather(memory=True, file=1, whole=True, lost=0.1, does={**_HONEST, **_COURT}),
    "trials": Weather(
        memory=True, file=1, lost=0.1, doubled=0.1, shuffled=0.3, spoilt=0.1, cheats=("", "", "A", "B", "AB"),
        does={**_HONEST, **_CHANGES, **_COPIES, "log_put_back": 2, **_CHEATS, **_THEFTS, **_COURT},
    ),
    "typed": Weather(
        dies=0.05, fault=0.05, lost=0.05, doubled=0.1, late=0.1, spoilt=0.1, file=0.2,
        does={"types": 4, "fetches": 5, "slips": 3, "looks": 1, "read": 1},
    ),
    "devices": Weather(
        dies=0.05, lost=0.1, doubled=0.1, drift=1,
        does={
            "play": 5, "read": 6, "order": 1, "copied": 2, "copy_plays": 2, "folder_back": 1, "moves_in": 1,
            "second_device": 1, "other_machine": 3, "look": 1, "acts": 1,
        },
    ),
    "strangers": Weather(does={"play": 3, "read": 4, "order": 1, "hostile": 5, "resend": 1}),
    "programs": Weather(
        dies=0.1, fault=0.1, lost=0.05, doubled=0.2, late=0.1, shuffled=0.3, spoilt=0.1, drift=1,
        does={"play": 3, "order": 1, "read": 1, "acts": 6, "in_advance": 1, "clock_is_set": 1},
    ),
}  # fmt: skip
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
