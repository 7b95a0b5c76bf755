"""Upgrades as a player sees them: what is at hand, what another version would change, whether the game carries over."""

from __future__ import annotations

from pathlib import Path

from pbem.bytes.errors import DataError, PbemError, UsageError
from pbem.bytes.records import frozen
from pbem.games import editions, registry
from pbem.games.packs.pack import code_of
from pbem.games.packs.reading import read_pack
from pbem.games.registry import Game
from pbem.home.games import Seen
from pbem.home.packs import installed as packs
from pbem.home.packs.digests import keep
from pbem.log.entries import Upgrade
from pbem.port.messages import Message
from pbem.protocol.session import Session
from pbem.protocol.side_entries import offer_upgrade
from pbem.replay import upgrading
from pbem.replay.recheck import refold
from pbem.replay.table import MAX_VERSION
from pbem.replay.verdict import Fault
from pbem.store.home import Home
from pbem.view.markup import clean


@frozen(kw_only=True)
class AtHand:
    """A version that this home can play under, whether it is the one in force, and the command that offers it."""

    game: Game
    in_force: bool
    command: str


def at_hand(home: Home, view: Seen | Session) -> tuple[AtHand, ...]:
    """The versions of the game, each on its own data, then the data packs of the home that fit the version in force."""
    now = view.position.ruling
    found = []
    for info in editions.versions(now.info.name):
        own = editions.load(info)
        word = f" --own-data{_to(info, now)}" if now.pack is not None else f" --to {info.version}"
        found.append(AtHand(game=own, in_force=_same(own, now), command=f"pbem offer upgrade{word}"))
    for each in packs.listed(home):
        if each.pack.game not in ("", now.info.name):
            continue
        try:
            laid = editions.load(now.info, each.pack)
        except DataError:
            continue
        command = f"pbem offer upgrade --pack {each.pack.name}"
        found.append(AtHand(game=laid, in_force=_same(laid, now), command=command))
    return tuple(found)


def _to(info: registry.GameInfo, now: Game) -> str:
    return "" if info.digest == now.info.digest else f" --to {info.version}"


def _same(one: Game, other: Game) -> bool:
    return (one.info.digest, one.data_digest) == (other.info.digest, other.data_digest)


def wanted(home: Home, now: Game, *, to: str, pack: Path | None, own: bool) -> Game:
    """The version that somebody asks for: of the rules, of the data, or of both; what is not named stays as it is.

    Raises UsageError ``unknown-version``, ``no-pack`` and ``same-rules``, and DataError for a pack that does not fit.
    """
    info = editions.named(now.info.name, to) if to else now.info
    place = packs.chosen(home, pack)
    laid = read_pack(place) if place is not None else None if own else now.pack
    found = editions.load(info, laid)
    if _same(found, now):
        raise UsageError.of(
            "same-rules",
            "The game is played under {name} already.",
            name=upgrading.name(now),
            hint="pbem offer upgrade (alone) lists what is at hand.",
        )
    return found


def offer(home: Home, session: Session, new: Game) -> Session:
    """Write the offer into the draft; a data pack is copied into the home first, so that the game can be opened with it.

    Raises what :func:`pbem.protocol.side_entries.offer_upgrade` raises.
    """
    after = offer_upgrade(session, new)
    if new.pack is not None:
        keep(home, new)
    return after


def offered(view: Seen | Session) -> Upgrade | None:
    """The upgrade that waits for its answer."""
    waiting = view.position.table.offer
    return waiting.upgrade if waiting is not None else None


# --- what it would change ---------------------------------------------------------------------------------------------


def changes(old: Game, new: Game, *, everything: bool = True) -> tuple[str, ...]:
    """What another version changes, in sentences; without ``everything`` the first of many values, and how many follow."""
    lines: list[str] = []
    if old.info.digest != new.info.digest:
        lines.append(
            Message("Rules: {version} -> {later}.", version=old.info.version, later=new.info.version)
        )
    found = new.changed_from(old)
    if found:
        lines.append(Message("Data: {counted} of the tables would change.", counted=packs.counted(found)))
        lines += packs.told(found, everything=everything)
    elif old.data_digest != new.data_digest:
        lines.append(Message("Data: no value, only what is said of where values come from."))
    return tuple(lines)


def obstacle(view: Seen | Session, new: Game) -> str:
    """Why the game does not carry over, with the entry that prevents it; "" when it does."""
    found = upgrading.prevented(view.position, new)
    if found is None:
        return ""
    where = (
        Message("from its beginning on")
        if found.entry is None
        else Message("since entry {entry}", entry=found.entry)
    )
    return Message("{reason} It has not carried over {where}.", reason=found.reason, where=where)


def replayed(view: Seen | Session, new: Game) -> Fault | None:
    """The first entry of the whole log that would come out otherwise had it been played under ``new``; None: all alike."""
    return refold(view.log, new).difference


def explained(view: Seen | Session, upgrade: Upgrade, *, everything: bool = True) -> tuple[str, ...]:
    """An offer for those who have to answer it: what it would change, or why it cannot be agreed to."""
    words = Message(
        "{version} (ruleset {rules}, code {code})",
        version=clean(upgrade.version, MAX_VERSION),
        rules=upgrade.rules[:12],
        code=code_of(upgrade.data),
    )
    lines: list[str] = [Message("Offered: {words}.", words=words)]
    try:
        new = upgrading.target(view.position, upgrade)
        after = upgrading.carried_over(view.position, new)
    except PbemError as error:
        return (*lines, Message("You cannot agree to it as things are: {error}", error=error))
    if upgrading.carried_digest(after) != upgrade.state:
        return (
            *lines,
            Message(
                "You cannot agree to it: it claims another state than your program carries over. Decline it."
            ),
        )
    return (
        *lines,
        *changes(view.position.ruling, new, everything=everything),
        Message("The game as it stands carries over."),
    )
