"""The tables of a sheet of standing orders (N93)."""

from __future__ import annotations

from pbem.port.messages import Message
from pbem_rules.normandy.rules.view import View
from pbem_rules.shared.standing_sheet import Form, Key, names, number, words

_UNITS: Key[View] = names(lambda view: view.data.units)
_HEXES: Key[View] = names(lambda view: view.data.ground.terrain)
_NUMBER: Key[View] = number()
FORM: Form[View] = Form(
    tables={
        "support": (
            Message(
                "defence: at most so many guns, ships, air points and points of combat supply a hex; points that are kept"
            ),
            dict.fromkeys(("guns", "ships", "air", "points", "keep"), _NUMBER),
        ),
        "fire-back": (Message("whether guns fire back (14.13, 14.15)"), {"policy": words("always", "never")}),
        "losses": (
            Message("who loses steps"),
            {"first": _UNITS, "last": _UNITS, "rule": words("weakest", "strongest")},
        ),
        "retreat": (
            Message("which way back, and whether a step is lost instead (12.15, 12.16)"),
            {"rule": words("safest"), "toward": _HEXES, "avoid": _HEXES, "stand": words("never", "always")},
        ),
        "advance": (Message("who advances"), {"policy": words("never", "all")}),
        "flak": (
            Message("flak over the maps, as far as it goes"),
            dict.fromkeys(("a", "b", "c", "d", "e"), _NUMBER),
        ),
        "hand_back": (
            Message(
                "you are asked all the same from a turn on, or when one of these units or hexes is attacked"
            ),
            {"turn": number(9), "units": _UNITS, "hexes": _HEXES, "steps": number(6)},
        ),
    }
)
