"""The rules of Rally the Troops beside ours: a checkout of one of its titles, run by node on this machine.

Every action is one that the title's own rules list as legal, and is asked for as its server asks for it. Nothing of the
checkout is part of pbem, and none is fetched.
"""

from __future__ import annotations

import json
import re
import shutil
import subprocess  # node, without a shell
from pathlib import Path
from typing import cast

from attrs import frozen

from pbem.bytes.errors import CONFUSED, PbemError, UsageError
from pbem.port.messages import Message

_SCRIPT = Path(__file__).with_name("rally.mjs")
_ACTIONS = 5_000
_LONGEST = 600
_ERROR = re.compile(r"\w*Error\b")


@frozen(kw_only=True)
class Beside:
    """So many actions of a title, each checked to be legal, and the time of the processor in microseconds."""

    title: str
    actions: int
    us: int

    @property
    def rate(self) -> int:
        """Actions a second."""
        return self.actions * 1_000_000 // max(self.us, 1)


def measured(checkout: Path, runs: int, node: str = "node") -> Beside:
    """Random games of the title in ``checkout``, the median of so many rounds.

    Raises UsageError ``no-node`` and ``no-rules``, and PbemError ``bench`` when its rules cannot be run.
    """
    found = shutil.which(node)
    if found is None:
        raise UsageError(
            "no-node",
            Message("There is no program {node} here.", node=node),
            hint=Message("Install Node, or leave --rally away."),
        )
    if not (checkout / "rules.js").is_file():
        raise UsageError(
            "no-rules",
            Message("There is no rules.js in {place}.", place=checkout),
            hint=Message("Name the folder of one title of Rally the Troops."),
        )
    done = subprocess.run(  # node, found a moment before
        [found, str(_SCRIPT), str(checkout), str(_ACTIONS), str(runs)],
        capture_output=True,
        text=True,
        timeout=_LONGEST,
        check=False,
    )
    try:
        told = cast("dict[str, str | int]", json.loads(done.stdout))
        return Beside(title=str(told["title"]), actions=int(told["actions"]), us=int(told["us"]))
    except CONFUSED as error:
        said = [line for line in done.stderr.splitlines() if _ERROR.match(line)]
        raise PbemError(
            "bench",
            Message("The rules in {place} cannot be run: {why}", place=checkout, why=said[0] if said else ""),
        ) from error
