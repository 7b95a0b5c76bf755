"""How the game stands, in lines for people: the panel beside the map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem_rules.darkdecember.model import ENDED, ISOLATED, OUT
from pbem_rules.darkdecember.printed.data import Places
from pbem_rules.darkdecember.rules import victory, weather
from pbem_rules.darkdecember.rules.combat.odds import ratio
from pbem_rules.darkdecember.rules.view import View
from pbem_rules.darkdecember.show.words import SIDES, turn

_MOST = 9
_STOCK = ("Allied infantry", "Allied motorized", "German infantry", "German motorized")


def sky(view: View) -> str:
    """The weather in a word or two (S3.0 to S5.0)."""
    words = ["clear" if weather.clear(view) else "overcast"]
    words += ["frozen ground"] if weather.frost(view) else []
    words += ["heavy snow"] if weather.snow(view) else []
    return ", ".join(words)


def summary(view: View) -> Iterator[str]:
    """Victory so far, what each side can rely on, what is coming, and what is lost."""
    yield from _score(view)
    yield ""
    side = weather.advantage(view)
    yield f"Tactical advantage: {SIDES[side] if side else 'nobody'}; weather: {sky(view)}"
    if view.state.fuel > 0:
        yield f"Fuel: {view.state.fuel} more German divisions stop"
    stock = [f"{name} {n}" for name, n in zip(_STOCK, view.state.points, strict=True) if n]
    yield f"Replacement points: {', '.join(stock) or 'none'}"
    yield from _fighting(view)
    yield from _cut_off(view)
    yield from _coming(view)
    yield from _gone(view)


def _score(view: View) -> Iterator[str]:
    scenario = view.data.scenarios[view.state.scenario]
    aim, terms, until = scenario.victory, victory.score(view), turn(view.data, scenario.last)
    if isinstance(aim, Places):
        yield f"German aims, all by {until}:"
        yield from (f"  {term.text}: {'reached' if term.value else 'open'}" for term in terms)
        return
    total = sum(term.value for term in terms)
    yield f"German points: {total} (draw {aim.draw}, victory {aim.german}), until {until}"
    yield from (f"  {term.text} {term.value:+d}" for term in terms)


def _fighting(view: View) -> Iterator[str]:
    battle = view.state.battle
    if battle is not None and battle.stage != ENDED:
        word = ("Attack", "Counterattack", "Counterattack to that")[battle.depth]
        yield f"{word} at {ratio(view, battle.column)}: {', '.join(battle.attackers)} against {', '.join(battle.targets)}"


def _cut_off(view: View) -> Iterator[str]:
    for side, name in SIDES.items():
        mine = tuple(view.units(side))
        for word, found in (
            ("isolated", [unit.id for unit in mine if unit.supply == ISOLATED]),
            ("out of supply", [unit.id for unit in mine if unit.supply == OUT]),
            ("without fuel", [unit.id for unit in mine if unit.dry]),
        ):
            if found:
                yield f"{name}, {word}: {_listed(found)}"


def _coming(view: View) -> Iterator[str]:
    """Who comes this turn and the next, and in which area."""
    now, units = view.state.turn, view.data.units
    for number in (now, now + 1):
        due = [each for each in view.state.due if each.turn == number or (number == now and each.turn < now)]
        for side, name in SIDES.items():
            found = [each.unit for each in due if view.side_of(each.unit) == side]
            areas = sorted({area for each in found if each in units for area in units[each].areas})
            if found:
                yield f"{turn(view.data, number)}, {name} in {', '.join(areas) or '-'}: {_listed(found)}"


def _gone(view: View) -> Iterator[str]:
    for side, name in SIDES.items():
        found = [each for each in view.state.lost if view.side_of(each) == side]
        if found:
            yield f"{name} losses: {_listed(found)}"


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - _MOST} more" if len(names) > _MOST else ""
    return ", ".join(names[:_MOST]) + more
