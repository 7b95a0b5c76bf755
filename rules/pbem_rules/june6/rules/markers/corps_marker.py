"""The marker of a Corps Activation: how it is written, what it costs, and who may buy it (7.51 to 7.54).

``corps-activation/V`` wakes V Corps and all its divisions; a German one names its divisions, up to five:
``corps-activation/I SS:21 Pz,12 SS,Lehr``. It is bought as the first marker of the side with the initiative and takes the
place of one corps marker and of one marker of each of the divisions.
"""

from __future__ import annotations

from collections.abc import Iterator

from pbem.bytes.errors import Violation
from pbem.port.messages import Message
from pbem_rules.june6.book import BOOK
from pbem_rules.june6.model import ALLIED, GERMAN, Cup, Position
from pbem_rules.june6.printed.data import Data, Formation
from pbem_rules.june6.rules.lookup import corps_activation_of, unfit_staff
from pbem_rules.june6.words import SIDES, moment
from pbem_rules.shared.orders import broken

CORPS, DIVISION = "corps", "division"


def is_one(marker: str) -> bool:
    """Whether a marker is a Corps Activation."""
    return corps_activation_of(marker) is not None


def parse(marker: str) -> tuple[str, tuple[str, ...]]:
    """The corps and the divisions named. Raises ValueError for any other marker."""
    found = corps_activation_of(marker)
    if found is None:
        raise ValueError(f"{marker!r} is not a Corps Activation")
    return found


@BOOK.rule("7.51")
def price(data: Data, marker: str) -> int:
    """What a marker costs that is not free."""
    return data.numbers.corps_activation.price if is_one(marker) else 1


def cost(data: Data, markers: tuple[str, ...]) -> int:
    """What they cost together."""
    return sum(price(data, marker) for marker in markers)


def subordinate(data: Data, corps: str) -> tuple[str, ...]:
    """The divisions under an Allied corps, in counter order."""
    return tuple(f.id for f in data.formations.values() if f.kind == DIVISION and f.corps == corps)


@BOOK.rule("7.53")
@BOOK.rule("7.54")
def woken(data: Data, cup: Cup, marker: str) -> tuple[str, ...]:
    """The divisions that a Corps Activation wakes: Allied ones whose marker could be bought at all (N185)."""
    corps, named = parse(marker)
    if cup.side == GERMAN:
        return named
    return tuple(name for name in subordinate(data, corps) if name not in cup.barred)


@BOOK.rule("7.52", "7.53")
def used_up(data: Data, cup: Cup, markers: tuple[str, ...]) -> tuple[str, ...]:
    """Markers with every Corps Activation replaced by the ordinary ones that it stands for."""
    found: list[str] = []
    for marker in markers:
        if not is_one(marker):
            found.append(marker)
            continue
        corps = data.formations.get(parse(marker)[0])
        if corps is not None:
            nation = "commonwealth" if corps.nation in ("british", "canadian") else corps.nation
            found.extend((f"corps/{nation}", *woken(data, cup, marker)))
    return tuple(found)


def in_season(at: Position, side: str) -> bool:
    """Whether a side may declare one this turn, the price apart (7.51, 7.54)."""
    spent = side == GERMAN and at.state.german_corps_activation
    return (
        side == at.state.initiative
        and not spent
        and at.state.turn >= at.data.numbers.corps_activation.first_turn
    )


def wrong(at: Position, cup: Cup, marker: str) -> Iterator[Violation]:
    """Everything wrong with a Corps Activation as the first marker of the side with the initiative, but its price."""
    corps, named = parse(marker)
    yield from _in_its_turn(at, marker)
    found = at.data.formations.get(corps)
    if found is None or found.kind != CORPS or found.side != cup.side:
        said = Message("{corps} is not a corps of the {side} side", corps=corps, side=SIDES[cup.side])
        yield broken("7.52", said, marker)
        return
    if barred_name(corps) in cup.barred:
        said = Message("{name} cannot be activated: {why}", name=found.name, why=unfit_staff(at, corps))
        yield broken("5.17", said, marker)
    if cup.side == ALLIED:
        yield from _by_subordination(found, named, marker)
    else:
        yield from _german_divisions(at, cup, named, marker)


@BOOK.rule("7.51")
def _in_its_turn(at: Position, marker: str) -> Iterator[Violation]:
    first = at.data.numbers.corps_activation.first_turn
    if at.state.turn < first:
        when = at.data.charts.turn_names.get(first, str(first))
        said = Message("Corps Activations are declared from {when} only", when=moment(when))
        yield broken("7.51", said, marker)


def _by_subordination(corps: Formation, named: tuple[str, ...], marker: str) -> Iterator[Violation]:
    if named:
        said = Message("all divisions of {corps} take part; none is named", corps=corps.name)
        yield broken("7.53", said, marker)


@BOOK.rule("7.54", "7.55")
def _german_divisions(at: Position, cup: Cup, named: tuple[str, ...], marker: str) -> Iterator[Violation]:
    most = at.data.numbers.corps_activation.german_divisions
    said = []
    if at.state.german_corps_activation:
        said.append(Message("the German side has had its Corps Activation"))
    if len(named) > most:
        said.append(
            Message("{named} divisions are named; at most {most} take part", named=len(named), most=most)
        )
    for n, name in enumerate(named):
        division = at.data.formations.get(name)
        if division is None or division.kind != DIVISION or division.side != GERMAN:
            said.append(Message("{name!r} is not a German division", name=name))
        elif name in named[:n]:
            said.append(Message("{name} is named twice", name=name))
    for why in said:
        yield broken("7.54", why, marker)
    for name in dict.fromkeys(named):
        if name in cup.barred:
            staff = at.data.formations[name].hq
            arrives = any(staff in arrival.units for arrival in at.state.arrivals)
            reason = Message("it arrives this turn") if arrives else unfit_staff(at, name)
            why = Message("{name} cannot be activated: {why}", name=name, why=reason)
            yield broken("5.17", why, marker)


def barred_name(corps: str) -> str:
    """How a corps that cannot be activated stands in ``Cup.barred``."""
    return f"corps-activation/{corps}"


def choices(at: Position, cup: Cup) -> tuple[str, ...]:
    """Every corps that could be activated for the points at hand; German ones with the first divisions that can."""
    if not in_season(at, cup.side) or cup.points < at.data.numbers.corps_activation.price:
        return ()
    divisions = ""
    if cup.side == GERMAN:
        most = at.data.numbers.corps_activation.german_divisions
        fit = [
            f.id
            for f in at.data.formations.values()
            if f.side == GERMAN and f.kind == DIVISION and f.id not in cup.barred
        ]
        divisions = f":{','.join(fit[:most])}" if fit else ""
    return tuple(
        f"{barred_name(f.id)}{divisions}"
        for f in at.data.formations.values()
        if f.side == cup.side and f.kind == CORPS and barred_name(f.id) not in cup.barred
    )
