"""Bundles in any order, twice, or in two versions: what joins the game, what waits, what contradicts."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pbem.bytes import canon
from pbem.crypto.keys import Keypair
from pbem.log import Bundle, sign_bundle
from pbem.store.inbox import Gap, settle

GID = bytes(range(32))
KEYS = {"A": Keypair.from_seed(b"\x01" * 32), "B": Keypair.from_seed(b"\x02" * 32)}
AUTHORS = "AABABBAB"


def bundle(n: int, first: int, prev: bytes, by: str, word: str = "move", size: int = 2) -> Bundle:
    lines = [canon.encode({"i": first + step, "k": word}) for step in range(size)]
    return sign_bundle(
        KEYS[by], by=by, gid=GID, n=n, prev=prev, lines=lines, rules="5a" * 32, state=f"{n:064x}"
    )


def play(authors: str = AUTHORS) -> tuple[Bundle, ...]:
    game: list[Bundle] = []
    prev, first = GID, 0
    for n, by in enumerate(authors, 1):
        game.append(bundle(n, first, prev, by, size=1 + n % 3))
        prev, first = game[-1].header.head, game[-1].header.last + 1
    return tuple(game)


GAME = play()


def variant(n: int, by: str = "") -> Bundle:
    """Another bundle for the place of number ``n``, properly chained."""
    model = GAME[n - 1].header
    return bundle(n, model.first, model.prev, by or model.by, "other")


def ask(known: int, arriving, **more):
    return settle(GAME[:known], arriving, start=GID, **more)


@given(st.permutations(range(len(GAME))), st.lists(st.integers(0, len(GAME) - 1)), st.data())
def test_any_order_of_arrival_gives_the_whole_game(order, again, data):
    """Mails delivered in any order, some of them twice, in any batches: the game ends up whole and in order."""
    queue = [GAME[index] for index in (*order, *again)]
    game, parked = (), ()
    while queue:
        size = data.draw(st.integers(1, len(queue)))
        batch, queue = queue[:size], queue[size:]
        settled = settle(game, (*parked, *batch), start=GID)
        assert () == settled.conflicts
        game, parked = game + settled.extends, settled.waiting
    assert (GAME, ()) == (game, parked)


@given(st.integers(0, len(GAME)), st.sets(st.integers(0, len(GAME) - 1)), st.data())
def test_everything_is_accounted_for_once(known, chosen, data):
    """Each bundle is known, joins, or waits; the gaps name exactly the numbers that are missing below the last; the
    order of arrival changes nothing."""
    arriving = [GAME[index] for index in sorted(chosen)]
    settled = ask(known, arriving)
    assert settled == ask(known, data.draw(st.permutations(arriving)))
    assert [b for b in arriving if b.header.n <= known] == list(settled.known)
    new = [b for b in arriving if b.header.n > known]
    assert new == [*settled.extends, *settled.waiting]
    present = {b.header.n for b in (*GAME[:known], *arriving)}
    missing = {n for n in range(1, max(present, default=0)) if n not in present}
    named = [n for gap in settled.gaps for n in range(gap.n_first, gap.n_last + 1)]
    assert sorted(missing) == named
    for gap in settled.gaps:
        assert (GAME[gap.n_first - 1].header.first, GAME[gap.n_last - 1].header.last) == (gap.first, gap.last)


def test_a_gap_has_a_sentence():
    """What is waited for is said with entries, author and numbers."""
    settled = ask(1, [GAME[5]])
    head, first, last = GAME[5].header, GAME[1].header.first, GAME[4].header.last
    expected = (Gap(n_first=2, n_last=5, first=first, last=last, by=head.by),)
    assert expected == settled.gaps
    assert f"waiting for entries {first}-{last} from B (turn files 2-5)" == str(settled.gaps[0])


def test_another_version_of_a_known_bundle_is_a_conflict():
    """The same number with other content replaces nothing: both are named."""
    other = variant(3)
    settled = ask(5, [other, GAME[2]])
    assert ((), (GAME[2],), ()) == (settled.extends, settled.known, settled.waiting)
    (clash,) = settled.conflicts
    assert (GAME[2], other) == (clash.ours, clash.other)
    assert clash.two_versions
    error = clash.error()
    assert ("conflict", other.header.first) == (error.code, error.entry)
    for named in (GAME[2], other):
        assert named.header.head.hex()[:12] in str(error)


@pytest.mark.parametrize("known", [0, 4])
def test_a_bundle_on_another_history_is_a_conflict(known):
    """The next number on another chained hash does not join; the error tells the histories apart."""
    first = GAME[known].header.first
    foreign = bundle(known + 1, first, b"\x55" * 32, "A")
    settled = ask(known, [foreign])
    assert ((), (foreign,)) == (settled.extends, settled.waiting)
    (clash,) = settled.conflicts
    assert (GAME[known - 1] if known else None) == clash.ours
    assert not clash.two_versions
    assert ("another history" if known else "start of this game") in str(clash.error())


def test_a_refused_bundle_stays_refused():
    """A bundle that was refused before is known when it comes again, and its successor may take its place."""
    refused = variant(3)
    settled = ask(2, [refused, GAME[2]], refused=frozenset({refused.hash()}))
    assert ((GAME[2],), (refused,), ()) == (settled.extends, settled.known, settled.conflicts)
