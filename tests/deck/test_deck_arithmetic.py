"""Laws of the group and of the proofs."""

import os
import threading
import time

import pytest
from attrs import evolve
from hypothesis import given, settings
from hypothesis import strategies as st

from pbem.bytes.errors import FormatError
from pbem.crypto import deck, group

GID = b"g" * 32
SCALARS = st.integers(1, group.ORDER - 1)
FEW = settings(max_examples=25, deadline=None)


def points(count: int) -> tuple[bytes, ...]:
    """The points of an invented deck."""
    return deck.cards(GID, "pack", tuple(f"card {n}" for n in range(count)))


def both(count: int) -> tuple[deck.Input, deck.Output, deck.Input, deck.Output]:
    """A deck masked by A and then by B."""
    first = deck.Input(gid=GID, deck="pack", turn=1, seat="A", base=group.BASE, mixed=points(count))
    made, _ = deck.mask(b"a" * 32, first)
    second = deck.Input(gid=GID, deck="pack", turn=2, seat="B", base=group.BASE, mixed=made.mixed)
    return first, made, second, deck.mask(b"b" * 32, second)[0]


@FEW
@given(a=SCALARS, b=SCALARS, n=st.integers(0, 9))
def test_masks_commute_and_can_be_undone(a: int, b: int, n: int) -> None:
    """It does not matter who masked first, nor who takes his mask off first."""
    card = points(10)[n : n + 1]
    assert group.times(a, group.times(b, card)) == group.times(b, group.times(a, card))
    assert card[0] == deck.unmask(a, deck.unmask(b, group.times(a, group.times(b, card))[0]))


@FEW
@given(a=SCALARS, b=SCALARS)
def test_a_sum_or_a_difference_is_a_multiple(a: int, b: int) -> None:
    """Of two multiples of the generator the sums are the multiples by sum and difference."""
    one, two = (group.times(each, (group.BASE,))[0] for each in (a, b))
    wanted = {group.times(n % group.ORDER, (group.BASE,))[0] for n in (a + b, a - b) if n % group.ORDER}
    assert set(group.sums(one, two)) == (wanted if one != two else set())


@pytest.mark.parametrize(
    "bad",
    [
        b"",
        b"\0" * 31,
        b"\xff" * 32,
        (2**256 - 2**224 + 2**192 + 2**96 - 1).to_bytes(32, "big"),
        (2**256 - 2**224 + 2**192 + 2**96 - 1 + 5).to_bytes(32, "big"),
        next(n.to_bytes(32, "big") for n in range(1, 99) if not group.on_curve(n.to_bytes(32, "big"))),
    ],
)
def test_what_is_no_point_is_refused(bad: bytes) -> None:
    """Too short, not below the prime, a second spelling of a point, or on no curve but its twist."""
    with pytest.raises(FormatError) as refused:
        group.check_point(bad)
    assert "bad-point" == refused.value.code


@pytest.mark.parametrize("bad", [0, group.ORDER, group.ORDER + 1, 2**256 - 1])
def test_what_is_no_scalar_is_refused(bad: int) -> None:
    with pytest.raises(FormatError) as refused:
        group.check_scalar(bad.to_bytes(32, "big"))
    assert "bad-scalar" == refused.value.code


def test_cards_differ_by_game_deck_number_and_name() -> None:
    seen = {
        deck.card(gid, label, number, name)
        for gid in (GID, b"h" * 32)
        for label in ("pack", "other")
        for number in (1, 2)
        for name in ("ace", "king")
    }
    assert 16 == len(seen)


@FEW
@given(key=SCALARS, other=SCALARS, slot=st.integers(1, 9))
def test_a_link_is_proved_for_its_own_key_only(key: int, other: int, slot: int) -> None:
    """A proof holds for what it is about, and for nothing else of it."""
    card = points(9)[slot - 1]
    link = deck.Link(
        gid=GID, deck="pack", slot=slot, seat="A", key=group.times(key, (group.BASE,))[0], inner=card,
        outer=group.times(key, (card,))[0],
    )  # fmt: skip
    proof = deck.prove_link(b"v" * 32, key, link)
    assert deck.check_link(link, proof)
    assert proof == deck.prove_link(b"v" * 32, key, link)
    stranger = group.times(other, (group.BASE,))[0]
    changes = [
        {"gid": b"h" * 32}, {"deck": "p"}, {"seat": "B"}, {"key": stranger}, {"inner": stranger}, {"outer": stranger},
    ]  # fmt: skip
    for change in changes:
        if stranger not in (link.key, link.inner, link.outer):
            assert not deck.check_link(evolve(link, **change), proof), change
    assert not deck.check_link(evolve(link, slot=slot + 1), proof)
    assert not deck.check_link(link, proof[:63])


