"""What a side is about, for people: who goes for which place, and what is only held."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.port.messages import Capital, Message, Series, spelled
from pbem_rules.shared.player.game import LINE, Scene, strength
from pbem_rules.shared.player.reasons import BEFORE
from pbem_rules.shared.player.sectors import TAKE, assigned, grouped, stance

_SENTENCES, _NAMES = 5, 3


def intentions(field: Scene) -> tuple[str, ...]:
    """At most five sentences: the places that most strength is bound for first, then those that the side only holds.

    Who is to hold a place that the enemy has goes for it.
    """
    groups, names = grouped(field), dict[tuple[bool, str], dict[str, int]]()
    for group, sector in assigned(field).items():
        line = [each for each in groups[group] if each.role == LINE]
        if line:
            goes = sector.task == TAKE or stance(field, sector.goal) == BEFORE
            names.setdefault((goes, field.name(sector.goal)), {})[group] = sum(strength(line))
    ranked = sorted(names, key=lambda about: (-sum(names[about].values()), about[1]))
    return sentences(
        field.side,
        {
            place: sorted(names[True, place], key=lambda name: (-names[True, place][name], name))
            for take, place in ranked
            if take
        },
        [place for take, place in ranked if not take],
    )


def sentences(side: str, taken: Mapping[str, Sequence[str]], held: Sequence[str]) -> tuple[str, ...]:
    """The same of places to take, each with those who go there, and places to hold, in the order in which they matter."""
    room = _SENTENCES - bool(held)
    return (
        *(_bound(names, place) for place, names in list(taken.items())[:room]),
        *([_holds(side, held)] if held else ()),
    )


def _holds(side: str, held: Sequence[str]) -> Message:
    where = Series(held[:_SENTENCES])
    return Message("{side}: only holds {places}.", side=Capital(spelled(side)), places=where)


def _bound(names: Sequence[str], place: str) -> Message:
    if len(names) == 1:
        return Message("{unit} goes for {place}.", unit=names[0], place=place)
    if len(names) > _NAMES:
        more = len(names) - _NAMES
        return Message(
            "{units} and {n} more go for {place}.", units=Series(names[:_NAMES]), n=more, place=place
        )
    return Message("{units} go for {place}.", units=Series(names, last=" and "), place=place)
