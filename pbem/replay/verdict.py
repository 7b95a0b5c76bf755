"""What is said of a log: how far it holds, and the first thing that is wrong."""

from __future__ import annotations

from pbem.bytes.errors import GAME_FAULT, MISSING_PACK, NOT_HERE, IllegalOrder, PbemError, VerifyError
from pbem.bytes.records import evolve, frozen
from pbem.log import REFEREE, ChainEnd, Log, dice_grade, extend
from pbem.port.messages import Message, Series
from pbem.replay.outcome import ending, is_over
from pbem.replay.table import Position, state_digest


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


UNCHECKED = "unchecked"
_INSTALL = frozenset({"unknown-game", "unknown-version", "other-rules", "other-data", MISSING_PACK})
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


def failed(error: PbemError) -> Verdict:
    """The verdict on bytes of which nothing could be used."""
    return Verdict(verdict=failing(error.code), fault=fault_of(error, 0))


def failing(code: str) -> str:
    """The verdict for a fault with this code: ``rejected``, or ``unchecked`` where nothing is known against the log.

    That is so of what only this installation lacks, and of a game that fails where nobody is to blame.
    """
    return UNCHECKED if code in NOT_HERE or code == GAME_FAULT else "rejected"


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
    seat = log.seat_of(bundle.header.by)
    return evolve(fault, who=seat.who, side=log.invite.sides["AB".index(bundle.header.by)], signed=signed)
