"""A capsule: the smallest file with which a referee runs one disputed step again (``schemas/trust.md``).

It holds the state before the disputed turn file, pinned by the signed header before it; that turn file whole; and the
turn files that sealed what it opens, or asked for the roll it answers. Everything else of the game stays at home.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from attrs import evolve, frozen

from pbem import canon
from pbem.canon import Json, tagged_hash
from pbem.entries import PROTOCOL, Audit, Open, Req, Rsp, Seal
from pbem.errors import FormatError, IllegalOrder, PbemError, UsageError, VerifyError
from pbem.log import Bundle, ChainEnd, Log, head_after, verify_bundle
from pbem.replay.fold import Folded, fold_bundle, opening
from pbem.replay.table import Commitments, Pending, Position, Table
from pbem.replay.verify import load_rules
from pbem.ruleset import Ruleset
from pbem.trust.papers import VERSION, Finding, split, who

PAPER = "capsule"


@frozen(kw_only=True)
class Capsule:
    """A disputed step. ``state`` is canonical; ``bundles`` are the pinning one, those that support, and the disputed one.

    ``at`` is the disputed entry; ``roll`` the number of the next roll before the disputed turn file.
    """

    log: Log
    at: int
    roll: int
    state: bytes
    bundles: tuple[Bundle, ...]

    @property
    def disputed(self) -> Bundle:
        """The turn file that holds the disputed entry."""
        return self.bundles[-1]

    @property
    def pin(self) -> Bundle:
        """The turn file before it, whose signed header pins the state."""
        return next(each for each in self.bundles if each.header.n == self.disputed.header.n - 1)

    def encode(self) -> bytes:
        """The lines of the paper, to be packed like a log: head, invitation and acceptance, turn files, the state last."""
        head: dict[str, Json] = {
            "a": PAPER,
            "at": self.at,
            "roll": self.roll,
            "size": len(self.state),
            "v": VERSION,
        }
        turns = b"".join(each.encode() for each in self.bundles)
        return canon.encode(head) + b"\n" + evolve(self.log, bundles=()).encode() + turns + self.state + b"\n"


def make(rules: Ruleset[object], log: Log, before: Position[object], at: int) -> Capsule:
    """The capsule for entry ``at``; ``before`` is the position before the turn file that holds it.

    Raises UsageError ``first-turn`` (a whole log is as small), ``no-entry``, and ``needs-log`` when the step rests on
    more than a capsule can hold.
    """
    disputed = next((each for each in log.bundles if each.header.first <= at <= each.header.last), None)
    if disputed is None:
        raise UsageError("no-entry", f"No turn file of this log holds entry {at}.")
    if disputed.header.n == 1:
        raise UsageError(
            "first-turn", "That is the first turn file: the whole log is as small.", hint="Send the log."
        )
    needed = {disputed.header.n - 1, *_needed(log, before.table, disputed)}
    bundles = (*(each for each in log.bundles if each.header.n in needed), disputed)
    made = Capsule(
        log=evolve(log, bundles=()),
        at=at,
        roll=before.table.next_roll,
        state=rules.write(before.game),
        bundles=bundles,
    )
    whole = fold_bundle(rules, before, _end_before(disputed), disputed)
    again = _folded(rules, made)
    if (whole.position.count, str(whole.error)) != (again.position.count, str(again.error)):
        raise UsageError(
            "needs-log",
            "This step rests on more of the game than a capsule holds.",
            hint="Send the whole log.",
        )
    return made


def read(lines: bytes) -> Capsule:
    """A capsule from its lines, every signature in it checked and the state held against the pinned digest.

    Raises FormatError, and VerifyError ``other-state`` and ``bad-capsule``.
    """
    head = canon.decode(lines.partition(b"\n")[0])
    at, roll, size = (head.get(name) for name in ("at", "roll", "size"))
    if set(head) != {"a", "at", "roll", "size", "v"} or not all(_count(each) for each in (at, roll, size)):
        raise FormatError("bad-paper", "The first line of the capsule is not as it should be.")
    assert isinstance(at, int)
    assert isinstance(roll, int)
    assert isinstance(size, int)
    if size >= len(lines) or not lines.endswith(b"\n"):
        raise FormatError("truncated", "The capsule is cut off.")
    state = lines[-size - 1 : -1]
    _, log = split(lines[: -size - 1])
    if len(log.bundles) < 2:
        raise FormatError(
            "bad-paper", "A capsule holds the disputed turn file and at least the one before it."
        )
    made = Capsule(log=evolve(log, bundles=()), at=at, roll=roll, state=state, bundles=log.bundles)
    for bundle in made.bundles:
        verify_bundle(bundle, log.key_of(bundle.header.by), log.gid)
    _check_place(made)
    return made


CONVICTING = frozenset({"better-dice", "other-state", "wrong-seed"})
"""Faults, besides a broken rule, that a capsule proves. Whoever makes it cannot bring them about by leaving things out."""


def finding(capsule: Capsule) -> Finding:
    """What the installed rules say of the disputed step, in sentences.

    Raises VerifyError for rules that are not installed, and ``needs-log`` for a fault that might come of what the
    capsule leaves out: whoever makes one must not be able to convict anybody by omission.
    """
    log, disputed = capsule.log, capsule.disputed
    game = load_rules(log)
    wrong = _folded(game.rules, capsule).error
    if wrong is not None and not isinstance(wrong, IllegalOrder) and wrong.code not in CONVICTING:
        raise VerifyError(
            "needs-log",
            f"the step rests on what is not in the capsule: {wrong.message}",
            hint="Ask for the whole log.",
            entry=wrong.entry,
        )
    header, pin = disputed.header, capsule.pin.header
    name = who(log, header.by)
    fails = wrong is not None and wrong.entry is not None and wrong.entry <= capsule.at
    at = wrong.entry if fails and wrong is not None else capsule.at
    lines = (
        f"Entry {at} of {name} {'does not hold' if fails else 'holds'}: {_entry(disputed, at)}",
        *_violations(wrong, at),
        *([f"All of turn file {header.n} holds, and so does the state it claims."] if wrong is None else []),
        f"State before: {pin.state[:16]}, signed by {who(log, pin.by)} in turn file {pin.n}; {name} built on it.",
        f"Judged by {game.info.title} {game.info.version}.",
    )
    return Finding(
        paper=PAPER,
        proved=True,
        game=f"{log.invite.game} {log.invite.scenario}",
        lines=lines,
        code="" if wrong is None else wrong.code,
        word="judged",
    )


def _violations(error: PbemError | None, at: int | None) -> Iterator[str]:
    """Every broken rule with its paragraph; and where the fault is, when it is not at the disputed entry."""
    if error is not None and error.entry != at:
        yield f"  The turn file fails later, at entry {error.entry}:"
    if isinstance(error, IllegalOrder):
        yield from (f"  [{each.paragraph}] {each.message}" for each in error.violations)
    elif error is not None:
        yield f"  {error.message} ({error.code})"


def _entry(bundle: Bundle, number: int | None) -> str:
    at = (number if number is not None else bundle.header.first) - bundle.header.first
    return bundle.lines[at].decode() if 0 <= at < len(bundle.lines) else ""


def _count(value: Json) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _check_place(capsule: Capsule) -> None:
    """The disputed turn file runs on from the pinning one, and the state is the one that is pinned."""
    disputed = capsule.disputed.header
    numbers = [each.header.n for each in capsule.bundles]
    if numbers != sorted(set(numbers)) or disputed.n - 1 not in numbers:
        raise VerifyError(
            "bad-capsule", "The turn files of the capsule are not in order, or the one before is missing."
        )
    pin = capsule.pin.header
    if disputed.prev != pin.head or disputed.first != pin.last + 1:
        raise VerifyError("fork", f"Turn file {disputed.n} does not run on from turn file {pin.n}.")
    if not disputed.first <= capsule.at <= disputed.last:
        raise VerifyError("bad-capsule", f"Entry {capsule.at} is not in turn file {disputed.n}.")
    counts = b',"i":%d,"j":%d}' % (disputed.first, capsule.roll)
    if tagged_hash("state", b'{"game":' + capsule.state + counts).hex() != pin.state:
        raise VerifyError(
            "other-state", f"The state in the capsule is not the one that turn file {pin.n} pins."
        )


def _end_before(bundle: Bundle) -> ChainEnd:
    header = bundle.header
    return ChainEnd(bundles=header.n - 1, entries=header.first, head=header.prev)


def _needed(log: Log, table: Table, disputed: Bundle) -> Iterator[int]:
    """The numbers of the turn files that the disputed one rests on: seals that it opens, the roll that is under way."""
    labels = {entry["at"] for entry in disputed.entries if entry["k"] == "show"}
    pending = table.pending.j if table.pending is not None else -1
    for bundle in log.bundles[: disputed.header.n - 1]:
        for entry in bundle.entries:
            sealed = entry["k"] == "seal" and entry.get("at") in labels
            asked = entry["k"] in ("req", "rsp") and entry.get("j") == pending
            if sealed or asked or entry["k"] == "audit":
                yield bundle.header.n
                break


def _folded(rules: Ruleset[object], capsule: Capsule) -> Folded[object]:
    """The disputed turn file run from the state before it."""
    start = opening(rules, capsule.log)
    table = _table(start.table, capsule.bundles[:-1], capsule.roll)
    before = evolve(
        start, game=_state(rules, capsule.state), table=table, count=capsule.disputed.header.first
    )
    return fold_bundle(rules, evolve(before, started=True), _end_before(capsule.disputed), capsule.disputed)


def _state(rules: Ruleset[object], data: bytes) -> object:
    try:
        value = json.loads(data)
        if canon.encode_value(value) != data:
            raise FormatError("white-space", "The state in the capsule is not canonical.")
    except (ValueError, RecursionError) as error:
        raise FormatError("not-json", "The state in the capsule cannot be read.") from error
    return rules.load(value)


def _table(table: Table, support: Sequence[Bundle], roll: int) -> Table:
    """What the supporting turn files put on the table: commitments, and the roll that is under way."""
    seals: dict[str, Commitments] = {}
    pending: Pending | None = None
    audited: list[str] = []
    for bundle in support:
        head, seat = bundle.header.prev, bundle.header.by
        for line, entry in zip(bundle.lines, bundle.entries, strict=True):
            head = head_after(head, (line,))
            if PROTOCOL.knows(str(entry["k"])):
                match PROTOCOL.load(entry):
                    case Seal(at=at, c=hashes):
                        seals[at.partition("~")[0]] = Commitments(by=seat, hashes=hashes, label=at)
                    case Req(j=j, why=why, x=x) if j == roll - 1:
                        pending = Pending(j=j, why=why, by=seat, request=head, x=bytes.fromhex(x))
                    case Rsp(j=j, x=x) if pending is not None and j == pending.j:
                        pending = None if pending.x else evolve(pending, answer=bytes.fromhex(x))
                    case Audit():
                        audited.append(seat)
                    case Open(j=j) if pending is not None and j == pending.j:
                        pending = None
    return evolve(table, seals=seals, pending=pending, next_roll=roll, audited=tuple(audited))
