"""The verdict on any paper, from its file alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from pbem import canon, container
from pbem.desk import looking
from pbem.errors import FormatError, PbemError
from pbem.trust import capsule, evidence, results
from pbem.trust.papers import Finding, is_paper

_KINDS: Mapping[str, Callable[[bytes], Finding]] = {
    capsule.PAPER: lambda lines: capsule.finding(capsule.read(lines)),
    results.APPOINTMENT: lambda lines: results.appointment_finding(*results.read_appointment(lines)),
    results.PAPER: lambda lines: results.finding(results.read(lines)),
    evidence.PAPER: lambda lines: evidence.finding(evidence.read(lines)),
}


def verify(path: Path) -> Finding | None:
    """The verdict on a paper; None when the file is none (a log, a turn, a mail of one, or nothing readable)."""
    try:
        lines = container.unpack(looking.data_of(path))
    except PbemError:
        return None
    return judge(lines) if is_paper(lines) else None


def judge(lines: bytes) -> Finding:
    """The verdict on the unpacked lines of a paper; never raises for what they hold."""
    kind = ""
    try:
        kind = str(canon.decode(lines.partition(b"\n")[0]).get("a"))
        if kind not in _KINDS:
            raise FormatError(
                "unknown-paper", f"This program knows no paper of the kind {kind[:40]!r}; a newer one may."
            )
        return _KINDS[kind](lines)
    except PbemError as error:
        return Finding(
            paper=kind or "paper",
            proved=False,
            game="",
            lines=(f"{error.message} ({error.code})",),
            code=error.code,
        )
