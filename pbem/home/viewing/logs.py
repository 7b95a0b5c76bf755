"""Looking at logs: a verdict for any file, a position at any entry, and its picture."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

from pbem.bytes import container
from pbem.bytes.errors import (
    ConflictError,
    FormatError,
    MailError,
    NoFileError,
    PbemError,
    UsageError,
    VerifyError,
)
from pbem.bytes.paths import typed
from pbem.bytes.records import evolve, frozen
from pbem.bytes.system_words import system_says
from pbem.bytes.text import shown
from pbem.games import registry
from pbem.games.registry import Finder
from pbem.home import games, packs
from pbem.home.viewing.stills import Still, known_side, outcomes
from pbem.log import MAX_FILE, Log, parse_log, read_bundles, scan_log
from pbem.papers.kinds import is_any
from pbem.port.messages import Message, Series
from pbem.port.scene import Scene
from pbem.replay import verify as replay
from pbem.replay.fold import AppliedEntry, Mark
from pbem.replay.table import Position, state_digest
from pbem.replay.verdict import Verdict, failed
from pbem.store.atomic import regular
from pbem.store.game import GameFolder
from pbem.store.home import Home

_MAX_FILE = 64 * 1024 * 1024
# Keys stand in ascending order on every line, so its kind shows in its first bytes.
_HEADER = b'{"by":'
_INVITE = b'{"data":'
_PAPER, _CLAIM = b'{"a":"', b'{"against":'
_PAPERS = {
    "evidence": Message("evidence: two things that one player signed, of which only one can be true"),
    "result": Message("how a game ended"),
    "appointment": Message("the appointment of a referee"),
    "seat": Message("who plays a seat from here on"),
    "seat-box": Message("the secrets of a seat, sealed for who asked for it"),
    "challenge": Message("a challenge: what is played with one chain of dice"),
    "succession": Message("somebody's new identity key"),
    "against": Message("a claim: what somebody owes, and since when"),
}
_GENESIS_LINES = 4  # invitation and acceptance, each with its signature


@frozen(kw_only=True)
class Film:
    """A log that can be looked at after any of its entries; ``verdict`` says how far it holds."""

    log: Log
    verdict: Verdict
    first: Position[object]
    trail: tuple[AppliedEntry[object], ...]
    data: bytes = b""

    @property
    def game(self) -> registry.Game:
        """The version in force at the end, for titles and words; what is asked of a position is asked of its own rules."""
        return self.at(None)[0].ruling

    def at(self, entry: int | None) -> tuple[Position[object], tuple[AppliedEntry[object], ...]]:
        """The position after entry ``entry`` (None: the last that holds) and what led to it.

        Raises UsageError ``no-entry``.
        """
        if entry is None:
            return (self.trail[-1].position if self.trail else self.first), self.trail
        if not 0 <= entry < len(self.trail):
            raise UsageError(
                "no-entry",
                Message("There is no entry {entry}.", entry=entry),
                hint=Message("Entries that hold: 0 to {len}.", len=len(self.trail) - 1),
            )
        return self.trail[entry].position, self.trail[: entry + 1]

    def scene(self, entry: int | None, side: str | None) -> Scene:
        """The picture after an entry as ``side`` may see it. Raises UsageError ``no-side``, ``no-entry``."""
        self._known(side)
        return self.still(entry).scene(side)

    def still(self, entry: int | None) -> Still:
        """What a picture after an entry needs of it. Raises UsageError ``no-entry``."""
        position, trail = self.at(entry)
        return Still(log=self.log, verdict=self.verdict, position=position, recent=outcomes(position, trail))

    def _known(self, side: str | None) -> None:
        known_side(self.game.rules.sides, side)

    def digest(self, entry: int | None) -> str:
        """The digest of the state after an entry, as bundles pin it."""
        return state_digest(self.at(entry)[0])


def verify(
    path: Path, *, home: Home | None = None, pack: Path | None = None, beside: Iterable[Path] = ()
) -> Verdict:
    """One verdict for any file; a turn file alone is judged on the log of its game ``beside`` it, or in ``home``."""
    try:
        return verify_data(data_of(path), home=home, pack=pack, beside=beside)
    except PbemError as error:
        return failed(error)


def verify_data(
    data: bytes, *, home: Home | None = None, pack: Path | None = None, beside: Iterable[Path] = ()
) -> Verdict:
    """The same for the bytes of a log or turn."""
    try:
        lines = container.salvage(data)[0]
        if lines.startswith(_HEADER):
            data, pack = _whole(data, home, pack, beside)
        else:
            pack = pack or packs.pack_for(home, lines)
        if lines.startswith(_INVITE) and _alone(lines):
            return _invitation(lines, pack)
        return replay.verify(data, pack, packs.finder(home, pack))
    except PbemError as error:
        return failed(error)


def data_of(path: Path) -> bytes:
    """The bytes of the log or turn in a file: itself, or the first one in a mail or text.

    Raises MailError ``no-such-file``, ``unreadable``, ``too-large``, ``no-turn``, and FormatError naming the damage.
    """
    return data_in(read_file(path, _MAX_FILE))


def read_file(path: Path, most: int) -> bytes:
    """The bytes of a file. Raises MailError ``no-such-file``, ``unreadable``, ``too-large``."""
    try:
        with regular(path) as file:
            data = file.read(most + 1)
    except FileNotFoundError as error:
        raise NoFileError.of("no-such-file", "There is no file {shown}.", shown=shown(path)) from error
    except OSError as error:
        raise MailError.of(
            "unreadable",
            "{shown} cannot be read: {strerror}.",
            shown=shown(path),
            strerror=system_says(error),
        ) from error
    if len(data) > most:
        raise MailError.of(
            "too-large", "{shown} is larger than {max_file} bytes.", shown=shown(path), max_file=most
        )
    return data


def data_in(data: bytes) -> bytes:
    """The same in the bytes of a file. Raises MailError ``no-turn``, and FormatError naming the damage."""
    if data.startswith((container.MAGIC, b"{")) or not data or b"PBEM1" in data[:16]:
        return data
    from pbem.games.packs.pack import is_pack  # noqa: PLC0415  # as below
    from pbem.mail.extract import turns_in  # noqa: PLC0415  # for mails: most files are turn files as they are

    found = turns_in(data)
    # A data pack may lie in the mail beside the invitation, before it or behind it.
    return next((each.data for each in found if not is_pack(each.data)), found[0].data)


def film(path: Path, *, home: Home | None = None, pack: Path | None = None) -> Film:
    """The log in a file, as far as it holds. Raises VerifyError and others when nothing of it can be used."""
    with _named(path):
        data = data_of(path)
        lines = container.salvage(data)[0]
    if lines.startswith((_PAPER, _CLAIM)):
        at = 2 if lines.startswith(_CLAIM) else len(_PAPER)
        kind = shown(Path(lines[at:].partition(b'"')[0][:40].decode("ascii", "replace")))
        raise UsageError.of(
            "no-log",
            "{shown} is a paper ({get}), and no game that can be played back.",
            shown=typed(path),
            get=_PAPERS.get(kind, kind),
            hint="What it says and shows: pbem verify {shown}",
        )
    if lines.startswith(_HEADER):
        data, pack = _whole(data, home, pack)
    return film_of_log(data, pack or packs.pack_for(home, lines), packs.finder(home, pack))


def film_of_log(
    data: bytes,
    pack: Path | None = None,
    find: Finder | None = None,
    passed: Callable[[Mark[object]], None] | None = None,
) -> Film:
    """A whole log (a turn file's bytes, or lines), as far as it holds; ``passed`` is told the place before each turn file.

    Raises VerifyError.
    """
    trail: list[AppliedEntry[object]] = []
    reading = replay.read(data, pack, trail.append, find, passed)
    return Film(log=reading.log, verdict=reading.verdict, first=reading.first, trail=tuple(trail), data=data)


def film_of_game(
    folder: GameFolder, *, draft: bool = True, passed: Callable[[Mark[object]], None] | None = None
) -> Film:
    """A game of a home as far as it holds, with what its draft brings when all of it does. Raises VerifyError."""
    found = film_of_log(folder.log(), games.pack_of(folder), games.finder_of(folder), passed)
    if folder.papers():
        from pbem.home import seat_holders  # noqa: PLC0415  # few seats change hands

        found = evolve(found, trail=seat_holders.in_trail(folder, found.log, found.trail))
    if not draft or not found.verdict.good:
        return found
    _, drafted = games.with_draft(folder, found.at(None)[0], found.log.head)
    return evolve(found, trail=(*found.trail, *drafted))


def _alone(lines: bytes) -> bool:
    *first, rest = lines.split(b"\n", _GENESIS_LINES)
    whole = len(first) == _GENESIS_LINES and len(lines) <= MAX_FILE
    log, _ = scan_log(lines[: len(lines) - len(rest)] if whole else lines)
    return log is not None and log.accept is None


def _invitation(lines: bytes, pack: Path | None) -> Verdict:
    """The verdict on an invitation that nobody has accepted: incomplete, when it is for what is installed here."""
    from pbem.protocol.genesis import check_terms  # noqa: PLC0415  # a game has one invitation

    log = parse_log(lines)
    check_terms(log.invite, registry.load(log.invite.game, pack))
    return Verdict(verdict="incomplete", game=log.invite.game, scenario=log.invite.scenario)


def _whole(
    data: bytes, home: Home | None, pack: Path | None, beside: Iterable[Path] = ()
) -> tuple[bytes, Path | None]:
    """A turn file laid on the game it belongs to."""
    bundles = read_bundles(container.unpack(data))
    first = bundles[0].header
    for log in (log for path in beside for log in logs_in(path)):
        before = log.bundles[first.n - 2] if 1 < first.n <= len(log.bundles) + 1 else None
        if log.gid == first.gid and (log.gid if before is None else before.header.head) == first.prev:
            laid = evolve(log, bundles=(*log.bundles[: first.n - 1], *bundles)).encode()
            return laid, pack or packs.pack_for(home, laid)
    folders = games.begun(home) if home is not None else ()
    folder = next((each for each in folders if each.facts().get("gid") == first.gid.hex()), None)
    if folder is None:
        raise VerifyError.of(
            "no-genesis",
            "this is turn file {n} (entries {first}-{last}) of the game {hex}; without the game before it "
            "nothing can be said of it.",
            n=first.n,
            first=first.first,
            last=bundles[-1].header.last,
            hex=first.gid.hex()[:16],
            hint="Verify it in a home that has this game, or ask for the whole log.",
            entry=first.first,
        )
    log = parse_log(folder.log())
    if first.n > len(log.bundles) + 1:
        raise ConflictError.of(
            "gap",
            "turn files {len}-{n} have not come yet.",
            len=len(log.bundles) + 1,
            n=first.n - 1,
            hint="Import them first.",
            entry=first.first,
        )
    joined = evolve(log, bundles=(*log.bundles[: first.n - 1], *bundles))
    return joined.encode(), pack or games.pack_of(folder)


def logs_in(path: Path) -> Iterator[Log]:
    """The log of a game that has begun in a file; nothing where it is another file, or cannot be read."""
    with suppress(PbemError):
        lines = lines_of(path)
        if not lines.startswith((_PAPER, _HEADER)):
            log, _ = scan_log(lines)
            if log is not None and log.accept is not None:
                yield log


def paper_of(path: Path) -> bytes | None:
    """The unpacked lines of a file that is a paper; None for any other, and for one that cannot be read."""
    try:
        lines = lines_of(path)
    except PbemError:
        return None
    return lines if is_any(lines) else None


def is_turn_file(path: Path) -> bool:
    """Whether a file holds turns alone, without the game before them."""
    try:
        return holds_turns(lines_of(path))
    except PbemError:
        return False


def holds_turns(lines: bytes) -> bool:
    """Whether log lines are those of turns alone."""
    return lines.startswith(_HEADER)


def lines_of(path: Path) -> bytes:
    """The log lines in a file, whole. Raises MailError, and FormatError naming the damage; both name the file."""
    with _named(path):
        return container.unpack(data_of(path))


@contextmanager
def _named(path: Path) -> Iterator[None]:
    """What is wrong with a file names it."""
    try:
        yield
    except (FormatError, MailError) as error:
        if (name := shown(path)) not in error.message:
            error.message = Series((name, error.message), ": ")
        raise
