"""Standing orders sealed on the log (N203): opened when asked, carried out by both, and seen by all in the end."""

from __future__ import annotations

from functools import cache

import pytest
from attrs import AttrsInstance

from pbem.bytes import canon
from pbem.bytes.canon import Json
from pbem.bytes.errors import IllegalOrder, VerifyError
from pbem.port.game import Choice, Disclose, Sealed, Shown
from pbem.replay.fold import Happened
from pbem.replay.stepping import step
from pbem.replay.verify import read
from pbem_rules.june6 import standing
from pbem_rules.june6.model import STANDING, State
from pbem_rules.june6.orders import ORDERS, Standing
from pbem_rules.june6.standing_sealed import PARTS, label, order_of, part, sealable
from pbem_rules.june6.standing_sheet import Sheet
from tests.june6.player.playing import rules
from tests.standing.sheets import FULL, Answers, play
from tests.tools import count_mails

SEALED: dict[str, Json] = {"standing": "sealed"}


@cache
def recorded() -> list[Happened[object]]:
    """A game by mail with sealed sheets, verified from its bytes."""
    data, _ = count_mails.play("landings", SEALED, 1, FULL)
    trail: list[Happened[object]] = []
    assert "verified" == read(data, watch=trail.append).verdict.verdict
    return trail


@cache
def game() -> Answers:
    """The same agreement without mails."""
    return play(1, options=SEALED)


def state_of(happened: Happened[object]) -> State:
    assert isinstance(happened.position.game, State)
    return happened.position.game


def phase(sides: tuple[str, ...] = ()) -> State:
    """The phase in which sheets are sealed, with those of some sides sealed."""
    state = next(state for _, state, owed, order in game().given if isinstance(order, Standing))
    for side in sides:
        sealed = Sealed(side=side, at=label(state.turn, side), count=len(PARTS))
        assert () == tuple(rules().check(state, side, sealed))
        state = rules().apply(state, side, sealed).state
    return state


# --- a whole game -----------------------------------------------------------------------------------------------------


def test_once_a_part_is_open_its_owner_is_asked_nothing_that_it_answers() -> None:
    assert len(carried_out()) > 10
    for happened in recorded():
        state = state_of(happened)
        owed = next(iter(rules().demands(state)), None)
        if not isinstance(owed, Choice):
            continue
        table = standing.topic(state, owed)
        shown = {
            n
            for sheet in state.sheets
            if (sheet.turn, sheet.side) == (state.turn, owed.side)
            for n, _ in sheet.shown
        }
        if table in PARTS and "lean" not in owed.kinds:
            assert PARTS.index(table) + 1 not in shown


def test_every_part_of_every_sheet_is_open_when_the_game_is_over() -> None:
    state = state_of(recorded()[-1])
    assert [(side, turn) for turn in (1, 2, 3) for side in ("german", "allied")] == [
        (sheet.side, sheet.turn) for sheet in state.sheets
    ]
    for sheet in state.sheets:
        assert set(range(1, len(PARTS) + 1)) == set(dict(sheet.shown))
        for n, text in sheet.shown:
            assert part(FULL[sheet.side], PARTS[n - 1]) == canon.decode(text.encode())


def carried_out() -> list[tuple[Happened[object], AttrsInstance, str]]:
    """The entries after which orders were carried out, with the first order and its side."""
    found = []
    for happened in recorded():
        for outcome in happened.outcomes:
            if outcome.kind == "orders":
                words = outcome.text.partition(" say: ")[2].removesuffix(".")
                found.append((happened, ORDERS.parse(words), str(outcome.side)))
                break
    return found


def test_who_answers_by_hand_what_his_orders_answer_is_refused() -> None:
    """No entry takes the place of what was carried out, not even the same order; it may fit the next thing that is owed."""
    refused = 0
    for happened, order, side in carried_out():
        position = happened.position
        owed = next(iter(rules().demands(state_of(happened))), None)
        if isinstance(owed, Choice) and owed.side == side and ORDERS.kind(order) in owed.kinds:
            continue
        entry = {**ORDERS.dump(order), "i": position.count}
        with pytest.raises((VerifyError, IllegalOrder)) as caught:
            step(position, position.table.seat_of(side), entry, before=bytes(32), head=bytes(32))
        assert caught.value.code in ("out-of-turn", "not-now", "illegal")
        refused += 1
    assert refused > 10


def test_opened_orders_answer_like_private_ones() -> None:
    """A sheet cut down to its parts says what the whole sheet says."""
    for table, state, owed, order in play(1).given:
        if table in PARTS and isinstance(owed, Choice) and "lean" not in owed.kinds:
            sheet = Sheet(tables=part(FULL[owed.side], table))
            assert order == standing.answer(rules().data, state, owed.side, sheet, owed)


