"""Targets: papers that are shown to third parties, and the pages and reports made of logs by strangers."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from random import Random

from attrs import evolve

from pbem import canon, container
from pbem.canon import Json, tagged_hash
from pbem.crypto import Keypair
from pbem.desk import looking, papers, spectators
from pbem.errors import FormatError, PbemError, UsageError, VerifyError
from pbem.log import Log, Seal, head_after
from pbem.protocol.asides import refusal
from pbem.replay.table import Position
from pbem.replay.verify import read
from pbem.trust import capsule, evidence, false_refusal, results, succession
from pbem.trust.papers import is_paper
from pbem.trust.signed import Sheet
from pbem.view.text import draw_text
from tests.fuzz import fixtures, mutators
from tests.fuzz.harness import Mutate, Target, WrongError
from tests.protocol.conftest import begin, entropy, play, play_out

_HEX = {"g", "prev", "head", "state"}


@cache
def _keys() -> dict[str, Keypair]:
    """The keys of both seats of the small game, of their owners, and of a referee, by key id."""
    pair = fixtures.tiny_game()
    owners = [Keypair.from_seed(entropy(f"fuzz/id/{who}")(32)) for who in "ab"]
    known = (pair.a.vault.keypair, pair.b.vault.keypair, *owners, _referee())
    return {each.id: each for each in known}


@cache
def _referee() -> Keypair:
    return Keypair.from_seed(entropy("referee")(32))


# --- signing anew -----------------------------------------------------------------------------------------------------


def resigned(data: bytes, rng: Random) -> bytes:
    """Lines with every header made to fit its entries and every signature made to hold, as far as that can be done.

    What a paper says before its log stays; of each thing that is mended, one in sixteen is left as it is.
    """
    rows = _rows(data)
    gid, out, purpose, at = b"", [], "", 0
    invite = b""
    while at < len(rows):
        line, value = rows[at]
        kind = value.get("k") if value is not None else None
        if value is not None and kind == "accept" and rng.random() < 0.94:
            value = {**value, "invite": tagged_hash("invite-line", invite).hex()}
            line = _spelt(value, line)
        if kind == "hdr" and value is not None:
            line = _header(rows, at, gid, rng)
        if kind == "invite":
            invite = line
        elif kind == "accept":
            gid = tagged_hash("game", invite, line)
        if kind == "sig" and value is not None and out and rng.random() < 0.94:
            line = _seal(value, purpose, gid, out[-1], line)
        elif kind in ("invite", "accept", "hdr"):
            purpose = str(kind)
        out.append(line)
        if kind == "hdr":
            last = at + 1
            while last < len(rows) and (rows[last][1] or {}).get("k") not in ("sig", "hdr"):
                out.append(rows[last][0])
                last += 1
            if last < len(rows) and (found := rows[last][1]) is not None and found.get("k") == "sig":
                out.append(_seal(found, "hdr", gid, line, rows[last][0]))
                last += 1
            at = last
            continue
        at += 1
    return b"\n".join(out)


def _rows(data: bytes) -> list[tuple[bytes, dict[str, Json] | None]]:
    rows: list[tuple[bytes, dict[str, Json] | None]] = []
    for line in data.split(b"\n"):
        try:
            rows.append((line, canon.decode(line)))
        except PbemError:
            rows.append((line, None))
    return rows


def _header(rows: list[tuple[bytes, dict[str, Json] | None]], at: int, gid: bytes, rng: Random) -> bytes:
    line, value = rows[at]
    lines: list[bytes] = []
    for below, entry in rows[at + 1 :]:
        if entry is None or entry.get("k") in ("sig", "hdr"):
            break
        lines.append(below)
    assert value is not None
    mended = dict(value)
    if rng.random() < 0.94:
        mended["g"] = gid.hex()
    first = mended.get("first")
    if isinstance(first, int) and rng.random() < 0.94:
        mended["last"] = first + len(lines) - 1
    try:
        mended["head"] = head_after(bytes.fromhex(str(mended.get("prev"))), lines).hex()
    except ValueError:
        return line
    return _spelt(mended, line)


def _seal(value: dict[str, Json], purpose: str, gid: bytes, above: bytes, line: bytes) -> bytes:
    key = _keys().get(str(value.get("key")))
    if key is None or not purpose:
        return line
    message = tagged_hash("bundle", gid, above) if purpose == "hdr" else tagged_hash(purpose, above)
    return Seal.of(key, message).line


def _spelt(value: dict[str, Json], line: bytes) -> bytes:
    try:
        return canon.encode_value(value)
    except PbemError:
        return line


def _signed_lines(data: bytes, seed: int, mutate: Mutate) -> bytes:
    """Lines changed and, most times, signed anew."""
    rng = Random(seed)
    changed = mutators.json_lines(data, rng.randrange(2**31), mutate)
    return resigned(changed, rng) if rng.random() < 0.85 else changed


# --- papers -----------------------------------------------------------------------------------------------------------


def _paper(data: bytes) -> None:
    """The verdict on a paper; it never raises."""
    with fixtures.small_games():
        if not is_paper(data):
            return
        try:
            found = papers.judge(data)
        except PbemError as error:
            raise WrongError("judge raised") from error
    if not found.lines or (not found.proved and not found.code):
        raise WrongError("a verdict without words")
    found.json("x")


def _log_for_papers() -> Log:
    return fixtures.tiny_game().a.log


def _evidence_seeds() -> list[bytes]:
    log = _log_for_papers()
    pair = begin("fuzz")
    with fixtures.small_games():
        one, other = (play(pair.a, salt).sealed()[1] for salt in (0, 1))
    found = evidence.between(evolve(log, bundles=()), one, other)
    return [found.encode()]


def _result_seeds() -> list[bytes]:
    pair, log = fixtures.tiny_game(), _log_for_papers()
    made = results.appoint(log, _referee().public, "Rita")
    for key in (pair.a.vault.keypair, pair.b.vault.keypair):
        made = evolve(made, sheet=made.sheet.signed(key))
    found = [results.appointment(log, made)]
    for how, winner in (
        (results.PLAYED, "red"),
        (results.RESIGNED, "blue"),
        (results.AGREED, ""),
        (results.RULED, "red"),
    ):
        referee = made if how == results.RULED else None
        paper = results.write(log, results.Outcome(how=how, winner=winner, level="a win", score=3), referee)
        keys = (_referee(),) if referee else (pair.a.vault.keypair, pair.b.vault.keypair)
        for key in keys:
            paper = paper.signed(key)
        found.append(paper.encode())
    found.append(results.seen(log, made).signed(_referee()).encode())
    given_up = results.write(log, results.Outcome(how=results.RESIGNED, winner="blue", level="enough"))
    for seat in (pair.a, pair.b):
        given_up = given_up.signed(seat.vault.keypair)
    for seat in (pair.a, pair.b):
        given_up = results.opened_by(given_up, seat.seat, (seat.vault.salts,), seat.vault.keypair)
    return [*found, given_up.encode()]


@cache
def _positions() -> dict[int, Position[object]]:
    found: dict[int, Position[object]] = {}
    with fixtures.small_games():
        read(
            _log_for_papers().encode(),
            watch=lambda happened: found.setdefault(happened.entry + 1, happened.position),
        )
    return found


def _capsule_seeds() -> list[bytes]:
    log, found = _log_for_papers(), []
    with fixtures.small_games():
        for bundle in log.bundles[5::3]:
            try:
                made = capsule.make(log, _positions().__getitem__, bundle.header.first)
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
            positions: dict[int, Position[object]] = {}
            read(log.encode(), watch=lambda each, at=positions: at.setdefault(each.entry + 1, each.position))
            found.append(false_refusal.make(waiter.log, positions.__getitem__, bundle, no).encode())
    return found


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


@cache
def _heirs() -> list[Keypair]:
    return [Keypair.from_seed(entropy(f"heir/{n}")(32)) for n in range(3)]


# --- pages and reports ------------------------------------------------------------------------------------------------


def _film(data: bytes) -> None:
    """A stranger's log as pictures, report, page and stream; the first bytes choose entry, side and delay."""
    choice, _, lines = data.partition(b"\n")
    entry, side, delay = (int(c) for c in choice[:3].ljust(3, b"0"))
    with fixtures.small_games():
        film = looking.film_of_log(lines)
        at = None if entry == 48 else entry - 64
        named = {48: None, 49: "red", 50: "blue"}.get(side, choice[1:2].decode("latin-1"))
        draw_text(film.scene(at, named), width=40 + delay % 120)
        for text in (film.report(at), film.page("\x1b<x>.pbem", at, named)):
            if "<script>alert" in text or "\x1b" in text or "\u202e" in text:
                raise WrongError("what somebody wrote in a log came out as it was")
        spectators.stream(film, delay % 5)
        film.audit()


