"""What a side is about, for people: who goes for which place, and what is held."""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from pbem.port.messages import Capital, Message, Series, spelled
from pbem_rules.shared.player.distances import around, nearness
from pbem_rules.shared.player.game import FAR, LINE, Piece, Scene, strength
from pbem_rules.shared.player.reasons import BEFORE
from pbem_rules.shared.player.sectors import TAKE, assigned, grouped, stance

_SENTENCES, _NAMES, _PLACES = 5, 3, 6


def intentions(field: Scene, begun: Scene | None = None, brigades: Collection[str] = ()) -> tuple[str, ...]:
    """At most five sentences: the places that most strength is bound for first, then those that the side holds.

    Who is to hold a place that the enemy has goes for it. Only those are named of whom more came nearer to the place than
    went away since the turn had ``begun``; all where that is not known. ``brigades``: formations
    that are numbers and no divisions.
    """
    goals, names = dict[str, bool](), dict[str, dict[str, int]]()
    for group, sector in assigned(field).items():
        goes = sector.task == TAKE or stance(field, sector.goal) == BEFORE
        goals.setdefault(sector.goal, goes)
        if goes and (begun is None or _nearer(begun, field, group, sector.goal)):
            names.setdefault(field.name(sector.goal), {})[group] = sum(strength(_line(field, group)))
    ranked = sorted(names, key=lambda place: (-sum(names[place].values()), place))
    taken = {
        place: [
            _called(grouped(field), group, brigades)
            for group in sorted(names[place], key=lambda group: (-names[place][group], group))
        ]
        for place in ranked
    }
    return sentences(field.side, taken, _held(field, goals, taken))


def _line(field: Scene, group: str) -> list[Piece]:
    return [each for each in grouped(field)[group] if each.role == LINE]


def _nearer(begun: Scene, field: Scene, group: str, goal: str) -> bool:
    """Whether more units of a formation that can attack have come nearer to a place than have gone away from it."""
    ways, came = field.ways(goal), 0
    before = {each.id: each.where for each in grouped(begun).get(group, ())}
    for each in _line(field, group):
        if each.attack and each.id in before:
            now, then = (ways.get(where, FAR) for where in (each.where, before[each.id]))
            came += (now < then) - (now > then)
    return came > 0


def _held(field: Scene, goals: Mapping[str, bool], taken: Collection[str]) -> list[str]:
    """The names of places units of the line stand in, or beside where no enemy is as near; those near the enemy first.

    One of several hexes of which others are not held is held in part.
    """
    aims, found = field.aims, dict[str, int]()
    own = {where for where, stack in field.mine.items() if any(each.role == LINE for each in stack)}
    for place in {*goals, *aims}:
        lost = not aims[place].held if place in aims else goals[place]
        alone = nearness(field).get(place, FAR) > 1 and not own.isdisjoint(around(field, place))
        if not lost and (place in own or alone):
            found.setdefault(field.name(place), nearness(field).get(place, FAR))
    split = {field.name(place) for place, aim in aims.items() if not aim.held}
    named = sorted(found.keys() - taken, key=lambda name: (found[name], name))
    return [Message("{place} in part", place=name) if name in split else name for name in named]


def sentences(side: str, taken: Mapping[str, Sequence[str]], held: Sequence[str]) -> tuple[str, ...]:
    """The same of places to take, each with those who go there, and places held, in the order in which they matter."""
    room = _SENTENCES - bool(held)
    return (
        *(_bound(names, place) for place, names in list(taken.items())[:room]),
        *([_holds(side, held)] if held else ()),
    )


def _holds(side: str, held: Sequence[str]) -> Message:
    named = Capital(spelled(side))
    if len(held) > _PLACES:
        places, more = Series(held[: _PLACES - 1]), len(held) - _PLACES + 1
        return Message("{side}: holds {places} and {n} more.", side=named, places=places, n=more)
    return Message("{side}: holds {places}.", side=named, places=Series(held, last=" and "))


def _bound(names: Sequence[str], place: str) -> Message:
    if len(names) == 1:
        return Message("{unit} goes for {place}.", unit=Capital(names[0]), place=place)
    if len(names) > _NAMES:
        more = len(names) - _NAMES
        return Message(
            "{units} and {n} more go for {place}.", units=Capital(Series(names[:_NAMES])), n=more, place=place
        )
    return Message("{units} go for {place}.", units=Capital(Series(names, last=" and ")), place=place)


def _called(groups: Collection[str], group: str, brigades: Collection[str]) -> str:
    """A formation as people say it: what is only a number is a division or a brigade, what is Roman figures a corps."""
    name = group
    if group in brigades:
        name = Message("brigade {number}", number=group)
    elif group.isdecimal():
        name = Message("division {number}", number=group)
    elif re.fullmatch("[IVXL]+", group):
        name = Message("corps {number}", number=group)
    apart = any(each.endswith(f"/{group}") for each in groups)
    return Message("the rest of {formation}", formation=name) if apart else name
