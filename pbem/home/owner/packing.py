"""A copy as a pack: checked as ``pbem packs check`` checks one, and installed as ``pbem packs add`` installs one."""

from __future__ import annotations

import re

from pbem.bytes.errors import DataError, UsageError
from pbem.bytes.records import frozen
from pbem.games import registry
from pbem.games.forms import written_files
from pbem.games.lint import Linted, lint
from pbem.games.overlay import Fault
from pbem.games.packs.pack import Pack
from pbem.games.packs.reading import from_files
from pbem.games.packs.writing import toml_value
from pbem.home.owner.copies import Copy
from pbem.home.packs import installed
from pbem.store.home import Home

_NAME = re.compile(r"[a-z][a-z0-9-]{0,31}")
_MOST = 120


@frozen(kw_only=True)
class About:
    """What a pack says of itself: its name, who typed it, and from what."""

    name: str = "my-copy"
    by: str = ""
    source: str = ""


def pack_of(copy: Copy, about: About) -> Pack:
    """The pack that says what was typed. Raises UsageError ``bad-name``, ``nothing-typed``; DataError as packs do."""
    if not _NAME.fullmatch(about.name):
        raise UsageError.of(
            "bad-name",
            "{name!r} cannot be the name of a pack.",
            name=about.name[:60],
            hint="Small letters, digits and hyphens, a letter first, 32 at the most: my-copy.",
        )
    for text in (about.by, about.source):
        if len(text) > _MOST or not text.isprintable():
            raise UsageError.of(
                "too-long", "Who typed it and from what: {most} characters at the most.", most=_MOST
            )
    typed = list(copy.typings())
    if not typed:
        raise UsageError.of(
            "nothing-typed",
            "Nothing has been typed yet.",
            hint="Choose a form and type what is printed; Enter says that ours is as printed.",
        )
    head = {"name": about.name, "game": copy.game, "by": about.by, "source": about.source}
    lines = "".join(f"{key} = {toml_value(value)}\n" for key, value in head.items())
    files = {f"{name}.toml": text.encode() for name, text in written_files(typed, copy.own).items()}
    return from_files({"pack.toml": f"[pack]\n{lines}".encode(), **files})


@frozen(kw_only=True)
class Checked:
    """What a check found: mistakes and doubts, each with the address of its cell ("" where it is of none)."""

    faults: tuple[tuple[Fault, str], ...]
    warnings: tuple[tuple[Fault, str], ...]
    game: registry.Game | None


def check(copy: Copy) -> Checked:
    """All that is wrong with a copy as it is."""
    try:
        found = lint(pack_of(copy, About()), copy.game)
    except DataError as error:
        fault = Fault(at="", path="", text=error.message, hint=error.hint)
        found = Linted(entries=(), faults=(fault,))
    return Checked(
        faults=tuple((each, _address(copy, each)) for each in found.faults),
        warnings=tuple((each, _address(copy, each)) for each in found.warnings),
        game=found.game,
    )


def _address(copy: Copy, fault: Fault) -> str:
    """The first typed cell whose address begins as a fault's path does; "" for none."""
    path = fault.path.replace("[", "/").replace("]", "").replace(" ", "/")
    for address in copy.typed:
        plain = address.replace(".", "/")
        if plain == path.replace(".", "/") or plain.startswith(path.replace(".", "/") + "/"):
            return address
    return ""


def install(home: Home, copy: Copy, about: About) -> tuple[registry.Game, tuple[Fault, ...]]:
    """Put the copy into the home as a pack on which games can be begun. Raises as :func:`pack_of` and ``packs add`` do."""
    return installed.install(home, copy.game, pack_of(copy, about))
