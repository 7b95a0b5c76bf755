"""What the air rooms give the game."""

from __future__ import annotations

from pbem_rules.normandy.rules.air.carpet import BOMBED, CARPET, bombs_fall, carpet_owed, carpet_roll
from pbem_rules.normandy.rules.air.recon import RECON, STRAFE, recon_owed
from pbem_rules.normandy.rules.air.shares import FLAK, FLAK_TOLD, SHARE, air_owed, clear, flak_owed, opens
from pbem_rules.normandy.rules.play import Play
from pbem_rules.normandy.rules.view import View
from pbem_rules.shared.sequence import Procedure

__all__ = [
    "KINDS",
    "LABELS",
    "PROCEDURE",
    "air_owed",
    "bombs_fall",
    "carpet_owed",
    "clear",
    "flak_owed",
    "opens",
    "recon_owed",
]

KINDS = (FLAK, SHARE, STRAFE, CARPET)
LABELS = (FLAK_TOLD, RECON, BOMBED)


PROCEDURE = Procedure[View, Play](
    name="air", under_way=lambda view: bool(view.state.sky.pending), owed=carpet_roll
)