@settings(max_examples=5, deadline=None)
@given(count=st.integers(1, 9), fixed=st.integers(0, 3), vault=st.binary(min_size=32, max_size=32))
def test_every_honest_mask_is_proved(count: int, fixed: int, vault: bytes) -> None:
    """Whatever stays and whatever moves; and the audit agrees with the proof."""
    everything = points(count + fixed)
    given_ = deck.Input(
        gid=GID, deck="pack", turn=3, seat="A", base=points(99)[-1], fixed=everything[:fixed],
        mixed=everything[fixed:],
    )  # fmt: skip
    made, proof = deck.mask(vault, given_)
    assert deck.check_mask(given_, made, proof)
    assert deck.is_mask(vault, given_, made)
    assert not deck.check_mask(evolve(given_, seat="B"), made, proof)
    assert not deck.check_mask(evolve(given_, turn=4), made, proof)
    assert not deck.is_mask(bytes(32) if any(vault) else b"1" * 32, given_, made)


def test_the_prover_itself_cannot_prove_a_false_mask() -> None:
    """A cheat who runs the whole proof over what he has made: a card twice, a card of another key, a base of another key,
    two cards that stay in each other's place. Each fails in the rounds that open the other half.
    """
    everything = points(6)
    given_ = deck.Input(
        gid=GID, deck="pack", turn=3, seat="A", base=group.BASE, fixed=everything[:2], mixed=everything[2:]
    )
    key = deck.mask_key(b"a" * 32, given_.digest)
    made, _ = deck.mask(b"a" * 32, given_)
    false = [
        evolve(made, mixed=(made.mixed[1], *made.mixed[1:])),
        evolve(made, mixed=(*group.times(7, made.mixed[:1]), *made.mixed[1:])),
        evolve(made, base=group.times(7, (made.base,))[0]),
        evolve(made, fixed=made.fixed[::-1]),
        evolve(made, fixed=(made.mixed[0], made.fixed[1]), mixed=(made.fixed[0], *made.mixed[1:])),
    ]
    for each in false:
        assert not deck.check_mask(given_, each, deck._prove_mask(b"a" * 32, key, given_, each))
    assert deck.check_mask(given_, made, deck._prove_mask(b"a" * 32, key, given_, made))


def test_the_order_of_a_mask_does_not_show_in_its_proof() -> None:
    """Rounds are sorted: one and the same proof fits every order of the output but for the statement's hash."""
    given_ = both(5)[0]
    made, _ = deck.mask(b"a" * 32, given_)
    turned = evolve(made, mixed=made.mixed[::-1])
    assert deck._rounds([(7, made)]) == deck._rounds([(7, turned)])
    assert deck._statement(given_, made) != deck._statement(given_, turned)


def test_every_order_is_as_likely() -> None:
    """Of 600 orders of three cards each of the six comes up about 100 times (the limits are six deviations off)."""
    counts: dict[tuple[int, ...], int] = {}
    for n in range(600):
        order = tuple(deck._order(b"v" * 32, n.to_bytes(32, "big"), 3))
        counts[order] = counts.get(order, 0) + 1
    assert 6 == len(counts)
    assert all(45 <= count <= 155 for count in counts.values())


def test_another_input_gives_another_key() -> None:
    """A key must not serve twice: who is asked to mask two decks in one place masks them with two keys."""
    first, _, second, _ = both(3)
    assert deck.mask_key(b"a" * 32, first.digest) != deck.mask_key(b"a" * 32, second.digest)
    turned = evolve(first, mixed=first.mixed[::-1])
    assert deck.mask_key(b"a" * 32, first.digest) != deck.mask_key(b"a" * 32, turned.digest)


def test_a_deck_of_110_cards_is_masked_and_checked_in_seconds() -> None:
    """The largest deck there may be; the bound is wide, for a busy machine."""
    start = time.process_time()
    given_ = both(2)[0]
    given_ = evolve(given_, mixed=points(deck.MAX_CARDS))
    made, proof = deck.mask(b"a" * 32, given_)
    assert deck.check_mask(given_, made, proof)
    assert time.process_time() - start < 20


