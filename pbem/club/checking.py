"""A club made public, and held against its own files by anybody: the same proofs give the same pages, byte for byte."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import chain
from pathlib import Path

from pbem.bytes.errors import UsageError
from pbem.club import folder, standing, untrusted_files
from pbem.club import proofs as proof_files
from pbem.club.folder import Club
from pbem.club.pages import pages
from pbem.club.proofs import Proofs
from pbem.port.messages import Message
from pbem.store import atomic
from pbem.view.markup import clean

FRONT = "en/index.html"


def publish(club: Club, proofs: Proofs, out: Path) -> int:
    """Write the club's files, its proofs and its pages into a folder; how many files it has now.

    Only what proves something is copied, and nothing of a challenge that is not closed. Raises UsageError ``not-empty``: a
    folder that holds something else than a published club is left alone; and ``a-link``. Pages that belong to nothing any
    more go.
    """
    if out.exists() and any(out.iterdir()) and not untrusted_files.is_regular(out / FRONT):
        raise UsageError.of(
            "not-empty", "{out} holds something else.", out=clean(str(out), 300), hint="Name an empty folder."
        )
    shown = proof_files.public(club, proofs)
    made = {**folder.files(club), **{name: text.encode() for name, text in pages(club, shown).items()}}
    for each in shown.held:
        name = f"{folder.PROOFS}/{each.name}"
        made[name] = untrusted_files.data(club.folder / name, proof_files.MOST_FILE)
    untrusted_files.check_place(out, iter(made))
    for name, data in made.items():
        path = out / name
        _make_folder(path.parent)
        if not path.is_file() or path.read_bytes() != data:
            atomic.write_bytes(path, data, mode=0o644)
    kept = (untrusted_files.files(out / name, ".pbem") for name in (folder.PROOFS, folder.WANTED))
    for old in (*_pages_of(out), *chain.from_iterable(kept)):
        if old.relative_to(out).as_posix() not in made:
            old.unlink()
    return len(made)


def _make_folder(path: Path) -> None:
    """A folder that a web server may read, whatever it stands in."""
    if not path.is_dir():
        atomic.make_folder(path)
        path.chmod(0o755)


def check(club: Club, proofs: Proofs, said: Callable[[str], None]) -> bool:
    """Say everything that does not hold; whether there was nothing."""
    found = [*_faults(club, proofs), *_differences(club, proofs)]
    for each in found:
        said(each)
    return not found


def _faults(club: Club, proofs: Proofs) -> Iterator[str]:
    yield from (f"proofs/{name} {text}." for name, text in proofs.faults)
    for table in standing.tables(club, proofs):
        yield from (f"{table.season.title}: {line}" for line in table.trouble)


def _differences(club: Club, proofs: Proofs) -> Iterator[str]:
    """Where pages that lie here are otherwise than the files beside them tell; nothing where there are no pages yet."""
    if not untrusted_files.is_regular(club.folder / FRONT):
        return
    made = pages(club, proofs)
    for name, text in made.items():
        path = club.folder / name
        if not untrusted_files.is_regular(path) or path.parent.is_symlink():
            yield Message("{name} is missing.", name=name)
        elif path.stat().st_size > untrusted_files.MOST_BYTES or path.read_bytes() != text.encode():
            yield Message(
                "{name} says something else than the proofs: pbem club publish writes it anew.", name=name
            )
    for each in _pages_of(club.folder):
        name = each.relative_to(club.folder).as_posix()
        if name not in made:
            yield Message("{name} belongs to nothing here.", name=clean(name, 120))


def _pages_of(place: Path) -> Iterator[Path]:
    return (each for code in ("en", "es") for each in untrusted_files.files(place / code, ".html"))
