"""A capsule: the smallest file with which a referee runs one disputed step again (``schemas/trust.md``).

It holds a state that both players have signed, the one in the header of a turn file and the other in what follows from
it; every turn file from there to the disputed one; and those that sealed what is opened there. A state that only the
accuser has signed would prove nothing: a header's state stands outside the chain, and he could sign another. Everything
else of the game stays at home.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise

from attrs import evolve, frozen

from pbem import canon, editions
from pbem.canon import Json, tagged_hash
from pbem.codec import Codec
from pbem.entries import PROTOCOL, Audit, Back, Renew, Reply, Seal, Upgrade
from pbem.errors import CONFUSED, FormatError, IllegalOrder, PbemError, UsageError, VerifyError
from pbem.log import Bundle, ChainEnd, Log, renewal_of
from pbem.registry import Finder, Game
from pbem.replay import renewing
from pbem.replay.fold import Folded, first_table, fold_bundle
from pbem.replay.table import Commitments, Position, Table
from pbem.replay.verify import load_rules
from pbem.ruleset import Ruleset
from pbem.trust.authors import check_authors, owned
from pbem.trust.papers import VERSION, Finding, split, who

PAPER = "capsule"
Before = Callable[[int], Position[object]]
"""The position before an entry of a log."""

_TRIES = 12
"""So many turn files are tried as the one to start from."""


@frozen(kw_only=True)
class Capsule:
    """A disputed step. ``bundles`` are in the order of their numbers, the disputed one last.

    ``at`` is the disputed entry. ``state``, canonical, is the one after bundle ``n``, whose header pins it, and ``roll`` the
    number of the next roll there. Bundles before ``n`` sealed what is opened later. After an upgrade ``rules`` and ``data``
    are the digests in force behind bundle ``n`` (64 hex digits), else "".
    """

    log: Log
    at: int
    n: int
    roll: int
    state: bytes
    bundles: tuple[Bundle, ...]
    rules: str = ""
    data: str = ""

    @property
    def disputed(self) -> Bundle:
        """The turn file that holds the disputed entry."""
        return self.bundles[-1]

    @property
    def pin(self) -> Bundle:
        """The turn file whose signed header pins the state."""
        return next(each for each in self.bundles if each.header.n == self.n)

    @property
    def window(self) -> tuple[Bundle, ...]:
        """The turn files after the pinning one, up to and with the disputed one."""
        return tuple(each for each in self.bundles if each.header.n > self.n)

    @property
    def known(self) -> Log:
        """The first two mails and all turn files of the capsule: enough to tell the keys of the seats."""
        return evolve(self.log, bundles=self.bundles)

    def encode(self) -> bytes:
        """The lines of the paper, to be packed like a log: head, invitation and acceptance, turn files, the state last."""
        head: dict[str, Json] = {
            "a": PAPER,
            "at": self.at,
            "n": self.n,
            "roll": self.roll,
            "size": len(self.state),
            "v": VERSION,
            **({"data": self.data, "rules": self.rules} if self.rules else {}),
        }
        turns = b"".join(each.encode() for each in self.bundles)
        return canon.encode(head) + b"\n" + evolve(self.log, bundles=()).encode() + turns + self.state + b"\n"


def make(log: Log, before: Before, at: int) -> Capsule:
    """The capsule for entry ``at``: from the last state that both players have signed, and after which no roll is under way.

    Raises UsageError ``first-turn`` (a whole log is as small), ``no-entry``, and ``needs-log`` when the step rests on
    more than a capsule can hold.
    """
    disputed = next((each for each in log.bundles if each.header.first <= at <= each.header.last), None)
    if disputed is None:
        raise UsageError("no-entry", f"No turn file of this log holds entry {at}.")
    early = UsageError(
        "first-turn",
        "That is so near the beginning that the whole log is as small.",
        hint="Send the log.",
    )
    if disputed.header.n == 1:
        raise early
    log = evolve(log, bundles=tuple(each for each in log.bundles if each.header.n <= disputed.header.n))
    whole = fold_bundle(before(disputed.header.first), _end_before(disputed), disputed)
    tried = 0
    for pin in reversed(log.bundles[:-1]):
        position = before(pin.header.last + 1)
        quiet = position.table.pending is None and position.table.offer is None
        if not quiet or not _both(log, log.bundles[pin.header.n - 1 : -1]):
            continue
        made = _from(log, pin, position, at)
        again = _folded(position.ruling, made)
        if (whole.position.count, str(whole.error)) == (again.position.count, str(again.error)):
            return made
        tried += 1
        if tried == _TRIES:
            break
    if tried:
        raise UsageError(
            "needs-log",
            "This step rests on more of the game than a capsule holds.",
            hint="Send the whole log.",
        )
    raise early


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


def read(lines: bytes) -> Capsule:
    """A capsule from its lines, every signature in it checked and the state held against the pinned digest.

    Raises FormatError, and VerifyError ``other-state``, ``fork`` and ``bad-capsule``.
    """
    head = canon.decode(lines.partition(b"\n")[0])
    at, n, roll, size = (head.get(name) for name in ("at", "n", "roll", "size"))
    upgraded = {"data", "rules"} if "rules" in head else set[str]()
    if set(head) != {"a", "at", "n", "roll", "size", "v", *upgraded} or not all(
        map(_count, (at, n, roll, size))
    ):
        raise FormatError("bad-paper", "The first line of the capsule is not as it should be.")
    assert isinstance(at, int)
    assert isinstance(n, int)
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
    made = Capsule(
        log=evolve(log, bundles=()),
        at=at,
        n=n,
        roll=roll,
        state=state,
        bundles=log.bundles,
        rules=str(head.get("rules", "")),
        data=str(head.get("data", "")),
    )
    check_authors(made.log, made.bundles)
    _check_place(made)
    return made


CONVICTING = frozenset({"better-dice", "other-state", "wrong-seed"})
"""Faults, besides a broken rule, that a capsule proves. Whoever makes it cannot bring them about by leaving things out."""


def finding(capsule: Capsule, find: Finder | None = None) -> Finding:
    """What the installed rules say of the disputed step, in sentences.

    Raises VerifyError for rules that are not installed, and ``needs-log`` for a fault that might come of what the
    capsule leaves out or starts from: whoever makes one must not be able to convict anybody.
    """
    log, disputed = capsule.log, capsule.disputed
    try:
        folded = _folded(_game(capsule, find), capsule)
    except (
        CONFUSED
    ) as error:  # a state that no game leads to: whoever made it up has signed it himself, and alone
        raise VerifyError(
            "bad-state",
            "the state in the capsule is none that the game can come to: nothing follows from it.",
        ) from error
    game = folded.position.ruling
    wrong = folded.error
    if wrong is not None and not _convicts(capsule, folded):
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
    witness = next(each.header for each in capsule.window if each.header.by != pin.by)
    follows = (
        f"{who(log, witness.by)} what follows from it in turn file {witness.n}"
        if witness.n < header.n
        else f"{name} built on it"
    )
    lines = (
        f"Entry {at} of {name} {'does not hold' if fails else 'holds'}: {_entry(game.rules.actions, disputed, at)}",
        *_violations(wrong, at),
        *([f"All of turn file {header.n} holds, and so does the state it claims."] if wrong is None else []),
        f"From the state {pin.state[:16]}: {who(log, pin.by)} signed it in turn file {pin.n}, {follows}.",
        *_leaning(capsule),
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


def _convicts(capsule: Capsule, folded: Folded[object]) -> bool:
    """Whether the error of a fold is the disputed turn file's own, by the key that surely binds its player."""
    wrong, disputed = folded.error, capsule.disputed
    if wrong is None or folded.end.bundles != disputed.header.n - 1 or not owned(capsule.known, disputed):
        return False
    return isinstance(wrong, IllegalOrder) or wrong.code in CONVICTING


