"""Turns and homes for tests of bad input: forged, copied, compared."""

from pathlib import Path

from home.table import Player, decide
from protocol.forging import signed_by

from pbem.bytes import canon, container
from pbem.home.games import open_session
from pbem.home.identity import unlock
from pbem.log import Bundle


def everything(player: Player) -> dict[str, bytes]:
    """Every file of a home but the lock, by its path; vaults are encrypted anew each time and count by being there."""
    found = {}
    for path in sorted(player.path.rglob("*")):
        if path.is_file() and path.name != "lock":
            found[str(path.relative_to(player.path))] = b"" if path.name == "vault.box" else path.read_bytes()
    return found


def turn(player: Player) -> Path:
    """A turn of this player, as a file."""
    decide(player)
    return player.sent()


def forged(player: Player, *objects: dict[str, canon.Json]) -> Bundle:
    """A bundle that this player signs although the rules do not allow what it says."""
    session = open_session(player.folder, unlock(player.home, ""))
    return signed_by(session, session.vault.keypair, objects, rules=session.game.info.digest)


def drafted(player: Player) -> list[canon.Json]:
    """The kinds of the entries that this player has not signed yet."""
    session = open_session(player.folder, unlock(player.home, ""))
    return [canon.decode(line)["k"] for line in session.draft]


def written(place: Path, data: bytes) -> Path:
    """A turn file with these log lines."""
    place.write_bytes(container.pack(data))
    return place


def seen(player: Player) -> str:
    """The path of the list of what has been read, in the home."""
    return str((player.folder.path / "seen").relative_to(player.path))


def copy(source: Player, target: Player) -> None:
    """A home once more, secrets and all, that does not know it: as when a whole disk is copied."""
    for name, data in everything(source).items():
        place = target.path / name
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(data or (source.path / name).read_bytes())
    target.home.settle_down()
