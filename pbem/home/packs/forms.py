"""The forms of a pack: how far each is typed, and where two packs differ."""

from __future__ import annotations

import secrets
from collections.abc import Sequence

from pbem.bytes.records import frozen
from pbem.games import registry
from pbem.games.forms import Cell, Form, read
from pbem.games.forms.digests import Digests, differing, digests_of
from pbem.games.packs.pack import Pack
from pbem.port.messages import Message, Series


@frozen(kw_only=True)
class Forms:
    """A pack laid over its game: its forms, and how many places of the pack do not fit the game's tables."""

    game: str
    data: str
    forms: tuple[Form, ...]
    faults: int = 0


def forms_of(game: str, pack: Pack | None) -> Forms:
    """The forms of a game with a pack over it; what does not fit is left out. Raises UsageError for an unknown game."""
    package = registry.info(game).package
    own, manifest = registry.own_tables(package), registry.manifest_of(package)
    if pack is None:
        return Forms(game=game, data=registry.digest_of(own), forms=read(own, manifest))
    laid = registry.lay(game, pack)
    return Forms(
        game=game,
        data=registry.digest_of(laid.tables),
        forms=read(own, manifest, laid.tables, laid.entries, pack),
        faults=len(laid.faults),
    )


def loaded(game: registry.Game) -> tuple[Form, ...]:
    """The forms of a game that is loaded, with its pack if it has one."""
    package = game.info.package
    return read(
        registry.own_tables(package), registry.manifest_of(package), game.tables, game.entries, game.pack
    )


def still_ours(forms: Sequence[Form]) -> str:
    """``114 of 11384 values typed; still ours: Turn track 39 of 39, ...``."""
    given, facts = sum(each.given for each in forms), sum(each.facts for each in forms)
    left = [
        Message("{title} {left} of {all}", title=each.title, left=each.facts - each.given, all=each.facts)
        for each in forms
        if each.given < each.facts
    ]
    if not left:
        return Message("{typed} of {values} values typed: all of them.", typed=given, values=facts)
    return Message(
        "{typed} of {values} values typed; still ours: {left}.", typed=given, values=facts, left=Series(left)
    )


def unsure(forms: Sequence[Form]) -> tuple[Cell, ...]:
    """The cells that were typed with a mark of doubt."""
    return tuple(cell for form in forms for cell in form.cells if cell.state.value == "unsure")


# --- two packs --------------------------------------------------------------------------------------------------------


def salted(found: Forms, salt: str = "") -> Digests:
    """The digests of a pack's forms, under a salt of 32 hex digits or a new one."""
    return digests_of(found.forms, found.game, found.data, salt or secrets.token_hex(16))


@frozen(kw_only=True)
class Difference:
    """One form in which two packs differ: how many of its blocks do, and the first of them."""

    id: str
    title: str
    blocks: int
    of: int
    first: tuple[str, ...]


def compared(mine: Forms, theirs: Digests, most: int = 5) -> tuple[Difference, ...]:
    """Where another's digests differ from one's own, form by form."""
    ours = salted(mine, theirs.salt)
    titles = {each.id: each.title for each in mine.forms}
    return tuple(
        Difference(
            id=form,
            title=titles.get(form, form),
            blocks=len(blocks),
            of=len({*ours.forms.get(form, {}), *theirs.forms.get(form, {})}),
            first=blocks[:most],
        )
        for form, blocks in differing(ours, theirs).items()
    )
