"""The names under which frozen rules import the port: those of the day on which they were frozen.

Rules that were frozen are never edited, and a module of the port may move. Code that loads frozen rules calls
:func:`answer` first; the former names then lead to the modules of today. Nothing else imports by these names.
"""

from __future__ import annotations

import sys
from importlib import import_module
from types import MappingProxyType

FORMER = MappingProxyType(
    {
        "pbem.canon": "pbem.bytes.canon",
        "pbem.codec": "pbem.bytes.codec",
        "pbem.errors": "pbem.bytes.errors",
        "pbem.values": "pbem.bytes.values",
        "pbem.ruleset": "pbem.port.game",
        "pbem.insight": "pbem.port.insight",
        "pbem.port.furniture": "pbem.port.map_displays",
        "pbem.rulebook": "pbem.port.rulebook",
        "pbem.scene": "pbem.port.scene",
    }
)
"""A former name, and the module that has it now. Rows are only ever added."""


def answer() -> None:
    """Let imports find the modules of the port by their former names, too. Doing it again changes nothing."""
    for former, now in FORMER.items():
        sys.modules.setdefault(former, import_module(now))