def _film_seeds() -> list[bytes]:
    whole = _log_for_papers()
    return [
        b"000\n" + evolve(whole, bundles=whole.bundles[:n]).encode() for n in (2, 5, 9, len(whole.bundles))
    ]


def _film_mutator(data: bytes, seed: int, mutate: Mutate) -> bytes:
    choice, _, lines = data.partition(b"\n")
    rng = Random(seed)
    if rng.random() < 0.5:
        choice = bytes(rng.choice((48, 49, 50, 64, 65, 70, 90, 120, 200)) for _ in range(3))
    if rng.random() < 0.3:
        return choice + b"\n" + lines
    if rng.random() < 0.4:
        names = (b"<script>alert(1)", b"\\u001b[2J", "é☃".encode(), b"&lt;", b"|x|", b"`", b"=cmd", b"x" * 64)
        lines = lines.replace(rng.choice((b'"Ann"', b'"Ben"')), b'"' + rng.choice(names) + b'"')
        return choice + b"\n" + resigned(lines, rng)
    return choice + b"\n" + _signed_lines(lines, rng.randrange(2**31), mutate)


def _chain(data: bytes) -> None:
    """A log signed anew after every change: the chain and the fold, not the signatures, have to find it."""
    with fixtures.small_games():
        try:
            found = read(container.pack(data))
        except (FormatError, VerifyError):
            return
    if found.verdict.verdict != "rejected" and found.log.encode() != data:
        raise WrongError("a log holds, and is not what is in the file")


