"""Whether a folder is the build that its sums name, and whether a hosted copy is the same, file by file."""

from __future__ import annotations

import hashlib
import re
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator
from pathlib import Path
from urllib.parse import urljoin

from pbem.bytes.errors import MailError, UsageError
from pbem.bytes.records import field, frozen
from pbem.site.build import SUMS, digest_of
from pbem.store import atomic

_LINE = re.compile(r"([0-9a-f]{64})  ([A-Za-z0-9_][A-Za-z0-9_./-]{0,200})")
_MAX_SUMS = 1024 * 1024
_MAX = 64 * 1024 * 1024
_PATIENCE = 60.0
Reader = Callable[[str], bytes | None]


@frozen(kw_only=True)
class Compared:
    """``digest`` names the release; the rest are paths: with other bytes, and not there."""

    digest: str
    files: int
    other: tuple[str, ...] = field(default=())
    missing: tuple[str, ...] = field(default=())
    strange: tuple[str, ...] = field(default=())

    @property
    def good(self) -> bool:
        """Whether it is the release and nothing else."""
        return not (self.other or self.missing or self.strange)


def compare(release: Path, read: Reader | None = None) -> Compared:
    """Hold every file of a release against what ``read`` gives for its path (the release's own folder by default).

    Raises UsageError ``no-site`` for a folder that is no build.
    """
    listed = atomic.read_bytes(release / SUMS, _MAX_SUMS) if release.is_dir() else None
    if listed is None:
        raise UsageError.of(
            "no-site",
            "{release} is not a folder that pbem site build made.",
            release=release,
            hint="Type: pbem site build {release}",
        )
    found = dict(_lines(listed))
    found[SUMS] = digest_of(listed)
    got = {name: (read or _of(release))(name) for name in found}
    return Compared(
        digest=found[SUMS],
        files=len(found),
        other=tuple(
            name
            for name, data in got.items()
            if data is not None and hashlib.sha256(data).hexdigest() != found[name]
        ),
        missing=tuple(name for name, data in got.items() if data is None),
        strange=() if read is not None else tuple(sorted(_names(release) - found.keys())),
    )


def hosted(address: str) -> Reader:
    """Reads the files of a site from where it is served. Raises MailError ``unreachable``."""
    if not address.startswith(("https://", "http://")):
        raise UsageError.of(
            "bad-address",
            "{address} is not the address of a site.",
            address=address[:200],
            hint="It begins with https://",
        )
    base = address if address.endswith("/") else address + "/"

    def read(name: str) -> bytes | None:
        try:
            with urllib.request.urlopen(urljoin(base, name), timeout=_PATIENCE) as answer:  # noqa: S310  checked above
                data: bytes = answer.read(_MAX + 1)
        except urllib.error.HTTPError as error:
            error.close()
            return None
        except OSError as error:
            raise MailError.of(
                "unreachable",
                "{address} does not answer: {error}.",
                address=base[:200],
                error=error,
                hint="Is the address right, and is this machine online?",
            ) from error
        return data

    return read


def _lines(listed: bytes) -> Iterator[tuple[str, str]]:
    for line in listed.decode("ascii", "replace").splitlines():
        match = _LINE.fullmatch(line)
        if match is None or ".." in match[2].split("/"):
            raise UsageError.of(
                "no-site",
                "The file {sums} of this folder is damaged.",
                sums=SUMS,
                hint="Build it again: pbem site build DIR",
            )
        yield match[2], match[1]


def _of(folder: Path) -> Reader:
    return lambda name: atomic.read_bytes(folder / name, _MAX)


def _names(folder: Path) -> set[str]:
    return {path.relative_to(folder).as_posix() for path in folder.rglob("*") if path.is_file()}