# --- sealing and opening ----------------------------------------------------------------------------------------------


def test_without_the_option_nothing_is_sealed_and_the_state_says_nothing_of_it() -> None:
    played = play(4, options={})
    assert played.state is not None
    assert () == played.state.sheets
    assert not any(isinstance(order, Standing) for *_, order in played.given)
    dumped = rules().dump(played.state)
    assert isinstance(dumped, dict)
    assert "sheets" not in dumped


def test_the_german_seals_first_and_then_the_allied_side() -> None:
    state = phase()
    assert (STANDING, "german") == (state.phase, rules().demands(state)[0].side)
    state = phase(("german",))
    assert (STANDING, "allied") == (state.phase, rules().demands(state)[0].side)
    assert STANDING != phase(("german", "allied")).phase


WRONG = [
    Standing(sheet="no json"),
    Standing(sheet='{"modes":{"default":"stand"}}'),
    Standing(sheet='{"losses": {"rule":"weakest"}}'),
    Standing(sheet='{"losses":{}}'),
    Standing(sheet='{"losses":{"rule":"bravest"}}'),
    Standing(sheet='{"counterattack":{"mode":"assault","policy":"never"}}'),
    Standing(sheet='{"initiative":{"marker":["352"],"order":"first"}}'),
]


@pytest.mark.parametrize("order", WRONG, ids=[order.sheet for order in WRONG])
def test_what_is_no_sheet_cannot_be_sealed(order: Standing) -> None:
    found = rules().check(phase(), "german", order)
    assert {"N203"} == {violation.paragraph for violation in found}


def test_a_sheet_is_sealed_in_turn_and_in_its_phase_only() -> None:
    for state, side in ((phase(), "allied"), (rules().setup("landings", SEALED), "german")):
        assert ["N203"] == [v.paragraph for v in rules().check(state, side, Standing())]
    for count, at in ((5, label(1, "german")), (6, label(2, "german")), (6, label(1, "allied"))):
        assert rules().check(phase(), "german", Sealed(side="german", at=at, count=count))


def test_what_is_sealed_is_the_sheet_without_what_must_stay_hidden() -> None:
    assert set(PARTS) - {"storm"} >= set(sealable(FULL["allied"]))
    sheet = canon.decode(order_of(FULL["german"]).sheet.encode())
    assert {"policy": "odds", "odds": "1:1"} == sheet["counterattack"]
    assert {"order": "first"} == sheet["initiative"]
    at, values = rules().conceal(phase(), order_of(FULL["german"]))
    assert (label(1, "german"), len(PARTS)) == (at, len(values))


def due() -> tuple[State, Disclose]:
    """A position in which a part is to be opened."""
    for happened in recorded():
        state = state_of(happened)
        owed = next(iter(rules().demands(state)), None)
        if isinstance(owed, Disclose) and owed.at.startswith("standing/"):
            return state, owed
    raise AssertionError("no part was opened")


def test_only_the_part_that_is_due_can_be_opened_and_only_as_a_part() -> None:
    state, owed = due()
    n, name = owed.ns[0], PARTS[owed.ns[0] - 1]
    fit = Shown(side=owed.side, at=owed.at, n=n, value={})
    assert () == tuple(rules().check(state, owed.side, fit))
    other = n % len(PARTS) + 1
    for wrong in (
        Shown(side=owed.side, at=owed.at, n=other, value={}),
        Shown(side=owed.side, at=label(9, owed.side), n=n, value={}),
        Shown(side=owed.side, at=owed.at, n=n, value=[]),
        Shown(side=owed.side, at=owed.at, n=n, value={name: {}}),
        Shown(side=owed.side, at=owed.at, n=n, value={"modes": {"default": "stand"}}),
        Shown(side=owed.side, at=owed.at, n=n, value={"hand_back": {"turn": -1}}),
    ):
        assert ["N203"] == [v.paragraph for v in rules().check(state, owed.side, wrong)]


def test_an_empty_part_and_a_condition_that_holds_hand_the_decision_to_the_person() -> None:
    state, owed = due()
    for value in ({}, {"hand_back": {"turn": 1}}):
        after = rules().apply(state, owed.side, Shown(side=owed.side, at=owed.at, n=owed.ns[0], value=value))
        assert "orders-back" == after.outcomes[-1].kind
        asked = rules().demands(after.state)[0]
        assert isinstance(asked, Choice)
        assert owed.side == asked.side
