"""The log: every attack on it has its own name, and what is read is written back byte for byte."""

import json
from pathlib import Path

import pytest
from attrs import evolve
from counting import calls
from hypothesis import given, settings
from hypothesis import strategies as st
from log_games import log_vectors
from log_play import deal, entries
from writer import log_of

from example import example
from pbem import log
from pbem.bytes import canon, container
from pbem.bytes.errors import FormatError, VerifyError
from pbem.crypto.keys import Keypair
from tests.lists import tried_with

VECTORS = Path(__file__).parents[2] / "schemas/vectors"

TABLE = deal()
WHOLE = TABLE.log.encode()


def verdict(data):
    """What a reader says of a log: ok or the first error, how many bundles hold, and the entry at fault."""
    found, damage = log.scan_log(data)
    report = log.check_chain(found) if found else log.ChainReport(valid_bundles=0, end=None, error=None)
    error = report.error or damage
    return (error.code if error else "ok"), report.valid_bundles


def raw(vector):
    if "input_hex" in vector:
        return bytes.fromhex(vector["input_hex"])
    return "".join(f"{line}\n" for line in vector["lines"]).encode()


@tried_with("path", sorted((VECTORS / "log").glob("*.json")), ids=lambda path: path.stem)
def test_vector(path):
    """Each vector is judged as it says: its first error by name, and how many bundles still hold."""
    vector = json.loads(path.read_text(encoding="utf-8"))
    assert (vector["expect"], vector["valid_bundles"]) == verdict(raw(vector))


@tried_with("path", sorted((VECTORS / "packed").glob("*.json")), ids=lambda path: path.stem)
def test_packed_vector(path):
    """What comes before damage to a packed file is judged, and the damage is named."""
    vector = json.loads(path.read_text(encoding="utf-8"))
    try:
        lines, broken = container.salvage(raw(vector))
    except FormatError as error:
        lines, broken = b"", error
    code, bundles = verdict(lines)
    code = broken.code if broken is not None and code in ("ok", "truncated") else code
    assert (vector["expect"], vector["valid_bundles"]) == (code, bundles)


def test_the_vectors_are_what_the_generator_writes():
    """No vector is edited by hand, none is missing."""
    written = {
        path.stem: json.loads(path.read_text(encoding="utf-8")) for path in (VECTORS / "log").glob("*.json")
    }
    assert {name: {"name": name, **value} for name, value in log_vectors()} == written


def test_parse_undoes_encode():
    """A log comes back as the same value and the same bytes."""
    assert TABLE.log == log.parse_log(WHOLE)
    assert WHOLE == log.parse_log(WHOLE).encode()


def cuts(data):
    """The places between two bundles of a log, behind its first two mails."""
    found, at = [], len(evolve(log.parse_log(data), bundles=()).encode())
    for bundle in log.parse_log(data).bundles:
        found.append(at)
        at += len(bundle.encode())
    return [*found, at]


def test_a_log_that_was_read_before_is_read_again_as_the_same():
    """From whatever place between two bundles: the same value, the same entries, the same bytes."""
    for count, size in enumerate(cuts(WHOLE)):
        found, before = log.scan_vouched(WHOLE, size)
        assert (TABLE.log, count, WHOLE) == (found, before, found.encode())
        assert [each.entries for each in TABLE.log.bundles] == [each.entries for each in found.bundles]
        assert [each.size for each in TABLE.log.bundles] == [each.size for each in found.bundles]


def test_what_was_read_before_is_not_decoded_until_somebody_asks():
    size = cuts(WHOLE)[-2]
    with calls(canon.decode) as found:
        again, before = log.scan_vouched(WHOLE, size)
        [each.hash() for each in again.bundles]
    assert found["decode"] == 4 + len(again.bundles[-1].lines) + 2
    with calls(canon.decode) as found:
        assert again.bundles[0].entries == again.bundles[0].entries
    assert found["decode"] == len(again.bundles[0].lines)
    assert before == len(again.bundles) - 1


@given(st.integers(0, len(WHOLE)))
@settings(max_examples=200, deadline=None)
def test_only_between_two_bundles_is_there_anything_to_read_again(size):
    assert (size in cuts(WHOLE)) == (log.scan_vouched(WHOLE, size) is not None)


@given(st.integers(0, len(WHOLE) - 1), st.integers(1, 255))
@settings(max_examples=200, deadline=None)
def test_a_changed_byte_is_no_log_or_that_log(place, change):
    """Whatever the digest would say: nothing but a log with these bytes comes of it, and what is no entry is none."""
    data = bytearray(WHOLE)
    data[place] ^= change
    found = log.scan_vouched(bytes(data), len(data))
    if found is not None:
        assert bytes(data) == found[0].encode()
        strict, damage = log.scan_log(bytes(data))
        if damage is None:
            assert strict == found[0]
        else:
            with pytest.raises(FormatError):
                [each.entries for each in found[0].bundles]


def test_a_line_put_together_is_the_canonical_one():
    for bundle in TABLE.log.bundles:
        for line in (bundle.header.line, bundle.seal.line):
            assert line == canon.encode_value(json.loads(line))
            assert line in WHOLE.split(b"\n")


def test_a_bundle_knows_what_it_cannot_hold():
    """Nothing is decoded for a no, and a yes may be one about other words."""
    kinds = {entry["k"] for each in TABLE.log.bundles for entry in each.entries}
    for each in TABLE.log.bundles:
        for kind in kinds:
            there = kind in {entry["k"] for entry in each.entries}
            assert there == each.names(kind)
    said = {"i": 0, "k": "note", "text": '"k":"renew"'}
    assert b"renew" in canon.encode(said)
    assert not evolve(each, lines=(canon.encode(said),)).names("renew")


