"""What a responder takes from its player's home while both are on one machine: turn files, and the sheet that stands.

There is one sheet of standing orders, the player's: the copy in the responder's home follows it, and counts alone only where
the player's home is not at hand.
"""

from __future__ import annotations

from hashlib import sha256

from pbem.home.play.standing_orders import MAX_SHEET, NAME, code
from pbem.log import Bundle, Log, parse_log
from pbem.port.messages import Message
from pbem.store import atomic
from pbem.store.game import MAX_LOG, GameFolder
from pbem.store.home import Home

_UNREADABLE = b"# The player's sheet could not be read.\n[unreadable]\n"
_MAX_FACTS = 1024 * 1024


def game_in(player: Home | None, folder: GameFolder) -> GameFolder | None:
    """The same game in the other home of this seat; None when it is not there."""
    if player is None:
        return None
    gid = folder.facts().get("gid")
    found = next((each for each in player.games() if each.name == folder.name), None)
    return found if found is not None and gid and found.facts().get("gid") == gid else None


def turn_files(log: Log, player: GameFolder) -> tuple[Bundle, ...]:
    """The turn files in the player's log that go on from this one; none when it is another history, or no longer."""
    theirs = parse_log(player.log()).bundles
    count = len(log.bundles)
    if len(theirs) <= count or (count and theirs[count - 1].hash() != log.bundles[-1].hash()):
        return ()
    return theirs[count:]


def follow_sheet(folder: GameFolder, player: GameFolder) -> str | None:
    """Take over the player's sheet as it is now: a sentence when that changed anything, else None."""
    try:
        now, before = (atomic.read_bytes(each.path / NAME, MAX_SHEET) for each in (player, folder))
    except OSError:
        atomic.write_bytes(folder.path / NAME, _UNREADABLE)
        return Message(
            "the player's standing orders cannot be read: they answer nothing (pbem standing give FILE)."
        )
    if now == before:
        return None
    if now is None:
        atomic.remove(folder.path / NAME)
        return Message("the player has taken the standing orders back: every decision is theirs.")
    atomic.write_bytes(folder.path / NAME, now)
    return Message(
        "new standing orders of the player, code {code}: it follows them from here on.", code=code(now)
    )


def mark(folder: GameFolder, player: Home | None) -> str:
    """A digest of all that a look at a game depends on: unchanged, there is nothing new to say about it."""
    found = sha256()
    places = [folder.path] if player is None else [folder.path, player.path / "games" / folder.name]
    for place in places:
        for name in ("log.pbem", "game.json", NAME):
            data = atomic.read_bytes(place / name, MAX_LOG if name == "log.pbem" else _MAX_FACTS) or b""
            found.update(sha256(data).digest())
    # What was sealed with the key of this home, and what lies beside the log: new keys, settled versions.
    found.update(sha256(atomic.read_bytes(folder.path / "vault.box", MAX_LOG) or b"").digest())
    for name in ("parked", "refused"):
        there = folder.path / name
        found.update(
            "/".join(sorted(each.name for each in there.iterdir())).encode() if there.is_dir() else b""
        )
    return found.hexdigest()
