"""How the game stands, in lines for people: the panel beside the map."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from pbem_rules.normandy.battle import ENDED, NAMING
from pbem_rules.normandy.rules.view import View
from pbem_rules.normandy.show.words import SIDES

_MOST = 9


def summary(view: View) -> Iterator[str]:
    """What each side can rely on, what is under way, and what is lost."""
    state = view.state
    yield f"Weather: {state.weather.replace('-', ' ')}"
    yield f"Allied combat supply: {state.points} points; air points: {state.air}"
    if state.interdiction:
        costs = (f"{name} {cost // 6}" for name, cost in sorted(state.interdiction.items()))
        yield f"Interdiction, points more by map: {', '.join(costs)}"
    for nation, track in sorted(state.tracks.items()):
        if track.infantry or track.armour or track.rem:
            yield f"Replacements {nation}: infantry {track.infantry}, armour {track.armour}, for losses {track.rem}"
    for beach, progress in sorted(state.mulberries.items()):
        yield f"Mulberry {beach}: {progress}"
    if state.due:
        yield f"Due: {_listed(state.due)}"
    yield from _fighting(view)
    for side, name in SIDES.items():
        found = [each for each in state.gone if view.side_of(each) == side]
        if found:
            yield f"{name} losses: {_listed(found)}"


def _fighting(view: View) -> Iterator[str]:
    battle = view.state.battle
    if battle.stage == ENDED:
        return
    word = "Named" if battle.stage == NAMING else "Fought"
    for attack in battle.attacks:
        if attack.number >= battle.number:
            yield f"{word}: {', '.join(attack.units)} against {attack.target}"


def _listed(names: Sequence[str]) -> str:
    more = f" and {len(names) - _MOST} more" if len(names) > _MOST else ""
    return ", ".join(names[:_MOST]) + more
