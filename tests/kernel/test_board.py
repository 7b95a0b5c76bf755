"""The board, whose index says where the pieces are; what is worked out hangs on its value; nothing above is imported."""

import ast
from pathlib import Path

import pytest
from attrs import evolve, frozen
from hypothesis import given
from hypothesis import strategies as st

import pbem_rules.kernel
from pbem.bytes.errors import DataError
from pbem_rules.kernel.board import Board
from pbem_rules.kernel.derived import derived
from tests.lists import tried_with


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
def test_a_change_leaves_the_old_board_alone(first, then):
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


@frozen(slots=False)
class Numbered:
    n: int = 0


@derived
def total(value: Numbered, other: Numbered) -> int:
    return value.n + other.n


def test_an_argument_that_lies_where_another_lay_is_not_taken_for_it() -> None:
    value = Numbered(1)
    assert list(range(1, 301)) == [total(value, Numbered(n)) for n in range(300)]


def test_a_copy_works_out_its_own() -> None:
    value, other = Numbered(1), Numbered(2)
    assert (3, 7) == (total(value, other), total(evolve(value, n=5), other))


def test_an_answer_is_worked_out_once() -> None:
    asked: list[str] = []

    @derived
    def known(value: Numbered, name: str) -> str:
        asked.append(name)
        return name

    value = Numbered()
    assert ["a", "b", "a"] == [known(value, each) for each in ("a", "b", "a")]
    assert ["a", "b"] == asked


FILES = sorted(Path(pbem_rules.kernel.__path__[0]).glob("*.py"))
PURE = {
    "__future__", "bisect", "collections", "functools", "heapq", "itertools", "math", "re", "types", "typing",
}  # fmt: skip
ALLOWED = PURE | {"attrs"}
PLAIN = ("pbem.bytes.errors", "pbem.bytes.records", "pbem.bytes.values")


@tried_with("file", FILES, ids=lambda file: file.stem)
def test_a_kernel_module_imports_attrs_errors_and_its_siblings_only(file: Path) -> None:
    for node in ast.walk(ast.parse(file.read_text(encoding="utf-8"))):
        names = [alias.name for alias in node.names] if isinstance(node, ast.Import) else []
        names += [node.module or ""] if isinstance(node, ast.ImportFrom) else []
        for name in names:
            allowed = name.split(".")[0] in ALLOWED or name in PLAIN
            allowed = allowed or (
                file.stem in ("__init__", "door") and name in ("pbem.bytes.doors", "pbem_rules.kernel")
            )
            assert allowed or name.startswith("pbem_rules.kernel."), f"{file.name} imports {name}"


def test_there_are_modules_to_look_at() -> None:
    assert {"hexes", "paths", "supply"} <= {file.stem for file in FILES}
