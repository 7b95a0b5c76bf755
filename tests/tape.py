"""A recorded game whose keys are known, to be changed in one place and signed again: by a cheat who holds his own keys.

June 6, the landings, by two seats that follow the adviser: sealed plans, open and sealed rolls,
a refusal, a take-back; and June '44 as far as its shared deck goes. :class:`Tape` holds the mails as values.
"""

from collections.abc import Callable
from functools import cache

from attrs import field, mutable

from pbem.bytes import canon
from pbem.bytes.canon import Json, tagged_hash
from pbem.bytes.errors import IllegalOrder
from pbem.crypto.keys import Keypair, key_id
from pbem.games import registry
from pbem.log import Log
from pbem.protocol import side_entries
from pbem.protocol.session import Session
from tests.protocol.conftest import Pair, begin, play

Entry = dict[str, Json]


@mutable
class Part:
    """One bundle: its seat, whose key signs it, its entries without numbers, and header fields that are said otherwise."""

    by: str
    key: str
    entries: list[Entry]
    state: str
    says: Entry = field(factory=dict)


@mutable
class Tape:
    """The lines of a log, before they are signed. ``genesis`` are the first four as objects; ``keys`` is every key."""

    genesis: list[Entry]
    parts: list[Part]
    keys: dict[str, Keypair]
    rules: str
    seeds: dict[str, Callable[[int], str]]

    def find(self, kind: str, nth: int = 0) -> tuple[int, int]:
        """Where the entry of this kind stands: the place of its bundle, and its place there."""
        found = [
            (p, e)
            for p, part in enumerate(self.parts)
            for e, each in enumerate(part.entries)
            if each["k"] == kind
        ]
        return found[nth]

    def entry(self, kind: str, nth: int = 0) -> Entry:
        """The entry itself."""
        part, place = self.find(kind, nth)
        return self.parts[part].entries[place]

    def sign(self) -> bytes:
        """The log, numbered, chained and signed anew."""
        lines = [canon.encode(each) for each in self.genesis]
        gid = prev = tagged_hash("game", lines[0], lines[2])
        first = 0
        for n, part in enumerate(self.parts, 1):
            numbered = [
                canon.encode({**each, "i": each.get("i", first + i)}) for i, each in enumerate(part.entries)
            ]
            head = prev
            for line in numbered:
                head = tagged_hash("event", head, line)
            header: Entry = {
                "by": part.by,
                "first": first,
                "g": gid.hex(),
                "head": head.hex(),
                "k": "hdr",
                "n": n,
                "v": 1,
                "last": first + len(numbered) - 1,
                "prev": prev.hex(),
                "rules": self.rules[:16],
                "state": part.state,
                **part.says,
            }
            top = canon.encode(header)
            lines += [top, *numbered, _sig(self.keys[part.key], tagged_hash("bundle", gid, top))]
            prev, first = head, first + len(numbered)
        return b"".join(line + b"\n" for line in lines)


def _sig(key: Keypair, message: bytes) -> bytes:
    return canon.encode({"k": "sig", "key": key_id(key.public), "sig": key.sign(message).hex()})


def on(pair: Pair, mover: Session) -> Pair:
    """The mover signs what is in his draft and the other receives it."""
    mover, bundle = mover.sealed()
    waiter = (pair.b if mover.seat == "A" else pair.a).receive(bundle)
    return Pair(a=mover, b=waiter) if mover.seat == "A" else Pair(a=waiter, b=mover)


def _moves(pair: Pair, bundles: int) -> Pair:
    for _ in range(bundles):
        mover = pair.a if pair.a.owed.seat == "A" else pair.b
        pair = on(pair, play(mover, 0))
    return pair


def _sit_down(name: str) -> tuple[Pair, dict[str, Keypair]]:
    pair = begin("tape", registry.load(name))
    return pair, {"A": pair.a.vault.keypair, "B": pair.b.vault.keypair}


def _tape(pair: Pair, keys: dict[str, Keypair]) -> Tape:
    log = pair.a.log
    genesis_lines = [log.invite.line, log.invite.seal.line, log.accepted.line, log.accepted.seal.line]
    parts = [
        Part(
            by=each.header.by,
            key=each.header.by,
            entries=[{k: v for k, v in entry.items() if k != "i"} for entry in each.entries],
            state=each.header.state,
        )
        for each in log.bundles
    ]
    return Tape(
        genesis=[canon.decode(line) for line in genesis_lines],
        parts=parts,
        keys=keys,
        rules=log.invite.rules,
        seeds={"A": lambda j: pair.a.vault.chain[j].hex(), "B": lambda j: pair.b.vault.chain[j].hex()},
    )


def landings() -> bytes:
    """June 6: a plan is sealed, a refusal, a take-back, and on from there."""
    return _landings()[0]


@cache
def _landings() -> tuple[bytes, Pair, dict[str, Keypair]]:
    pair, keys = _sit_down("june6")
    while "open" not in kinds(pair.a.log):
        pair = _moves(pair, 1)
    pair = _refused(pair)
    pair = _taken_back(pair)
    while pair.a.position.table.pending is None:
        pair = _moves(pair, 1)
    pair = _moves(pair, 3)
    return pair.a.log.encode(), pair, keys


def _refused(pair: Pair) -> Pair:
    """Who holds the pen writes something wrong, and the other refuses it."""
    mover, waiter = (pair.a, pair.b) if pair.a.owed.seat == "A" else (pair.b, pair.a)
    _, bundle = play(mover, 0).sealed()
    refusal = side_entries.refusal(waiter, bundle, IllegalOrder((), entry=bundle.header.first))
    return Pair(a=pair.a.receive(refusal), b=pair.b.receive(refusal))


def _taken_back(pair: Pair) -> Pair:
    """A take-back of the last fight, to before it, agreed to."""
    while pair.a.owed.seat != "A" or pair.a.position.table.pending is not None:
        pair = _moves(pair, 1)
    last = [e["i"] for b in pair.a.log.bundles for e in b.entries if e["k"] in ("attack", "fight", "move")][
        -1
    ]
    pair = on(pair, side_entries.offer_back(pair.a, int(str(last)) - 1))
    return on(pair, side_entries.reply_back(pair.b, yes=True))


def kinds(log: Log) -> set[str]:
    """The kinds of entry in a log."""
    return {str(entry["k"]) for bundle in log.bundles for entry in bundle.entries}


def cards() -> bytes:
    """June '44, until a card has been shown."""
    return _cards()[0]


@cache
def _cards() -> tuple[bytes, Pair, dict[str, Keypair]]:
    pair, keys = _sit_down("june44")
    while "deck-show" not in kinds(pair.a.log):
        pair = _moves(pair, 1)
    return pair.a.log.encode(), pair, keys


def tape(game: str) -> Tape:
    """A fresh tape of ``june6`` or ``june44``."""
    _, pair, keys = _landings() if game == "june6" else _cards()
    return _tape(pair, keys)
