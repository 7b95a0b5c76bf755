"""A finished or running game under the rules that are installed now, whatever it was played under.

Every bundle pins the digest of the state after it. Where the installed rules give another, or refuse an entry, behaviour
has changed: that is the first difference. Keys, chain, dice and secrets are checked on the way as ever.
"""

from __future__ import annotations

from pathlib import Path

from pbem.bytes import container
from pbem.bytes.errors import FormatError, PbemError, VerifyError
from pbem.bytes.records import evolve, frozen
from pbem.games import editions, registry
from pbem.games.registry import Finder
from pbem.log import Log, check_chain, check_genesis, scan_log, start_of
from pbem.replay.fold import fold_log
from pbem.replay.loading import load_rules, upgraded
from pbem.replay.verdict import Fault, fault_of, placed


@frozen(kw_only=True)
class Rechecked:
    """What became of one log: how far it folds alike, what it pins that is not installed, and the first difference.

    ``other`` holds ``rules``, ``data`` and ``setup`` as far as the installed ones are not those that the log pins;
    ``version`` is the installed ruleset's. Without ``difference`` every pinned state came out the same. ``pinned`` is the
    version that the log pins, when it is at hand, and ``broken`` the first fault under that one and those of its upgrades.
    ``tampered`` says that signatures, numbers or hashes do not hold, which no rules have a part in.
    """

    game: str
    version: str
    entries: int
    bundles: int
    other: tuple[str, ...]
    difference: Fault | None
    pinned: str = ""
    broken: Fault | None = None
    tampered: bool = False


def recheck(data: bytes, pack: Path | None = None, find: Finder | None = None) -> Rechecked:
    """Fold a whole log anew, under what is installed now and under what it pins (found by ``find``, as in verifying).

    Raises VerifyError and FormatError only when nothing of it can be used.
    """
    lines, broken = container.salvage(data)
    log, damage = scan_log(lines)
    if log is None or log.accept is None:
        raise broken or damage or FormatError.of("truncated", "The file holds no game that has begun.")
    check_genesis(log)
    try:
        game = registry.load(log.invite.game, pack)
    except PbemError as error:
        raise VerifyError("unknown-game", error.message, hint=error.hint) from error
    damage = broken or damage
    now = refold(log, game, damage)
    if not now.other and not upgraded(log):
        return evolve(now, pinned=now.version, broken=now.difference)
    try:
        own = load_rules(log, pack, find)
        folded = fold_log(own, log, start_of(log))
    except VerifyError:
        return now
    wrong = folded.error or damage
    broken_at = None if wrong is None else placed(log, folded.end, fault_of(wrong, folded.position.count))
    return evolve(now, pinned=own.info.version, broken=broken_at)


def refold(log: Log, game: registry.Game, damage: PbemError | None = None) -> Rechecked:
    """Fold a log under one version from beginning to end, whatever it pins and whatever was agreed to on the way."""

    def always(name: str, rules: str, data: str) -> registry.Game:
        return game

    folded = fold_log(editions.with_finder(game, always), log, start_of(log))
    wrong: PbemError | None = folded.error or damage
    return Rechecked(
        game=log.invite.game,
        version=game.info.version,
        entries=folded.position.count,
        bundles=folded.end.bundles,
        other=_other(log, game),
        difference=None if wrong is None else placed(log, folded.end, fault_of(wrong, folded.position.count)),
        tampered=wrong is not None and (damage is wrong or _torn(log, folded.end.bundles)),
    )


def _torn(log: Log, at: int) -> bool:
    """Whether what follows so many turn files is not signed, numbered or chained as it has to be."""
    report = check_chain(log)
    return report.valid_bundles <= at and report.error is not None and report.error.code != "downgraded-rules"


def _other(log: Log, game: registry.Game) -> tuple[str, ...]:
    offer = log.invite
    try:
        setup = game.rules.setup_digest(offer.scenario)
    except PbemError:
        setup = ""
    pairs = (
        ("rules", offer.rules, game.info.digest),
        ("data", offer.data, game.data_digest),
        ("setup", offer.setup, setup),
    )
    return tuple(name for name, pinned, installed in pairs if pinned != installed)
