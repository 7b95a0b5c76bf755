"""The data packs of a home: installing one, taking one out of a file, and listing them."""

from __future__ import annotations

import re
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.bytes import container
from pbem.bytes.errors import DataError, PbemError, UsageError
from pbem.bytes.records import frozen
from pbem.games import editions, registry
from pbem.games.packs.pack import PAPER, Pack, code_of, is_pack
from pbem.games.packs.reading import from_files, read_file, read_pack, write_file
from pbem.home import packs
from pbem.home.packs import digests
from pbem.log import Invite
from pbem.port.messages import Message, Series
from pbem.port.messages import counted as count_of
from pbem.store.home import Home
from pbem.view.markup import clean

if TYPE_CHECKING:
    from pbem.games.overlay import Change, Fault
    from pbem.papers.paper import Finding

_SHOWN = 40
_LONG = 1000
_MAX_MAIL = 16 * 1024 * 1024


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

    @property
    def code(self) -> str:
        """The short code of the data that it makes."""
        return code_of(self.game.data_digest if self.game is not None else self.digest)


def install(home: Home, game: str, pack: Path | Pack) -> tuple[registry.Game, tuple[Fault, ...]]:
    """Copy a pack into the home, when the game can use it; with it what should be looked at again on paper.

    Raises DataError naming file and line: what a check calls a mistake is refused here, too.
    """
    from pbem.games.lint import lint  # noqa: PLC0415  # a game on a pack that is installed needs none of it

    loaded = registry.load(game, pack)
    registry.sourced(loaded)
    assert loaded.pack is not None
    linted = lint(loaded.pack, game)
    if bad := linted.faults:
        more = Message(" (and {n} more)", n=len(bad) - 1) if len(bad) > 1 else ""
        raise DataError(
            "pack", f"{bad[0]}{more}", hint=Message("Type: pbem packs check PACK, for all that is wrong.")
        )
    if digests.keep(home, loaded):
        return loaded, (*linted.warnings, _exchanged(loaded))
    return loaded, linted.warnings


def _exchanged(loaded: registry.Game) -> Fault:
    from pbem.games.overlay import Fault  # noqa: PLC0415  # as above

    return Fault(
        at="pack.toml",
        path="pack",
        text=Message(
            "another pack lay under this code, {code}, which it does not make: this one has taken its place.",
            code=code_of(loaded.data_digest),
        ),
    )


def chosen(home: Home, named: Path | None) -> Path | None:
    """The pack that somebody named: a file or folder, or an installed one by its name or its code.

    Raises UsageError ``no-pack``.
    """
    if named is None or named.exists():
        return named
    found = [each for each in listed(home) if str(named) in (each.pack.name, each.digest, each.code)]
    # One pack lies there once for each version of the game that a game of this home is played under.
    if found and all(each.pack.stored() == found[0].pack.stored() for each in found):
        return found[0].place
    known = (
        ", ".join(
            Message("{name} (code {code})", name=each.pack.name, code=each.code) for each in listed(home)
        )
        or "none"
    )
    what = (
        Message("several packs of that name are")
        if found
        else Message("there is no such file, and no such pack is")
    )
    raise UsageError.of(
        "no-pack",
        "{str!r}: {what} installed.",
        str=str(named),
        what=what,
        known=known,
        hint="Installed: {known}.",
    )


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
        strange = "" if digests.makes(pack, digest) else Message("it does not make the data of this code")
        return Listed(digest=digest, place=place, pack=pack, fault=strange)
    try:
        game = registry.load(pack.game, pack)
    except PbemError as error:
        return Listed(digest=digest, place=place, pack=pack, fault=str(error))
    stale = (
        "" if game.data_digest.startswith(digest) else Message("made for another version of the game's data")
    )
    return Listed(digest=digest, place=place, pack=pack, game=game, fault=stale)


# --- a pack that travels ----------------------------------------------------------------------------------------------


def packed(pack: Pack) -> bytes:
    """The file that carries a pack."""
    return container.pack(write_file(pack.stored()))


def carried(lines: bytes) -> Pack:
    """The pack in the unpacked bytes of a file. Raises FormatError, and DataError for TOML that is none."""
    return from_files(read_file(lines))


