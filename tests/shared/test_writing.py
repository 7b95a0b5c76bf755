"""Boards as JSON values: what is written is read again, and only in its one form."""

from __future__ import annotations

from collections.abc import Mapping

import pytest
from attrs import evolve, field, frozen
from hypothesis import given
from hypothesis import strategies as st

from pbem.bytes.canon import Json, encode_value
from pbem.bytes.errors import DataError
from pbem_rules.kernel.board import Board
from pbem_rules.shared import writing


@frozen(kw_only=True, slots=False)
class Counter:
    """A piece with two markers."""

    id: str
    where: str
    reduced: bool = False
    disorder: int = 0


WRITE = writing.piece_writer(Counter)
CONVERTER = writing.board_converter(Counter, WRITE)
COUNTERS = st.builds(
    Counter,
    id=st.text("abc", min_size=1, max_size=3),
    where=st.sampled_from(["0101", "0102", "sea:utah"]),
    reduced=st.booleans(),
    disorder=st.integers(0, 2),
)
BOARDS = st.lists(COUNTERS, unique_by=lambda piece: piece.id, max_size=5).map(Board.of)


@given(BOARDS)
def test_a_board_is_read_again_as_it_was_written(board: Board[Counter]) -> None:
    assert board == CONVERTER.structure(
        CONVERTER.unstructure(board, unstructure_as=Board[Counter]), Board[Counter]
    )


@given(COUNTERS)
def test_a_piece_is_a_table_exactly_when_it_has_a_marker(piece: Counter) -> None:
    marked = piece.reduced or piece.disorder > 0
    assert marked == isinstance(WRITE(piece), dict)


@given(COUNTERS)
def test_a_piece_is_written_without_id_and_without_defaults(piece: Counter) -> None:
    written = WRITE(piece)
    fields = written if isinstance(written, dict) else {"where": written}
    assert piece == Counter(id=piece.id, **fields)  # type: ignore[arg-type]  # what was written is what it takes
    assert not {"id", *(name for name, value in fields.items() if value in (False, 0))} & set(fields)


@pytest.mark.parametrize("value", [[], {"a": 1}, {"a": {"where": "0101", "dead": True}}, {"a": {"where": 7}}])
def test_what_is_no_board_is_refused_with_the_name_of_the_game(value: object) -> None:
    with pytest.raises(DataError, match="this is not a state of Tiny: "):
        writing.read(lambda: CONVERTER.structure(value, Board[Counter]), "Tiny")


def test_a_field_at_its_default_is_not_the_proper_form() -> None:
    board = Board.of([Counter(id="a", where="0101")])
    value = {"a": {"where": "0101", "disorder": 0}}
    assert board == CONVERTER.structure(value, Board[Counter])
    with pytest.raises(DataError, match="one proper form"):
        writing.exactly(board, CONVERTER.unstructure(board, unstructure_as=Board[Counter]), value)


def test_facts_spell_out_every_field() -> None:
    found: Mapping[str, object] = writing.every_field(Counter(id="a", where="0101"))
    assert {"id": "a", "where": "0101", "reduced": False, "disorder": 0} == found


@frozen(kw_only=True, slots=False)
class Sailor:
    """A piece that may be nowhere."""

    id: str
    rank: str
    where: str = ""


@frozen(kw_only=True, slots=False)
class Crew:
    """A state whose board is written under a name of its own."""

    turn: int = 1
    board: Board[Sailor] = field(factory=lambda: Board.of(()))


CREW = writing.Writing(Crew, Sailor, "A Crew", board="sailors")


def test_a_board_may_be_written_under_a_name_of_its_own_and_stands_there_even_when_it_is_empty() -> None:
    assert {"sailors": {}} == CREW.dump(Crew())
    crew = Crew(board=Board.of((Sailor(id="Ann", rank="mate", where="deck"), Sailor(id="Ben", rank="cook"))))
    written = {"sailors": {"Ann": {"where": "deck", "rank": "mate"}, "Ben": {"rank": "cook"}}}
    assert written == CREW.dump(crew)
    assert crew == CREW.load(CREW.dump(crew))


SAILORS = st.builds(
    Sailor,
    id=st.sampled_from(["Ann", "Ben", "Zoë"]),
    rank=st.sampled_from(["mate", "cook"]),
    where=st.sampled_from(["", "deck"]),
)
CREWS = st.builds(
    Crew, turn=st.integers(1, 3), board=st.lists(SAILORS, unique_by=lambda one: one.id).map(Board.of)
)


@given(st.lists(CREWS, max_size=4), CREWS, SAILORS)
def test_bytes_do_not_hang_on_what_was_written_before(others: list[Crew], crew: Crew, one: Sailor) -> None:
    shared = evolve(crew, board=crew.board.put(one))
    for each in (*others, crew, shared, crew, evolve(shared, turn=1)):
        assert encode_value(CREW.dump(each)) == CREW.write(each)


@pytest.mark.parametrize("value", [{}, {"board": {}}, {"board": {}, "sailors": {}}, {"sailors": []}])
def test_under_no_other_name_is_it_read(value: Json) -> None:
    with pytest.raises(DataError, match="not a state of A Crew"):
        CREW.load(value)
