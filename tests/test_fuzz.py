"""Damage of every kind to everything that is read: only named errors come of it, and soon.

The run that belongs to the tests is short. ``PBEM_FUZZ=50 pytest tests/test_fuzz.py`` tries fifty times as much, and
with examples of its own each time.
"""

from __future__ import annotations

import os
import re
import shlex
import time
import zlib
from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import evolve, frozen
from hypothesis import given, settings
from hypothesis import strategies as st
from protocol.conftest import begin, honest_turns, play_out
from protocol.tiny import GAME, ORDERS

from pbem.bytes import canon, container
from pbem.bytes.canon import Json
from pbem.bytes.errors import PbemError, VerifyError
from pbem.crypto import keys as crypto
from pbem.games import cases, packs, registry
from pbem.home import vault_file
from pbem.log import Bundle, Log, parse_log, read_bundles, scan_log, sign_bundle
from pbem.mail.extract import look, turns_in
from pbem.protocol.session import Session, encode_turn
from pbem.protocol.side_entries import refusal
from pbem.replay.verify import verify
from pbem.store.inbox import settle
from tests.sampling import ALL

ROOT = Path(__file__).resolve().parent.parent
TIMES = float(os.environ.get("PBEM_FUZZ", "1" if ALL else "0.25"))
SOON = 10.0  # seconds for one example; none takes a second on an idle machine


def tries(count: int) -> settings:
    """So many examples, times ``PBEM_FUZZ``; the same ones each time unless more are asked for."""
    return settings(
        max_examples=max(1, int(count * TIMES)), deadline=None, derandomize="PBEM_FUZZ" not in os.environ
    )


@pytest.fixture(autouse=True, scope="module")
def tiny() -> object:
    """The registry knows the tiny game beside its own."""
    kept = registry.load
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "load", lambda name, pack=None: GAME if name == "tiny" else kept(name, pack))
        yield


def survives(act: Callable[[], object]) -> None:
    """The act gives something or raises one of our errors, soon, and the error can be told."""
    began = time.monotonic()
    told = "x"
    try:
        act()
    except PbemError as error:
        told = f"{error.code}: {error}"
    assert 0 < len(told) < 100_000
    assert time.monotonic() - began < SOON


# --- what there is to damage ------------------------------------------------------------------------------------------

GAME_LOG = play_out(begin("fuzz")).a.log
LINES = GAME_LOG.encode()
TURN = container.pack(encode_turn(GAME_LOG.bundles[2:5]))
INVITATION = Log(invite=GAME_LOG.invite).encode()
ARMOUR = container.armour(TURN, {"Game": "tiny"}).encode()
MAILS = [
    p.read_bytes() for p in sorted((ROOT / "schemas/vectors/mail").glob("*.eml")) if p.stat().st_size < 50_000
]
CASES = [p.read_bytes() for p in sorted((ROOT / "rules/pbem_rules/june6/cases").glob("*.toml"))][::10]
TABLES = [p.read_bytes() for p in sorted((ROOT / "rules/pbem_rules/june6/data").glob("*.toml"))]
KEY_FILE = crypto.lock(bytes(32), "x", "fuzz", memory=8192, passes=1)
VAULT = canon.encode_value(play_out(begin("fuzz"), most=6).a.vault.value())

# fmt: off
TOKENS = (
    b"\0", b"\r", b"\n", b"\r\n", b"\n\n", b"\xff", b"\xef\xbb\xbf", b"\xed\xa0\x80", b"\xe2\x80\xae", b"\x1b[",
    b"{", b"}", b"[", b"]", b'"', b"\\", b"\\u0000", b"\\ud800", b",", b":", b"null", b"true", b"-0", b"1e9", b"NaN",
    b"9007199254740992", b"9" * 5000, b"[" * 2000, b'{"a":' * 500, b"'" * 50, b"=", b"%", b"=\n", b"--", b"<br>",
    b'"k":"reject"', b'"k":"hdr"', b'"k":"sig"', b'"i":0', b'"j":-1', b'"n":0', b'"v":2', b"A", b"B", b"&#9;",
    b"Content-Type: multipart/mixed; boundary=x\r\n\r\n--x\r\n\r\n", b"charset=punycode", b"charset*=undefined''x",
    b"Content-Transfer-Encoding: base64\r\n", b"Content-Type: message/rfc822\r\n\r\n", b"From x\n", b"begin 644 x\n",
    container.MAGIC, zlib.compress(bytes(100_000), 9), ARMOUR, b"iVBCRU0xDQoa", b"-----BEGIN PBEM TURN-----\n",
)
# fmt: on


