"""Invitations that wait for somebody on a club's pages: ``wanted/``, each under the beginning of its digest."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from pathlib import Path

from pbem.bytes import container
from pbem.bytes.errors import ConflictError, DataError, UsageError
from pbem.bytes.records import evolve
from pbem.bytes.text import shown
from pbem.club import untrusted_files
from pbem.club.folder import WANTED, Club
from pbem.crypto.keys import fingerprint
from pbem.home.exchange import invitations
from pbem.home.turns.letter_notes import terms
from pbem.log import Log
from pbem.port.messages import Message

MOST, _MOST_BYTES = 100, 64 * 1024
_NAME = re.compile(r"[0-9a-f]{16}")


def read(folder: Path) -> dict[str, bytes]:
    """The invitations of a club by their names. Raises DataError ``bad-wanted``, which names the file."""
    paths = untrusted_files.files(folder / WANTED, ".pbem")
    found = {path.stem: container.unpack(untrusted_files.data(path, _MOST_BYTES)) for path in paths}
    for name, lines in found.items():
        if len(found) > MOST or _NAME.fullmatch(name) is None or _name(lines) != name:
            path = shown(folder / WANTED / f"{name}.pbem")
            raise DataError.of("bad-wanted", "{path} is no invitation under its own name.", path=path)
    return found


def more(club: Club, lines: bytes) -> Club:
    """The club with one more invitation (log lines). ConflictError ``too-many``."""
    name = _name(lines)
    if name not in club.wanted and len(club.wanted) >= MOST:
        raise ConflictError.of("too-many", "A club shows {most} invitations at most.", most=MOST)
    return evolve(club, wanted=dict(sorted({**club.wanted, name: lines}.items())))


def fewer(club: Club, wanted: str) -> Club:
    """The club without the invitation whose name begins so. UsageError ``no-invitation``."""
    found = [name for name in club.wanted if wanted and name.startswith(wanted.lower())]
    if len(found) != 1:
        raise UsageError.of(
            "no-invitation",
            "No single invitation here begins with {wanted!r}.",
            wanted=wanted[:64],
            names=", ".join(name[:8] for name in club.wanted) or "-",
            hint="Here: {names}.",
        )
    return evolve(club, wanted={name: lines for name, lines in club.wanted.items() if name != found[0]})


def section(club: Club, say: Callable[[str], str]) -> Iterator[str]:
    """What the front page shows of them, as HTML; nothing where there are none."""
    if not club.wanted:
        return
    head = Message("Who plays?")
    how = Message("To answer, save the file and open it in pbem, or type: pbem accept FILE")
    yield f"<h2>{say(head)}</h2><p>{say(how)}</p><ul>"
    for name, lines in club.wanted.items():
        offer = invitations.read_invitation(lines)
        code = Message("Code: {code}", code=fingerprint(offer.seat.identity))
        link = f'<a href="../{WANTED}/{name}.pbem">{name[:8]}</a>'
        yield f"<li>{link} {say(terms(Log(invite=offer)))}. {say(code)}</li>"
    yield "</ul>"


def _name(lines: bytes) -> str:
    return invitations.digest_of(invitations.read_invitation(lines))[:16]