def _leaning(capsule: Capsule) -> Iterator[str]:
    """What the verdict takes on trust: earlier turn files stand outside the chain from the state to the step."""
    earlier = [f"{each.header.n} of {who(capsule.log, each.header.by)}" for each in capsule.bundles]
    earlier = earlier[: len(earlier) - len(capsule.window) - 1]
    if earlier:
        yield f"It rests on turn file {', '.join(earlier)}: signed, but only the log shows that it is the one sent."


def _violations(error: PbemError | None, at: int | None) -> Iterator[str]:
    """Every broken rule with its paragraph; and where the fault is, when it is not at the disputed entry."""
    if error is not None and error.entry != at:
        yield f"  The turn file fails later, at entry {error.entry}:"
    if isinstance(error, IllegalOrder):
        yield from (f"  [{each.paragraph}] {each.message}" for each in error.violations)
    elif error is not None:
        yield f"  {error.message} ({error.code})"


def _entry(orders: Codec, bundle: Bundle, number: int | None) -> str:
    """An entry as it would be typed, or its line where it is no order of the game."""
    at = (number if number is not None else bundle.header.first) - bundle.header.first
    if not 0 <= at < len(bundle.lines):
        return ""
    entry = {name: value for name, value in bundle.entries[at].items() if name != "i"}
    try:
        return f"`{orders.write(orders.load(entry))}`"
    except FormatError:
        return bundle.lines[at].decode()


def _count(value: Json) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 0


def _both(log: Log, bundles: Sequence[Bundle]) -> bool:
    """Whether both seats have signed, with their game keys, a header among these."""
    return {"A", "B"} == {each.header.by for each in bundles if owned(log, each)}