def work() -> list[tuple[int, tuple[bytes, ...]]]:
    """Multiplications of several lengths, none at all among them."""
    every = points(5)
    return [(n + 2, every[: n % 6]) for n in range(40)]


@pytest.mark.parametrize("count", [1, 2, 3, 8])
def test_side_by_side_is_the_same_as_one_after_the_other(count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the same order, on however many cores; no thread is left when it is done."""
    monkeypatch.setattr(group, "cores", lambda: count)
    before = threading.active_count()
    assert [group.times(*each) for each in work()] == group.every_times(work())
    assert [] == group.every_times([])
    assert before == threading.active_count()


def test_it_runs_on_the_cores_there_are(monkeypatch: pytest.MonkeyPatch) -> None:
    """All of up to eight, also where nobody says which of them this process may use."""
    for mine, used in ((1, 1), (3, 3), (64, 8)):
        monkeypatch.setattr(os, "sched_getaffinity", lambda _, mine=mine: set(range(mine)), raising=False)
        assert used == group.cores()
    monkeypatch.delattr(os, "sched_getaffinity")
    for mine, used in ((None, 1), (2, 2), (64, 8)):
        monkeypatch.setattr(os, "cpu_count", lambda mine=mine: mine)
        assert used == group.cores()


@pytest.mark.parametrize("first", [0, 1])
def test_without_threads_it_runs_all_the_same(first: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """In a browser no thread can be started; at a limit of the machine not one more."""
    left, start = [first], threading.Thread.start

    def refuse(thread: threading.Thread) -> None:
        if not left[0]:
            raise RuntimeError("can't start new thread")
        left[0] -= 1
        start(thread)

    monkeypatch.setattr(group, "cores", lambda: 4)
    monkeypatch.setattr(threading.Thread, "start", refuse)
    assert [group.times(*each) for each in work()] == group.every_times(work())


def test_what_goes_wrong_in_a_thread_is_raised_here(monkeypatch: pytest.MonkeyPatch) -> None:
    """The first fault in order, as one after the other would have it."""
    for count in (1, 4):
        monkeypatch.setattr(group, "cores", lambda count=count: count)
        with pytest.raises(ValueError, match="private_value"):
            group.every_times([*work(), (0, points(1)), (1, (b"",))])


def crafted(key: int, challenge: int, answers: int) -> tuple[deck.Link, bytes]:
    """A true link, and a proof whose answer times the starts is its challenge times the ends, up to the sign."""
    card = points(1)[0]
    link = deck.Link(
        gid=GID, deck="pack", slot=1, seat="A", key=group.times(key, (group.BASE,))[0], inner=card,
        outer=group.times(key, (card,))[0],
    )  # fmt: skip
    return link, group.scalar_bytes(challenge) + group.scalar_bytes(answers * challenge * key)


@FEW
@given(key=SCALARS, challenge=SCALARS, sign=st.sampled_from([1, -1]))
def test_a_proof_that_needs_a_sum_that_is_not_there_is_refused(key: int, challenge: int, sign: int) -> None:
    """answer * start == +-challenge * end: one of sum and difference is no point, and the other does not count.

    Nobody can aim the hash at such a proof, so here the hash says yes to everything: still there is nothing to hash.
    """
    link, proof = crafted(key, challenge, sign)
    with pytest.MonkeyPatch.context() as always:
        always.setattr(deck, "_challenge", lambda *_: challenge)
        assert not deck.check_link(link, proof)
        for name in ("key", "outer"):
            # One of the two pairs is empty, the other is not.
            assert not deck.check_link(evolve(link, **{name: points(9)[8]}), proof)
        assert deck.check_link(*crafted(key, challenge, 2 * sign))
    assert not deck.check_link(link, proof)


@FEW
@given(n=SCALARS)
def test_a_point_and_its_negative_are_one_element(n: int) -> None:
    """Written the same, so that a sum of the two is as empty as that of a point and itself."""
    card = points(1)[0]
    one, two = group.times(n, (card,))[0], group.times(group.ORDER - n, (card,))[0]
    assert one == two
    assert () == group.sums(one, two)
