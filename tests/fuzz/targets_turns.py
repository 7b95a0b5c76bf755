"""Targets: what the entries of a log say, signed properly by a cheat, or folded where they stood."""

import hashlib
import json
from collections.abc import Callable, Iterator, Sequence

from attrs import evolve

from pbem.bytes import canon
from pbem.bytes.canon import Json
from pbem.bytes.errors import PbemError, VerifyError
from pbem.crypto.keys import Keypair
from pbem.log import Bundle
from pbem.log.entries import PROTOCOL
from pbem.protocol.session import Session
from pbem.protocol.side_entries import refusal, reject
from pbem.replay.fold import fold_bundle
from pbem.replay.verify import verify
from tests.fuzz import beside, fixtures, mutators
from tests.fuzz.harness import Mutate, Target, WrongError
from tests.fuzz.listed import target
from tests.protocol.forging import signed_by

Turn = tuple[Session, Session, list[dict[str, Json]]]


def _read_turn(data: bytes) -> tuple[int, list[dict[str, Json]]]:
    """A line with a number, then entries without theirs."""
    number, *rest = data.split(b"\n")
    entries = []
    for line in rest:
        try:
            value = json.loads(line)
        except (ValueError, RecursionError):
            continue
        if isinstance(value, dict):
            entries.append(value)
    return int.from_bytes(number[-2:].rjust(2, b"\0"), "big"), entries


def _turn_seed(number: int, entries: Sequence[dict[str, Json]]) -> bytes:
    lines = [canon.encode_value({k: v for k, v in entry.items() if k != "i"}) for entry in entries]
    return b"\n".join([f"{number:02d}".encode(), *lines])


def _turn_mutator(data: bytes, seed: int, mutate: Mutate) -> bytes:
    head, _, rest = data.partition(b"\n")
    if seed % 16 == 0:
        head = str(seed % 97).zfill(2).encode()
    return head[:2] + b"\n" + mutators.json_lines(rest, seed, mutate)


def _chosen(number: int, count: int) -> int:
    """Digits of two letters as a place in a list."""
    return (10 * (number >> 8) + (number & 255)) % count


def _forged(turns: Callable[[], list[Turn]]) -> Callable[[bytes], None]:
    """The other seat, and any third party now and then, judge what a seat has signed; the other can refuse it."""

    def run(data: bytes) -> None:
        number, entries = _read_turn(data)
        with fixtures.small_games():
            seat, waiting, _ = turns()[_chosen(number, len(turns()))]
            bundle = signed_by(seat, seat.vault.keypair, entries, rules=seat.log.invite.rules)
            try:
                waiting.receive(bundle)
            except PbemError as error:
                if hashlib.sha256(data).digest()[0] < 24:
                    _agree(seat, waiting, bundle, error)
                raise
        raise WrongError("a turn that claims a wrong state was taken in")

    return run


def _agree(seat: Session, waiting: Session, bundle: Bundle, error: PbemError) -> None:
    fault = verify(evolve(seat.log, bundles=(*seat.log.bundles, bundle)).encode()).fault
    if fault is None or fault.code != error.code:
        raise WrongError(f"the other seat says {error.code}, a reader {fault.code if fault else 'nothing'}")
    refused = refusal(waiting, bundle, error)
    if seat.receive(refused).position != waiting.receive(refused).position:
        raise WrongError("after a refusal the seats are not in one position")


def _turn_seeds(turns: Callable[[], list[Turn]]) -> Callable[[], list[bytes]]:
    def seeds() -> list[bytes]:
        found = [_turn_seed(n, entries) for n, (_, _, entries) in enumerate(turns()) if entries]
        seat = turns()[0][0]
        key, tip = Keypair.from_seed(b"\x5a" * 32).public.hex(), "5a" * 32
        offer = seat.log.invite
        more: tuple[dict[str, Json], ...] = (
            {"k": "note", "text": "Good luck!"},
            {"k": "audit", "vault": tip},
            {"k": "req", "dice": [[6, 1]], "j": 1, "why": "blow"},
            {"k": "renew", "key": key, "n": 64, "tip": tip, "vault": tip},
            {"k": "upgrade", "rules": offer.rules, "data": offer.data, "version": "2", "state": tip},
            {"k": "back", "to": 0},
            {"k": "reply", "yes": True},
        )
        found += [_turn_seed(n, [each]) for each in more for n in (1, 4, 7)]
        found += [_turn_seed(n, [*entries, more[0]]) for n, (_, _, entries) in enumerate(turns()) if entries]
        return found + [_turn_seed(n, [_refused(*turn[:2])]) for n, turn in enumerate(turns())]

    return seeds


def _refused(seat: Session, other: Session) -> dict[str, Json]:
    """The refusal of a turn file that the other seat has signed for this place, where it is not theirs to write."""
    entries: list[dict[str, Json]] = [{"k": "note", "text": "x"}]
    bundle = signed_by(other, other.vault.keypair, entries, rules=other.log.invite.rules)
    return {"k": "reject", **PROTOCOL.dump(reject(bundle, VerifyError("out-of-turn", "no")))}


def _fold(game: str) -> Callable[[bytes], None]:
    """Entries of a recorded game, changed, folded where they stood; signatures are looked at elsewhere."""

    def run(data: bytes) -> None:
        number, entries = _read_turn(data)
        if not entries:
            return
        found = fixtures.moments(game)
        at = found[_chosen(number, len(found))]
        lines = [canon.encode({**entry, "i": at.position.count + n}) for n, entry in enumerate(entries)]
        model = fixtures.recorded(game).bundles[0]
        header = evolve(model.header, by=at.by, n=at.end.bundles + 1, state="00" * 32)
        bundle = evolve(
            model, header=header, lines=tuple(lines), decoded=tuple(canon.decode(line) for line in lines)
        )
        folded = fold_bundle(at.position, at.end, bundle)
        if folded.error is not None:
            raise folded.error
        raise WrongError("a turn that claims a wrong state was taken in")

    return run


def _fold_seeds(game: str) -> Callable[[], list[bytes]]:
    return lambda: [_turn_seed(n, at.entries) for n, at in enumerate(fixtures.moments(game))]


def targets() -> Iterator[Target]:
    """In the order of the README."""
    yield target(
        "signed", _forged(fixtures.tiny_turns), _turn_seeds(fixtures.tiny_turns), _turn_mutator, largest=8192
    )
    yield target(
        "signed-beside", _forged(beside.turns), _turn_seeds(beside.turns), _turn_mutator, largest=8192
    )
    yield target(
        "signed-deck", _forged(fixtures.whist_turns), _turn_seeds(fixtures.whist_turns), _turn_mutator,
        largest=16_000
    )  # fmt: skip


def fold_of(game: str) -> Target:
    """Entries of a game on positions of its recorded one."""
    return target(f"fold-{game}", _fold(game), _fold_seeds(game), _turn_mutator, largest=8192)