@st.composite
def damaged(draw: st.DrawFn, whole: tuple[bytes, ...]) -> bytes:
    """One of these after a few cuts, insertions, copies and changes, at places anywhere or at the bounds of lines."""
    data = draw(st.sampled_from(whole))
    for _ in range(draw(st.integers(1, 4))):
        size = len(data)
        bounds = [m.end() for m in re.finditer(rb'[\n",:{}\[\]]', data)] or [0]
        place = draw(st.one_of(st.integers(0, size), st.sampled_from(bounds)))
        end = min(size, place + draw(st.one_of(st.integers(0, 8), st.integers(0, size))))
        match draw(st.sampled_from(("token", "cut", "copy", "flip", "bytes", "end"))):
            case "token":
                data = data[:place] + draw(st.sampled_from(TOKENS)) + data[place:]
            case "cut":
                data = data[:place] + data[end:]
            case "copy":
                data = data[:place] + data[place:end] * draw(st.integers(2, 5)) + data[end:]
            case "flip" if place < size:
                data = data[:place] + bytes([data[place] ^ 1 << draw(st.integers(0, 7))]) + data[place + 1 :]
            case "bytes":
                data = data[:place] + draw(st.binary(max_size=20)) + data[end:]
            case _:
                data = data[:place]
    return data


# --- bytes ------------------------------------------------------------------------------------------------------------


@given(damaged((LINES, TURN, INVITATION, container.pack(LINES), encode_turn(GAME_LOG.bundles[:3]))))
@tries(1000)
def test_damaged_logs_and_turns_are_read_or_refused(data: bytes) -> None:
    for act in (container.unpack, container.salvage, parse_log, scan_log, read_bundles, look, turns_in):
        survives(lambda act=act: act(data))
    survives(lambda: _joins(data))
    began = time.monotonic()
    verdict = verify(data)
    assert verdict.verdict == "rejected" or data in (LINES, container.pack(LINES)) or _prefix(data)
    assert time.monotonic() - began < SOON


def _prefix(data: bytes) -> bool:
    """Whether the undamaged bundles, and nothing else, are in it."""
    lines = container.unpack(data)
    return LINES.startswith(lines) and lines.endswith(b"\n")


def _joins(data: bytes) -> None:
    settle(GAME_LOG.bundles[:3], read_bundles(container.unpack(data)), start=GAME_LOG.gid)


@given(
    damaged((*LINES.splitlines()[:8], *LINES.splitlines()[-6:], b'{"a":["\xc3\xa4",1,{"b":null}],"k":"x"}'))
)
@tries(2000)
def test_a_damaged_line_has_one_spelling_or_is_refused(data: bytes) -> None:
    survives(lambda: canon.decode(data))
    try:
        value = canon.decode(data)
    except PbemError:
        return
    assert data == canon.encode(value)


@given(damaged((*MAILS, ARMOUR, b"From a@b Sat Jun  6 05:30:00 2026\n" + MAILS[0])))
@tries(800)
def test_damaged_mails_are_read_or_refused(data: bytes) -> None:
    survives(lambda: turns_in(data))
    survives(lambda: container.find_armour(data.decode("utf-8", "replace")))


@given(damaged((*CASES, *TABLES[:1], *(table[:20_000] for table in TABLES))))
@tries(250)
def test_damaged_cases_and_tables_are_read_or_refused(data: bytes) -> None:
    survives(lambda: packs.parse_toml(data, "fuzz.toml"))
    survives(lambda: cases.run(cases.parse(data.decode("utf-8", "replace"), "fuzz")))


@given(damaged((KEY_FILE, VAULT)))
@tries(250)
def test_damaged_key_files_and_vaults_are_opened_or_refused(data: bytes) -> None:
    if b'"memory":8192' in data and b'"passes":1,' in data:
        survives(lambda: crypto.unlock(data, "x", "fuzz"))
    survives(lambda: vault_file.opened(bytes(32), "fuzz", crypto.seal_box(bytes(32), data, b"fuzz")))


# --- orders as text, entries as objects -------------------------------------------------------------------------------

WORDS = st.one_of(
    st.sampled_from(
        ("go", "pick", "guard", "mode", "to=1", "to=", "=", "markers=a,b", ",", "'", '"', "\\", "#", "٣")
    ),
    st.text(max_size=10),
)


