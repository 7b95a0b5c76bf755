"""The machines on which a home is played, and what each has signed last (``schemas/machines.md``).

``here`` is a file that is made once and never written again. ``machines/ID.json`` is written by one machine alone: what
number the file system there gave to ``here`` (its inode) and when it was last touched (its change time, which no program
sets), and the last own turn file that was signed there, of each game. So a folder that is synchronised to a machine which
knows it is no copy; one that was copied by hand, put back from a backup, or written over by an old one has other numbers.

A copy agrees with itself. So what was signed last is kept outside the home as well, in the state folder of the system.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING, TypeAlias

from pbem.bytes.canon import parse_json
from pbem.bytes.errors import CONFUSED, PbemError
from pbem.bytes.records import evolve, field, frozen
from pbem.bytes.stored import loaded, plain
from pbem.port.messages import Message
from pbem.store import atomic
from pbem.store.small_files import dump

if TYPE_CHECKING:
    from pbem.log import Bundle

FILES = _HERE, FOLDER = "here", "machines"
_ID_FILE = "machine"
_ID, _GAME, _HASH = re.compile(r"[0-9a-f]{16}"), re.compile(r"[0-9a-f]{16}"), re.compile(r"[0-9a-f]{64}")
_NAME = re.compile(r"[A-Za-z0-9._-]{1,40}")
_LIMIT, _MOST = 256 * 1024, 256
_MAX_NUMBER = 10**6
_Number: TypeAlias = tuple[int, int]


@frozen(kw_only=True)
class Tally:
    """The last own turn file of a game on some machine: its number ``n``, its hash (64 hex digits), when it was signed there
    (ISO 8601, UTC), and the ``machine`` that signed it, by its name; "" and "" where nobody knows. ``here``: known to this
    machine, from outside the home.
    """

    n: int
    hash: str
    at: str = ""
    machine: str = ""
    here: bool = False


@frozen(kw_only=True)
class Machine:
    """What one machine says in a home: its ``name``, its mark, what it has ``signed`` last by game, and the hashes of turn
    files that are ``lost``: its player said that they had left no machine."""

    name: str
    here: _Number | None = None
    signed: Mapping[str, Tally] = field(factory=dict)
    lost: tuple[str, ...] = ()


def state_folder(environ: Mapping[str, str]) -> Path:
    """Where the system keeps what a program remembers on this machine alone; never inside a home."""
    if sys.platform == "win32" and (local := environ.get("LOCALAPPDATA")):
        return Path(local) / "pbem-machine"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "pbem-machine"
    state = environ.get("XDG_STATE_HOME", "")
    return (Path(state) if os.path.isabs(state) else Path.home() / ".local" / "state") / "pbem"


# --- the mark ---------------------------------------------------------------------------------------------------------


def put(home: Path, *, fits: bool = True, lost: tuple[str, ...] = ()) -> None:
    """Mark this folder as a home of this machine; ``fits=False``: as a copy. ``lost`` are turn files that count no more."""
    if not (home / _HERE).exists():
        atomic.write_bytes(home / _HERE, b"")
    if fits:
        mine = _mine(home)
        _write(home, evolve(mine, here=_number(home), lost=tuple(dict.fromkeys((*mine.lost, *lost)))))


def fits(home: Path) -> bool:
    """Whether this machine knows the folder, and it lies where it did."""
    number = _number(home)
    return number is not None and _mine(home).here == number


def _number(home: Path) -> _Number | None:
    try:
        status = (home / _HERE).stat()
    except OSError:
        return None
    return status.st_ino, status.st_ctime_ns


# --- tallies ----------------------------------------------------------------------------------------------------------


def note(home: Path, game: str, n: int, digest: str, now: datetime, *, signed: bool) -> None:
    """Remember the last own turn file of a game; ``signed``: here and now. Hold the lock of the home."""
    known = _own_tallies(home)
    if (before := known.get(game)) is not None and (before.hash == digest or (before.n >= n and not signed)):
        return  # an old copy must not make this machine forget
    tally = Tally(n=n, hash=digest)
    with suppress(PbemError):
        tally = next((each for each in in_home(home, game) if each.hash == digest), tally)
    if signed and not tally.machine:
        mine = _mine(home)
        tally = Tally(n=n, hash=digest, at=now.astimezone(UTC).isoformat(timespec="minutes"), machine=_name())
        _write(home, evolve(mine, signed={**mine.signed, game: tally}))
    own = _own(home)
    with suppress(OSError):  # the turn is signed and stored: what is kept outside the home must stop no game
        atomic.make_folder(own.parent)
        atomic.write_bytes(own, dump(plain(_Own(signed={**known, game: tally}))))


def of_game(home: Path, game: str) -> tuple[Tally, ...]:
    """What machines say that they have signed last in a game, this one by what it keeps outside the home. Raises PbemError
    ``damaged``."""
    own = _own_tallies(home).get(game)
    lost = {digest for each in every(home).values() for digest in each.lost}
    known = (*(() if own is None else (evolve(own, here=True),)), *in_home(home, game))
    return tuple(each for each in known if each.hash not in lost)


def stands(tally: Tally, bundles: Sequence[Bundle]) -> bool:
    """Whether a turn file that a machine has signed is in a log."""
    return tally.n <= len(bundles) and bundles[tally.n - 1].hash().hex() == tally.hash


def several(home: Path) -> bool:
    """Whether another machine than this one plays in the home."""
    return bool(set(_ids(home)) - {this()})


def concerns(home: Path, game: str, bundles: Sequence[Bundle]) -> bool:
    """Whether there is anything to say of machines in a game: several play it, or one has signed what is not here."""
    try:
        return several(home) or not all(stands(each, bundles) for each in of_game(home, game))
    except PbemError:
        return True


def in_home(home: Path, game: str) -> tuple[Tally, ...]:
    """What machines say of a game in the home itself. Raises PbemError ``damaged``."""
    return tuple(each.signed[game] for each in every(home).values() if game in each.signed)


def every(home: Path) -> dict[str, Machine]:
    """Every machine that has written into the home, by its id. Raises PbemError ``damaged``."""
    ids = _ids(home)
    if len(ids) > _MOST:
        raise _damaged(home / FOLDER)
    return {each: _read(home, each) for each in ids}


def _ids(home: Path) -> list[str]:
    folder = home / FOLDER
    names = [each.name.partition(".json") for each in folder.iterdir()] if folder.is_dir() else []
    return sorted(name for name, kind, more in names if kind and not more and _ID.fullmatch(name))


@frozen(kw_only=True)
class _Own:
    signed: Mapping[str, Tally]


def _own_tallies(home: Path) -> Mapping[str, Tally]:
    """What this machine keeps outside the home about it; nothing where nobody can read it, for it must stop no game."""
    try:
        return _checked(loaded(parse_json(atomic.read_bytes(_own(home), _LIMIT) or b""), _Own).signed)
    except (OSError, *CONFUSED):
        return {}


def _own(home: Path) -> Path:
    name = sha256(os.fsencode(home.resolve())).hexdigest()[:16]
    return _state() / "signed" / f"{name}.json"


def _mine(home: Path) -> Machine:
    """What this machine has written; one that knows nothing where it has not, or where nobody can read it."""
    if name := this():
        with suppress(PbemError):
            return _read(home, name)
    return Machine(name="machine")


def _place(home: Path, name: str) -> Path:
    return home / FOLDER / f"{name}.json"


def _read(home: Path, name: str) -> Machine:
    path = _place(home, name)
    try:
        found = loaded(parse_json(atomic.read_bytes(path, _LIMIT) or b""), Machine)
        _checked(found.signed)
        if not _NAME.fullmatch(found.name) or not all(map(_HASH.fullmatch, found.lost)):
            raise ValueError(found.name)
    except (OSError, *CONFUSED) as error:
        raise _damaged(path) from error
    return found


def _damaged(path: Path) -> PbemError:
    said = Message("{path} is damaged: it does not hold what pbem wrote.", path=path)
    return PbemError(
        "damaged", said, hint=Message("Remove it: a machine that is still there writes it again.")
    )


def _checked(signed: Mapping[str, Tally]) -> Mapping[str, Tally]:
    for game, each in signed.items():
        if not (_GAME.fullmatch(game) and _HASH.fullmatch(each.hash) and 0 < each.n <= _MAX_NUMBER):
            raise ValueError(game)
        named = each.machine or each.at
        if named and not (_NAME.fullmatch(each.machine) and datetime.fromisoformat(each.at).tzinfo):
            raise ValueError(each.machine)
    return signed


def _write(home: Path, mine: Machine) -> None:
    if not this():
        be(os.urandom(8).hex())
    atomic.make_folder(home / FOLDER)
    atomic.write_bytes(_place(home, this()), dump(plain(evolve(mine, name=_name()))))


# --- this machine -----------------------------------------------------------------------------------------------------


def be(name: str) -> None:
    """From here on this machine has this name (16 hex digits): a browser keeps its own with the home."""
    if _ID.fullmatch(name):
        with suppress(OSError):
            atomic.make_folder(_state())
            atomic.write_bytes(_state() / _ID_FILE, name.encode())


def _state() -> Path:
    return state_folder(os.environ)


def this() -> str:
    """The random name of this machine, "" before it has written into any home; where the system keeps none, one that
    follows from what the system is called."""
    try:
        name = (atomic.read_bytes(_state() / _ID_FILE, _LIMIT) or b"").decode("ascii", "replace")
    except OSError:
        name = ""
    if not _ID.fullmatch(name) and not _writable():
        return sha256(_name().encode()).hexdigest()[:16]
    return name if _ID.fullmatch(name) else ""


def _writable() -> bool:
    there = next((each for each in (_state(), *_state().parents) if os.path.exists(each)), _state())
    return os.access(there, os.W_OK | os.X_OK)


def _name() -> str:
    """What people call it: nothing that a terminal obeys."""
    import platform  # noqa: PLC0415  # only where something is written

    name = "browser" if sys.platform == "emscripten" else platform.node().partition(".")[0]
    return re.sub(r"[^A-Za-z0-9._-]+", "-", name)[:40] or "machine"
