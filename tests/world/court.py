"""What a referee does, to whom both seats are bound by the invitation.

They hold no secret: they see the log that one side shows them, and every version of turns that has left a home. They choose
a roll beyond all those. What leaves a home later may still use it, as long as the ruling is on its way: then the home says
so, and the referee rules again. A referee who signs two rulings side by side is at fault, and nobody else.
"""

from collections.abc import Iterable
from random import Random

from attrs import define, field
from protocol.forging import turn_of

from pbem.bytes.errors import PbemError
from pbem.home.rulings.two_rulings import TWO_RULINGS
from pbem.log import Bundle, Log, read_bundles, rulings_in
from pbem.log.entries import Ruling
from pbem.papers.rulings import make_ruling, possibilities

from .kept import KeptGame
from .post import Letter
from .seat import Doing, Seat
from .shelf import RITA

SPENT = "answered-already"
"""What a home says that has asked for a roll, or answered it, which a ruling would have again."""

_HOW = ("void", "void", "stands", "void", "stands", "over")


@define
class Court:
    """``ruled`` are the rulings of the referee, in order; ``torn`` says that two of them stand side by side.

    ``shown`` is a log that they were shown some time ago, with the turns that they had seen by then.
    """

    ruled: list[Bundle] = field(factory=list)
    torn: bool = False
    shown: tuple[Log, tuple[Bundle, ...]] | None = None

    def may_rule(self, log: Log) -> bool:
        """Whether it has every ruling so far: another one only counts behind those."""
        return not self.torn and {each.hash() for each in self.ruled} <= {each.hash() for each in log.bundles}


def heard(game: KeptGame) -> frozenset[bytes]:
    """The rulings in the log of a home."""
    return frozenset(each.hash() for each in rulings_in(game.session.log.bundles))


def rule(world, seat: Seat, _doing: Doing, chance: Random) -> str:
    """On the log of one side."""
    log = seat.session.log
    if not world.court.may_rule(log):
        return "may not rule"
    return _decides(world, log, chance, whole=chance.random() < 0.5)


def shows(world, seat: Seat, _doing: Doing, _chance: Random) -> str:
    """The referee is shown a log; until they rule, the players may go on."""
    world.court.shown = seat.session.log, tuple(world.post.seen.values())
    return "is shown a log"


def rule_late(world, _seat: Seat, _doing: Doing, chance: Random) -> str:
    """On a log shown earlier; the referee knows the turns since then, or would have their rolls again."""
    if world.court.shown is None or not world.court.may_rule(world.court.shown[0]):
        return "may not rule"
    (log, before), world.court.shown = world.court.shown, None
    return _decides(
        world,
        log,
        chance,
        versions=None if chance.random() < 0.5 else before,
        hows=("void", "stands"),
        later=0,
    )


def rule_beside(world, seat: Seat, _doing: Doing, chance: Random) -> str:
    """Two rulings of which neither continues the other: on the log as it was before the last of them."""
    court, log = world.court, seat.session.log
    if court.torn or not court.ruled or court.ruled[-1].hash() not in {each.hash() for each in log.bundles}:
        return "nothing is ruled"
    before = Log(invite=log.invite, accept=log.accept, bundles=log.bundles[: court.ruled[-1].header.n - 1])
    made = len(court.ruled)
    said = _decides(world, before, chance)
    court.torn = len(court.ruled) > made
    world.cheated = world.cheated or court.torn
    return said


def rules_again(world, log: Log) -> bool:
    """A roll is spent: the referee goes back with a later one, or ends the game where nobody can go back."""
    made = len(world.court.ruled)
    for how in ("void", "over"):
        _decides(world, log, Random(made), hows=(how,), halfway=True)
        if len(world.court.ruled) > made:
            return True
    return False


def _decides(
    world,
    log: Log,
    chance: Random,
    *,
    whole: bool = True,
    versions: Iterable[Bundle] | None = None,
    hows: tuple[str, ...] = _HOW,
    halfway: bool = False,
    later: int = 2,
) -> str:
    """A ruling goes to both, with all that it continues if ``whole``. ``versions`` are the turns that the referee has seen:
    all there are, when nothing is said. By as much as ``later`` a roll may be later than it has to be.
    """
    seen = world.post.seen
    try:
        can = possibilities(world.rules, log, seen.values() if versions is None else versions)
        back = len(can.to) // 2 if halfway else chance.randrange(41)
        more = 0 if halfway else chance.randint(0, later)
        ruling = _ruling(chance.choice(hows), can.to, can.j, can.most, back, more)
        made = make_ruling(world.rules, log, RITA, ruling)
    except PbemError as error:
        return f"cannot rule: {error.code}"  # before `start`, behind an audit, at the end of the chains, too often
    if made.hash() in seen:
        return "has ruled so"
    world.court.ruled.append(made)
    file = turn_of([*(log.bundles if whole else ()), made])
    for who in world.seats:
        world.post.send(who, (Letter(file=file),), world.weather, world.clock.monotonic() / 3600, chance)
    return f"rules {ruling.how} in {made.header.n}"


def _ruling(how: str, to: tuple[int, ...], j: int, most: int, back: int, more: int) -> Ruling:
    match how:
        case "void":
            return Ruling(
                how=how, to=to[-1 - back % len(to)] if to else 0, j=min(j + more, most), text="Ruled."
            )
        case "over":
            return Ruling(how=how, winner=("", "red")[back % 2], level="ruled", text="Ruled.")
        case _:
            return Ruling(how=how, j=min(j + more, most) if more else 0, text="Ruled.")


def rulings_stand(world, seat: Seat, game: KeptGame) -> None:
    """When all mail has come, every honest home has gone over to the last ruling, or, of two, says that there are two."""
    court = world.court
    if court.torn:
        lying = (*game.parked, *game.refused)
        kept = {each.hash() for data in lying for each in read_bundles(data)} | heard(game)
        if {each.hash() for each in court.ruled} <= kept and len(heard(game)) < len(court.ruled):
            assert TWO_RULINGS in seat.told, "nothing is said of two rulings"
    elif world.trusted and court.ruled:
        assert court.ruled[-1].hash() in heard(game), "a ruling is not followed"
