"""Dice and secrets: known answers, chains that only go one way, and faces of which every ingredient matters."""

import hashlib
import hmac
import json
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from example import example
from pbem.bytes.errors import VerifyError
from pbem.crypto import dice
from tests.lists import tried_with

SCHEMAS = Path(__file__).parents[2] / "schemas"
VECTORS = SCHEMAS / "vectors/dice"

KEY_A, KEY_B = b"\xaa" * 32, b"\xbb" * 32
A = dice.chain(KEY_A, bytes(range(32)), 8)
B = dice.chain(KEY_B, bytes(range(32, 64)), 8)
GID = dice.tagged_hash("game", b"invite", b"accept")
CONTEXT = dice.roll_context(GID, 1, hashlib.sha256(b"req").digest(), "combat")


def faces(context: bytes, x_a: bytes, x_b: bytes, label: str, many: list[tuple[int, int]]) -> tuple[int, ...]:
    """The faces of dice, each ``(sides, lowest face)``, from the stream of a roll."""
    stream = dice.stream(context, x_a, x_b, label)
    return tuple(low + stream.below(sides) for sides, low in many)


@tried_with("path", sorted(VECTORS.glob("*.json")), ids=lambda path: path.stem)
def test_vector(path):
    """Each vector's seeds, context and faces follow from its roots and request."""
    vector = json.loads(path.read_text(encoding="utf-8"))
    data = {
        name: bytes.fromhex(vector[name]) for name in ("key_a", "key_b", "root_a", "root_b", "gid", "request")
    }
    chain_a = dice.chain(data["key_a"], data["root_a"], vector["length"])
    chain_b = dice.chain(data["key_b"], data["root_b"], vector["length"])
    x_a, x_b = chain_a[vector["index"]], chain_b[vector["index"]]
    assert (vector["tip_a"], vector["tip_b"]) == (chain_a.tip.hex(), chain_b.tip.hex())
    assert (vector["x_a"], vector["x_b"]) == (x_a.hex(), x_b.hex())
    context = dice.roll_context(data["gid"], vector["index"], data["request"], vector["why"])
    assert vector["context"] == context.hex()
    assert vector["expect"] == list(faces(context, x_a, x_b, vector["why"], vector["dice"]))


@given(st.integers(1, 300), st.binary(min_size=32, max_size=32), st.data())
def test_a_chain_is_walked_from_its_root(length, root, data):
    """Every seed is the hash of the next one, whatever marks are remembered."""
    chain = dice.chain(KEY_A, root, length)
    index = data.draw(st.integers(1, length))
    assert chain[index - 1] == dice.chain_link(KEY_A, index, chain[index])
    assert chain[length] == dice.chain_root(KEY_A, root)


@given(st.integers(0, 8), st.integers(0, 8))
def test_a_seed_is_checked_against_any_earlier_one(known, index):
    """A seed holds against each earlier seed, over burnt ones too, and against no later one."""
    assert (known < index) == dice.check_link(KEY_A, known, A[known], index, A[index])


def test_other_seeds_are_refused():
    """The seed of another index, of the other side, of another root or cut short is refused."""
    assert dice.check_link(KEY_A, 0, A.tip, 3, A[3])
    for index, value in ((3, A[2]), (3, A[4]), (3, B[3]), (3, bytes(32)), (3, A[3][:31]), (2, A[3])):
        assert not dice.check_link(KEY_A, 0, A.tip, index, value)
    assert not dice.check_link(KEY_B, 0, A.tip, 3, A[3])
    assert not dice.check_link(KEY_A, 0, A.tip, 10**12, A[3])


def test_a_chain_ends():
    """Beyond its last seed, or with a wrong root, a chain says so."""
    with pytest.raises(VerifyError, match="does not exist"):
        A[9]
    with pytest.raises(VerifyError, match="32 secret bytes"):
        dice.chain(KEY_A, b"short", 8)
    with pytest.raises(VerifyError, match="32 secret bytes"):
        dice.chain(KEY_A, bytes(32), dice.MAX_LENGTH + 1)


def test_no_secret_shows_when_a_chain_is_printed():
    """The seeds not yet disclosed stay out of tracebacks."""
    assert repr(A[8]) not in repr(A)


