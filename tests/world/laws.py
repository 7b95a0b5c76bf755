"""What holds in every world after every step: a function each, named as the sentence.

A law takes the world and what has just been done, and raises AssertionError with what it has seen.
"""

from collections.abc import Callable, Iterable, Mapping
from typing import TypeVar

from pbem.bytes import container
from pbem.bytes.errors import PbemError
from pbem.home.games import rules_of
from pbem.log import Bundle, parse_log, read_bundles, start_of
from pbem.replay.fold import fold_log
from pbem.replay.table import state_digest
from pbem.store.game import content_hash

from .asides import OLD_VAULT
from .blame import the_honest_are_never_blamed, what_waits_is_explained
from .cards import each_card_is_there_once_and_read_by_its_owner_alone
from .court import heard
from .kept import KeptGame
from .leaving import nothing_is_signed_twice, nothing_secret_leaves
from .seat import Doing

K = TypeVar("K")
Law = Callable[..., None]
"""Of the world, and what has happened."""

SECONDS = 5.0
"""No step takes more of the processor's time."""

WAITS = frozenset({"nothing-to-send", "not-sent", "not-your-turn", "unfinished"})
"""Why a player is told that nothing can be done now, in a world without cheats and copies."""

STRAYS = frozenset({"copied-home", "stale-home", "ahead"})
"""And why in a copy of a home."""

_DISPUTED = WAITS | {
    "signed-already", "stale-home", "answered-already", "unsettled", "other-version", "ruling-waits", "old-vault",
    "nothing-to-refuse", "refused-often", "out-of-turn", "not-now", "renewed-often", "over", "draft-in-the-way",
    "no-note", "too-many-parked", "offered-often",
}  # fmt: skip
"""And in one in which there are others: each has a sentence that names what is missing."""

_EVERY = 24
"""The whole log is folded after each step that was disturbed, and after one in so many that were not."""


def nothing_is_lost(world, doing: Doing) -> None:
    """A log only grows; drafts, seals, the record, what was sent, refused or kept stay."""
    before, after = doing.before, doing.after
    if doing.clears == "home" or doing.step.who in world.cheats:
        return
    assert before.name in ("", after.name), "the identity is another"
    begun = {game.session.log.invite.line for game in after.games.values()}
    for name, log in before.invitations.items():
        assert name in after.invitations or parse_log(log).invite.line in begun, f"invitation {name} is gone"
    for name, game in before.games.items():
        assert name in after.games, f"game {name} is gone"
        if heard(game) == heard(after.games[name]):
            _stays(game, after.games[name], cleared=bool(doing.clears), moved_in=doing.moved_in)


def _stays(before: KeptGame, after: KeptGame, *, cleared: bool, moved_in: bool) -> None:
    assert after.log.startswith(before.log), "the log has lost or changed what stood in it"
    assert _within(before.sent, after.sent), "a turn file that was sent is gone or another"
    for what in ("refused", "papers", "seen"):
        assert getattr(before, what) <= getattr(after, what), f"something {what} is gone"
    # What a ruling has put away is sealed anew under the same label; what was sealed in a copy and never signed goes.
    assert _within(before.sealed, after.sealed) or heard(after) or moved_in, "a sealed choice is gone"
    _record_stays(before, after)
    if not cleared and before.draft and before.draft != after.draft[: len(before.draft)]:
        grown = after.log[len(before.log) :].split(b"\n")
        assert all(line in grown for line in before.draft), "a draft is gone that was not signed"
    placed = after.bundles
    for data in before.parked - after.parked - after.refused:
        assert read_bundles(data)[0].hash() in placed, "a turn file that waited is gone"


def _within(before: Mapping[K, object], after: Mapping[K, object]) -> bool:
    return all(after.get(key) == value for key, value in before.items())


def _record_stays(before: KeptGame, after: KeptGame) -> None:
    for name in ("signed", "seeds", "decks"):
        old, new = getattr(before.record, name), getattr(after.record, name)
        assert all(known <= new.get(key, frozenset()) for key, known in old.items()), (
            f"the record forgets {name}"
        )


def what_is_kept_hangs_together(world, doing: Doing) -> None:
    """What was signed stands in the log, in the record and in the outbox; what was seen lies in the log or beside it.

    No backup holds an outbox: a home that was put back has one again from then on.
    """
    put_back = doing.step.who in world.lost
    if world.seats[doing.step.who].copied or not world.trusted:
        return
    for game in doing.after.games.values():
        bundles, seat = game.session.log.bundles, game.session.seat
        for each in bundles:
            if each.header.by == seat:
                place = each.header.n, each.header.prev
                assert each.hash() in game.record.signed.get(place, ()), (
                    f"the record lacks turn file {place[0]}"
                )
                assert put_back or _was_sent(game, each), f"the outbox lacks turn file {each.header.n}"
        numbers = {each.header.n for each in bundles}
        assert set(game.sent) <= numbers, "the outbox holds what is not in the log"
        here = {content_hash(each.encode()) for each in bundles} | {
            content_hash(data) for data in (*game.parked, *game.refused)
        }
        # What a ruling has put away lies nowhere: it can be had again from whoever follows the old log.
        assert game.seen <= here or world.court.ruled, "what was taken in lies nowhere"


