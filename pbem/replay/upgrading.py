"""Upgrades: one side offers to go on under another version of the rules or of the data, the other agrees.

What has been played stands; from the reply on the new version judges. An offer is checked for its form alone, so that a
log with one that was declined can be verified by everybody, whether or not that version was ever released; the version
is looked for, and the state carried over to it, when somebody agrees.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import TypeVar

from pbem.bytes.canon import encode_value, tagged_hash
from pbem.bytes.errors import IllegalOrder, NotHereError, PbemError, UsageError, VerifyError
from pbem.bytes.records import frozen
from pbem.bytes.values import evolve, hex_bytes
from pbem.games import editions, missing_editions
from pbem.games.registry import Game
from pbem.log.entries import Reply, Upgrade
from pbem.port.game import Conceal, Disclose, Outcome, Ruleset
from pbem.port.insight import Sound, TakesOver
from pbem.port.messages import Message
from pbem.replay.table import MAX_OFFERS, MAX_VERSION, OFFERED_AT, NextStep, Offer, Position, Seat

S = TypeVar("S")

_PACK = re.compile(r"[a-z][a-z0-9-]{0,31}")


# --- the entries ------------------------------------------------------------------------------------------------------


def offer(position: Position[S], seat: Seat, entry: Upgrade, due: NextStep) -> Position[S]:
    """The holder of the pen offers another version, instead of what he owes.

    Raises VerifyError ``not-now`` (a roll is under way, or the game is over), ``no-upgrade`` (in a challenge both entries
    would differ), ``offered-often``, ``bad-hex``, ``bad-fields`` and ``same-rules``.
    """
    table = position.table
    if due.kind not in OFFERED_AT or table.pending is not None:
        raise VerifyError.of(
            "not-now",
            "no other version is offered while this is owed: {what}.",
            what=due.kind,
            hint="Offer it when you owe the game something and no roll is under way.",
        )
    if table.challenge:
        raise VerifyError.of("no-upgrade", "in a challenge the version stays: it is the same for everybody.")
    if table.offers >= MAX_OFFERS:
        raise VerifyError.of(
            "offered-often", "{offers} offers have been declined in a row.", offers=table.offers
        )
    if not 0 < len(entry.version) <= MAX_VERSION or (entry.pack and not _PACK.fullmatch(entry.pack)):
        raise VerifyError.of("bad-fields", "names a version or a data pack as none can be named.")
    for value in (entry.rules, entry.data, entry.state):
        hex_bytes(value)
    if (entry.rules, entry.data) == (table.rules, table.data):
        raise VerifyError.of("same-rules", "offers the version under which the game is played already.")
    return evolve(position, table=evolve(table, offer=Offer(by=seat, upgrade=entry), offers=table.offers + 1))


def reply(position: Position[S], entry: Reply, upgrade: Upgrade) -> Position[S]:
    """The other side agrees, and the game goes on under the other version; or declines, and nothing has changed.

    Raises VerifyError ``unknown-version``, ``missing-pack``, ``not-carried``, and ``other-state`` when the offer
    claims another state.
    """
    table = position.table
    if not entry.yes:
        return evolve(position, table=evolve(table, offer=None))
    after = carried_over(position, target(position, upgrade))
    after = evolve(after, table=evolve(after.table, rules=upgrade.rules, data=upgrade.data))
    found = carried_digest(after)
    if found != upgrade.state:
        raise VerifyError.of(
            "other-state",
            "the offer claims the state {state}, carrying over gives {found}.",
            state=upgrade.state[:12],
            found=found[:12],
        )
    return after


def told(before: Position[S], after: Position[S]) -> tuple[Outcome, ...]:
    """What is said of an upgrade that was agreed to; nothing otherwise."""
    if after.table.upgrades == before.table.upgrades:
        return ()
    return (Outcome(kind="upgrade", text=Message("The game goes on under {name}.", name=name(after.ruling))),)


# --- carrying over ----------------------------------------------------------------------------------------------------


def target(position: Position[S], upgrade: Upgrade) -> Game:
    """The version that is offered. Raises VerifyError ``unknown-version`` and ``missing-pack``: what to install."""
    try:
        return editions.version_of(position.ruling, upgrade.rules, upgrade.data)
    except UsageError as error:
        if upgrade.pack and error.code == "unknown-data":
            raise missing_editions.missing_pack(
                Message("the game goes on under"), upgrade.pack, upgrade.data
            ) from error
        raise NotHereError("unknown-version", error.message, hint=error.hint) from error


def carried_over(position: Position[S], new: Game) -> Position[S]:
    """The position under another version, as it stands after the reply. Raises VerifyError ``not-carried``."""
    state = carry(position.ruling, new, position.game)
    table = evolve(
        position.table,
        offer=None,
        offers=0,
        upgrades=position.table.upgrades + 1,
        rules=new.info.digest,
        data=new.data_digest,
    )
    after = evolve(position, game=state, ruling=new, table=table)  # type: ignore[arg-type]  # S may be another class now
    for demand in new.rules.demands(state):
        if isinstance(demand, Disclose) and demand.at not in table.seals and demand.at not in table.decks:
            raise _not_carried(
                position.ruling, new, Message("it asks to open {at!r}, which was never sealed", at=demand.at)
            )
        if isinstance(demand, Conceal) and demand.at in table.seals:
            raise _not_carried(
                position.ruling, new, Message("it asks to seal {at!r} once more", at=demand.at)
            )
    return after


def carry(old: Game, new: Game, state: object) -> object:
    """A state of one version as a state of another.

    It is written by the old and read by the new, by the strict codec; a game whose model has changed takes it over in its
    own way (:class:`pbem.port.insight.TakesOver`). Then whatever can be asked of a state is asked once, so that one that the
    new version cannot go on from is found now. Raises VerifyError ``not-carried`` with the reason.
    """
    if sorted(old.rules.sides) != sorted(new.rules.sides):
        raise _not_carried(old, new, Message("it is for other sides"))
    value = json.loads(old.rules.write(state))
    try:
        if isinstance(new.rules, TakesOver):
            value = new.rules.takes_over(old.info.version, value)
        made = new.rules.load(value)
        _ask(new.rules, made)
    except IllegalOrder as error:
        raise _not_carried(old, new, error.message) from error
    except PbemError as error:
        raise _not_carried(old, new, error.message.rstrip(".")) from error
    except LookupError as error:
        raise _not_carried(
            old,
            new,
            Message("it has no {args!r}", args=error.args[0])
            if error.args
            else Message("something is missing"),
        ) from error
    except (ArithmeticError, AttributeError, TypeError, ValueError) as error:
        raise _not_carried(old, new, f"{type(error).__name__} {error}") from error
    if new.rules.write(made) != encode_value(value):
        raise _not_carried(old, new, Message("it writes the state otherwise than it reads it"))
    return made


def _ask(rules: Ruleset[object], state: object) -> None:
    if isinstance(rules, Sound) and (found := tuple(rules.unsound(state))):
        raise IllegalOrder(found)
    rules.moment(state)
    rules.demands(state)
    rules.result(state)
    rules.facts(state)
    rules.scene(state, None)


def _not_carried(old: Game, new: Game, reason: str) -> VerifyError:
    return VerifyError.of(
        "not-carried",
        "the state does not carry over from {name} to {other}: {reason}.",
        name=name(old),
        other=name(new),
        reason=reason,
    )


def name(game: Game) -> str:
    """A version in words: ``june6 0.2.0 on the data pack my-copy``."""
    pack = Message(" on the data pack {name}", name=game.pack.name) if game.pack is not None else ""
    return Message("{game} {version}{pack}", game=game.info.name, version=game.info.version, pack=pack)


def carried_digest(position: Position[S]) -> str:
    """The digest that an ``upgrade`` entry names: of ``{"data": digest in force, "game": state}`` after the change."""
    head = b'{"data":"%s","game":' % position.table.data.encode()
    return tagged_hash("carried", head + position.rules.write(position.game) + b"}").hex()


# --- what stands in the way -------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class Prevented:
    """Why a game does not carry over: the first entry after which it no longer would (None: from the start), and why."""

    entry: int | None
    reason: str


def prevented(position: Position[S], new: Game) -> Prevented | None:
    """What keeps a game from another version, found by halving the history that stands; None when nothing does."""
    last = _fails(position, new)
    if last is None:
        return None
    history = [position, *_history(position)]
    low, high = 0, len(history)  # history[low] does not carry over; history[high], if there is one, does
    if _fails(history[-1], new) is not None:
        return Prevented(entry=None, reason=str(_fails(history[-1], new)))
    high = len(history) - 1
    reason = last
    while high - low > 1:
        middle = (low + high) // 2
        found = _fails(history[middle], new)
        low, high, reason = (middle, high, found) if found is not None else (low, middle, reason)
    return Prevented(entry=history[low].count - 1, reason=reason)


def _history(position: Position[S]) -> Iterator[Position[S]]:
    """The earlier positions of the history that stands, back to where the version in force began to judge."""
    for past in reversed(position.past):
        if past.table.upgrades != position.table.upgrades:
            return
        yield past


def _fails(position: Position[S], new: Game) -> str | None:
    try:
        carried_over(position, new)
    except VerifyError as error:
        return error.message
    return None