def test_bundles_travel_alone():
    """A mail may carry the new bundles without the genesis."""
    data = b"".join(bundle.encode() for bundle in TABLE.log.bundles[1:])
    assert TABLE.log.bundles[1:] == log.read_bundles(data)
    assert () == log.read_bundles(b"")
    with pytest.raises(FormatError) as caught:
        log.read_bundles(WHOLE)
    assert caught.value.code == "unknown-line"


def test_checking_in_two_goes_is_checking_in_one():
    """Extending bundle by bundle ends where checking the whole log ends."""
    end = log.start_of(TABLE.log)
    for bundle in TABLE.log.bundles:
        end = log.extend(TABLE.log, end, bundle)
    assert log.check_chain(TABLE.log) == log.ChainReport(valid_bundles=4, end=end, error=None)


def test_the_chain_hashes_entry_lines_from_the_game_id():
    """The head of the last header is the fold of all entry lines over the game id."""
    lines = [line for bundle in TABLE.log.bundles for line in bundle.lines]
    assert TABLE.log.bundles[-1].header.head == log.head_after(TABLE.log.gid, lines)


@settings(max_examples=150, deadline=None)
@given(st.integers(0, len(WHOLE) - 1), st.integers(1, 255))
def test_no_changed_byte_goes_unnoticed(place, change):
    """Whatever byte of a log is changed, the log is no longer good."""
    changed = WHOLE[:place] + bytes([WHOLE[place] ^ change]) + WHOLE[place + 1 :]
    assert verdict(changed)[0] != "ok"


@settings(max_examples=100, deadline=None)
@given(st.integers(0, len(WHOLE) - 1))
def test_every_prefix_is_ok_only_between_bundles(cut):
    """A log cut anywhere is truncated, unless the cut falls between two bundles."""
    ends = [len(evolve(TABLE.log, accept=None, bundles=()).encode())]
    ends += [len(evolve(TABLE.log, bundles=TABLE.log.bundles[:count]).encode()) for count in range(4)]
    assert ("ok" if cut in ends else "truncated") == verdict(WHOLE[:cut])[0]


@given(st.binary(max_size=300))
def test_no_bytes_make_the_reader_crash(data):
    """Any bytes at all are read or refused by name."""
    assert verdict(data)[0] != "ok"


def test_a_file_beyond_the_cap_is_refused_unread():
    """The size of the file is looked at before anything else."""
    assert ("too-large", 0) == verdict(b"\xff" * (log.MAX_FILE + 1))


def test_a_damaged_end_does_not_hide_an_earlier_forgery():
    """The first error in the order of the game is reported, even when a later line cannot be read."""
    one, two, three, _ = TABLE.log.bundles
    forged = TABLE.resign(two, Keypair.from_seed(bytes(32)))
    data = evolve(TABLE.log, bundles=(one, forged, three)).encode() + b"garbage\n"
    assert ("wrong-key", 1) == verdict(data)


def test_errors_name_the_entry():
    """An edited entry is reported with the number of the first entry of its bundle."""
    data = WHOLE.replace(b'"i":7,', b'"i":8,', 1)
    report = log.check_chain(log.parse_log(data))
    assert (7, "order") == (report.error.entry, report.error.code)


def test_a_bundle_is_checked_before_it_is_written():
    """Numbers that do not run on, no entry at all and reserved kinds are refused when signing."""
    first = TABLE.log.bundles[0]
    swapped = [entries(0)[0], entries(0)[2]]
    with pytest.raises(VerifyError, match="stands where"):
        TABLE.sign("A", 1, first.header.prev, swapped)
    with pytest.raises(FormatError, match="1 to 2000"):
        TABLE.sign("A", 1, first.header.prev, [])
    with pytest.raises(FormatError, match="cannot stand inside"):
        TABLE.sign("A", 1, first.header.prev, [canon.encode({"i": 0, "k": "sig"})])


def test_a_replayed_header_with_a_new_signature_is_still_a_replay():
    """Another valid signature over the same header makes no second version."""
    one, two = TABLE.log.bundles[:2]
    again = TABLE.resign(two, TABLE.b.key)
    data = evolve(TABLE.log, bundles=(one, two, again)).encode()
    assert ("replay", 2) == verdict(data)


def test_an_invitation_alone_has_no_game_id():
    """Before the acceptance there is no game to speak of."""
    alone = evolve(TABLE.log, accept=None, bundles=())
    assert (0, None) == (log.check_chain(alone).valid_bundles, log.check_chain(alone).error)
    with pytest.raises(FormatError, match="not been accepted"):
        alone.gid  # noqa: B018


def test_the_example_of_the_specification():
    """The example in schemas/log.md, and beside it as a file, is a log that holds, with the states it lists."""
    schemas = Path(__file__).parents[2] / "schemas"
    text = (schemas / "log.md").read_text(encoding="utf-8")
    block = text.split("```jsonl\n")[1].split("```")[0].encode()
    made = example()
    assert log_of(*made.lines) == block == (schemas / "example.jsonl").read_bytes()
    assert ("ok", 6) == verdict(block)
    for state, bundle in zip(made.states, log.parse_log(block).bundles, strict=True):
        assert f"`{canon.encode_value(state).decode()}`" in text
        assert bundle.header.state == canon.digest(state)


def test_every_code_of_a_vector_is_in_the_specification():
    """A reader finds each refusal explained."""
    text = (Path(__file__).parents[2] / "schemas" / "log.md").read_text(encoding="utf-8")
    vectors = [json.loads(path.read_text(encoding="utf-8")) for path in VECTORS.glob("[jl]*/*.json")]
    codes = {vector["expect"] for vector in vectors} - {"ok"}
    assert [] == sorted(code for code in codes if f"`{code}`" not in text)
