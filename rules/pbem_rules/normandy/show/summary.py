"""How the game stands, in lines for people: the panel beside the map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem.port.messages import Message, counted
from pbem_rules.normandy.battle import ENDED, NAMING
from pbem_rules.normandy.rules.replacements import NAMES
from pbem_rules.normandy.rules.view import View
from pbem_rules.normandy.show.words import SIDES

_MOST = 9
_NAMED, _FOUGHT = Message("Named"), Message("Fought")


def summary(view: View) -> Iterator[str]:
    """What each side can rely on, what is under way, and what is lost."""
    state = view.state
    yield counted(
        state.points,
        "Allied combat supply: {n} point; air points: {air}",
        "Allied combat supply: {n} points; air points: {air}",
        air=state.air,
    )
    if state.interdiction:
        costs = (f"{name} {cost // 6}" for name, cost in sorted(state.interdiction.items()))
        yield Message("Interdiction, points more by map: {costs}", costs=", ".join(costs))
    for nation, track in sorted(state.tracks.items()):
        if track.infantry or track.armour or track.rem:
            yield Message(
                "Replacements {nation}: infantry {infantry}, armour {armour}, for losses {losses}",
                nation=NAMES.get(nation, nation),
                infantry=track.infantry,
                armour=track.armour,
                losses=track.rem,
            )
    for name, points in sorted(state.kept.items()):
        if name in view.data.units:
            yield Message(
                "Replacements that lie with {unit}: infantry {infantry}, armour {armour}",
                unit=name,
                infantry=points.infantry,
                armour=points.armour,
            )
    for beach, progress in sorted(state.mulberries.items()):
        yield Message("Mulberry {beach}: {progress}", beach=beach, progress=progress)
    if state.due:
        yield Message("Due: {units}", units=_listed(state.due))
    yield from _fighting(view)
    for side, name in SIDES.items():
        found = [each for each in state.gone if view.side_of(each) == side]
        if found:
            yield Message("{side} losses: {units}", side=name, units=_listed(found))


def _fighting(view: View) -> Iterator[str]:
    battle = view.state.battle
    if battle.stage == ENDED:
        return
    for attack in battle.attacks:
        if attack.number >= battle.number:
            how = _NAMED if battle.stage == NAMING else _FOUGHT
            units = ", ".join(attack.units)
            yield Message("{how}: {units} against {target}", how=how, units=units, target=attack.target)


def _listed(names: Sequence[str]) -> str:
    if len(names) <= _MOST:
        return ", ".join(names)
    return Message("{names} and {n} more", names=", ".join(names[:_MOST]), n=len(names) - _MOST)
