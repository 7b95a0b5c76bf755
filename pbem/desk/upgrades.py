"""Upgrades as a player sees them: what is at hand, what another version would change, whether the game carries over."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from pathlib import Path

from attrs import frozen

from pbem import editions, registry
from pbem.canon import Json
from pbem.desk import packs
from pbem.desk.games import Seen
from pbem.entries import Upgrade
from pbem.errors import DataError, PbemError, UsageError
from pbem.overlay import written
from pbem.packs import read_pack
from pbem.protocol.asides import offer_upgrade
from pbem.protocol.session import Session
from pbem.registry import Game
from pbem.replay import upgrading
from pbem.replay.recheck import refold
from pbem.replay.verify import Fault
from pbem.store.home import Home
from pbem.view.markup import clean

_SHOWN = 8
_LABELS = frozenset({"provenance", "published", "source"})


@frozen(kw_only=True)
class AtHand:
    """A version that this home can play under, whether it is the one in force, and the command that offers it."""

    game: Game
    in_force: bool
    command: str


@frozen(kw_only=True)
class Difference:
    """One value of the tables: its path as a data pack writes it, what stands there and what would (None: nothing)."""

    path: str
    before: Json
    after: Json

    def __str__(self) -> str:
        return f"{self.path}: {_short(self.before)} -> {_short(self.after)}"


def at_hand(home: Home, view: Seen | Session) -> tuple[AtHand, ...]:
    """The versions of the game, each on its own data, then the data packs of the home that fit the version in force."""
    now = view.position.ruling
    found = []
    for info in editions.versions(now.info.name):
        own = editions.load(info)
        word = f" --own-data{_to(info, now)}" if now.pack is not None else f" --to {info.version}"
        found.append(AtHand(game=own, in_force=_same(own, now), command=f"pbem upgrade{word}"))
    for each in packs.listed(home):
        if each.pack.game not in ("", now.info.name):
            continue
        try:
            laid = editions.load(now.info, each.pack)
        except DataError:
            continue
        command = f"pbem upgrade --pack {each.pack.name}"
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
        raise UsageError(
            "same-rules",
            f"The game is played under {upgrading.name(now)} already.",
            hint="pbem upgrade (alone) lists what is at hand.",
        )
    return found


def offer(home: Home, session: Session, new: Game) -> Session:
    """Write the offer into the draft; a data pack is copied into the home first, so that the game can be opened with it.

    Raises what :func:`pbem.protocol.asides.offer_upgrade` raises.
    """
    after = offer_upgrade(session, new)
    if new.pack is not None:
        home.install_pack(new.data_digest, new.pack.stored())
    return after


def offered(view: Seen | Session) -> Upgrade | None:
    """The upgrade that waits for its answer."""
    waiting = view.position.table.offer
    return waiting.upgrade if waiting is not None else None


# --- what it would change ---------------------------------------------------------------------------------------------


def differences(old: Game, new: Game) -> tuple[Difference, ...]:
    """Every value of the tables that another version has otherwise, in the order of the tables; not where it comes from."""
    return tuple(_differences(old.tables, new.tables, ()))


def _differences(
    old: Json | Mapping[str, Json], new: Json | Mapping[str, Json], path: tuple[str | int, ...]
) -> Iterator[Difference]:
    if isinstance(old, Mapping) and isinstance(new, Mapping):
        for key in [*old, *(key for key in new if key not in old)]:
            if key in _LABELS:
                continue
            yield from _differences(old.get(key), new.get(key), (*path, key))
    elif isinstance(old, list) and isinstance(new, list) and len(old) == len(new):
        for at, (one, other) in enumerate(zip(old, new, strict=True)):
            yield from _differences(one, other, (*path, at))
    elif old != new or type(old) is not type(new):
        yield Difference(path=written(path), before=_json(old), after=_json(new))


def _json(value: Json | Mapping[str, Json]) -> Json:
    return dict(value) if isinstance(value, Mapping) else value


def _short(value: Json) -> str:
    match value:
        case None:
            return "nothing"
        case dict():
            return f"a table of {len(value)}"
        case list():
            text = f"[{', '.join(map(str, value))}]"
        case _:
            text = str(value)
    return clean(text if len(text) <= 40 else f"{text[:37]}...", 40)


def changes(old: Game, new: Game) -> tuple[str, ...]:
    """What another version changes, in sentences."""
    lines = []
    if old.info.digest != new.info.digest:
        lines.append(f"Rules: {old.info.version} -> {new.info.version}.")
    found = differences(old, new)
    if found:
        more = f" (and {len(found) - _SHOWN} more)" if len(found) > _SHOWN else ""
        values = "1 value" if len(found) == 1 else f"{len(found)} values"
        lines.append(f"Data: {values} of the tables.{more}")
        lines += [f"  {each}" for each in found[:_SHOWN]]
    elif old.data_digest != new.data_digest:
        lines.append("Data: no value, only what is said of where values come from.")
    return tuple(lines)


def obstacle(view: Seen | Session, new: Game) -> str:
    """Why the game does not carry over, with the entry that prevents it; "" when it does."""
    found = upgrading.prevented(view.position, new)
    if found is None:
        return ""
    where = "from its beginning on" if found.entry is None else f"since entry {found.entry}"
    return f"{found.reason} It has not carried over {where}."


def replayed(view: Seen | Session, new: Game) -> Fault | None:
    """The first entry of the whole log that would come out otherwise had it been played under ``new``; None: all alike."""
    return refold(view.log, new).difference


def explained(view: Seen | Session, upgrade: Upgrade) -> tuple[str, ...]:
    """An offer for those who have to answer it: what it would change, or why it cannot be agreed to."""
    words = f"{clean(upgrade.version, upgrading.MAX_VERSION)} (ruleset {upgrade.rules[:12]}, data {upgrade.data[:12]})"
    lines = [f"Offered: {words}."]
    try:
        new = upgrading.target(view.position, upgrade.rules, upgrade.data)
        after = upgrading.carried_over(view.position, new)
    except PbemError as error:
        return (*lines, f"You cannot agree to it as things are: {error}")
    if upgrading.carried_digest(after) != upgrade.state:
        return (
            *lines,
            "You cannot agree to it: it claims another state than your program carries over. Decline it.",
        )
    return (*lines, *changes(view.position.ruling, new), "The game as it stands carries over.")
