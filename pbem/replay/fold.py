"""Folding bundles into positions: what happened at each entry, and the first entry that is wrong."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Generic, TypeVar

from pbem.bytes.canon import Json
from pbem.bytes.errors import DataError, GameFault, IllegalOrder, PbemError, VerifyError
from pbem.bytes.records import field, frozen
from pbem.crypto.keys import key_id
from pbem.games import boundary
from pbem.games.registry import Game
from pbem.log import Bundle, ChainEnd, Log, after, agreed_of, ends_of, extend, head_after, keys_of
from pbem.log.referees import first_referees
from pbem.port.game import Moment, Outcome
from pbem.port.messages import Message
from pbem.replay.stepping import step
from pbem.replay.table import Position, Seat, SeatInfo, Seeds, Table, state_digest

S = TypeVar("S")


@frozen(kw_only=True)
class AppliedEntry(Generic[S]):
    """One entry and what came of it; ``position`` is the one after it, ``before`` the one in which it was made."""

    entry: int
    seat: Seat
    kind: str
    obj: dict[str, Json]
    outcomes: tuple[Outcome, ...]
    position: Position[S]
    before: Position[S] = field(repr=False)
    bundle: int = 0

    def moment_of(self, outcome: Outcome) -> Moment:
        """Turn and phase in which one of its outcomes happened: the one that it names, else that of the entry itself."""
        return outcome.when or self.before.rules.moment(self.before.game)


@frozen(kw_only=True)
class Mark(Generic[S]):
    """A place between two bundles, where a later fold of the same log can begin."""

    position: Position[S]
    end: ChainEnd


@frozen(kw_only=True)
class Folded(Generic[S]):
    """The last position that holds, how far the chain goes, and the first error beside it.

    ``mark`` is the place before the last bundle of a log; None where it has no bundle.
    """

    position: Position[S]
    end: ChainEnd
    error: PbemError | None = None
    mark: Mark[S] | None = None


Watcher = Callable[[AppliedEntry[S]], None]


def opening(game: Game, log: Log) -> Position[object]:
    """The position before the first entry. Raises VerifyError when the sides are not this game's."""
    try:
        state = game.rules.setup(log.invite.scenario, agreed_of(log.invite.options))
    except DataError as error:
        raise VerifyError("bad-setup", error.message) from error
    except boundary.MACHINE as error:
        raise boundary.game_fault(game.rules, Message("the set-up"), error) from error
    except Exception as error:  # the options are the inviter's: what cannot be set up is no game
        said = Message(
            "the rules of {game} cannot set up a game with these options ({error}).",
            game=game.rules.title,
            error=type(error).__name__,
        )
        raise VerifyError("bad-setup", said) from error
    return Position(game=state, table=first_table(game, log), ruling=game)


def first_table(game: Game, log: Log) -> Table:
    """The table before the first entry. Raises VerifyError ``wrong-sides``."""
    invite, accept = log.invite, log.accepted
    if sorted(invite.sides) != sorted(game.rules.sides):
        raise VerifyError.of(
            "wrong-sides", "the invitation names the sides {side}.", side=", ".join(invite.sides)
        )
    seats = {
        name: SeatInfo(
            side=side, name=seat.who, key=seat.key, tip=seat.tip, length=seat.length, vault=seat.vault
        )
        for name, side, seat in zip("AB", invite.sides, (invite.seat, accept.seat), strict=True)
    }
    both = {"A": invite.seat, "B": accept.seat}
    return Table(
        gid=log.gid,
        seats=seats,
        seeds={by: Seeds(key=seat.key, length=seat.length, known=seat.tip) for by, seat in both.items()},
        challenge=bool(invite.challenge),
        keys=frozenset(
            map(
                key_id,
                (
                    *keys_of(*both.values()),
                    *(seat.identity for seat in both.values()),
                    *first_referees(invite),
                ),
            )
        ),
        used_chains_and_vaults=frozenset(ends_of(*both.values())),
        rules=invite.rules,
        data=invite.data,
    )


_RULED = ["appoint", "ruling"]
_ALONE = {"audit": Message("a vault is opened"), "renew": Message("keys are renewed")}


def check_company(kinds: Sequence[str], place: int, entry: int) -> None:
    """What may stand where in a bundle: ``kinds`` are those of its entries, ``entry`` the number of the one at ``place``.

    Raises VerifyError ``not-now`` (``schemas/log.md``, the pen and refusing).
    """
    kind, wrong = kinds[place], ""
    if kind == "reject" and place:
        wrong = Message("a refusal must open its bundle.")
    elif place and kinds[0] == "reject" and kind != "note":
        wrong = Message("nothing but a note stands behind a refusal.")
    elif kind in _ALONE and len(kinds) > 1:
        wrong = Message("{alone} in a bundle of its own.", alone=_ALONE[kind])
    elif kind == "note" and not 0 < place == len(kinds) - 1:
        wrong = Message("a note is the last entry of a bundle that has others.")
    elif kind in _RULED and list(kinds) not in (_RULED[1:], _RULED):
        wrong = Message("a ruling stands alone, or behind the appointment of who signs it.")
    if wrong:
        raise VerifyError("not-now", wrong, entry=entry)


