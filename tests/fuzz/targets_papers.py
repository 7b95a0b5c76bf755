"""Targets: papers that are shown to third parties."""

import json
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from random import Random

from attrs import evolve

from pbem.bytes import canon
from pbem.bytes.canon import Json
from pbem.bytes.errors import PbemError
from pbem.crypto.keys import Keypair
from pbem.home.papers import reader
from pbem.home.papers import verdict as paper_verdict
from pbem.log import Bundle, Log, pace_stamp, parse_log, sign_bundle
from pbem.papers import appointment as appointments
from pbem.papers import challenge, evidence, pace, results, succession
from pbem.papers.kinds import is_paper
from pbem.papers.pace_account import account
from pbem.papers.signed_sheet import Sheet
from pbem.store.home import Home
from tests.fuzz import beside, fixtures, mutators
from tests.fuzz.harness import Mutate, Target, WrongError
from tests.fuzz.listed import target
from tests.fuzz.resigning import referee, signed_lines
from tests.protocol.conftest import begin, entropy, play, play_out

_NOWHERE = Path("/nowhere/at/all")


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


def _signed_anew(purpose, field, kept, keys):
    """A paper changed and signed anew by whoever signs such papers, where its line still names them in ``field``."""

    def mutator(data: bytes, seed: int, mutate: Mutate) -> bytes:
        rng = Random(seed)
        changed = mutators.json_lines(data, rng.randrange(2**31), mutate)
        line = changed.partition(b"\n")[0]
        try:
            gid = bytes.fromhex(str(canon.decode(line).get(field)))
        except (PbemError, ValueError):
            return changed
        if rng.random() < kept:
            return changed
        signed = Sheet(purpose=purpose, gid=gid, line=line)
        for key in keys(rng):
            signed = signed.signed(key)
        return signed.encode()

    return mutator


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


@cache
def _heirs() -> list[Keypair]:
    return [Keypair.from_seed(entropy(f"heir/{n}")(32)) for n in range(3)]


def _vectors(folder: str) -> list[bytes]:
    """The published papers of a kind: what holds, and what does not."""
    files = sorted((Path(__file__).resolve().parents[2] / "schemas" / "vectors" / folder).glob("*.json"))
    return [
        "".join(f"{line}\n" for line in json.loads(file.read_bytes())["lines"]).encode() for file in files
    ]


def _pace(data: bytes) -> None:
    """A paper about a pace: a verdict, one spelling, and an account of a log with stamps beside it."""
    _paper(data)
    paper = pace.read(data)
    assert paper.encode() == data
    assert pace.merged(paper, paper) == paper
    found = account(parse_log(_stamped()).bundles, paper.terms, paper.rows)
    assert all(min(side.own, side.other) >= 0 for side in found.sides.values())


@cache
def _stamped() -> bytes:
    file = Path(__file__).resolve().parents[2] / "schemas" / "vectors" / "pace" / "ok-backwards.json"
    return "".join(f"{line}\n" for line in json.loads(file.read_bytes())["log"]).encode()


def _stamp(data: bytes) -> None:
    """A stamp in a note is written as it was read."""
    text = data.decode("utf-8", "replace")
    if (found := pace_stamp.parsed(text)) is not None:
        assert found == pace_stamp.parsed(found.text())


def targets() -> Iterator[Target]:
    """In the order of the README."""
    yield target("evidence", _paper, _evidence_seeds, signed_lines)
    yield target("result", _paper, _result_seeds, signed_lines)
    both = _signed_anew("succession", "old", 0.2, lambda rng: rng.sample(_heirs(), rng.choice((1, 2, 2, 2))))
    dealer = _signed_anew("challenge", "tip", 0, lambda _: _heirs()[:1])
    yield target(
        "succession", _paper, lambda: [succession.write("Ann", *_heirs()[:2]).encode()], both, largest=4096
    )
    yield target("challenge", _paper, _challenge_seeds, dealer, largest=8192)
    yield target("seat", _paper, lambda: _vectors("seat"), signed_lines)
    yield target("pace", _pace, lambda: _vectors("pace"), signed_lines)
    stamp = b"@ 2026-11-28T09:15Z 203 2026-11-27T20:02Z +3f9a01c277e0b1d4 2026-11-26T08:00Z Not yet."
    yield target("stamp", _stamp, lambda: [stamp, b"@again 4 7 (so) " + stamp], largest=500)
