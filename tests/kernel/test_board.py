"""The board: whatever is done to it, the index says where the pieces are."""

import pytest
from attrs import evolve, frozen
from hypothesis import given
from hypothesis import strategies as st

from pbem.bytes.errors import DataError
from pbem_rules.kernel.board import Board


@frozen(kw_only=True)
class Counter:
    id: str
    where: str
    steps: int = 2


def worn(piece: Counter, where: str) -> Counter:
    return evolve(piece, where=where, steps=1)


names = st.sampled_from("abcdefgh")
places = st.sampled_from(["E1940", "E2040", "box", ""])
changes = st.lists(st.tuples(st.sampled_from(["put", "change", "remove"]), names, places), max_size=30)


def played(changes: list[tuple[str, str, str]]) -> tuple[Board[Counter], dict[str, Counter]]:
    board, model = Board[Counter].of(()), dict[str, Counter]()
    for what, name, where in changes:
        if what == "remove" and name in board:
            board = board.remove(name)
            del model[name]
        elif what == "change" and name in board:
            board = board.put(worn(board[name], where=where))
            model[name] = Counter(id=name, where=where, steps=1)
        elif what == "put":
            board = board.put(Counter(id=name, where=where))
            model[name] = Counter(id=name, where=where)
    return board, model


@given(changes)
def test_the_index_is_what_it_would_be_if_worked_out_afresh(changes: list[tuple[str, str, str]]) -> None:
    board, model = played(changes)
    fresh = Board.of(model.values())
    assert fresh == board
    assert fresh._index == board._index
    assert [model[name] for name in sorted(model)] == list(board)
    for where in ["E1940", "E2040", "box", ""]:
        held = tuple(sorted(name for name, piece in model.items() if piece.where == where))
        assert held == board.at(where)
        assert tuple(model[name] for name in held) == board.stack(where)
    assert tuple(sorted({piece.where for piece in model.values()})) == board.places()


@given(changes, changes)
def test_a_change_leaves_the_old_board_alone(
    first: list[tuple[str, str, str]], then: list[tuple[str, str, str]]
) -> None:
    board, model = played(first)
    for _, name, where in then:
        board.put(Counter(id=name, where=where))
        if name in board:
            board.remove(name)
    assert Board.of(model.values()) == board
    assert Board.of(model.values())._index == board._index


def test_several_pieces_are_put_at_once_and_the_last_word_counts() -> None:
    board = Board.of([Counter(id="a", where="x")]).put(Counter(id="b", where="x"), Counter(id="a", where="y"))
    assert (board.at("x"), board.at("y")) == (("b",), ("a",))
    assert len(board) == 2


def test_a_piece_is_found_by_id_or_missed_plainly() -> None:
    board = Board.of([Counter(id="a", where="x")])
    assert Counter(id="a", where="x") == board["a"] == board.get("a")
    assert board.get("b") is None
    with pytest.raises(KeyError):
        board["b"]
    with pytest.raises(KeyError):
        board.remove("b")


def test_two_pieces_of_one_name_are_refused() -> None:
    with pytest.raises(DataError, match="'a'"):
        Board.of([Counter(id="a", where="x"), Counter(id="a", where="y")])
