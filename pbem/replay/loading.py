"""The game that a log is pinned to, by the digests of its rules and of its data."""

from __future__ import annotations

from pathlib import Path

from pbem.bytes.errors import NotHereError, PbemError, UsageError
from pbem.games import editions, registry
from pbem.games.packs.pack import code_of
from pbem.games.registry import Finder
from pbem.log import Invite, Log
from pbem.port.messages import Message, Series


def other_data(offer: Invite, game: registry.Game, what: str, install: str = "") -> NotHereError:
    """The error for data that is not what an invitation pins: it names both packs, and what to do or to ``install``.

    ``missing-pack`` when the invitation names a pack, ``other-data`` when it is for the game's own data.
    """
    from pbem.games import missing_editions  # noqa: PLC0415  # most games are played under the rules installed now

    named = game.pack is not None
    ours = (
        Message("the data pack {name}", name=game.pack.name)
        if game.pack is not None
        else Message("the own data of {game}", game=offer.game)
    )
    ours = Message("This is {ours} (code {code}).", ours=ours, code=code_of(game.data_digest))
    if offer.pack:
        error = missing_editions.missing_pack(what, offer.pack, offer.data, offer.seat.who)
        said = Series((error.message, ours), " ") if named else error.message
        return NotHereError(error.code, said, hint=error.hint)
    hint = (
        Message("Leave out --pack.")
        if named
        else install or missing_editions.unknown_data(game.info, offer.data).hint
    )
    return NotHereError(
        "other-data",
        Message(
            "{what} the own data of {game} (code {code}). {ours}",
            what=what,
            game=offer.game,
            code=code_of(offer.data),
            ours=ours,
        ),
        hint=hint,
    )


def load_rules(log: Log, pack: Path | None = None, find: Finder | None = None) -> registry.Game:
    """The version of the game that a log is pinned to, by the digests of rules and data; upgrades are found by ``find``.

    Without ``find``, on the own data of any version at hand, or on ``pack``. Raises VerifyError naming what differs and
    what to install, before anything is folded.
    """
    offer = log.invite
    look = find or editions.finder(lambda _: () if pack is None else (pack,))
    try:
        game = registry.load(offer.game, pack)
    except PbemError as error:
        try:
            return editions.with_finder(look(offer.game, offer.rules, offer.data), look)
        except UsageError as missing:
            raise NotHereError("unknown-game", error.message, hint=missing.hint or error.hint) from error
    if (game.info.digest, game.data_digest) == (offer.rules, offer.data):
        return editions.with_finder(game, look)
    # A pack that was named and fits nothing is a slip, unless an upgrade may need it.
    if pack is not None and game.info.digest == offer.rules and not upgraded(log):
        raise other_data(offer, game, Message("the log was played on"))
    try:
        return editions.with_finder(look(offer.game, offer.rules, offer.data), look)
    except UsageError as error:
        if error.code == "unknown-data" or game.info.digest == offer.rules:
            raise other_data(offer, game, Message("the log was played on"), error.hint) from error
        raise NotHereError(
            "other-rules",
            Message(
                "the log was played under ruleset {rules} of {game}, installed is {digest} (version "
                "{version}).",
                rules=offer.rules[:12],
                game=offer.game,
                digest=game.info.digest[:12],
                version=game.info.version,
            ),
            hint=error.hint,
        ) from error


def upgraded(log: Log) -> bool:
    """Whether an upgrade has been offered anywhere in a log."""
    return any(
        entry["k"] == "upgrade"
        for bundle in log.bundles
        if bundle.names("upgrade")
        for entry in bundle.entries
    )