def targets() -> Iterator[Target]:
    """Each with the modules it is the entrance to."""
    yield Target(
        name="resigned",
        about="a log, signed anew after each change",
        modules=("pbem.log.chain", "pbem.replay.verify", "pbem.replay.fold"),
        run=_chain,
        seeds=lambda: fixtures.small_logs()[:3],
        mutate=_signed_lines,
        largest=24 * 1024,
    )
    yield Target(
        name="evidence",
        about="a paper of evidence",
        modules=("pbem.trust.evidence", "pbem.trust.equivocation", "pbem.trust.papers", "pbem.desk.papers"),
        run=_paper,
        seeds=_evidence_seeds,
        mutate=_signed_lines,
    )
    yield Target(
        name="result",
        about="results and appointments",
        modules=("pbem.trust.results", "pbem.trust.signed", "pbem.trust.vaults"),
        run=_paper,
        seeds=_result_seeds,
        mutate=_signed_lines,
    )
    yield Target(
        name="succession",
        about="a key handed over to another",
        modules=("pbem.trust.succession", "pbem.trust.signed"),
        run=_paper,
        seeds=lambda: [succession.write("Ann", *_heirs()[:2]).encode()],
        mutate=_succession_mutator,
        largest=4096,
    )
    yield Target(
        name="capsule",
        about="one disputed step",
        modules=("pbem.trust.capsule", "pbem.trust.disputed", "pbem.trust.refolding"),
        run=_paper,
        seeds=_capsule_seeds,
        mutate=_capsule_mutator,
    )
    yield Target(
        name="false-refusal",
        about="a legal turn that was refused",
        modules=("pbem.trust.false_refusal", "pbem.trust.disputed", "pbem.trust.refolding"),
        run=_paper,
        seeds=_refusal_seeds,
        mutate=_capsule_mutator,
    )
    yield Target(
        name="film",
        about="pictures, report, page and stream of a stranger's log",
        run=_film,
        seeds=_film_seeds,
        modules=(
            "pbem.desk.looking",
            "pbem.view.page.html",
            "pbem.view.report",
            "pbem.desk.spectators",
            "pbem.audit.secrets",
        ),
        mutate=_film_mutator,
        largest=24 * 1024,
    )
