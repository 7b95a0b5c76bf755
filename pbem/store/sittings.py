"""Sittings that are open, each noted by its machine: a program that acts on another one leaves that game alone."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime, timedelta
from pathlib import Path

from pbem.bytes.canon import parse_json
from pbem.bytes.errors import PbemError
from pbem.store import atomic, machines
from pbem.store.small_files import dump

OPEN = timedelta(minutes=30)
"""So long after the last thing that was done in it a sitting counts as open."""
_OFTEN = timedelta(minutes=5)
_KIND, _LIMIT, _MOST = ".sitting", 64 * 1024, 256


def note(home: Path, game: str, now: datetime, *, over: bool = False) -> None:
    """Note that somebody sits at a game here, or ``over``, where the home lies on several machines."""
    if not (name := machines.this()) or not machines.several(home):
        return
    place = home / machines.FOLDER / (name + _KIND)
    known = {each: at for each, at in _read(place).items() if abs(now - at) < OPEN}
    before = known.pop(game, None)
    if before is None if over else before is not None and before <= now < before + _OFTEN:
        return
    rows = {each: at.isoformat() for each, at in known.items()} | ({} if over else {game: now.isoformat()})
    with suppress(OSError):  # nobody's game must stop for it
        atomic.write_bytes(place, dump(rows))


def elsewhere(home: Path, game: str, now: datetime) -> str:
    """What the machine is called on which somebody sits at a game, if it is another one than this; "" for none."""
    mine = machines.this()
    for place in sorted((home / machines.FOLDER).glob("*" + _KIND))[:_MOST]:
        at = _read(place).get(game) if place.stem != mine else None
        if at is not None and abs(now - at) < OPEN:
            with suppress(PbemError, KeyError):
                return machines.every(home)[place.stem].name
    return ""


def _read(place: Path) -> dict[str, datetime]:
    """The games in a file, each with when something was done in it last; none of a file that holds anything else."""
    try:
        value = parse_json(atomic.read_bytes(place, _LIMIT) or b"")
        found = (
            {game: datetime.fromisoformat(str(at)) for game, at in value.items()}
            if isinstance(value, dict)
            else {}
        )
    except (OSError, PbemError, ValueError):
        return {}
    return {game: at for game, at in found.items() if at.tzinfo is not None}
