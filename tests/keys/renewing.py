"""Games in which seats renew their keys, and what three verifiers say of a log."""

import base64
import sys
from hashlib import sha256
from pathlib import Path

from pbem.bytes.canon import Json
from pbem.log import Bundle, Log
from pbem.protocol.session import Session
from pbem.protocol.side_entries import renew_keys
from pbem.protocol.vault import Entropy
from pbem.replay.verify import verify
from tests.js.node import NODE, run
from tests.protocol.conftest import Pair, entropy, play

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
import second_verifier as second


def new_bytes(seed: object) -> Entropy:
    """Bytes for a renewal, the same for the same seed."""
    return entropy(sha256(f"renewal/{seed}".encode()).hexdigest())


def with_turn(pair: Pair, mover: Session, bundle: Bundle) -> Pair:
    """The mover has signed this; the other receives it."""
    waiter = (pair.b if mover.seat == "A" else pair.a).receive(bundle)
    return Pair(a=mover, b=waiter) if mover.seat == "A" else Pair(a=waiter, b=mover)


def mover_of(pair: Pair) -> Session:
    """Whoever holds the pen."""
    return pair.a if pair.a.owed.seat == "A" else pair.b


def may_renew(session: Session) -> bool:
    """Whether this seat could renew its keys now: it holds the pen, no roll is under way, the game goes on."""
    table = session.position.table
    free = session.is_my_turn and session.position.started and table.pending is None and not table.renewed
    return free and session.owed.kind not in ("audit", "reply")


def renewed(pair: Pair, seed: object = 0) -> Pair:
    """Whoever holds the pen renews his keys."""
    mover, bundle = renew_keys(mover_of(pair), new_bytes(seed))
    return with_turn(pair, mover, bundle)


def play_with_renewals(pair: Pair, places: frozenset[int], most: int = 10_000) -> Pair:
    """A game to its end (or so many bundles); before every bundle whose number stands in ``places`` keys are renewed, if
    that may be, and again after the draft where it may not."""
    while pair.a.owed.kind and len(pair.a.log.bundles) < most:
        number = len(pair.a.log.bundles) + 1
        mover = mover_of(pair)
        if number in places:
            if may_renew(mover):
                pair = renewed(pair, number)
                mover = mover_of(pair)
            else:
                ahead = mover.automatic()
                if ahead.draft and may_renew(ahead):
                    pair = renewed(with_turn(pair, *ahead.sealed()), number)
                    mover = mover_of(pair)
        pair = with_turn(pair, *play(mover, 0).sealed())
    return pair


def codes(log: Log) -> list[tuple[str, int | None]]:
    """What three verifiers say: ours, the second one, and the page's where it can run."""
    data = log.encode()
    fault = verify(data).fault
    told: list[tuple[str, int | None]] = [(fault.code, fault.entry) if fault else ("ok", None)]
    other = second.verify(data)
    told.append((other.code, other.entry))
    if NODE is not None:
        case: dict[str, Json] = {"do": "log", "base64": base64.b64encode(data).decode()}
        said = run("cases.mjs", [case])[0]
        told.append((str(said["code"]), None if said["entry"] is None else int(str(said["entry"]))))
    return told