@given(st.lists(WORDS, max_size=6))
@tries(2000)
def test_any_text_is_an_order_or_is_refused(words: list[str]) -> None:
    survives(lambda: ORDERS.parse(" ".join(words)))
    survives(lambda: ORDERS.parse(words))
    try:
        order = ORDERS.parse(words)
    except PbemError:
        return
    if all(" " not in word and "," not in word for word in words):
        assert order == ORDERS.parse(shlex.split(ORDERS.write(order)))


VALUES: st.SearchStrategy[Json] = st.recursive(
    st.one_of(
        st.none(),
        st.booleans(),
        st.integers(-(2**53) + 1, 2**53 - 1),
        st.sampled_from(
            (
                "",
                *["A", "cup/red", "mode/1", "fight/1", "draw/1", "bold", "hit"],
                "a" * 64,
                "5a" * 32,
                "x" * 5000,
            )
        ),
        st.text(st.characters(codec="utf-8", exclude_categories=["Cc", "Cs", "Cf"]), max_size=5),
    ),
    lambda inner: st.one_of(
        st.lists(inner, max_size=4), st.dictionaries(st.sampled_from("abc"), inner, max_size=3)
    ),
    max_leaves=6,
)
KINDS = (
    "start", "seal", "req", "rsp", "open", "show", "reject", "audit", "pick", "go", "mode", "guard", "fly",
)  # fmt: skip
FIELDS = (
    "at", "c", "j", "why", "x", "dice", "n", "salt", "v", "head", "entry", "code", "par", "vault", "to",
    "guard", "i",
)  # fmt: skip
TURNS = honest_turns("fuzz")


@frozen(kw_only=True)
class Forged:
    """A seat, the one that waits for it, and a turn written by a cheat who holds the seat's keys."""

    seat: Session
    waiting: Session
    entries: list[dict[str, Json]]

    def bundle(self) -> Bundle:
        """The turn as the next bundle, numbered and signed as it should be. Raises FormatError when it has no bytes."""
        end = self.seat.end
        lines = [canon.encode({"i": end.entries + n, **entry}) for n, entry in enumerate(self.entries)]
        return sign_bundle(
            self.seat.vault.keypair,
            by=self.seat.seat,
            gid=self.seat.log.gid,
            n=end.bundles + 1,
            prev=end.head,
            lines=lines,
            rules=GAME.info.digest,
            state="00" * 32,
        )


@st.composite
def forged(draw: st.DrawFn) -> Forged:
    """What a seat would honestly write next with a few fields, entries or kinds changed."""
    seat, waiting, honest = draw(st.sampled_from(TURNS))
    entries = [dict(entry) for entry in honest]
    for _ in range(draw(st.integers(1, 3))):
        place = draw(st.integers(0, max(0, len(entries) - 1)))
        match draw(st.sampled_from(("field", "drop", "copy", "new", "kind", "lose"))):
            case "field" if entries:
                entries[place][draw(st.sampled_from(FIELDS))] = draw(VALUES)
            case "drop" if len(entries) > 1:
                del entries[place]
            case "copy" if entries:
                entries.insert(draw(st.integers(0, len(entries))), dict(entries[place]))
            case "kind" if entries:
                entries[place]["k"] = draw(st.sampled_from(KINDS))
            case "lose" if entries and entries[place]:
                entries[place].pop(draw(st.sampled_from(sorted(entries[place]))))
            case _:
                fields = draw(st.dictionaries(st.sampled_from(FIELDS), VALUES, max_size=4))
                entries.insert(place, {**fields, "k": draw(st.sampled_from(KINDS))})
    return Forged(seat=seat, waiting=waiting, entries=entries)


@given(forged())
@tries(500)
def test_entries_signed_properly_by_a_cheat_are_judged(turn: Forged) -> None:
    """Whatever a seat signs, the other side and any third party have the same verdict, and the other can refuse it."""
    try:
        bundle = turn.bundle()
    except PbemError:
        return
    seat, waiting = turn.seat, turn.waiting
    verdict = verify(evolve(seat.log, bundles=(*seat.log.bundles, bundle)).encode())
    assert "rejected" == verdict.verdict
    assert verdict.fault is not None
    assert seat.end.entries <= verdict.fault.entry <= bundle.header.last
    with pytest.raises(PbemError) as caught:
        waiting.receive(bundle)
    assert verdict.fault.code == caught.value.code
    if waiting.owed.what == "audit":  # behind the end nothing is refused: what does not hold does not join
        with pytest.raises(VerifyError, match="owes none"):
            refusal(waiting, bundle, caught.value)
        return
    refused = refusal(waiting, bundle, caught.value)
    assert seat.receive(refused).position == waiting.receive(refused).position