def _was_sent(game: KeptGame, bundle: Bundle) -> bool:
    """Whether a turn file is in the outbox, by itself or in one file with what was signed behind it."""
    later = min((n for n in game.sent if n >= bundle.header.n), default=None)
    return later is not None and (
        later == bundle.header.n or bundle in read_bundles(container.unpack(game.sent[later]))
    )


def one_head_has_one_state(world, doing: Doing) -> None:
    """The same head is the same state in both homes, by checkpoint, from the beginning and as its header signs it."""
    known: dict[bytes, str] = {}
    for who, kept in world.kept.items():
        for game in kept.games.values() if who not in world.cheats else ():
            digest = state_digest(game.session.base)
            head = game.session.end.head
            assert known.setdefault(head, digest) == digest, "two homes have two states under one head"
            bundles = game.session.log.bundles
            assert not bundles or bundles[-1].header.state == digest, "the header signs another state"
    if doing.step.who in world.cheats:
        return
    if doing.died or doing.step.fault or not doing.step.n % _EVERY:
        for name, game in doing.after.games.items():
            if game.log not in world.folded:
                world.folded[game.log] = _from_the_beginning(world, doing, name)
            assert world.folded[game.log] == state_digest(game.session.base), (
                "the checkpoint is of another state"
            )


def _from_the_beginning(world, doing: Doing, name: str) -> str:
    log = parse_log(doing.after.games[name].log)
    rules = rules_of(log, world.seats[doing.step.who].home.game(name))
    whole = fold_log(rules, log, start_of(log))
    assert whole.error is None, f"the log does not hold: {whole.error}"
    kept, found = doing.after.games[name].session.base.table, whole.position.table
    labels = [(list(each.seals.items()), list(each.asked.items())) for each in (kept, found)]
    assert labels[0] == labels[1], "a checkpoint knows other labels that were used"
    return state_digest(whole.position)


def honest_logs_continue_each_other(world, _doing: Doing) -> None:
    """Of two logs of one game one begins with the other, as far as both have heard the same rulings."""
    logs: dict[object, list[bytes]] = {}
    if not world.trusted:
        return
    for kept in world.kept.values():
        for name, game in kept.games.items():
            logs.setdefault((name, heard(game)), []).append(game.log)
    for same in logs.values():
        shorter, longer = min(same, key=len), max(same, key=len)
        assert longer.startswith(shorter), "two logs have parted"


def no_unexpected_exception(world, doing: Doing) -> None:
    """A step succeeds, or is refused with a code and a sentence; only a disk that fails may be named as such."""
    error = doing.error
    if error is None or (isinstance(error, OSError) and doing.step.fault):
        return
    if isinstance(error, PbemError) and doing.step.who in world.cheats:
        return
    assert isinstance(error, PbemError), f"{type(error).__name__}: {error}"
    waits = _DISPUTED if world.weather.memory else WAITS
    strays = doing.step.who in world.strays and error.code in STRAYS
    assert strays or error.code in waits, f"refused with {error.code}: {error}"
    assert error.message, f"{error.code} says nothing"


def every_lock_is_released(_world, doing: Doing) -> None:
    """However a step ends, it leaves no file open: the next command would wait for it."""
    assert doing.died or not doing.left_open, f"{doing.left_open} stay open"


def a_spoilt_mail_is_whole_or_named(world, doing: Doing) -> None:
    """What a letter brings is taken in as a whole, or not at all, and then it is said."""
    if doing.died or doing.error is not None or not world.trusted or world.court.ruled:
        return
    was, now = _lying(doing.before.games.values()), _lying(doing.after.games.values())
    for letter in doing.letters:
        came = [each.hash() for each in letter.bundles]
        if all(each in now for each in came):
            continue
        old_copy = any(note.code == OLD_VAULT for note in doing.notes)  # reads of keys that it has not got
        assert letter.spoilt or old_copy, "a letter came as it was sent, and was not taken in"
        assert not any(each in now - was for each in came), f"half of a letter was taken in ({letter.spoilt})"
        assert doing.notes or any(said.code for said in doing.typed), (
            f"nothing is said of a letter that was spoilt ({letter.spoilt})"
        )


def a_turn_twice_is_a_turn_once(_world, doing: Doing) -> None:
    """A letter with nothing new in it leaves a home as it was."""
    was = {each for game in doing.before.games.values() for each in game.bundles}
    known = all(each.hash() in was for letter in doing.letters for each in letter.bundles)
    if doing.letters and known and not (doing.died or doing.error or doing.clears or doing.moved_in):
        assert doing.before.games == doing.after.games, "a turn that was known has changed something"


def _lying(games: Iterable[KeptGame]) -> set[bytes]:
    lying = {each for game in games for each in game.bundles}
    return lying | {
        each.hash() for game in games for data in (*game.parked, *game.refused) for each in read_bundles(data)
    }


LAWS: tuple[Law, ...] = (
    no_unexpected_exception,
    every_lock_is_released,
    nothing_is_lost,
    what_is_kept_hangs_together,
    one_head_has_one_state,
    honest_logs_continue_each_other,
    nothing_is_signed_twice,
    nothing_secret_leaves,
    a_spoilt_mail_is_whole_or_named,
    a_turn_twice_is_a_turn_once,
    the_honest_are_never_blamed,
    what_waits_is_explained,
    each_card_is_there_once_and_read_by_its_owner_alone,
)
ANYTIME = 2
"""So many at the beginning are asked even where nothing has happened in a step."""
