"""Purchases, sealed lists and draws."""

from collections import Counter

from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st

from pbem.port.game import Sealed, Shown
from pbem_rules.june6.model import ALLIED, FULL, GERMAN, State, View
from pbem_rules.june6.rules.markers import drawing, logistics
from pbem_rules.june6.rules.markers.cup import cup_of
from pbem_rules.june6.rules.markers.logistics import Buy
from tests.june6.build import broken, cups, data, done, landings, position, rolled, rules
from tests.lists import tried_with

HQS = {"HQ/50 Br": "E2733", "HQ/3 Br": "E2539", "HQ/3 Cdn": "E2735", "HQ/I Br": "E2640", "HQ/21 Pz": "E1048"}
OURS = ("50 Br", "3 Br", "3 Cdn", "corps/commonwealth")


def buying(*dice: int) -> State:
    return rolled(position(dict(HQS)), "weather/2", *dice)


def opened(state: State, side: str, n: int, value: object) -> tuple[object, ...]:
    action = Shown(side=side, at=f"cup/{state.turn}/{side}", n=n, value=value)
    return rules().check(state, side, action)


@given(bought=st.lists(st.sampled_from(OURS), max_size=9), first=st.sampled_from(OURS))
def test_the_sealed_list_of_a_legal_purchase_is_what_was_bought_and_what_was_free(bought, first):
    state = buying(0, 9, 9)
    order = Buy(markers=tuple(bought), first=first)
    if rules().check(state, ALLIED, order):
        return
    at, values = rules().conceal(state, order)
    assert at == "cup/2/allied"
    assert values[0] == first
    assert Counter([*bought, "free"]) == Counter(values)
    assert rules().check(state, ALLIED, Sealed(side=ALLIED, at=at, count=len(values))) == ()


@given(bought=st.lists(st.sampled_from(OURS), max_size=7, unique=True), first=st.sampled_from(OURS))
def test_every_slot_of_a_legal_purchase_passes_when_it_is_opened(bought: list[str], first: str) -> None:
    state = buying(0, 9, 9)
    order = Buy(markers=tuple(bought), first=first)
    if rules().check(state, ALLIED, order):
        return
    _, values = rules().conceal(state, order)
    cup = evolve(cup_of(state, ALLIED), sealed=True)
    for n, value in enumerate(values, start=1):
        left = tuple(range(n + 1, len(values) + 1))
        at_hand = evolve(state, phase=FULL, allied_cup=evolve(cup, due=n, left=left))
        assert opened(at_hand, ALLIED, n, value) == ()
        cup = evolve(cup, shown=(*cup.shown, (n, str(value))))


def test_more_markers_than_points_cannot_be_sealed() -> None:
    state = buying(0, 9, 0)
    for count, legal in ((1, True), (11, True), (12, False), (0, False)):
        action = Sealed(side=ALLIED, at="cup/2/allied", count=count)
        assert legal == (rules().check(state, ALLIED, action) == ())


@tried_with(
    ("value", "paragraph"),
    [
        ("82", "5.17"),  # its headquarters is not in play
        ("21 Pz", "5.14"),  # a German marker
        ("free", "4.21"),  # cannot be kept out
        (7, "5.14"),
        (["50 Br"], "5.14"),
    ],
)
def test_a_first_slot_that_could_not_be_bought_is_refused(value: object, paragraph: str) -> None:
    state = cups(3, 1, units=dict(HQS))
    assert paragraph in broken(opened(state, ALLIED, 1, value))


def test_an_empty_first_slot_shows_as_soon_as_a_marker_that_could_have_been_kept_out_does() -> None:
    state = cups(3, 1, units=dict(HQS))
    assert opened(state, ALLIED, 1, "") == ()
    after = evolve(state, allied_cup=evolve(state.allied_cup, due=2, left=(3,), shown=((1, ""),)))
    assert opened(after, ALLIED, 2, "free") == ()
    assert broken(opened(after, ALLIED, 2, "50 Br")) == ["4.21"]
    arriving = evolve(state, allied_cup=evolve(state.allied_cup, free=("90", "free")))
    assert broken(opened(arriving, ALLIED, 1, "")) == ["4.21"]


def test_a_free_marker_left_out_shows_with_the_last_slot() -> None:
    state = cups(3, 1, units=dict(HQS))
    last = evolve(state.allied_cup, due=3, left=(), shown=((1, "50 Br"), (2, "3 Br")))
    state = evolve(state, allied_cup=last)
    assert broken(opened(state, ALLIED, 3, "50 Br")) == ["7.23"]
    assert opened(state, ALLIED, 3, "free") == ()


def test_a_marker_too_many_for_the_points_shows_with_the_last_slot() -> None:
    state = cups(3, 1, units=dict(HQS))
    last = evolve(state.allied_cup, points=1, due=3, left=(), shown=((1, "50 Br"), (2, "free")))
    assert broken(opened(evolve(state, allied_cup=last), ALLIED, 3, "3 Br")) == ["5.11"]


def test_only_the_slot_that_is_due_can_be_opened() -> None:
    state = cups(3, 1, units=dict(HQS))
    assert broken(opened(state, ALLIED, 2, "50 Br")) == ["7.24"]
    assert broken(opened(state, GERMAN, 1, "21 Pz")) == ["7.24"]


def test_the_draw_reaches_every_slot_of_both_cups_once() -> None:
    state = evolve(cups(3, 2, units=dict(HQS)), first_played=True)
    state = evolve(state, allied_cup=evolve(state.allied_cup, due=0))
    (roll,) = rules().demands(state)
    sides = roll.dice[0].sides
    reached = set()
    for index in range(sides):
        after = done(data(), state, drawing.drawn, index).state
        reached.add((after.allied_cup.due, after.german_cup.due))
    assert {(2, 0), (3, 0), (0, 1), (0, 2)} == reached


@given(die=st.integers(0, 9), turn=st.sampled_from((2, 3)), storm=st.booleans())
def test_points_never_fall_when_the_die_rises(die: int, turn: int, storm: bool) -> None:
    state = evolve(landings(turn=turn), weather="heavy", storm_before=storm)
    for side in (ALLIED, GERMAN):
        low = sum(term.value for term in logistics.points(View(data=data(), state=state), side, die))
        high = sum(
            term.value for term in logistics.points(View(data=data(), state=state), side, min(9, die + 1))
        )
        assert low <= high
        assert not (storm and side == ALLIED) or high <= 15
