"""Odds and modifiers of an attack, each with its paragraph (12.2 to 12.12)."""

from __future__ import annotations

from collections.abc import Iterator

from pbem.port.game import Reason
from pbem.port.messages import Message
from pbem_rules.normandy.battle import Declared
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.model import ALLIED
from pbem_rules.normandy.printed.charts import Column
from pbem_rules.normandy.rules import supply
from pbem_rules.normandy.rules.combat import course, guns
from pbem_rules.normandy.rules.view import Position, infantry


def halved(strength: int) -> int:
    """Half, rounded up (12.2)."""
    return -(-strength // 2)


@BOOK.rule("12.11", "4.1", "12.2", "9.11", "9.13", "9.3", "N27")
def attack(at: Position, declared: Declared) -> int:
    """The strength of an attack: each unit halved without supply, those across water or the perimeter halved together."""
    plain = hard = 0
    for name in course.attackers(at, declared):
        strength = at.face(name).attack
        if not supply.supplied(at, name):
            strength = halved(strength)
        if hindered(at, at.board[name].where, declared.target):
            hard += strength
        else:
            plain += strength
    support = course.there(at, (*declared.guns, *declared.ships))
    return plain + halved(hard) + sum(guns.worth(at, name) for name in support)


def hindered(at: Position, frm: str, to: str) -> bool:
    """Whether an attack from one hex on another is halved."""
    return bool(course.crosses(at, frm, to)) or at.data.ground.perimeter.has(frm, to)


@BOOK.rule("6.1", "13.11", "18.21", "4.2", "9.6", "13.6")
def defence(at: Position, declared: Declared) -> int:
    """The strength of a defence: as printed, doubled in a trench, and the guns that help."""
    own = sum(at.face(name).defence for name in course.defenders(at, declared))
    if declared.target in at.state.trenches:
        own *= at.data.charts.trenches.defence
    return own + sum(guns.worth_in_defence(at, name) for name in course.there(at, declared.support))


@BOOK.rule("12.2", "N40")
def column(at: Position, strength: int, against: int) -> Column:
    """The highest column that the odds reach, rounded down for the defender."""
    columns = at.data.charts.combat.columns
    reached = columns[0]
    for each in columns:
        one, other = map(int, each.odds.split(":"))
        if strength * other >= against * one:
            reached = each
    return reached


# --- modifiers -------------------------------------------------------------------------------------------------------


@BOOK.rule("12.3")
def modifiers(at: Position, declared: Declared) -> tuple[Reason, ...]:
    """Everything that is added to the die, and what brings the sum back within its limits."""
    found = tuple(each for rule in _RULES for each in rule(at, declared) if each.value)
    chart = at.data.charts.combat
    total = sum(each.value for each in found)
    kept = min(max(total, chart.least_drm), chart.most_drm)
    if kept == total:
        return found
    return (
        *found,
        Reason(paragraph="12.3", text=Message("no more than {kept:+d}", kept=kept), value=kept - total),
    )


@BOOK.rule("12.4", "12.5", "17.23", "N26")
def _combined_arms(at: Position, it: Declared) -> Iterator[Reason]:
    kinds = [at.type_of(name) for name in course.attackers(at, it)]
    against = any(at.type_of(name).dot for name in course.defenders(at, it))
    if any(map(infantry, kinds)) and any(map(course.tank, kinds)) and not against:
        yield Reason(
            paragraph="12.4",
            text=Message("combined arms"),
            value=at.data.charts.combat.modifiers.combined_arms,
        )


def strong(at: Position, it: Declared) -> bool:
    """Whether engineers count against a hex: a city, a strongpoint or a trench (15.2)."""
    city = at.data.ground.settlements.get(it.target) == "city"
    return city or it.target in at.state.trenches or course.strongpoint(at, course.defender(at), it.target)


def sappers(at: Position, it: Declared) -> tuple[str, ...]:
    """The engineers of an attack; those of the landings are none of them."""
    kinds = ((name, at.type_of(name)) for name in course.attackers(at, it))
    return tuple(name for name, kind in kinds if kind.branch == "engineer" and not kind.landing)


@BOOK.rule("15.2")
def _engineers(at: Position, it: Declared) -> Iterator[Reason]:
    if sappers(at, it) and strong(at, it):
        yield Reason(
            paragraph="15.2", text=Message("engineers"), value=at.data.charts.combat.modifiers.engineers
        )


@BOOK.rule("17.27")
def _crocodile(at: Position, it: Declared) -> Iterator[Reason]:
    some = any(at.type_of(name).branch == "crocodile" for name in course.attackers(at, it))
    if some and any(infantry(at.type_of(name)) for name in course.defenders(at, it)):
        yield Reason(
            paragraph="17.27", text=Message("Crocodile"), value=at.data.charts.combat.modifiers.crocodile
        )


@BOOK.rule("17.37")
def _rhino(at: Position, it: Declared) -> Iterator[Reason]:
    kinds = [at.type_of(name) for name in course.attackers(at, it)]
    other = any(course.tank(kind) and not kind.rhino for kind in kinds)
    if other and any(kind.rhino for kind in kinds) and at.data.land.terrain[it.target] == "bocage":
        yield Reason(
            paragraph="17.37", text=Message("Rhino in bocage"), value=at.data.charts.combat.modifiers.rhino
        )


@BOOK.rule("9.18")
def _marching(at: Position, it: Declared) -> Iterator[Reason]:
    if any(at.board[name].strategic for name in course.defenders(at, it)):
        value = at.data.charts.combat.modifiers.strategic
        yield Reason(paragraph="9.18", text=Message("strategic movement"), value=value)


@BOOK.rule("10.16", "10.15")
def _aircraft(at: Position, it: Declared) -> Iterator[Reason]:
    chart = at.data.charts.combat.modifiers
    yield Reason(paragraph="10.16", text=Message("aircraft"), value=it.air * chart.air_attack)
    yield Reason(
        paragraph="10.16", text=Message("aircraft in defence"), value=it.defence_air * chart.air_defence
    )


@BOOK.rule("12.9", "9.2", "9.4", "9.7", "9.9", "9.14", "9.15", "N32")
def _terrain(at: Position, it: Declared) -> Iterator[Reason]:
    """The better of country and settlement for the defender."""
    tanks = any(course.tank(at.type_of(name)) for name in course.defenders(at, it))
    lines = [(each, at.data.charts.terrain[each]) for each in grounds(at, it.target)]
    value, name = min((line.tank if tanks else line.drm, name) for name, line in lines)
    yield Reason(paragraph=_PARAGRAPHS.get(name, "12.9"), text=NAMES[name], value=value)


NAMES = {
    str(each): each
    for each in (
        *(Message("open"), Message("farmland"), Message("flooded"), Message("woods"), Message("bocage")),
        *(Message("village"), Message("town"), Message("city")),
    )
}
_PARAGRAPHS = {
    "farmland": "9.7",
    "woods": "9.9",
    "bocage": "9.2",
    "village": "9.15",
    "town": "9.14",
    "city": "9.4",
}


def grounds(at: Position, where: str) -> tuple[str, ...]:
    """The country of a hex and the settlement in it, as the charts call them; the sea is open."""
    country, built = at.data.land.terrain[where], at.data.ground.settlements.get(where)
    return tuple(each for each in ("open" if country == "sea" else country, built) if each)


@BOOK.rule("9.10")
def _hill(at: Position, it: Declared) -> Iterator[Reason]:
    hills = at.data.ground.hills
    if it.target in hills and not any(at.board[name].where in hills for name in course.attackers(at, it)):
        yield Reason(paragraph="9.10", text=Message("uphill"), value=at.data.charts.combat.modifiers.hill)


@BOOK.rule("9.12", "N33")
def _point_of_interest(at: Position, it: Declared) -> Iterator[Reason]:
    kinds = [at.type_of(name) for name in course.defenders(at, it)]
    if it.target in at.data.ground.works and any(kind.dot and not kind.flak for kind in kinds):
        yield Reason(
            paragraph="9.12",
            text=Message("point of interest"),
            value=at.data.charts.combat.modifiers.interest,
        )


@BOOK.rule("12.7")
def _night(at: Position, _: Declared) -> Iterator[Reason]:
    if at.night:
        yield Reason(paragraph="12.7", text=Message("night"), value=at.data.charts.combat.modifiers.night)


@BOOK.rule("12.8")
def _lone_reconnaissance(at: Position, it: Declared) -> Iterator[Reason]:
    kinds = [at.type_of(name).branch for name in course.defenders(at, it)]
    if kinds == ["reconnaissance"]:
        value = at.data.charts.combat.modifiers.lone_recon
        yield Reason(paragraph="12.8", text=Message("reconnaissance alone"), value=value)


_WEATHER = {"heavy-rain": Message("heavy rain"), "storm": Message("storm")}


@BOOK.rule("12.10")
def _weather(at: Position, _: Declared) -> Iterator[Reason]:
    chart = at.data.charts.combat.modifiers
    value = {"heavy-rain": chart.heavy_rain, "storm": chart.storm}.get(at.state.weather, 0)
    yield Reason(paragraph="12.10", text=_WEATHER.get(at.state.weather, ""), value=value)


@BOOK.rule("12.12", "N131")
def _quality(at: Position, it: Declared) -> Iterator[Reason]:
    """With the option: a good Allied division attacks with +1, a poor one with -1."""
    chart = at.data.charts.combat.modifiers
    if not at.chosen("quality") or course.attacker(at) != ALLIED:
        return
    formations = {at.formation_of(name).id for name in course.attackers(at, it)}
    if formations & set(chart.good):
        yield Reason(paragraph="12.12", text=Message("a division of quality"), value=chart.quality)
    elif formations & set(chart.poor):
        yield Reason(paragraph="12.12", text=Message("a green division"), value=-chart.quality)


_RULES = (
    _combined_arms,
    _engineers,
    _crocodile,
    _rhino,
    _marching,
    _aircraft,
    _terrain,
    _hill,
    _point_of_interest,
    _night,
    _lone_reconnaissance,
    _weather,
    _quality,
)
"""In the order in which a player adds them."""
