"""Which units act together: battalions of a regiment or brigade, the rest of a division, what stays behind the line."""

from __future__ import annotations

from collections.abc import Mapping

from pbem_rules.kernel.derived import derived
from pbem_rules.normandy.printed import Data
from pbem_rules.normandy.rules.view import battalion, type_of

BEHIND = ("artillery", "headquarters", "replacement", "pathfinder")
_THREE = 3
_NUMBERS = ("1st", "2nd", "3rd")


@derived
def _groups(data: Data) -> Mapping[str, str]:
    """By unit the regiment (``116/29``) or brigade (``2nd/15 Br``) that it belongs to; else its formation."""
    found: dict[str, str] = {}
    foot: dict[str, int] = {}
    for name, unit in data.units.items():
        own, kind = data.formations[unit.formation], data.types[unit.type]
        if kind.branch in BEHIND:
            found[name] = f"behind/{unit.formation}"
        elif "/" in unit.short:
            found[name] = f"{unit.short.partition('/')[2]}/{unit.formation}"
        elif own.nation == "cw" and own.size == "division" and kind.branch == "infantry":
            number = min(foot.get(own.id, 0) // _THREE, len(_NUMBERS) - 1)
            foot[own.id] = foot.get(own.id, 0) + 1
            found[name] = f"{_NUMBERS[number]}/{own.id}"
        else:
            found[name] = unit.formation
    return found


def group(data: Data, name: str) -> str:
    """Whom a unit acts with."""
    kind = type_of(data, name)
    loose = "" if kind.branch not in BEHIND else f"behind/{name}"
    return _groups(data).get(battalion(name), loose)
