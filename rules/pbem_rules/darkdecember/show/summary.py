"""How the game stands, in lines for people: the panel beside the map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.port.messages import Message, Series, counted
from pbem_rules.darkdecember.model import ENDED, ISOLATED, OUT
from pbem_rules.darkdecember.printed.data import Places
from pbem_rules.darkdecember.rules import victory, weather
from pbem_rules.darkdecember.rules.combat.odds import ratio
from pbem_rules.darkdecember.rules.view import View
from pbem_rules.darkdecember.show.words import SIDES, turn

_MOST = 9
_STOCK = (
    Message("Allied infantry"),
    Message("Allied motorized"),
    Message("German infantry"),
    Message("German motorized"),
)
_FIGHTS = (Message("Attack"), Message("Counterattack"), Message("Counterattack to that"))


def sky(view: View) -> Series:
    """The weather in a word or two (S3.0 to S5.0)."""
    words = [Message("clear") if weather.clear(view) else Message("overcast")]
    words += [Message("frozen ground")] if weather.frost(view) else []
    words += [Message("heavy snow")] if weather.snow(view) else []
    return Series(words)


def summary(view: View) -> Iterator[str]:
    """Victory so far, what each side can rely on, what is coming, and what is lost."""
    yield from _score(view)
    yield ""
    side = weather.advantage(view)
    whose = SIDES[side] if side else Message("nobody")
    yield Message("Tactical advantage: {side}", side=whose)
    if view.state.fuel > 0:
        yield counted(
            view.state.fuel, "Fuel: {n} more German division stops", "Fuel: {n} more German divisions stop"
        )
    stock = [
        Message("{name} {n}", name=name, n=n) for name, n in zip(_STOCK, view.state.points, strict=True) if n
    ]
    yield Message("Replacement points: {points}", points=Series(stock) if stock else Message("none"))
    yield from _fighting(view)
    yield from _cut_off(view)
    yield from _coming(view)
    yield from _gone(view)


def _score(view: View) -> Iterator[str]:
    scenario = view.data.scenarios[view.state.scenario]
    aim, terms, until = scenario.victory, victory.score(view), turn(view.data, scenario.last)
    if isinstance(aim, Places):
        yield Message("German aims, all by {until}:", until=until)
        for term in terms:
            how = Message("reached") if term.value else Message("open")
            yield Message("  {aim}: {how}", aim=term.text, how=how)
        return
    yield Message(
        "German points: {n} (draw {draw}, victory {victory}), until {until}",
        n=sum(term.value for term in terms),
        draw=aim.draw,
        victory=aim.german,
        until=until,
    )
    yield from (Message("  {term} {value}", term=term.text, value=f"{term.value:+d}") for term in terms)


def _fighting(view: View) -> Iterator[str]:
    battle = view.state.battle
    if battle is not None and battle.stage != ENDED:
        yield Message(
            "{fight} at {odds}: {units} against {targets}",
            fight=_FIGHTS[min(battle.depth, len(_FIGHTS) - 1)],
            odds=ratio(view, battle.column),
            units=", ".join(battle.attackers),
            targets=", ".join(battle.targets),
        )


def _cut_off(view: View) -> Iterator[str]:
    for side, name in SIDES.items():
        mine = tuple(view.units(side))
        isolated = [unit.id for unit in mine if unit.supply == ISOLATED]
        without = [unit.id for unit in mine if unit.supply == OUT]
        dry = [unit.id for unit in mine if unit.dry]
        if isolated:
            yield Message("{side}, isolated: {units}", side=name, units=_listed(isolated))
        if without:
            yield Message("{side}, out of supply: {units}", side=name, units=_listed(without))
        if dry:
            yield Message("{side}, without fuel: {units}", side=name, units=_listed(dry))


def _coming(view: View) -> Iterator[str]:
    """Who comes this turn and the next, and in which area."""
    now, units = view.state.turn, view.data.units
    for number in (now, now + 1):
        due = [each for each in view.state.due if each.turn == number or (number == now and each.turn < now)]
        for side, name in SIDES.items():
            found = [each.unit for each in due if view.side_of(each.unit) == side]
            areas = sorted({area for each in found if each in units for area in units[each].areas})
            if found:
                yield Message(
                    "{turn}, {side} in {areas}: {units}",
                    turn=turn(view.data, number),
                    side=name,
                    areas=", ".join(areas) or "-",
                    units=_listed(found),
                )


def _gone(view: View) -> Iterator[str]:
    for side, name in SIDES.items():
        found = [each for each in view.state.lost if view.side_of(each) == side]
        if found:
            yield Message("{side} losses: {units}", side=name, units=_listed(found))


def _listed(names: Sequence[str]) -> str:
    if len(names) <= _MOST:
        return ", ".join(names)
    return Message("{names} and {n} more", names=", ".join(names[:_MOST]), n=len(names) - _MOST)
