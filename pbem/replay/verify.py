"""The verdict on a log: verified, incomplete or rejected, with the longest prefix that holds and the first error."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Generic, TypeVar

from attrs import evolve, frozen

from pbem.bytes import container
from pbem.bytes.errors import (
    GAME_FAULT,
    DataError,
    FormatError,
    IllegalOrder,
    NotHereError,
    PbemError,
    UsageError,
    VerifyError,
)
from pbem.games import boundary, editions, registry
from pbem.games.packs import code_of
from pbem.games.registry import Finder
from pbem.log import REFEREE, ChainEnd, Invite, Log, check_genesis, dice_grade, extend, scan_log, start_of
from pbem.port.messages import Message, Series
from pbem.replay.fold import AppliedEntry, Mark, Watcher, fold_log, opening
from pbem.replay.outcome import ending, is_over
from pbem.replay.table import Position, owed, state_digest

S = TypeVar("S")


@frozen(kw_only=True)
class Fault:
    """The first thing that is wrong: its entry, a stable code, the paragraphs broken, and one sentence.

    ``n`` is the number of its turn file (0: nothing of the game could be read), ``who`` and ``side`` are whom that names as
    its author ("" where it cannot be read), and ``signed`` says whether they have signed it.
    """

    entry: int
    code: str
    paragraph: str
    message: str
    n: int = 0
    who: str = ""
    side: str = ""
    signed: bool = False


@frozen(kw_only=True)
class Verdict:
    """What ``pbem verify`` says of one log. ``entries``, ``state`` and the counts are of the part that holds.

    ``verdict`` is ``verified`` (all of it holds and the game is over), ``incomplete`` (all of it holds, the game goes
    on), ``rejected``, or ``unchecked`` (nothing is known against it: its data pack is not installed here, or
    the game itself fails).

    ``secrets_open`` counts the commitments that have been opened and found true;
    ``dice`` says what the dice prove: ``witnessed``, ``challenge``, ``unwitnessed``, or "" when nothing could be read,
    and ``challenge`` is the tip of the published chain (64 hex digits) in a game of one.
    ``pack`` names the data pack in force, with its code: ``the data pack my-copy (code ...)``.
    """

    verdict: str
    game: str = ""
    scenario: str = ""
    entries: int = 0
    bundles: int = 0
    rolls: int = 0
    draws: int = 0
    secrets_open: int = 0
    state: str = ""
    result: str | None = None
    dice: str = ""
    challenge: str = ""
    pack: str = ""
    fault: Fault | None = None

    @property
    def good(self) -> bool:
        """Whether everything in the file holds."""
        return self.verdict not in ("rejected", UNCHECKED)


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


UNCHECKED = "unchecked"
_INSTALL = frozenset({"unknown-game", "unknown-version", "other-rules", "other-data", editions.MISSING_PACK})
"""Faults of this installation rather than of the log: what to install belongs to the sentence."""


def fault_of(error: PbemError, at: int) -> Fault:
    """The fault an error stands for; ``at`` is the entry that could not be reached, when the error names none."""
    paragraph = ""
    both = error.hint and error.code in _INSTALL
    message = Series((error.message, error.hint), " ") if both else error.message
    if isinstance(error, IllegalOrder):
        paragraph = ", ".join(dict.fromkeys(v.paragraph for v in error.violations))
    entry = error.entry if error.entry is not None else at
    return Fault(entry=entry, code=error.code, paragraph=paragraph, message=message)


def other_data(offer: Invite, game: registry.Game, what: str, install: str = "") -> NotHereError:
    """The error for data that is not what an invitation pins: it names both packs, and what to do or to ``install``.

    ``missing-pack`` when the invitation names a pack, ``other-data`` when it is for the game's own data.
    """
    named = game.pack is not None
    ours = (
        Message("the data pack {name}", name=game.pack.name)
        if game.pack is not None
        else Message("the own data of {game}", game=offer.game)
    )
    ours = Message("This is {ours} (code {code}).", ours=ours, code=code_of(game.data_digest))
    if offer.pack:
        error = editions.missing_pack(what, offer.pack, offer.data, offer.seat.who)
        said = Series((error.message, ours), " ") if named else error.message
        return NotHereError(error.code, said, hint=error.hint)
    hint = (
        Message("Leave out --pack.")
        if named
        else install or editions.unknown_data(game.info, offer.data).hint
    )
    return NotHereError(
        "other-data",
        Message(
            "{what} the own data of {game} (code {code}). {ours}",
            what=what,
            game=offer.game,
            code=code_of(offer.data),
            ours=ours,
        ),
        hint=hint,
    )


def load_rules(log: Log, pack: Path | None = None, find: Finder | None = None) -> registry.Game:
    """The version of the game that a log is pinned to, by the digests of rules and data; upgrades are found by ``find``.

    Without ``find``, on the own data of any version at hand, or on ``pack``. Raises VerifyError naming what differs and
    what to install, before anything is folded.
    """
    offer = log.invite
    look = find or editions.finder(lambda _: () if pack is None else (pack,))
    try:
        game = registry.load(offer.game, pack)
    except PbemError as error:
        try:
            return editions.with_finder(look(offer.game, offer.rules, offer.data), look)
        except UsageError as missing:
            raise NotHereError("unknown-game", error.message, hint=missing.hint or error.hint) from error
    if (game.info.digest, game.data_digest) == (offer.rules, offer.data):
        return editions.with_finder(game, look)
    # A pack that was named and fits nothing is a slip, unless an upgrade may need it.
    if pack is not None and game.info.digest == offer.rules and not upgraded(log):
        raise other_data(offer, game, Message("the log was played on"))
    try:
        return editions.with_finder(look(offer.game, offer.rules, offer.data), look)
    except UsageError as error:
        if error.code == "unknown-data" or game.info.digest == offer.rules:
            raise other_data(offer, game, Message("the log was played on"), error.hint) from error
        raise NotHereError(
            "other-rules",
            Message(
                "the log was played under ruleset {rules} of {game}, installed is {digest} (version "
                "{version}).",
                rules=offer.rules[:12],
                game=offer.game,
                digest=game.info.digest[:12],
                version=game.info.version,
            ),
            hint=error.hint,
        ) from error


def upgraded(log: Log) -> bool:
    """Whether an upgrade has been offered anywhere in a log."""
    return any(
        entry["k"] == "upgrade"
        for bundle in log.bundles
        if bundle.names("upgrade")
        for entry in bundle.entries
    )


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
        raise damage or FormatError("truncated", Message("The file holds no invitation."))
    check_genesis(log)
    if log.accept is None:
        raise damage or FormatError(
            "incomplete", Message("This is an invitation that has not been accepted yet.")
        )
    game = load_rules(log, pack, find)
    rules, scenario = game.rules, log.invite.scenario
    setup = boundary.asked(
        rules, Message("the set-up"), lambda: rules.setup_digest(scenario), but=(DataError,)
    )
    if setup != log.invite.setup:
        raise VerifyError(
            "other-setup",
            Message("the scenario {scenario!r} is not the one installed here.", scenario=log.invite.scenario),
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


def failed(error: PbemError) -> Verdict:
    """The verdict on bytes of which nothing could be used."""
    return Verdict(verdict=failing(error.code), fault=fault_of(error, 0))


def failing(code: str) -> str:
    """The verdict for a fault with this code: ``rejected``, or ``unchecked`` where nothing is known against the log.

    That is so of what only this installation lacks, and of a game that fails where nobody is to blame.
    """
    return UNCHECKED if code in editions.NOT_HERE or code == GAME_FAULT else "rejected"


def judge(log: Log, position: Position[object], end: ChainEnd, error: PbemError | None) -> Verdict:
    """The verdict on a log that holds as far as ``position`` and ``end``, and what is wrong behind it."""
    end_of_game = ending(position)
    over = position.started and is_over(position)
    word = failing(error.code) if error is not None else "verified" if over else "incomplete"
    return Verdict(
        verdict=word,
        game=log.invite.game,
        scenario=log.invite.scenario,
        entries=position.count,
        bundles=end.bundles,
        rolls=position.table.rolls,
        draws=position.table.draws,
        secrets_open=position.table.opened,
        state=state_digest(position),
        result=end_of_game.said if end_of_game is not None else None,
        dice=dice_grade(log.invite, log.accepted),
        challenge=log.invite.challenge,
        pack=position.ruling.on_pack,
        fault=placed(log, end, fault_of(error, position.count)) if error is not None else None,
    )


def placed(log: Log, end: ChainEnd, fault: Fault) -> Fault:
    """A fault behind the part of a log that holds (``end``), with its turn file and the author of that, if readable."""
    fault = evolve(fault, n=end.bundles + 1)
    if len(log.bundles) <= end.bundles:
        return fault
    bundle = log.bundles[end.bundles]
    try:
        extend(log, end, bundle)
        signed = True
    except VerifyError:
        signed = False
    if bundle.header.by == REFEREE:
        return evolve(fault, who=Message("the referee"), signed=signed)
    seat = log.invite.seat if bundle.header.by == "A" else log.accepted.seat
    return evolve(fault, who=seat.who, side=log.invite.sides["AB".index(bundle.header.by)], signed=signed)


__all__ = [
    "UNCHECKED",
    "AppliedEntry",
    "Callable",
    "Fault",
    "Reading",
    "Verdict",
    "failed",
    "fault_of",
    "judge",
    "load_rules",
    "opening",
    "other_data",
    "owed",
    "placed",
    "read",
    "verify",
]
