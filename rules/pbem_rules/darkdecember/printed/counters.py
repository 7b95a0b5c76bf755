"""The counters as typed values: units with the faces of both sides, and leaders."""

from __future__ import annotations

import re
from typing import Annotated

from pbem.bytes.records import frozen
from pbem_rules.darkdecember.printed.marks import Digit, Letters, Turn
from pbem_rules.kernel.tables import At, Cited, OneOf, ReadBy, Table, wrong

_FACE = re.compile(r"([0-9])-([0-9])-([0-9])")


@frozen(kw_only=True)
class Face:
    """One side of a counter: attack strength, defence strength, movement allowance in points."""

    attack: int
    defence: int
    move: int


def _face(row: Table, key: str) -> Face:
    match = _FACE.fullmatch(row.text(key))
    if match is None:
        raise wrong(row.path(key), "write attack-defence-movement, such as 3-4-5")
    attack, defence, move = (int(digits) for digits in match.groups())
    return Face(attack=attack, defence=defence, move=move)


Printed = Annotated[Face, ReadBy(_face)]


@frozen(kw_only=True, slots=False)
class Kind:
    """A combat unit as printed (6.1 to 6.4).

    ``side``: allied | german; ``nation``: us | british | french | german. ``formation``: the division whose integrity it
    shares (4.6), or ``""``. ``armour`` alone gives armour superiority (4.7); ``cavalry`` moves and advances like it;
    ``motorized`` is one of these two or armoured infantry; ``elite`` never surrenders (O1.0: SS, parachute);
    ``engineer``. ``back`` is None for a unit of one step.

    On 16 December it stands in ``hex``, or somewhere in the area of ``army``, or it comes on ``turn`` in one of ``areas``.
    ``fortified``: its hex is printed in brackets. ``star``: barred from strategic movement. ``restricted`` (3.6),
    ``optional`` (O3.0), ``variant`` (in no scenario). ``leaves``: the turn in which it is withdrawn (3.9). ``drops`` by
    parachute (S2.1). ``bridges``: German infantry that may build a bridge (5.2).
    """

    id: str
    name: str
    side: str
    nation: str
    formation: str
    size: Annotated[str, OneOf("battalion", "regiment", "brigade")]
    front: Printed
    back: Printed | None = None
    armour: bool = False
    cavalry: bool = False
    motorized: bool = False
    engineer: bool = False
    parachute: bool = False
    elite: bool = False
    ss: bool = False
    bridges: bool = False
    hex: str = ""
    army: str = ""
    turn: Turn = 0
    areas: Annotated[Letters, At("area")] = ()
    fortified: Annotated[bool, At("fort")] = False
    star: bool = False
    restricted: bool = False
    optional: bool = False
    variant: bool = False
    drops: Annotated[bool, At("drop")] = False
    leaves: Turn = 0
    cited: Cited

    @property
    def replaceable(self) -> bool:
        """2.0: engineers, British and French units are not."""
        return not self.engineer and self.nation not in ("british", "french")

    @property
    def infantry(self) -> bool:
        """6.1: one of the infantry types, engineers and gliders among them."""
        return not self.motorized


@frozen(kw_only=True)
class Leader:
    """A commander (O9.0): battles they may influence in attack and in defence, and their movement in points.

    ``army`` or ``nation``: whom they lead (O9.7); ``hex``, ``army`` or ``turn`` and ``areas``: where they begin.
    """

    id: str
    name: str
    side: Annotated[str, OneOf("allied", "german")]
    attack: Digit
    defence: Digit
    move: Digit
    army: str = ""
    nation: str = ""
    hex: str = ""
    turn: Turn = 0
    areas: Annotated[Letters, At("area")] = ()
    leaves: Turn = 0
