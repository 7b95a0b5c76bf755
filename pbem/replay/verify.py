"""The verdict on a log: verified, incomplete or rejected, with the longest prefix that holds and the first error."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar

from pbem.bytes import container
from pbem.bytes.errors import DataError, FormatError, PbemError, VerifyError
from pbem.bytes.records import frozen
from pbem.games import boundary, registry
from pbem.games.registry import Finder
from pbem.log import Log, check_genesis, scan_log, start_of
from pbem.port.messages import Message
from pbem.replay.fold import Mark, Watcher, fold_log, opening
from pbem.replay.loading import load_rules
from pbem.replay.table import Position
from pbem.replay.verdict import Verdict, failed, judge

S = TypeVar("S")


@frozen(kw_only=True)
class Reading(Generic[S]):
    """A log that can be looked at: the verdict, the position before its first entry, and the last that holds."""

    log: Log
    verdict: Verdict
    first: Position[S]
    position: Position[S]

    @property
    def game(self) -> registry.Game:
        """The version of the game in force where it stands."""
        return self.position.ruling


def read(
    data: bytes,
    pack: Path | None = None,
    watch: Watcher[object] | None = None,
    find: Finder | None = None,
    passed: Callable[[Mark[object]], None] | None = None,
) -> Reading[object]:
    """Verify a whole log, a turn file's bytes or JSON Lines; ``passed`` is told the place before each bundle.

    Raises VerifyError only when nothing of it can be used; see :func:`verify`.
    """
    lines, broken = container.salvage(data)
    log, damage = scan_log(lines)
    damage = broken if broken is not None and (damage is None or damage.code == "truncated") else damage
    if log is None:
        raise damage or FormatError.of("truncated", "The file holds no invitation.")
    check_genesis(log)
    if log.accept is None:
        raise damage or FormatError.of("incomplete", "This is an invitation that has not been accepted yet.")
    game = load_rules(log, pack, find)
    rules, scenario = game.rules, log.invite.scenario
    setup = boundary.asked(
        rules, Message("the set-up"), lambda: rules.setup_digest(scenario), but=(DataError,)
    )
    if setup != log.invite.setup:
        raise VerifyError.of(
            "other-setup",
            "the scenario {scenario!r} is not the one installed here.",
            scenario=log.invite.scenario,
        )
    folded = fold_log(game, log, start_of(log), watch, passed=passed)
    error: PbemError | None = folded.error or damage
    verdict = judge(log, folded.position, folded.end, error)
    return Reading(log=log, verdict=verdict, first=opening(game, log), position=folded.position)


def verify(data: bytes, pack: Path | None = None, find: Finder | None = None) -> Verdict:
    """One verdict for any bytes; never raises for what a file contains."""
    try:
        return read(data, pack, find=find).verdict
    except PbemError as error:
        return failed(error)
