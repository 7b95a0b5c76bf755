"""A capsule: the smallest file with which a referee runs one disputed step again (``schemas/trust.md``).

It holds a state that both players have signed, the one in the header of a turn file and the other in what follows from
it; every turn file from there to the disputed one; and those that sealed what is opened there. A state that only the
accuser has signed would prove nothing: a header's state stands outside the chain, and he could sign another. Everything
else of the game stays at home.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence

from attrs import evolve

from pbem.bytes.errors import CONFUSED, GameFault, IllegalOrder, NotJudged, PbemError, UsageError, VerifyError
from pbem.games.registry import Finder
from pbem.log import Bundle, Log
from pbem.papers.capsule_file import PAPER, Capsule, both_signed, read
from pbem.papers.disputed_step import end_before, game_of, go_on, run_again, start
from pbem.papers.entry_text import named, violations
from pbem.papers.paper import Finding, who
from pbem.papers.reader import (
    OLD_KEY,
    STRANGER,
    GivenUp,
    Reader,
    alone,
    excused,
    opposite,
    reserved,
    role,
)
from pbem.port.messages import Message, Series
from pbem.replay.fold import Folded, Happened, fold_bundle
from pbem.replay.table import Position

Before = Callable[[int], Position[object]]
"""The position before an entry of a log."""

_TRIES = 12
"""So many turn files are tried as the one to start from."""


def make(log: Log, before: Before, at: int) -> Capsule:
    """The capsule for entry ``at``: from the last state that both players have signed, and after which no roll is under way.

    Raises UsageError ``first-turn`` (a whole log is as small), ``no-entry``, and ``needs-log`` when the step rests on
    more than a capsule can hold.
    """
    disputed = next((each for each in log.bundles if each.header.first <= at <= each.header.last), None)
    if disputed is None:
        raise UsageError("no-entry", Message("No turn file of this log holds entry {at}.", at=at))
    early = UsageError(
        "first-turn",
        Message("That is so near the beginning that the whole log is as small."),
        hint=Message("Send the log."),
    )
    if disputed.header.n == 1:
        raise early
    log = evolve(log, bundles=tuple(each for each in log.bundles if each.header.n <= disputed.header.n))
    whole = fold_bundle(before(disputed.header.first), end_before(disputed), disputed)
    if isinstance(whole.error, NotJudged | GameFault):
        raise _whole_log()
    tried = 0
    for pin in reversed(log.bundles[:-1]):
        position = before(pin.header.last + 1)
        quiet = position.table.pending is None and position.table.offer is None
        if not quiet or not both_signed(log, log.bundles[pin.header.n - 1 : -1]):
            continue
        made = _from(log, pin, position, at)
        again = run_again(position.ruling, made)
        if (whole.position.count, str(whole.error)) == (again.position.count, str(again.error)):
            return made
        tried += 1
        if tried == _TRIES:
            break
    if tried:
        raise _whole_log()
    raise early


def _whole_log() -> UsageError:
    return UsageError(
        "needs-log",
        Message("This step rests on more of the game than a capsule holds."),
        hint=Message("Send the whole log."),
    )


def _from(log: Log, pin: Bundle, position: Position[object], at: int) -> Capsule:
    """The capsule that starts behind one turn file."""
    tail = log.bundles[pin.header.n - 1 :]
    return Capsule(
        log=evolve(log, bundles=()),
        at=at,
        n=pin.header.n,
        roll=position.table.next_roll,
        state=position.rules.write(position.game),
        bundles=(*_support(log, tail), *tail),
        rules=position.table.rules if position.table.upgrades else "",
        data=position.table.data if position.table.upgrades else "",
    )


CONVICTING = frozenset({"better-dice", "other-state", "wrong-seed"})
"""Faults, besides a broken rule, that a capsule proves. Whoever makes it cannot bring them about by leaving things out.