def fold_entries(
    position: Position[S], seat: Seat, lines: Sequence[tuple[bytes, dict[str, Json]]], head: bytes
) -> Iterator[tuple[AppliedEntry[S], bytes]]:
    """Each entry's happening and the chained hash after it. Raises at the first entry that is wrong."""
    kinds = [str(obj.get("k")) for _, obj in lines]
    for place, (line, obj) in enumerate(lines):
        check_company(kinds, place, position.count)
        before, head = head, head_after(head, (line,))
        number = position.count
        made_in = position
        position, applied = step(position, seat, obj, before=before, head=head)
        yield (
            AppliedEntry(
                entry=number,
                seat=seat,
                kind=applied.kind,
                obj=obj,
                outcomes=applied.outcomes,
                position=position,
                before=made_in,
            ),
            head,
        )


def fold_bundle(
    position: Position[S], end: ChainEnd, bundle: Bundle, watch: Watcher[S] | None = None
) -> Folded[S]:
    """Fold one bundle whose chain and signature hold. The error, if any, names the entry."""
    trail, position, found, error = _trail(position, end, bundle)
    if watch is not None:
        for happened in trail:
            watch(happened)
    if error is not None:
        return Folded(position=position, end=end, error=error)
    if found != bundle.header.state:
        wrong = VerifyError.of(
            "other-state",
            "bundle {n} claims the state {state}, the rules give {found}.",
            n=bundle.header.n,
            state=bundle.header.state[:12],
            found=found[:12],
            entry=bundle.header.last,
        )
        return Folded(position=position, end=end, error=wrong)
    return Folded(position=position, end=after(end, bundle))


def _trail(
    start: Position[S], end: ChainEnd, bundle: Bundle
) -> tuple[list[AppliedEntry[S]], Position[S], str, PbemError | None]:
    """What happened in a bundle as far as it holds, the last position that does, its digest, and what is wrong behind."""
    pairs = tuple(zip(bundle.lines, bundle.entries, strict=True))
    trail: list[AppliedEntry[S]] = []
    error: PbemError | None = None
    try:
        trail.extend(happened for happened, _ in fold_entries(start, bundle.header.by, pairs, end.head))
    except (VerifyError, IllegalOrder) as wrong:
        error = wrong
    last = trail[-1].position if trail else start
    try:
        return trail, last, state_digest(last), error
    except GameFault as fault:
        held, last, error = _writable(start, trail, fault)
        return held, last, "", error


def _writable(
    start: Position[S], trail: list[AppliedEntry[S]], fault: GameFault
) -> tuple[list[AppliedEntry[S]], Position[S], PbemError]:
    """The same for a bundle that leads to a state which cannot be written: as far as the states can be."""
    before = start
    for place, happened in enumerate(trail):
        try:
            state_digest(happened.position)
        except GameFault as found:
            rules, kind = before.rules, happened.kind
            wrong = boundary.unwritable(
                rules, before.game, kind, found, chosen=kind in _CHOSEN or rules.actions.knows(kind)
            )
            wrong.entry = happened.entry
            return trail[:place], before, wrong
        before = happened.position
    return trail, before, fault


_CHOSEN = frozenset({"seal", "show"})
"""Entries of the protocol that hold what a player chose."""


def fold_log(
    game: Game,
    log: Log,
    start: ChainEnd,
    watch: Watcher[object] | None = None,
    begin: Mark[object] | None = None,
    passed: Callable[[Mark[object]], None] | None = None,
) -> Folded[object]:
    """Verify and fold a whole log from its first bundle, to the first thing that does not hold.

    ``game`` is the version that the invitation pins; those that upgrades name are found where it looks. With ``begin``, a
    mark that the caller has reason to believe, what lies before it is not looked at. ``passed`` is told the place before
    each bundle.
    """
    if begin is None:
        position, end = opening(game, log), start
    else:
        position, end = begin.position, begin.end
    mark: Mark[object] | None = None
    for bundle in log.bundles[end.bundles :]:
        mark = Mark(position=position, end=end)
        if passed is not None:
            passed(mark)
        try:
            extend(log, end, bundle)
        except VerifyError as error:
            return Folded(position=position, end=end, error=error)
        folded = fold_bundle(position, end, bundle, watch)
        position, end = folded.position, folded.end
        if folded.error is not None:
            return folded
    return Folded(position=position, end=end, mark=mark)
