"""Laws of orders and of what arrives."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st
from protocol.tiny import ORDERS, Go, Guard, Mode, Pick

from pbem.home import games
from pbem.home.identity import unlock
from pbem.home.play import order_lines
from pbem.home.play import orders as playing

from .table import Two, play

words = st.text(alphabet="abcdefgXYZ0123456789/ =,'\"-#.é", min_size=1, max_size=8).filter(
    lambda word: word.strip() == word
)
orders = st.one_of(
    st.builds(Go, to=st.integers(-99, 99)), st.builds(Guard, guard=words), st.builds(Mode, mode=words),
    st.builds(Pick, markers=st.lists(words.filter(lambda word: "," not in word), max_size=4).map(tuple)),
)  # fmt: skip


@given(orders)
def test_what_is_shown_to_be_typed_is_read_as_the_same_order(order: Go | Guard | Mode | Pick) -> None:
    assert order == ORDERS.parse(order_lines.write(ORDERS, order))


@given(st.lists(st.sampled_from(["go 2", "  mode hit", "# talk", "", "go 3 # why", "\t#"]), max_size=12))
def test_comments_and_blank_lines_are_no_orders_and_numbers_are_those_of_the_file(rows: list[str]) -> None:
    text = "\n".join(rows)
    wanted = [(n, row.split("#")[0].strip()) for n, row in enumerate(rows, 1) if row.split("#")[0].strip()]
    if wanted:
        assert tuple(wanted) == playing.lines_of(text)


def test_orders_one_by_one_and_in_one_go_give_the_same_draft(table: Two) -> None:
    ann, ben = table
    play(ann, ben, 2)
    session = games.open_session(ann.folder, unlock(ann.home, ""))
    found = ((1, "go 2"), (2, "mode feint"))
    alone = session
    for order in found:
        alone = playing.do(alone, (order,))
    assert playing.do(session, found).draft == alone.draft


def test_do_and_undo_is_nothing(table: Two) -> None:
    ann, ben = table
    play(ann, ben, 2)
    session = playing.onward(games.open_session(ann.folder, unlock(ann.home, "")))
    done = playing.do(session, ((1, "go 2"), (2, "mode feint")))
    assert (session.draft, session.position) == ((back := playing.undo(done, 2)[0]).draft, back.position)
    assert 2 == playing.undo(done, everything=True)[1]
