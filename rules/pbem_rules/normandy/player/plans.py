"""What formations are for, by scenario, as their orders of summer 1944 had it: the names of places, in order.

A key is a formation, or one of its regiments or brigades (:func:`pbem_rules.normandy.player.groups.group`), which then goes
its own way. They take one place after the other, or hold the first that is not lost. Who has no plan
goes where it is needed most, by the places that count in the scenario.
"""

from __future__ import annotations

from collections.abc import Mapping

from pbem_rules.kernel.derived import derived
from pbem_rules.normandy.printed import Data
from pbem_rules.shared.player.game import Plan

_OMAHA: Mapping[str, str] = {
    "1": "Colleville, Formigny, Trévières",
    "26/1": "Colleville, Port-en-Bessin",
    "16/1": "Colleville, Port-en-Bessin",
    "29": "Saint-Laurent, Formigny, Trévières",
    "116/29": "Vierville, Grandcamp",
    "175/29": "Saint-Laurent, Isigny",
    "2": "Formigny, Trévières, Littry",
    "V": "Vierville, Pointe du Hoc, Grandcamp",
    "2 Arm": "Trévières, Littry",
}
_EPSOM: Mapping[str, str] = {
    "15 Br": "Cheux, Mondrainville, Hill 112, all four hexes",
    "3rd/15 Br": "Cheux, Mondrainville, Gavrus",
    "11 Arm": "Cheux, Mondrainville, Hill 112, all four hexes",
    "4 Arm Bde": "Cheux, Mondrainville, Hill 112, all four hexes",
    "31 Tk Bde": "Cheux, Mondrainville",
    "43 Br": "Cheux, Mondrainville",
    "VIII Br": "Cheux, Mondrainville",
    "49 Br": "Rauray",
    "8 Arm Bde": "Rauray",
}
_CHERBOURG: Mapping[str, str] = {
    "9": "Bricquebec, Cherbourg, each hex",
    "79": "Valognes, Fort du Roule",
    "4": "Valognes, Maupertus",
    "22/4": "Maupertus",
}
_COBRA: Mapping[str, str] = {
    "9": "Marigny",
    "30": "Canisy, Tessy",
    "4": "Marigny, Villedieu",
    "1": "Marigny, Coutances",
    "3 Arm": "Marigny, Coutances",
    "2 Arm": "Canisy, Percy, Villedieu",
    "4 Arm": "Périers, Coutances, Granville",
    "6 Arm": "Lessay, Coutances, Granville",
    "79": "Lessay, Coutances",
    "8": "Lessay, Coutances",
    "90": "Périers, Coutances",
    "83": "Périers, Coutances",
}
_EPSOM_HOLD: Mapping[str, str] = {
    "1st/3 Cdn": "Rots",
    "2nd/3 Cdn": "Rosel",
    "3rd/3 Cdn": "Villons-les-Buissons",
    "3 Cdn": "Rots",
    "25/12 SS": "Buron, Authie, Carpiquet",
}
_HOLD: Mapping[str, Mapping[str, str]] = {"epsom": _EPSOM_HOLD}
_TAKE: Mapping[str, Mapping[str, str]] = {
    "omaha": _OMAHA,
    "epsom": _EPSOM,
    "cherbourg": _CHERBOURG,
    "cobra": _COBRA,
}


@derived
def plans(data: Data, scenario: str) -> Mapping[str, Plan]:
    """The plans of both sides, places by hex: of goals of the scenario and of settlements. Another name is left out."""
    goals = {goal.name: goal.hexes for goal in data.scenarios[scenario].goals if goal.hexes}
    known = {**{name: (where,) for where, name in data.ground.names.items()}, **goals}
    take = {key: Plan(take=_places(names, goals)) for key, names in _TAKE.get(scenario, {}).items()}
    hold = {key: Plan(hold=_places(names, known)) for key, names in _HOLD.get(scenario, {}).items()}
    return {**take, **hold}


def _places(names: str, known: Mapping[str, tuple[str, ...]]) -> tuple[str, ...]:
    """The first hex of each place that is named, in the order in which they are named."""
    found = [(f", {names}, ".find(f", {name}, "), hexes[0]) for name, hexes in known.items()]
    return tuple(where for at, where in sorted(found) if at >= 0)
