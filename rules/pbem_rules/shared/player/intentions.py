"""What a side is about, for people: who goes for which place, and what is only held."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from pbem.port.messages import Message, Series
from pbem_rules.shared.player.game import LINE, Scene, strength
from pbem_rules.shared.player.sectors import TAKE, assigned, grouped

_SENTENCES, _NAMES = 5, 3


def intentions(field: Scene) -> tuple[str, ...]:
    """At most five sentences: the places that most strength is bound for first, then those that are only held."""
    pieces = {group: [each for each in some if each.role == LINE] for group, some in grouped(field).items()}
    power: dict[tuple[bool, str], int] = {}
    names: dict[tuple[bool, str], dict[str, int]] = {}
    for group, sector in assigned(field).items():
        if pieces[group]:
            about = sector.task == TAKE, field.name(sector.goal)
            worth = sum(strength(pieces[group]))
            power[about] = power.get(about, 0) + worth
            names.setdefault(about, {})[group] = worth
    ranked = sorted(names, key=lambda about: (-power[about], about[1]))
    taken = {
        place: sorted(names[True, place], key=lambda name: (-names[True, place][name], name))
        for take, place in ranked
        if take
    }
    return sentences(taken, [place for take, place in ranked if not take])


def sentences(taken: Mapping[str, Sequence[str]], held: Sequence[str]) -> tuple[str, ...]:
    """The same of places to take, each with those who go there, and places to hold, in the order in which they matter."""
    room = _SENTENCES - bool(held)
    return (
        *(_bound(names, place) for place, names in list(taken.items())[:room]),
        *([Message("Only held: {places}.", places=Series(held[:_SENTENCES]))] if held else ()),
    )


def _bound(names: Sequence[str], place: str) -> Message:
    if len(names) == 1:
        return Message("{unit} goes for {place}.", unit=names[0], place=place)
    if len(names) > _NAMES:
        more = len(names) - _NAMES
        return Message(
            "{units} and {n} more go for {place}.", units=Series(names[:_NAMES]), n=more, place=place
        )
    return Message("{units} go for {place}.", units=Series(names, last=" and "), place=place)
