"""Targets: papers that are shown to third parties."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

from attrs import evolve

from pbem.bytes import canon
from pbem.bytes.canon import Json, tagged_hash
from pbem.bytes.errors import PbemError, UsageError, VerifyError
from pbem.crypto.keys import Keypair
from pbem.home.papers import reader
from pbem.home.papers import verdict as paper_verdict
from pbem.log import Bundle, Log, sign_bundle
from pbem.papers import appointment as appointments
from pbem.papers import capsule, challenge, evidence, false_refusal, results, succession
from pbem.papers.paper import is_paper
from pbem.papers.signed_sheet import Sheet
from pbem.protocol.side_entries import refusal
from pbem.replay.table import Position
from pbem.replay.verify import read
from pbem.store.home import Home
from tests.fuzz import beside, fixtures, mutators
from tests.fuzz.harness import Mutate, Target, WrongError
from tests.fuzz.resigning import referee, resigned, signed_lines
from tests.protocol.conftest import begin, entropy, play, play_out

_NOWHERE = Path("/nowhere/at/all")

# --- papers -----------------------------------------------------------------------------------------------------------


def _paper(data: bytes) -> None:
    """The verdict on a paper, and what somebody reads who has nothing else; neither ever raises."""
    with fixtures.small_games():
        if not is_paper(data):
            return
        try:
            found = paper_verdict.judge(data)
            if not all(reader.read(data, Home(_NOWHERE), "FILE").told):
                raise WrongError("a line with nothing in it")
        except PbemError as error:
            raise WrongError("judge or read raised") from error
    if not found.lines or (not found.proved and not found.code):
        raise WrongError("a verdict without words")
    found.json("x")


def _log_for_papers() -> Log:
    return fixtures.tiny_game().a.log


def _evidence_seeds() -> list[bytes]:
    """Two versions of one turn file, two histories that part earlier, two requests, and one with support."""
    bare = evolve(_log_for_papers(), bundles=())
    with fixtures.small_games():
        begun = begin("fuzz")
        one, other = (play(begun.a, salt).sealed()[1] for salt in (0, 1))
        first, second = (play_out(begun, salt, most=5).a.log.bundles for salt in (0, 1))
    asks = next(each for each in first if each.entries[-1]["k"] == "req")
    found = [
        evidence.between(bare, one, other),
        evidence.between(bare, first[4], second[4], (*first, *second)),
        evidence.between(bare, asks, _asked_again(asks)),
        _evidence_with_support(),
    ]
    return [each.encode() for each in found]


def _asked_again(bundle: Bundle, n: int = 9) -> Bundle:
    """The request at the end of a turn file, once more in another one."""
    entry = {name: value for name, value in bundle.entries[-1].items() if name != "i"}
    log = _log_for_papers()
    key = {"A": fixtures.tiny_game().a, "B": fixtures.tiny_game().b}[bundle.header.by].vault.keypair
    return _signed(log, key, bundle.header.by, n, [entry])


def _signed(log: Log, key: Keypair, by: str, n: int, entries: list[dict[str, Json]]) -> Bundle:
    """A turn file that runs on from nothing there is."""
    return sign_bundle(
        key,
        by=by,
        gid=log.gid,
        n=n,
        prev=b"\x5a" * 32,
        lines=[canon.encode({**entry, "i": 20 + at}) for at, entry in enumerate(entries)],
        rules=log.invite.rules,
        state="00" * 32,
    )


def _evidence_with_support() -> evidence.Evidence:
    """Two versions behind a renewal, each by the key that it put in force."""
    log = beside.game().a.log
    renewal = next(each for each in log.bundles if each.entries[0]["k"] == "renew")
    seat = {"A": beside.game().a, "B": beside.game().b}[renewal.header.by]
    here = evolve(log, bundles=log.bundles[: renewal.header.n])
    made = [
        _signed(here, seat.vault.keypair, seat.seat, 10, [{"k": "go", "to": to}, {"k": "note", "text": "x"}])
        for to in (1, 2)
    ]
    return evidence.between(here, *made)


def _result_seeds() -> list[bytes]:
    pair, log = fixtures.tiny_game(), _log_for_papers()
    made = appointments.appoint(log, referee().public, "Rita")
    for key in (pair.a.vault.keypair, pair.b.vault.keypair):
        made = evolve(made, sheet=made.sheet.signed(key))
    found = [appointments.write(log, made)]
    for how, winner in (
        (results.PLAYED, "red"),
        (results.RESIGNED, "blue"),
        (results.AGREED, ""),
        (results.RULED, "red"),
    ):
        judge = made if how == results.RULED else None
        paper = results.write(log, results.Outcome(how=how, winner=winner, level="a win", score=3), judge)
        keys = (referee(),) if judge else (pair.a.vault.keypair, pair.b.vault.keypair)
        for key in keys:
            paper = paper.signed(key)
        found.append(paper.encode())
    found.append(results.seen(log, made).signed(referee()).encode())
    given_up = results.write(log, results.Outcome(how=results.RESIGNED, winner="blue", level="enough"))
    for seat in (pair.a, pair.b):
        given_up = given_up.signed(seat.vault.keypair)
    for seat in (pair.a, pair.b):
        given_up = results.opened_by(given_up, seat.seat, (seat.vault.salts,), seat.vault.keypair)
    return [*found, given_up.encode(), _vaults_after_a_renewal()]


def _vaults_after_a_renewal() -> bytes:
    """An agreement in a game in which a seat has had two vaults, both opened."""
    pair = beside.game()
    paper = results.write(pair.a.log, results.Outcome(how=results.AGREED, winner="", level="enough"))
    for seat in (pair.a, pair.b):
        paper = paper.signed(seat.vault.keypair)
    for seat in (pair.a, pair.b):
        paper = results.opened_by(paper, seat.seat, seat.vault.vaults, seat.vault.keypair)
    return paper.encode()


@cache
def _positions(data: bytes) -> dict[int, Position[object]]:
    """The position before each entry of a log."""
    found: dict[int, Position[object]] = {}
    with fixtures.small_games():
        read(data, watch=lambda each: found.setdefault(each.entry + 1, each.position))
    return found


def _capsule_seeds() -> list[bytes]:
    found = []
    with fixtures.small_games():
        for log in (_log_for_papers(), beside.game().a.log):
            for bundle in log.bundles[5::3]:
                try:
                    made = capsule.make(log, _positions(log.encode()).__getitem__, bundle.header.first)
                except UsageError:
                    continue
                found.append(made.encode())
    return found


def _refusal_seeds() -> list[bytes]:
    """A legal turn file refused for a reason that a state can judge, and for one that takes every turn file."""
    found = []
    with fixtures.small_games():
        for reason in ("illegal", "wrong-seed"):
            pair = play_out(begin("fuzz"), most=7)
            mover, waiter = (pair.a, pair.b) if pair.a.owed.seat == "A" else (pair.b, pair.a)
            _, bundle = play(mover, 0).sealed()
            no = refusal(waiter, bundle, VerifyError(reason, "a lie", entry=bundle.header.first))
            log = evolve(waiter.log, bundles=(*waiter.log.bundles, bundle))
            before = _positions(log.encode()).__getitem__
            found.append(false_refusal.make(waiter.log, before, bundle, no).encode())
        whole, gone = beside.game().a.log, beside.refused()
        at = gone.header.n - 1
        log = evolve(whole, bundles=whole.bundles[:at])
        before = _positions(evolve(log, bundles=(*log.bundles, gone)).encode()).__getitem__
        return [*found, false_refusal.make(log, before, gone, whole.bundles[at]).encode()]


def _capsule_mutator(data: bytes, seed: int, mutate: Mutate) -> bytes:
    """A capsule changed, the state in it too; signed anew, with the state pinned by the turn file before."""
    rng = Random(seed)
    if rng.random() < 0.1:
        return mutate(data, len(data) + 40)
    lines = data.removesuffix(b"\n").split(b"\n")
    state = lines.pop()
    if rng.random() < 0.5:
        state = mutators.json_object(state, rng.randrange(2**31), mutate)
    body = b"\n".join(lines) + b"\n"
    if rng.random() < 0.6:
        body = mutators.json_lines(body, rng.randrange(2**31), mutate)
    return _pinned(body, state, rng)


def _pinned(body: bytes, state: bytes, rng: Random) -> bytes:
    """The capsule with a size, a pin, chains and signatures that fit."""
    rows = body.split(b"\n")
    try:
        head = canon.decode(rows[0])
        head["size"] = len(state)
        rows[0] = canon.encode_value(head)
        for _ in range(2):  # a header that is changed changes the hash before the next
            rows = resigned(b"\n".join(_linked(rows, head, state)), rng).split(b"\n")
    except (PbemError, KeyError, ValueError):
        return body + state + b"\n"
    return b"\n".join(rows) + state + b"\n"


def _linked(rows: list[bytes], head: dict[str, Json], state: bytes) -> list[bytes]:
    """The rows with the state pinned, and each header after the pin running on from the one before."""
    found, before = list(rows), None
    for at, row in enumerate(rows):
        if not row.startswith(b'{"by":'):
            continue
        value = canon.decode(row)
        if before is not None and before["n"] == int(str(value["n"])) - 1:
            value = {**value, "prev": before["head"], "first": int(str(before["last"])) + 1}
        if value["n"] == head["n"]:
            counts = b',"i":%d,"j":%d}' % (int(str(value["last"])) + 1, int(str(head["roll"])))
            value["state"] = tagged_hash("state", b'{"game":' + state + counts).hex()
        found[at] = canon.encode_value(value)
        before = value
    return found


def _succession_mutator(data: bytes, seed: int, mutate: Mutate) -> bytes:
    """A succession changed and signed anew with both keys, where it still names one."""
    rng = Random(seed)
    changed = mutators.json_lines(data, rng.randrange(2**31), mutate)
    line = changed.partition(b"\n")[0]
    try:
        old = bytes.fromhex(str(canon.decode(line).get("old")))
    except (PbemError, ValueError):
        return changed
    if rng.random() < 0.2:
        return changed
    signed = Sheet(purpose="succession", gid=old, line=line)
    for key in rng.sample(_heirs(), rng.choice((1, 2, 2, 2))):
        signed = signed.signed(key)
    return signed.encode()


def _challenge_seeds() -> list[bytes]:
    fields: dict[str, Json] = {
        **{name: f"{n:064x}" for n, name in enumerate(("rules", "data", "setup", "tip"), 1)},
        "game": "tiny",
        "name": "autumn",
        "options": {},
        "scenario": "only",
        "sides": ["red", "blue"],
        "text": "Open to all.",
        "who": "Rita",
    }
    return [
        challenge.write(_heirs()[0], {**fields, **more}).encode() for more in ({}, {"closes": "2026-12-01"})
    ]


def _challenge_mutator(data: bytes, seed: int, mutate: Mutate) -> bytes:
    """A challenge changed and signed anew by its dealer, where it still names a chain."""
    rng = Random(seed)
    changed = mutators.json_lines(data, rng.randrange(2**31), mutate)
    line = changed.partition(b"\n")[0]
    try:
        tip = bytes.fromhex(str(canon.decode(line).get("tip")))
    except (PbemError, ValueError):
        return changed
    return Sheet(purpose="challenge", gid=tip, line=line).signed(_heirs()[0]).encode()


@cache
def _heirs() -> list[Keypair]:
    return [Keypair.from_seed(entropy(f"heir/{n}")(32)) for n in range(3)]


def targets() -> Iterator[Target]:
    """Each with the modules it is the entrance to."""
    yield Target(
        name="evidence",
        about="a paper of evidence",
        modules=(
            "pbem.papers.evidence",
            "pbem.papers.equivocation",
            "pbem.papers.paper",
            "pbem.home.papers.verdict",
        ),
        run=_paper,
        seeds=_evidence_seeds,
        mutate=signed_lines,
    )
    yield Target(
        name="result",
        about="results and appointments",
        modules=(
            "pbem.papers.results",
            "pbem.papers.appointment",
            "pbem.papers.signed_sheet",
            "pbem.papers.vault_keys",
        ),
        run=_paper,
        seeds=_result_seeds,
        mutate=signed_lines,
    )
    yield Target(
        name="succession",
        about="a key handed over to another",
        modules=("pbem.papers.succession", "pbem.papers.signed_sheet"),
        run=_paper,
        seeds=lambda: [succession.write("Ann", *_heirs()[:2]).encode()],
        mutate=_succession_mutator,
        largest=4096,
    )
    yield Target(
        name="challenge",
        about="what is played with one chain of dice",
        modules=("pbem.papers.challenge", "pbem.papers.signed_sheet", "pbem.home.papers.reader"),
        run=_paper,
        seeds=_challenge_seeds,
        mutate=_challenge_mutator,
        largest=8192,
    )
    yield Target(
        name="capsule",
        about="one disputed step",
        modules=("pbem.papers.capsule", "pbem.papers.capsule_file", "pbem.papers.disputed_step"),
        run=_paper,
        seeds=_capsule_seeds,
        mutate=_capsule_mutator,
    )
    yield Target(
        name="false-refusal",
        about="a legal turn that was refused",
        modules=(
            "pbem.papers.false_refusal",
            "pbem.papers.false_refusal_file",
            "pbem.papers.capsule_file",
            "pbem.papers.disputed_step",
        ),
        run=_paper,
        seeds=_refusal_seeds,
        mutate=_capsule_mutator,
    )