``wrong-seed`` is one: the key that signed the seed names its chain.
"""


def finding(capsule: Capsule, find: Finder | None = None, reader: Reader = STRANGER) -> Finding:
    """What the installed rules say of the disputed step, in sentences.

    Raises VerifyError for rules that are not installed, and ``needs-log`` for a fault that might come of what the
    capsule leaves out or starts from: whoever makes one must not be able to convict anybody.
    """
    log, disputed = capsule.log, capsule.disputed
    try:
        folded = run_again(game_of(capsule, find), capsule)
    except CONFUSED as error:
        raise bad_state() from error
    game = folded.position.ruling
    wrong = folded.error
    if isinstance(wrong, NotJudged | GameFault):
        raise bad_state() from wrong
    if wrong is not None and not _convicts(capsule, folded):
        raise VerifyError(
            "needs-log",
            Message("the step rests on what is not in the capsule: {message}", message=wrong.message),
            hint=Message("Ask for the whole log."),
            entry=wrong.entry,
        )
    fails = wrong is not None and wrong.entry is not None and wrong.entry <= capsule.at
    at = wrong.entry if fails and wrong is not None and wrong.entry is not None else capsule.at
    lost = reader.given_up(capsule.known, disputed) if wrong is not None else None
    seat = disputed.header.by
    return Finding(
        paper=PAPER,
        proved=lost is None or lost.code != OLD_KEY,
        game=f"{log.invite.game} {log.invite.scenario}",
        lines=(
            *_said(capsule, reader, wrong, lost, (at, named(disputed, at, game.rules.actions))),
            *violations(wrong, at),
            *_rests(capsule, reader),
            *reserved(lost, reader, log),
            *([alone(reader, reader.whom(log, seat))] if wrong is not None and lost is None else []),
        ),
        code="" if wrong is None else wrong.code if lost is None else lost.code,
        word="judged" if lost is None else "signed",
        details=(
            Message(
                "From the state {state}; the turn file is signed with key {key}.",
                state=capsule.pin.header.state[:16],
                key=disputed.seal.key,
            ),
            Message("Judged by {title} {version}.", title=game.info.title, version=game.info.version),
        ),
        about=who(log, seat),
        other=who(log, opposite(seat)),
        role=role(reader, seat),
        step=True,
    )


def before_step(capsule: Capsule, find: Finder | None = None) -> Position[object]:
    """The position before the disputed entry, as far as the turn files lead there. Raises as :func:`finding`."""
    folded = start(game_of(capsule, find), capsule)
    found = [folded.position]

    def watch(happened: Happened[object]) -> None:
        if happened.entry < capsule.at:
            found.append(happened.position)

    try:
        go_on(folded, capsule.window, watch)
    except CONFUSED as error:
        raise bad_state() from error
    return found[-1]


def bad_state() -> VerifyError:
    """A state that no game leads to: whoever made it up has signed it himself, and alone."""
    return VerifyError(
        "bad-state",
        Message("the state in the paper is none that the game can come to: nothing follows from it."),
    )


def _said(
    capsule: Capsule,
    reader: Reader,
    wrong: PbemError | None,
    lost: GivenUp | None,
    step: tuple[int, str],
) -> Iterator[str]:
    """Who did what, and what it proves; ``step`` is the entry and what stands there."""
    log, header = capsule.log, capsule.disputed.header
    name, (at, order) = reader.name(log, header.by), step
    place = Message("(entry {at}, turn file {n})", at=at, n=header.n)
    if wrong is not None and lost is not None:
        fact, excuse = excused(lost, reader.whom(log, header.by))
        yield Message("{order} {place} breaks the rules. {fact}", order=order, place=place, fact=fact)
        yield excuse
    elif wrong is None or wrong.entry != at:
        yield Message(
            "{name} did as the rules have it: {order} {place}.", name=name, order=order, place=place
        )
        yield (
            Message(
                "It proves that this step holds, from a position that both players have signed; nothing of the "
                "steps before it or after it."
            )
        )
    else:
        done = (
            Message("broke the rules")
            if isinstance(wrong, IllegalOrder)
            else Message("signed what does not hold")
        )
        yield Message("{name} {done}: {order} {place}.", name=name, done=done, order=order, place=place)
        yield (
            Message(
                "It proves this step, wherever the file comes from; not why (a program with a fault can do that "
                "too), and nothing of the rest of the game."
            )
        )


def _rests(capsule: Capsule, reader: Reader) -> Iterator[str]:
    """Who signed the position, and what is taken on trust: what stands outside the chain from there to the step."""
    log, pin, header = capsule.log, capsule.pin.header, capsule.disputed.header
    witness = next(each.header for each in capsule.window if each.header.by != pin.by)
    how = Message("in turn file {n}", n=witness.n) if witness.n < header.n else Message("by building on it")
    yield (
        Message(
            "The position before it is signed by both: by {whom} in turn file {n}, by {whom_b} {how}.",
            whom=reader.whom(log, pin.by),
            n=pin.n,
            whom_b=reader.whom(log, witness.by),
            how=how,
        )
    )
    earlier = [
        Message("{n} of {who}", n=each.header.n, who=who(log, each.header.by)) for each in capsule.bundles
    ]
    earlier = earlier[: len(earlier) - len(capsule.window) - 1]
    if earlier:
        yield Message(
            "It rests on turn file {files}: signed, but only the log shows that it is the one sent.",
            files=Series(earlier),
        )


def _convicts(capsule: Capsule, folded: Folded[object]) -> bool:
    """Whether the error of a fold is the disputed turn file's own, by the key that surely binds its player."""
    wrong, disputed = folded.error, capsule.disputed
    if wrong is None or folded.end.bundles != disputed.header.n - 1:
        return False
    return isinstance(wrong, IllegalOrder) or wrong.code in CONVICTING


def _support(log: Log, tail: Sequence[Bundle]) -> Iterator[Bundle]:
    """The turn files before ``tail`` that it rests on: seals that are opened, agreed take-backs, vaults, renewals."""
    labels = {entry["at"] for each in tail[1:] for entry in each.entries if entry["k"] == "show"}
    for bundle in log.bundles[: tail[0].header.n - 1]:
        for entry in bundle.entries:
            sealed = entry["k"] == "seal" and entry.get("at") in labels
            if sealed or entry["k"] in ("audit", "back", "renew", "reply", "upgrade"):
                yield bundle
                break


__all__ = ["CONVICTING", "PAPER", "Before", "Capsule", "before_step", "finding", "make", "read"]