def name_beside(file: str) -> str:
    """The name of the pack's file beside an invitation: our own, and never the sender's."""
    from pbem.mail.compose import PACK_NAME  # noqa: PLC0415  # every game asks for packs, few have one

    return file.removesuffix(".pbem") + PACK_NAME


def beside(file: Path) -> Pack | None:
    """The pack that came with an invitation: in the same mail, or in the file beside it; None when there is none."""
    from pbem.mail.extract import look  # noqa: PLC0415  # as above

    try:
        if 0 < file.stat().st_size <= _MAX_MAIL:
            for each in look(file.read_bytes()).found:
                if is_pack(each.data):
                    return carried(each.data)
        near = file.with_name(name_beside(file.name))
        return read_pack(near) if near.is_file() else None
    except (OSError, PbemError):
        return None


def pinned(home: Home, offer: Invite, found: Path | Pack | None) -> registry.Game | None:
    """The game on the pack that an invitation names: ``found``, or one of the home; None when none makes its data."""
    try:
        return packs.finder(home, found)(offer.game, offer.rules, offer.data)
    except UsageError:
        return None


def finding(lines: bytes) -> Finding:
    """The verdict on a pack's file: what it is, for which game, whether that can use it. Raises as :func:`carried` does."""
    from pbem.papers.paper import Finding  # noqa: PLC0415  # as above

    pack = carried(lines)
    said = [
        Message(
            "A data pack for {game}: {origin}.",
            game=pack.game or "a game that it does not name",
            origin=clean(pack.origin, 300),
        )
    ]
    code = ""
    try:
        found = registry.load(pack.game, pack)
        said += [
            Message("Code {code}: {said}.", code=code_of(found.data_digest), said=described(found)),
            Message(
                "It needs no signature: the invitation to a game on it names the digest of its data, and "
                "is signed."
            ),
        ]
    except PbemError as error:
        code = error.code
        said.append(Message("It cannot be used here: {error}", error=clean(str(error), 600)))
    return Finding(paper=PAPER, proved=not code, game="", lines=tuple(said), code=code, word="usable")


# --- what it changes --------------------------------------------------------------------------------------------------


def described(game: registry.Game) -> str:
    """How much of a game a pack gives: ``812 values typed, 114 of them other than the game's own``."""
    typed = len(game.entries)
    other = len(game.changed_from(own(game)))
    return count_of(
        typed,
        "{n} value typed; {other} other than in the game's own data",
        "{n} values typed; {other} other than in the game's own data",
        other=counted_text(other),
    )


def own(game: registry.Game) -> registry.Game:
    """The same version of the game on its own data."""
    return editions.load(game.info)


def counted(found: tuple[Change, ...]) -> str:
    """``1 value``, ``12 values``."""
    return counted_text(len(found))


def counted_text(count: int) -> str:
    """``1 value``, ``12 values``."""
    return count_of(count, "{n} value", "{n} values")


def told(found: tuple[Change, ...], *, everything: bool = True) -> tuple[str, ...]:
    """Changes under their titles; without ``everything`` the first, with the number of those that follow, title by title."""
    shown = found if everything or len(found) <= _SHOWN else found[:_SHOWN]
    lines: list[str] = []
    title = None
    for each in shown:
        if each.title != title:
            title = each.title
            lines.append(Series(("  ", clean(title, 200)), ""))
        lines.append(Series(("    ", clean(str(each), _LONG)), ""))
    rest: dict[str, int] = {}
    for each in found[len(shown) :]:
        rest[each.title] = rest.get(each.title, 0) + 1
    if rest:
        where = Series(
            (Series((clean(name, 60), str(count)), " ") for name, count in list(rest.items())[:12]), ", "
        )
        more = Message(" and {n} more", n=len(rest) - 12) if len(rest) > 12 else ""
        lines.append(
            Message(
                "  ... and {n} of {before} more: {where}{more}. --all lists them all.",
                n=len(found) - len(shown),
                before=len(found),
                where=where,
                more=more,
            )
        )
    return tuple(lines)


def name_of(folder: Path) -> str:
    """A name for a pack that is typed in a folder."""
    name = re.sub(r"[^a-z0-9-]+", "-", folder.name.lower()).strip("-0123456789")[:32]
    return name or "my-copy"
