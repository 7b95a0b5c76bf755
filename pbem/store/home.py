"""The home folder: who I am, and one folder a game.

::

    identity.json            the locked key of the player
    here, machines/          on which machines it is played, and whether it is a copy, see pbem.store.machines
    in-use                   the game that commands mean when they name none
    games/<16 hex of gid>/   one folder a game, see pbem.store.game
    invites/<16 hex>/        the same, for a game that nobody has accepted yet, and for a seat that was asked for
    challenges/<16 hex>/     a chain of dice that is dealt to many, under its tip, and the paper of it
    rulings/<16 hex of gid>/ what was signed here as the referee of a game
    packs/<16 hex>/          a data pack, under the digest of the data that it makes
    evidence/                papers of evidence, for the player to look at and to mail
    archive/                 the tables of an archive, unless another folder was named

Names in a home are hexadecimal digits of our own hashes, or fixed. Nothing a sender wrote ever becomes part
of a path.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path

from pbem.bytes.errors import ConflictError, UsageError
from pbem.store import atomic, machines
from pbem.store.game import GameFolder
from pbem.store.lock import Lock

_ID = re.compile(r"[0-9a-f]{16,64}")
_SHORT = re.compile(r"[0-9a-f]{16}")
PACK_FILE = re.compile(r"[a-z][a-z0-9_-]{0,40}\.toml")
_MAX_IDENTITY = 64 * 1024
LOCK = "lock"


def default_path(environ: Mapping[str, str]) -> Path:
    """Where a home belongs: ``PBEM_HOME``, else the place the platform has for the data of a program."""
    if chosen := environ.get("PBEM_HOME"):
        return Path(chosen).expanduser()
    if sys.platform == "win32" and (local := environ.get("LOCALAPPDATA")):
        return Path(local) / "pbem"
    if sys.platform == "darwin":
        return Path.home() / "Library" / "Application Support" / "pbem"
    data = environ.get("XDG_DATA_HOME", "")
    # The XDG specification tells programs to ignore a relative path.
    base = Path(data) if os.path.isabs(data) else Path.home() / ".local" / "share"
    return base / "pbem"


class Home:
    """A home folder; it is made, with mode 0700, when something is first stored.

    Every method takes the lock for as long as it runs. Code that reads and then writes what follows from it
    holds :meth:`lock` around both.
    """

    def __init__(self, path: Path, *, wait: float | None = None) -> None:
        """``wait``: seconds to wait for another process that holds the home (None: :data:`pbem.store.lock.WAIT`)."""
        self.path = path
        self._lock = Lock(path / LOCK, wait=wait)

    @classmethod
    def default(cls) -> Home:
        """The home of this user."""
        return cls(default_path(os.environ))

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Keep other processes out for the time of a ``with`` block; may be nested.

        ConflictError ``locked``.
        """
        atomic.make_folder(self.path)
        with self._lock.held():
            yield

    def identity(self) -> bytes | None:
        """The key file as it was saved, still locked; None before there is one."""
        return atomic.read_bytes(self.path / "identity.json", _MAX_IDENTITY)

    def save_identity(self, data: bytes, *, replace: bool = False, copied: bool = False) -> None:
        """Store the locked key; ``copied``: this home is put back from a copy, and counts as one (:meth:`is_copy`).

        ConflictError ``identity`` when there is one already and ``replace`` is not set.
        """
        with self.lock():
            atomic.sweep(self.path)
            if self.identity() is not None and not replace:
                raise ConflictError.of("identity", "There is already an identity in {path}.", path=self.path)
            if not replace:
                machines.put(self.path, fits=not copied)
            atomic.write_bytes(self.path / "identity.json", data)

    @property
    def evidence(self) -> Path:
        """The folder for papers of evidence; there may be none yet."""
        return self.path / "evidence"

    @property
    def archive(self) -> Path:
        """The folder for the tables of an archive; there may be none yet."""
        return self.path / "archive"

    def in_use(self) -> str:
        """The game that commands mean when they name none (16 hex digits), or ""."""
        text = (atomic.read_bytes(self.path / "in-use", 64) or b"").decode("ascii", "replace").strip()
        return text if _SHORT.fullmatch(text) else ""

    def use(self, gid: str) -> None:
        """From here on commands that name no game mean this one."""
        with self.lock():
            atomic.write_bytes(self.path / "in-use", self._path("games", gid).name.encode())

    def is_copy(self) -> bool:
        """Whether this folder is a copy of the home that was made: another may have gone on since."""
        return self.identity() is not None and not machines.fits(self.path)

    def settle_down(self, lost: tuple[str, ...] = ()) -> None:
        """From here on this folder is a home of this machine, and no copy. ``lost``: hashes of own turn files (hex) that
        left no machine, as the player says.
        """
        with self.lock():
            machines.put(self.path, lost=lost)

    def games(self) -> tuple[GameFolder, ...]:
        """The games that have begun, in the order of their ids."""
        return self._folders("games")

    def invitations(self) -> tuple[GameFolder, ...]:
        """The invitations that nobody has accepted yet, in the order of their ids."""
        return self._folders("invites")

    def game(self, gid: str) -> GameFolder:
        """The game with this id (16 to 64 hex digits). UsageError ``no-game`` when there is none."""
        return self._existing("games", gid)

    def invitation(self, digest: str) -> GameFolder:
        """The invitation with this digest (16 to 64 hex digits).

        UsageError ``no-game`` when there is none.
        """
        return self._existing("invites", digest)

    def new_game(self, gid: str) -> GameFolder:
        """Make a folder for the game, or return the one there is."""
        return self._make("games", gid)

    def new_invitation(self, digest: str) -> GameFolder:
        """Make a folder for an invitation of ours, or return the one there is."""
        return self._make("invites", digest)

    def new_challenge(self, tip: str) -> GameFolder:
        """Make a folder for a chain of dice that is dealt to many, or return the one there is."""
        return self._make("challenges", tip)

    def challenges(self) -> tuple[GameFolder, ...]:
        """The chains of dice that are dealt to many, in the order of their tips."""
        return self._folders("challenges")

    def challenge(self, tip: str) -> GameFolder | None:
        """The chain with this tip (16 to 64 hex digits), or None."""
        path = self._path("challenges", tip)
        return GameFolder(path, self.lock) if path.is_dir() else None

    def new_ruling(self, gid: str) -> GameFolder:
        """Make a folder for what is signed here as the referee of a game, or return the one there is."""
        return self._make("rulings", gid)

    def rulings(self) -> tuple[GameFolder, ...]:
        """What was signed here as a referee, a folder a game."""
        return self._folders("rulings")

    def adopt(self, digest: str, gid: str) -> GameFolder:
        """An invitation was accepted.

        Its folder, with all that is in it, becomes the folder of the game ``gid``.
        """
        source, target = self._path("invites", digest), self._path("games", gid)
        with self.lock():
            if target.is_dir():
                return GameFolder(target, self.lock)
            self.invitation(digest)
            atomic.make_folder(target.parent)
            os.rename(source, target)
            atomic.sync_folder(target.parent)
            atomic.sync_folder(source.parent)
            return GameFolder(target, self.lock)

    def pack(self, digest: str) -> Path | None:
        """The folder of the installed data pack that makes the data ``digest`` (16 to 64 hex digits), or None."""
        path = self._path("packs", digest)
        return path if path.is_dir() else None

    def packs(self) -> tuple[tuple[str, Path], ...]:
        """The installed data packs: the first 16 digits of their data digest, and their folders."""
        base = self.path / "packs"
        names = (
            sorted(each.name for each in base.iterdir() if _SHORT.fullmatch(each.name))
            if base.is_dir()
            else []
        )
        return tuple((name, base / name) for name in names)

    def install_pack(self, digest: str, files: Mapping[str, bytes], *, replace: bool = False) -> Path:
        """Keep a copy of a data pack under the digest of its data. ``files`` are named by us (``charts.toml``).

        What lies there already stays, unless ``replace`` says that it does not make that data.
        """
        import shutil  # noqa: PLC0415  # few homes keep packs

        target = self._path("packs", digest)
        with self.lock():
            if replace or not target.is_dir():
                making, gone = (target.with_name(f"{target.name}.{end}") for end in ("new", "old"))
                for left in (making, gone):
                    shutil.rmtree(left, ignore_errors=True)
                atomic.make_folder(making)
                for name, data in files.items():
                    if not PACK_FILE.fullmatch(name):
                        raise UsageError.of(
                            "pack-file", "{name!r} is not the name of a file in a pack.", name=name
                        )
                    atomic.write_bytes(making / name, data)
                if target.is_dir():
                    os.rename(target, gone)
                os.rename(making, target)
                atomic.sync_folder(target.parent)
                shutil.rmtree(gone, ignore_errors=True)
        return target

    def _path(self, kind: str, digest: str) -> Path:
        if not _ID.fullmatch(digest):
            raise UsageError.of(
                "bad-id",
                "{digest!r} is not an id: 16 to 64 of the digits 0-9 and a-f are.",
                digest=digest[:70],
            )
        return self.path / kind / digest[:16]

    def _existing(self, kind: str, digest: str) -> GameFolder:
        path = self._path(kind, digest)
        if not path.is_dir():
            raise UsageError.of(
                "no-game", "There is no game {digest} in {path}.", digest=digest[:16], path=self.path
            )
        return GameFolder(path, self.lock)

    def _make(self, kind: str, digest: str) -> GameFolder:
        path = self._path(kind, digest)
        with self.lock():
            atomic.make_folder(path)
        return GameFolder(path, self.lock)

    def _folders(self, kind: str) -> tuple[GameFolder, ...]:
        base = self.path / kind
        if not base.is_dir():
            return ()
        names = sorted(entry.name for entry in base.iterdir() if _SHORT.fullmatch(entry.name))
        return tuple(GameFolder(base / name, self.lock) for name in names)
