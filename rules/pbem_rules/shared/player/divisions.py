"""What divisions were for in Normandy, about as in June 1944: the names of places, in order. From general knowledge, not
looked up.

Allied divisions take one place after the other; the last is as far as they wanted to get in June. German ones hold the
first that is not lost. A game leaves out what is not on its map.
"""

from __future__ import annotations

from collections.abc import Mapping

from pbem_rules.shared.player.game import Plan

TAKE: Mapping[str, str] = {
    "82": "Sainte-Mère-Église, Pont-l'Abbé, Saint-Sauveur-le-Vicomte, La Haye-du-Puits",
    "101": "Sainte-Marie-du-Mont, Saint-Côme-du-Mont, Carentan, Périers",
    "4": "Sainte-Mère-Église, Montebourg, Valognes, Cherbourg",
    "90": "Gourbesville, Saint-Sauveur-le-Vicomte, La Haye-du-Puits, Périers",
    "9": "Quinéville, Saint-Sauveur-le-Vicomte, Barneville, Carteret, Cherbourg",
    "79": "Valognes, Cherbourg",
    "29": "Vierville-sur-Mer, Isigny-sur-Mer, La Meauffe, Saint-Lô",
    "1": "Colleville-sur-Mer, Formigny, Trévières, Balleroy, Caumont-l'Éventé",
    "2": "Trévières, Littry, Bérigny, Saint-Lô",
    "30": "Isigny-sur-Mer, Montmartin-en-Graignes, Saint-Lô",
    "2 Arm": "Isigny-sur-Mer, Carentan, Périers",
    "3 Arm": "Littry, Villiers-Fossard, Saint-Lô",
    "83": "Carentan, Sainteny, Périers",
    "50 Br": "Bayeux, Port-en-Bessin, Tilly-sur-Seulles, Hottot-les-Bagues, Villers-Bocage",
    "7 Arm": "Bayeux, Tilly-sur-Seulles, Villers-Bocage",
    "49 Br": "Audrieu, Fontenay-le-Pesnel, Rauray, Noyers",
    "3 Cdn": "Courseulles-sur-Mer, Bretteville-l'Orgueilleuse, Carpiquet, Caen",
    "3 Br": "Hermanville-sur-Mer, Périers-sur-le-Dan, Lébisey, Caen",
    "6 AB": "Ranville, Bréville",
    "51 Br": "Ranville, Bréville, Cuverville",
    "15 Br": "Cheux, Grainville-sur-Odon, Évrecy",
    "11 Arm": "Cheux, Mouen, Baron-sur-Odon, Évrecy",
    "43 Br": "Cheux, Mouen, Éterville",
    "53 Br": "Grainville-sur-Odon, Évrecy",
    "Gds Arm": "Carpiquet, Caen",
    "59 Br": "Lébisey, Caen",
}
HOLD: Mapping[str, str] = {
    "709": "Montebourg, Valognes, Cherbourg",
    "243": "Montebourg, Valognes, Cherbourg",
    "91": "Pont-l'Abbé, Valognes, Saint-Sauveur-le-Vicomte, La Haye-du-Puits, Lessay",
    "77": "Montebourg, Valognes, Saint-Sauveur-le-Vicomte, La Haye-du-Puits, Lessay",
    "265": "Saint-Sauveur-le-Vicomte, La Haye-du-Puits",
    "353": "La Haye-du-Puits, Lessay, Périers",
    "17 SS": "Carentan, Périers",
    "2 SS": "Périers, Saint-Lô",
    "352": "Bayeux, Trévières, Saint-Lô",
    "275": "Saint-Lô",
    "266": "Saint-Lô",
    "3 FJ": "Saint-Lô",
    "2 Pz": "Caumont-l'Éventé, Villers-Bocage",
    "276": "Villers-Bocage",
    "Lehr": "Tilly-sur-Seulles, Villers-Bocage",
    "12 SS": "Carpiquet, Caen",
    "716": "Caen",
    "21 Pz": "Caen",
    "1 SS": "Caen",
    "9 SS": "Noyers, Évrecy",
    "10 SS": "Évrecy",
    "277": "Évrecy",
    "16 LFD": "Caen",
    "346": "Troarn",
    "711": "Troarn",
}


def tasks(where: Mapping[str, tuple[str, ...]], *, attacker: bool) -> Mapping[str, Plan]:
    """The plans of a side. ``where``: by name the places that it may be about; a task without one is left out."""
    found: dict[str, Plan] = {}
    for group, names in (TAKE if attacker else HOLD).items():
        places = tuple(place for name in names.split(", ") for place in where.get(name, ()))
        if places:
            found[group] = Plan(take=places) if attacker else Plan(hold=places)
    return found
