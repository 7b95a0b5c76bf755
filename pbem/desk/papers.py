"""The verdict on any paper, from its file alone."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

from pbem import canon, container
from pbem.desk import looking, silence
from pbem.errors import FormatError, PbemError
from pbem.log import read_bundles, scan_log
from pbem.registry import Finder
from pbem.replay.verify import fault_of
from pbem.trust import capsule, evidence, false_refusal, results, succession
from pbem.trust.papers import Finding, is_paper

_KINDS: Mapping[str, Callable[[bytes, Finder | None], Finding]] = {
    capsule.PAPER: lambda lines, find: capsule.finding(capsule.read(lines), find),
    false_refusal.PAPER: lambda lines, find: false_refusal.finding(false_refusal.read(lines), find),
    results.APPOINTMENT: lambda lines, _: results.appointment_finding(*results.read_appointment(lines)),
    results.PAPER: lambda lines, _: results.finding(results.read(lines)),
    succession.PAPER: lambda lines, _: succession.finding(succession.read(lines)),
    evidence.PAPER: lambda lines, _: evidence.finding(evidence.read(lines)),
}


CLAIM = "claim"


def is_any(lines: bytes) -> bool:
    """Whether unpacked lines are a paper of any kind, a claim about a debt among them."""
    return is_paper(lines) or silence.is_claim(lines)


def claim_finding(found: silence.Proved) -> Finding:
    """The verdict on a claim in sentences."""
    fixed = "needs no decision: it is fixed already" if found.reveal else "is a decision"
    lines = (
        f"{found.who} owes {found.thing}, after entry {found.entry}. What is owed {fixed}.",
        f"The log in it holds, and this debt follows from it. {found.by} has signed the claim.",
        f"The days are the word of {found.by}: since {found.since}, said on {found.made}; agreed were {found.days} days.",
        "It does not prove that no answer was sent since: ask the other side for a later turn file.",
    )
    game = f"{found.log.invite.game} {found.log.invite.scenario}"
    return Finding(paper=CLAIM, proved=True, game=game, lines=lines, word="holds")


def verify(path: Path, find: Finder | None = None) -> Finding | None:
    """The verdict on a paper; None when the file is none (a log, a turn, a mail of one, or nothing readable).

    ``find`` finds versions of games; without it those that are installed for everybody.
    """
    try:
        lines = container.unpack(looking.data_of(path))
    except PbemError:
        return None
    return judge(lines, find) if is_any(lines) else None


def no_game(data: bytes) -> bool:
    """Whether a file is whole, and a paper, turns alone, or an invitation that nobody has accepted."""
    try:
        lines = container.unpack(data)
        if is_any(lines):
            return True
        log, damage = scan_log(lines)
        if log is not None:
            return damage is None and log.accept is None
        return bool(read_bundles(lines))
    except PbemError:
        return False


def judge(lines: bytes, find: Finder | None = None) -> Finding:
    """The verdict on the unpacked lines of a paper; never raises for what they hold."""
    kind = ""
    try:
        if silence.is_claim(lines):
            kind = CLAIM
            return claim_finding(silence.check_claim(lines, find))
        kind = str(canon.decode(lines.partition(b"\n")[0]).get("a"))
        if kind not in _KINDS:
            raise FormatError(
                "unknown-paper", f"This program knows no paper of the kind {kind[:40]!r}; a newer one may."
            )
        return _KINDS[kind](lines, find)
    except PbemError as error:
        return Finding(
            paper=kind or "paper",
            proved=False,
            game="",
            lines=(f"{fault_of(error, 0).message} ({error.code})",),
            code=error.code,
        )
