"""What players type: they ask what comes next, and do the step that is printed. And what they mistype."""

import json
from collections.abc import Callable, Mapping
from hashlib import sha256
from pathlib import Path
from random import Random

from .post import in_parts
from .said import Words
from .seat import Doing, Seat
from .terminal import Terminal

_MOST = 8
_LOOKS: tuple[Words, ...] = (
    ("status",),
    ("orders",),
    ("verify",),
    ("games",),
    ("setup", "doctor"),
    ("replay", "--json"),
)
"""What only looks."""
_LEFT_BY_LOOKING = frozenset({"checkpoint", "checkpoint-map", "looked", "lock"})
"""Where the next look can begin, and up to where a player has looked: files that may be thrown away."""

SLIPS: tuple[Words, ...] = tuple(
    map(tuple, json.loads(Path(__file__).with_name("slips.json").read_text("utf-8")))
)
"""Commands that make no sense at most times. NOWHERE is a file that is not there, FILE the last turn, SPOILT half of it."""


def types(world, seat: Seat, doing: Doing, chance: Random) -> str:
    """Sit down: ask what comes next, do what is printed, and get up when the other person is waited for."""
    desk = Terminal(world, seat, doing, chance)
    desk.ready()
    hurried = chance.random() < world.weather.hurried
    whim = chance.random()
    for _ in range(_MOST):
        said = desk.type("status")
        match said.next:
            case ("orders", *_) if not (listed := desk.type("orders")).orders and listed.next[:1] == (
                "send",
            ):
                return _sent(desk)
            case ("orders", *_):
                # The same orders on the screen, the same choice: a machine that stopped changes nobody's mind.
                order = Random(f"{whim} {listed.orders}").choice((("recommended",), *listed.orders))
                done = desk.type("do", *order)
                if done.error is not None:
                    desk.follows(done)
                elif hurried:
                    return _sent(desk, "--partial")
            case ("send", *_):
                return _sent(desk)
            case ("import", "--all") if seat.home.is_copy():
                return "sees that this is a copy"
            case after:
                return f"told {' '.join(after) or 'nothing'}"
    return "is tired"


def _sent(desk: Terminal, *how: str) -> str:
    """Send; by a file where the weather wants that."""
    if desk.chance.random() >= desk.world.weather.file:
        said = desk.type("send", "--to", desk.world.other(desk.seat).address, *how)
    else:
        path = desk.world.disk.place / f"out-{desk.seat.who}.pbem"
        said = desk.type("send", "--out", path, *how)
        if said.error is None and path.exists():
            for letter in in_parts(path.read_bytes()):
                desk.mailed(letter.file)
            path.unlink()
    if said.error is not None:
        desk.follows(said)
    return str(said)


def fetches(world, seat: Seat, doing: Doing, chance: Random) -> str:
    """Read the mailbox, and take in what came as a file."""
    desk = Terminal(world, seat, doing, chance)
    desk.ready()
    said = desk.fetches()
    hour = world.clock.monotonic() / 3600
    for letter in [each for each in world.post.boxes[seat.who] if each.due <= hour and not each.mail]:
        taken = desk.type("import", desk.file(letter))
        doing.letters.append(letter)
        world.post.taken(seat.who, letter, spoilt=taken.error is not None)
    return f"{said}, {len(doing.letters)} letters"


def slips(world, seat: Seat, doing: Doing, chance: Random) -> str:
    """Type something that makes no sense now, and then what is printed, until the game goes on."""
    desk = Terminal(world, seat, doing, chance)
    desk.ready()
    said = desk.type(*(_meant(desk, word) for word in chance.choice(SLIPS)))
    if said.error is not None:
        desk.follows(said)
    return ", ".join(map(str, doing.typed))


def _meant(desk: Terminal, word: str) -> str:
    letters = desk.world.post.everything[desk.seat.who]
    place = desk.world.disk.place
    match word:
        case "NOWHERE":
            return str(place / "nowhere.pbem")
        case "GAME":
            return desk.world.script.game
        case "FILE" | "SPOILT" if letters:
            path = desk.file(letters[-1])
            if word == "SPOILT":
                data = path.read_bytes()
                path.write_bytes(data[: len(data) * 2 // 3])
            return str(path)
        case "FILE" | "SPOILT":
            return str(place / "nowhere.pbem")
    return word


def looks(world, seat: Seat, doing: Doing, chance: Random) -> str:
    """Look at everything: who looks writes nothing."""
    desk = Terminal(world, seat, doing, chance)
    before = _bytes(seat.path)
    for words in _LOOKS:
        desk.type(*words)
    after = _bytes(seat.path)
    doing.touched = tuple(
        sorted(name for name in before.keys() | after.keys() if before.get(name) != after.get(name))
    )
    return "looks at everything"


def _bytes(place: Path) -> dict[str, str]:
    """Every file of a home by its digest, but for those that a look may leave."""
    return {
        str(path.relative_to(place)): sha256(path.read_bytes()).hexdigest()
        for path in sorted(place.rglob("*"))
        if path.is_file() and path.name not in _LEFT_BY_LOOKING
    }


VERBS: Mapping[str, Callable[..., str]] = {each.__name__: each for each in (types, fetches, slips, looks)}
