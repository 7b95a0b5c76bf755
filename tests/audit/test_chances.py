"""The dice tests pass honest dice alone; commitments that were never opened are found out once the keys are open."""

import random
from collections.abc import Iterable, Iterator

import pytest
from attrs import evolve, frozen

from pbem.audit import chances
from pbem.audit.report import CommitmentCount, count_commitments
from pbem.bytes.canon import Json
from pbem.games import registry
from pbem.replay.fold import AppliedEntry
from pbem.replay.verify import Reading, read
from tests.keys.renewing import play_with_renewals
from tests.protocol.conftest import Pair, begin, play_out
from tests.protocol.tiny import GAME, MARKERS

D10, D6 = (0, 10), (1, 6)


def java(seed: int, bound: int) -> Iterator[int]:
    """The first die of java.util.Random for one seed after another, as a program does that seeds anew for every roll."""
    while True:
        state = ((seed ^ 0x5DEECE66D) * 0x5DEECE66D + 0xB) & ((1 << 48) - 1)
        yield (state >> 17) % bound
        seed += 1


def lcg35(seed: int, bound: int) -> Iterator[int]:
    """A 35-bit congruential generator read by its low end."""
    state = seed | 1
    while True:
        state = (state * 3125 + 1) % (1 << 35)
        yield state % bound


def bytes_mod_10(seed: int, _: int) -> Iterator[int]:
    """A byte modulo ten: 0 to 5 come 26 times in 256, the others 25 times."""
    chance = random.Random(seed)
    while True:
        yield chance.randrange(256) % 10


def sticky(seed: int, bound: int) -> Iterator[int]:
    """Even in its frequencies, but a die likes to repeat itself."""
    chance, face = random.Random(seed), 0
    while True:
        face = face if chance.random() < 0.25 else chance.randrange(bound)
        yield face


def taken(source: Iterator[int], count: int, low: int = 0) -> list[int]:
    return [low + next(source) for _ in range(count)]


def alarms(faces: list[int], low: int, sides: int) -> list[str]:
    return [test.test for test in chances.judge(chances.tested("d", faces, low, sides)).alarms]


@pytest.mark.parametrize(
    ("value", "degrees", "expected"),
    [(3.841459, 1, 0.05), (16.918978, 9, 0.05), (23.209251, 10, 0.01), (134.6416, 99, 0.01), (0.0, 4, 1.0)],
)
def test_the_chi_square_is_that_of_the_tables(value: float, degrees: int, expected: float) -> None:
    assert chances.survival(value, degrees) == pytest.approx(expected, rel=0.02)


@pytest.mark.parametrize(
    ("bad", "sides", "count"),
    [(java, 10, 4000), (lcg35, 8, 4000), (bytes_mod_10, 10, 200_000), (sticky, 10, 3000)],
)
def test_a_bad_generator_raises_the_alarm(bad, sides, count):
    assert alarms(taken(bad(1, sides), count), 0, sides)


@pytest.mark.parametrize(("low", "sides"), [D10, D6])
def test_honest_dice_raise_an_alarm_no_oftener_than_stated(low: int, sides: int) -> None:
    """300 honest logs of 800 dice: about three alarms at one in a hundred; more than ten would not be chance."""
    found = 0
    for seed in range(300):
        chance = random.Random(f"honest {seed}")
        found += bool(alarms([chance.randrange(low, low + sides) for _ in range(800)], low, sides))
    assert found <= 10


def test_one_test_of_many_must_be_odder_to_raise_the_alarm() -> None:
    odd = chances.Tested(of="d10", test="runs", count=100, p=0.004)
    plain = [chances.Tested(of="d10", test=f"{i}", count=100, p=0.5) for i in range(9)]
    assert (odd,) == chances.judge([odd]).alarms
    assert () == chances.judge([odd, *plain]).alarms


def test_too_few_dice_are_not_tested() -> None:
    assert () == chances.tested("d10", [3, 4, 5], 0, 10)


def test_a_die_of_one_side_is_not_tested() -> None:
    assert () == chances.tested("d1", [1] * 500, 1, 1)


@frozen
class Lists:
    """A game that lists what is allowed in a commitment."""

    values: tuple[Json, ...]

    def allowed(self, scenario: str, side: str, at: str) -> Iterable[Json]:
        return self.values


@pytest.fixture(autouse=True)
def tiny(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(registry, "load", lambda name, pack=None: GAME)


def looked(pair: Pair, rules: object) -> CommitmentCount:
    trail: list[AppliedEntry[object]] = []
    found: Reading[object] = read(pair.a.log.encode(), watch=trail.append)
    told = [evolve(each, position=evolve(each.position, ruling=evolve(GAME, rules=rules))) for each in trail]
    return count_commitments("only", found.position.table, told)


@pytest.fixture(scope="module")
def ended() -> Pair:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "load", lambda name, pack=None: GAME)
        return play_out(begin())


def test_of_four_markers_three_are_drawn_and_the_last_is_found_out(ended: Pair) -> None:
    found = looked(ended, Lists(MARKERS))
    assert (7, 6, ("red", "blue")) == (found.sealed, found.opened, found.keys)
    assert ["found"] == [each.standing for each in found.hidden]
    vault = (ended.a if found.hidden[0].side == "red" else ended.b).vault
    at, _, n = found.hidden[0].label.rpartition("/")
    assert vault.sealed[at][int(n) - 1] == found.hidden[0].value


def test_a_value_that_the_rules_do_not_allow_is_called_illegal(ended: Pair) -> None:
    allowed = tuple(each for each in MARKERS if each != looked(ended, Lists(MARKERS)).hidden[0].value)
    assert ["illegal"] == [each.standing for each in looked(ended, Lists(allowed)).hidden]


def test_a_game_that_lists_nothing_leaves_it_unknown(ended: Pair) -> None:
    assert ["unknown"] == [each.standing for each in looked(ended, object()).hidden]


def test_before_the_keys_are_open_nothing_is_found_out() -> None:
    found = looked(play_out(begin(), most=4), Lists(MARKERS))
    assert () == found.keys
    assert {"unknown"} == {each.standing for each in found.hidden}


def test_a_secret_sealed_before_its_owner_renewed_keys_is_found_out_with_the_older_key() -> None:
    """Else a player who renewed and never opened a marker would be said to have hidden what is not allowed."""
    pair = play_with_renewals(begin("eras"), frozenset(range(3, 14)))
    found = looked(pair, Lists(MARKERS))
    assert ["found"] == [each.standing for each in found.hidden]
    owner = "A" if found.hidden[0].side == "red" else "B"
    assert pair.a.position.table.seats[owner].former_vaults
