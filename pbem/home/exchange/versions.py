"""Which version of a game an invitation is made for or pins, on its own data or on a data pack."""

from __future__ import annotations

from pathlib import Path

from pbem.bytes.errors import UsageError
from pbem.games import editions, registry
from pbem.games.packs.pack import Pack
from pbem.home import packs
from pbem.home.packs import digests, installed
from pbem.log import Invite
from pbem.store.home import Home


def version(home: Home, game: str, rules: str = "", pack: Path | None = None) -> registry.Game:
    """The installed version of a game, or the one with the number ``rules``, on a data pack where one is named.

    Raises UsageError and DataError for what there is not.
    """
    place = installed.chosen(home, pack)
    return older(home, game, rules, place) if rules else loaded(home, game, place)


def loaded(home: Home, game: str, pack: Path | Pack | None) -> registry.Game:
    return registry.load(game) if pack is None else installed.install(home, game, pack)[0]


def older(home: Home, game: str, version: str, place: Path | None) -> registry.Game:
    """A version of a game by its number. Raises UsageError ``unknown-version``."""
    loaded = editions.load(editions.named(game, version), place)
    return kept(home, loaded)


def pinned(home: Home, offer: Invite, place: Path | Pack | None) -> registry.Game:
    """The version that an invitation pins; when there is none, the installed one, so that what differs can be said."""
    find = packs.finder(home, place)
    try:
        return kept(home, editions.with_finder(find(offer.game, offer.rules, offer.data), find))
    except UsageError:
        return loaded(home, offer.game, place)


def kept(home: Home, loaded: registry.Game) -> registry.Game:
    if loaded.pack is not None:
        digests.keep(home, loaded)
    return loaded
