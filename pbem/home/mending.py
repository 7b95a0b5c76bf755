"""A game whose log is damaged: what of it holds, and the game opened again from that.

The chain of signatures decides, so no rules are needed to say what is left. What is missing comes from outside, mostly out
of the opponent's log; own turn files lie in the outbox. Nothing that was signed can be signed again differently: that is
asked of the signing record in the vault, which is not in the log (:mod:`pbem.protocol.signing_record`).
"""

from __future__ import annotations

from collections.abc import Iterable
from pathlib import Path

from pbem.bytes import container
from pbem.bytes.errors import FormatError, PbemError, VerifyError
from pbem.bytes.records import evolve, frozen
from pbem.home.games import open_vault, opened, rules_of
from pbem.home.identity import Identity, called
from pbem.log import Bundle, Log, check_chain, check_genesis, read_bundles, scan_log, whole_bundles
from pbem.port.messages import Message, counted
from pbem.protocol.session import Session
from pbem.store.game import Change, GameFolder, place_aside


@frozen(kw_only=True)
class Damage:
    """A damaged log: ``log`` is it as far as it holds from its first line on (None: nothing does), ``loose`` are whole turn
    files behind the damage, ``error`` is what was met first."""

    log: Log | None
    loose: tuple[Bundle, ...]
    error: VerifyError

    @property
    def whole(self) -> int:
        """How many whole turn files can be read."""
        return len(self.loose) + (len(self.log.bundles) if self.log is not None else 0)

    def sentence(self) -> str:
        """What is wrong, for people."""
        return counted(
            self.whole,
            "Its log is damaged: {error} {n} whole turn file can be read in it.",
            "Its log is damaged: {error} {n} whole turn files can be read in it.",
            error=self.error.message,
        )


@frozen(kw_only=True)
class Mended:
    """A game that is open again: ``session`` goes as far as its log held, ``more`` are turn files that were found in this
    home and may continue it, ``aside`` is where the damaged log is kept, None for one that was empty."""

    session: Session
    more: tuple[Bundle, ...]
    aside: Path | None
    kept: int


def damage(folder: GameFolder) -> Damage | None:
    """What is left of the log of a game; None where its lines, its hashes and its signatures hold from end to end."""
    data = folder.log()
    log, error = _begun(data, str(folder.facts().get("gid")))
    if log is None:
        ours = (each for each in whole_bundles(data) if each.header.gid.hex() == folder.facts().get("gid"))
        return Damage(log=None, loose=tuple(ours), error=error or FormatError("truncated", _NO_START))
    report = check_chain(log)
    if (worst := report.error or error) is None:
        return None
    here = {each.hash() for each in log.bundles[: report.valid_bundles]}
    return Damage(
        log=evolve(log, bundles=log.bundles[: report.valid_bundles]),
        loose=tuple(each for each in whole_bundles(data) if each.hash() not in here),
        error=worst,
    )


def mended(
    folder: GameFolder, identity: Identity, found: Damage, others: Iterable[bytes], *, store: bool = True
) -> Mended:
    """The game as far as its log holds; the damaged file is laid aside. ``others`` are logs in which its first lines may
    stand, where they are lost.

    Raises VerifyError ``no-start`` where they are in none of them, and what opening a game raises.
    """
    log = found.log or _start_in(others, str(folder.facts().get("gid")))
    if log is None:
        raise VerifyError("no-start", _NO_START, hint=start_wanted(folder))
    data = folder.log()
    session = opened(rules_of(log, folder), log, open_vault(folder, identity))
    if store:
        folder.save(Change(log=log.encode(), aside=(data,) if data else ()))
    given_up = session.vault.record.given_up
    more = (*found.loose, *(each for each in _sent(folder) if each.hash() not in given_up))
    return Mended(
        session=session,
        more=log.lacking({each.hash(): each for each in more}.values()),
        aside=folder.path / place_aside(data) if data else None,
        kept=found.whole,
    )


def start_wanted(folder: GameFolder) -> str:
    """What brings back the first lines of a game, for people."""
    return Message(
        "Import the acceptance with which it began, or the file log.pbem of this game out of the home of {who}: "
        "pbem import PATH...",
        who=opponent(folder),
    )


def opponent(folder: GameFolder) -> str:
    """Who has the other copy of the log."""
    return called(str(folder.facts().get("opponent")))


def starts_of(data: bytes) -> str:
    """The id of the game (hex) whose first lines these bytes hold, "" where they hold none."""
    log, _ = scan_log(data)
    return log.gid.hex() if log is not None and log.accept is not None else ""


def _begun(data: bytes, gid: str) -> tuple[Log | None, VerifyError | None]:
    """A log that begins with the two first mails of this game, and what stopped its reading."""
    log, error = scan_log(data)
    if log is None or log.accept is None or log.gid.hex() != gid:
        return None, error
    try:
        check_genesis(log)
    except VerifyError as wrong:
        return None, wrong
    return log, error


def _start_in(others: Iterable[bytes], gid: str) -> Log | None:
    """The first lines of this game, out of the first that holds them."""
    for data in others:
        log, _ = _begun(data, gid)
        if log is not None:
            return evolve(log, bundles=())
    return None


def _sent(folder: GameFolder) -> tuple[Bundle, ...]:
    """The turn files that went out from here, as far as the outbox can be read."""
    found: list[Bundle] = []
    for n in folder.sent_numbers():
        try:
            sent = folder.sent(n)
            found += read_bundles(container.unpack(sent.turn)) if sent is not None else ()
        except PbemError:
            continue
    return tuple(found)


_NO_START = Message("Its log is damaged, and its first lines are lost.")