def test_every_ingredient_of_a_roll_matters():
    """Game, number, request, purpose, label and both seeds each change the faces; swapped seeds too."""
    many = [(100, 1)] * 20
    request = bytes(32)

    def roll(gid=GID, number=1, asked=request, purpose="p", x_a=A[1], x_b=B[1], label="l"):
        return faces(dice.roll_context(gid, number, asked, purpose), x_a, x_b, label, many)

    others = [
        roll(),
        roll(gid=bytes(32)),
        roll(number=2),
        roll(asked=bytes(31) + b"\x01"),
        roll(purpose="q"),
        roll(x_a=A[2]),
        roll(x_b=B[2]),
        roll(x_a=B[1], x_b=A[1]),
        roll(label="m"),
    ]
    assert len(others) == len(set(others))


@given(st.lists(st.tuples(st.integers(1, 200), st.integers(-5, 5)), max_size=30))
def test_faces_are_within_their_dice(specs):
    """Each face lies between the lowest and the highest of its die, and fewer dice give the same beginning."""
    shown = faces(CONTEXT, A[1], B[1], "l", specs)
    assert all(low <= face < low + sides for face, (sides, low) in zip(shown, specs, strict=True))
    assert shown[:3] == faces(CONTEXT, A[1], B[1], "l", specs[:3])


@pytest.mark.parametrize("bound", [0, -1, 2**32 + 1])
def test_bounds_no_word_can_serve_are_refused(bound):
    """A die has 1 to 2^32 sides."""
    with pytest.raises(ValueError, match="outside"):
        dice.stream(CONTEXT, A[1], B[1], "l").below(bound)


def test_the_widest_bounds_work():
    """One side gives always 0; 2^32 sides give the words themselves."""
    assert (0, 0, 0) == faces(CONTEXT, A[1], B[1], "l", [(1, 0)] * 3)
    words = dice.stream(CONTEXT, A[1], B[1], "l")
    wide = dice.stream(CONTEXT, A[1], B[1], "l")
    assert [words.word() for _ in range(20)] == [wide.below(2**32) for _ in range(20)]


def test_commitments_bind_game_label_salt_and_value():
    """A commitment is the tagged hash of all four, and the salt is peculiar to key, game, label and place."""
    here = b"h" * 32
    salt = dice.salt(b"k" * 32, GID, "cup/3/A/1", here)
    expected = hmac.digest(b"k" * 32, dice.tagged_hash("salt", GID, b"cup/3/A/1", here), "sha256")
    assert expected == salt
    made = dice.commitment(GID, "cup/3/A/1", salt, b'"VII"')
    assert made == dice.tagged_hash("commit", GID, b"cup/3/A/1", salt, b'"VII"')
    others = {
        dice.salt(b"K" * 32, GID, "cup/3/A/1", here),
        dice.salt(b"k" * 32, bytes(32), "cup/3/A/1", here),
        dice.salt(b"k" * 32, GID, "cup/3/A/2", here),
        dice.salt(b"k" * 32, GID, "cup/3/A/1", bytes(32)),
        dice.commitment(bytes(32), "cup/3/A/1", salt, b'"VII"'),
        dice.commitment(GID, "cup/3/A/2", salt, b'"VII"'),
        dice.commitment(GID, "cup/3/A/1", bytes(32), b'"VII"'),
        dice.commitment(GID, "cup/3/A/1", salt, b'"V"'),
    }
    assert len(others | {salt, made}) == 10
    assert dice.vault_tip(b"k" * 32) == dice.tagged_hash("K", b"k" * 32)


def test_the_example_of_the_specification():
    """Every value in the example of schemas/dice.md follows from its toy secrets."""
    text = (SCHEMAS / "dice.md").read_text(encoding="utf-8")
    made = example()
    gid, request, hands = made.gid, made.asked[1].request, made.hands
    chains = [dice.chain(hand.chain.key.public, hand.chain.root, 8192) for hand in hands.values()]
    context = dice.roll_context(gid, 1, request, "toss/1")
    mixed = hmac.digest(context, chains[0][1] + chains[1][1], "sha256")
    key = hmac.digest(mixed, b"pbem/1/stream\0toss/1\x01", "sha256")
    before, vault = made.seals["bet"].before, hands["A"].vaults[0]
    salt = dice.salt(vault, gid, "bet/1", before)
    values = [gid, request, before, context, mixed, key, hmac.digest(key, bytes(4), "sha256"), salt]
    values += [chain[index] for chain in chains for index in (0, 1, 8192)]
    values += [dice.commitment(gid, "bet/1", salt, b"7"), *(hand.chain.key.public for hand in hands.values())]
    assert [] == [value.hex() for value in values if f"`{value.hex()}`" not in text]
    assert [2, 5] == list(faces(context, chains[0][1], chains[1][1], "toss/1", [(6, 1)] * 2))
