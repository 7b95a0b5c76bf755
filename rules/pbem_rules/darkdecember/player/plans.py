"""What divisions are for, as their orders of December 1944 had it (Cole): the names of places, in order.

German formations take one place after the other as long as the offensive goes on. Allied ones hold the first that is not
lost, or go for the places that the relief of Bastogne went through.
"""

from __future__ import annotations

from collections.abc import Mapping

from pbem_rules.darkdecember.printed.data import GERMAN, Data
from pbem_rules.kernel.derived import derived
from pbem_rules.shared.player.game import Plan

SPLIT = ("9Arm", "10Arm", "28", "28VG")
"""Divisions whose parts fought far from one another: each part has a plan, or goes where it is needed."""

_TAKE: Mapping[str, str] = {
    "326VG": "Monschau, Eupen",
    "272VG": "Simmerath",
    "246VG": "Monschau, Eupen",
    "277VG": "Rocherath, Elsenborn",
    "12VG": "Büllingen, Bütgenbach, Waimes",
    "3FJ": "Manderfeld, Amel, Waimes",
    "12SS": "Büllingen, Bütgenbach, Malmedy, Spa, Huy",
    "1SS": "Manderfeld, Ligneuville, Stavelot, Trois-Ponts, Werbomont, Huy",
    "150": "Ligneuville, Malmedy",
    "9SS": "Recht, Vielsalm, Trois-Ponts, Aywaille",
    "2SS": "Vielsalm, Manhay, Érezée, Durbuy",
    "3PzG": "Bütgenbach, Elsenborn",
    "18VG": "Schönberg, St. Vith, Vielsalm",
    "62VG": "Winterspelt, St. Vith, Vielsalm",
    "FBB": "St. Vith, Vielsalm, Manhay",
    "116Pz": "Troisvierges, Houffalize, La Roche, Hotton, Marche, Namur",
    "560VG": "Troisvierges, Gouvy, Houffalize, La Roche",
    "2Pz": "Clervaux, Noville, La Roche, Marche, Celles, Dinant",
    "Lehr": "Hosingen, Bastogne, St. Hubert, Rochefort, Dinant",
    "26VG": "Hosingen, Bastogne",
    "15PzG": "Noville, Bastogne",
    "9Pz": "Houffalize, La Roche, Marche",
    "5FJ": "Vianden, Wiltz, Martelange",
    "352VG": "Diekirch, Ettelbruck",
    "276VG": "Larochette, Mersch",
    "212VG": "Echternach, Junglinster",
    "FGB": "Esch-sur-Sûre, Martelange",
    "79VG": "Ettelbruck, Heiderscheid",
}
_HOLD: Mapping[str, str] = {
    "99": "Rocherath, Elsenborn",
    "2": "Elsenborn",
    "1": "Bütgenbach, Elsenborn",
    "9": "Monschau, Elsenborn",
    "102Cav": "Monschau, Eupen",
    "78": "Simmerath, Monschau",
    "14Cav": "Manderfeld, Amel, Recht",
    "106": "Schönberg, St. Vith, Vielsalm",
    "7Arm": "St. Vith, Vielsalm",
    "CCB/9Arm": "St. Vith, Vielsalm",
    "112/28": "Troisvierges, Gouvy, Vielsalm",
    "110/28": "Clervaux, Wiltz, Bastogne",
    "109/28": "Vianden, Diekirch, Ettelbruck",
    "CCR/9Arm": "Bastogne",
    "101": "Bastogne",
    "CCB/10Arm": "Bastogne",
    "CCA/9Arm": "Larochette, Mersch",
    "CCA/10Arm": "Echternach, Junglinster, Luxembourg",
    "4": "Echternach, Junglinster, Luxembourg",
    "30": "Malmedy, Stavelot, Trois-Ponts",
    "82": "Trois-Ponts, Werbomont",
    "3Arm": "Manhay, Hotton",
    "84": "Marche",
    "2Arm": "Marche, Ciney",
    "75": "Érezée, Durbuy",
}
_RELIEF: Mapping[str, str] = {
    "4Arm": "Martelange, Bastogne",
    "26": "Heiderscheid, Wiltz",
    "80": "Ettelbruck, Heiderscheid",
}


@derived
def plans(data: Data, side: str) -> Mapping[str, Plan]:
    """The plans of a side, places by hex. Raises KeyError for a name that is not on the map."""
    where = {name: place for place, name in data.ground.towns.items()}

    def places(names: str) -> tuple[str, ...]:
        return tuple(where[name] for name in names.split(", "))

    take, hold = (_TAKE, {}) if side == GERMAN else (_RELIEF, _HOLD)
    found = {name: Plan(take=places(names)) for name, names in take.items()}
    return found | {name: Plan(hold=places(names)) for name, names in hold.items()}