def _check_place(capsule: Capsule) -> None:
    """The turn files run on from the pinning one, both players have signed, and the state is the one that is pinned."""
    disputed, numbers = capsule.disputed.header, [each.header.n for each in capsule.bundles]
    if numbers != sorted(set(numbers)) or not capsule.n < disputed.n:
        raise VerifyError("bad-capsule", "The turn files of the capsule are not in order.")
    tail = [each for each in capsule.bundles if each.header.n >= capsule.n]
    if [each.header.n for each in tail] != list(range(capsule.n, disputed.n + 1)):
        raise VerifyError("bad-capsule", "A turn file between the state and the disputed one is missing.")
    for one, two in pairwise(each.header for each in tail):
        if two.prev != one.head or two.first != one.last + 1:
            raise VerifyError("fork", f"Turn file {two.n} does not run on from turn file {one.n}.")
    if not disputed.first <= capsule.at <= disputed.last:
        raise VerifyError("bad-capsule", f"Entry {capsule.at} is not in turn file {disputed.n}.")
    if not _both(capsule.known, tail[:-1]):
        raise VerifyError(
            "bad-capsule",
            "One player alone signed the state that the capsule starts from.",
            hint="Make it again from the log: pbem dispute FILE --at N",
        )
    pin, after = capsule.pin.header, capsule.window[0].header
    counts = b',"i":%d,"j":%d}' % (pin.last + 1, capsule.roll)
    data = b'"data":"%s",' % capsule.data.encode() if capsule.rules else b""
    if capsule.rules and after.rules != capsule.rules[:16]:
        raise VerifyError("bad-capsule", "The capsule names another ruleset than its turn files.")
    if tagged_hash("state", b"{" + data + b'"game":' + capsule.state + counts).hex() != pin.state:
        raise VerifyError(
            "other-state", f"The state in the capsule is not the one that turn file {pin.n} pins."
        )


def _end_before(bundle: Bundle) -> ChainEnd:
    header = bundle.header
    return ChainEnd(bundles=header.n - 1, entries=header.first, head=header.prev)


def _support(log: Log, tail: Sequence[Bundle]) -> Iterator[Bundle]:
    """The turn files before ``tail`` that it rests on: seals that are opened, agreed take-backs, vaults, agents."""
    labels = {entry["at"] for each in tail[1:] for entry in each.entries if entry["k"] == "show"}
    helped = {each.header.by for each in tail if not owned(log, each)}
    for bundle in log.bundles[: tail[0].header.n - 1]:
        for entry in bundle.entries:
            sealed = entry["k"] == "seal" and entry.get("at") in labels
            agent = entry["k"] == "agent" and bundle.header.by in helped
            if sealed or agent or entry["k"] in ("audit", "back", "renew", "reply", "upgrade"):
                yield bundle
                break


def _game(capsule: Capsule, find: Finder | None) -> Game:
    """The version in force at the state: what the invitation pins, or what an upgrade put in its place."""
    if not capsule.rules:
        return load_rules(capsule.log, find=find)
    try:
        found = (find or editions.find)(capsule.log.invite.game, capsule.rules, capsule.data)
        return editions.with_finder(found, find)
    except UsageError as error:
        raise VerifyError("other-rules", error.message, hint=error.hint) from error


def _folded(game: Game, capsule: Capsule) -> Folded[object]:
    """The turn files after the pinning one, run from the state there."""
    before = [each for each in capsule.bundles if each.header.n <= capsule.n]
    table = _table(first_table(game, capsule.log), before, capsule.roll)
    if capsule.rules:
        table = evolve(table, rules=capsule.rules, data=capsule.data, upgrades=max(1, table.upgrades))
    position = Position(
        game=_state(game.rules, capsule.state),
        table=table,
        count=capsule.pin.header.last + 1,
        started=True,
        ruling=game,
    )
    folded = Folded(position=position, end=_end_before(capsule.window[0]))
    for bundle in capsule.window:
        folded = fold_bundle(folded.position, folded.end, bundle)
        if folded.error is not None:
            break
    return folded


def _state(rules: Ruleset[object], data: bytes) -> object:
    try:
        value = canon.parse_json(data)
        if canon.encode_value(value) != data:
            raise FormatError("white-space", "The state in the capsule is not canonical.")
    except ValueError as error:
        raise FormatError("not-json", "The state in the capsule cannot be read.") from error
    return rules.load(value)


def _table(table: Table, support: Sequence[Bundle], roll: int) -> Table:
    """What the turn files up to the pinning one put on the table: commitments, take-backs, vaults that are open."""
    seals: dict[str, Commitments] = {}
    audited: list[str] = []
    backs = upgrades = 0
    offered = ""
    for bundle in support:
        for entry in bundle.entries:
            if PROTOCOL.knows(str(entry["k"])):
                match PROTOCOL.load(entry):
                    case Seal(at=at, c=hashes):
                        by, era = bundle.header.by, table.seats[bundle.header.by].era
                        made = Commitments(by=by, hashes=hashes, label=at, era=era)
                        seals[at.partition("~")[0]] = made
                    case Renew() as entered:
                        table = renewing.installed(table, bundle.header.by, entered)
                    case Back() | Upgrade():
                        offered = str(entry["k"])
                    case Reply(yes=True):
                        backs += offered == "back"
                        upgrades += offered == "upgrade"
                    case Audit():
                        audited.append(bundle.header.by)
    return evolve(
        table,
        seals=seals,
        next_roll=roll,
        audited=tuple(audited),
        backs=backs,
        upgrades=upgrades,
        renewed=renewal_of(support[-1]) is not None,
    )
