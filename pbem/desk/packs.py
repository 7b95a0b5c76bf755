"""The data packs of a home: installing one, finding the one a log needs, and listing them."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from attrs import frozen

from pbem import canon, editions, registry
from pbem.errors import DataError, FormatError, PbemError, UsageError
from pbem.packs import Pack, read_pack
from pbem.registry import Finder
from pbem.store.home import Home

_HEX = 64


@frozen(kw_only=True)
class Listed:
    """An installed pack: where it lies, the data it makes with the game as installed here, and how many entries it has.

    ``typed`` counts the entries of the game that it gives whole. ``fault`` says why it cannot be used any more.
    """

    digest: str
    place: Path
    pack: Pack
    game: registry.Game | None = None
    fault: str = ""


def install(home: Home, game: str, place: Path) -> registry.Game:
    """Copy a pack into the home, when the game can use it. Raises DataError naming file and line."""
    loaded = registry.load(game, place)
    assert loaded.pack is not None
    home.install_pack(loaded.data_digest, loaded.pack.stored())
    return loaded


def finder(home: Home | None, named: Path | None = None) -> Finder:
    """Finds versions of a game on their own data, on the pack that was ``named``, or on any pack of the home."""

    def packs(digest: str) -> Iterator[Path | Pack]:
        if named is not None:
            yield named
        if home is None:
            return
        # One under that digest comes first; any other may make this data with another version of the game.
        try:
            found = home.pack(digest)
        except UsageError:
            found = None
        if found is not None:
            yield found
        for _, place in home.packs():
            try:
                yield read_pack(place)
            except DataError:
                continue

    return editions.finder(packs)


def chosen(home: Home, named: Path | None) -> Path | None:
    """The pack that somebody named: a file or folder, or an installed one by its name or the digits of its data.

    Raises UsageError ``no-pack``.
    """
    if named is None or named.exists():
        return named
    found = [each for each in listed(home) if str(named) in (each.pack.name, each.digest)]
    # One pack lies there once for each version of the game that a game of this home is played under.
    if found and all(each.pack.stored() == found[0].pack.stored() for each in found):
        return found[0].place
    known = ", ".join(f"{each.pack.name} (data {each.digest})" for each in listed(home)) or "none"
    what = "several packs of that name are" if found else "there is no such file, and no such pack is"
    raise UsageError("no-pack", f"{str(named)!r}: {what} installed.", hint=f"Installed: {known}.")


def pack_for(home: Home | None, lines: bytes) -> Path | None:
    """The installed pack that makes the data which the invitation at the head of a log pins; None when there is none."""
    try:
        first = canon.decode(lines.partition(b"\n")[0])
    except FormatError:
        return None
    digest = first.get("data")
    if home is None or not isinstance(digest, str) or len(digest) != _HEX:
        return None
    try:
        return home.pack(digest)
    except UsageError:
        return None


def listed(home: Home) -> tuple[Listed, ...]:
    """The installed packs in the order of their digests; one that the game as installed now refuses has a ``fault``."""
    found = []
    for digest, place in home.packs():
        try:
            pack = read_pack(place)
        except DataError as error:
            blank = Pack(name=digest, game="", by="", source="", files=())
            found.append(Listed(digest=digest, place=place, pack=blank, fault=str(error)))
            continue
        found.append(_listed(digest, place, pack))
    return tuple(found)


def _listed(digest: str, place: Path, pack: Pack) -> Listed:
    if not pack.game:
        return Listed(digest=digest, place=place, pack=pack)
    try:
        game = registry.load(pack.game, pack)
    except PbemError as error:
        return Listed(digest=digest, place=place, pack=pack, fault=str(error))
    stale = "" if game.data_digest.startswith(digest) else "made for another version of the game's data"
    return Listed(digest=digest, place=place, pack=pack, game=game, fault=stale)
