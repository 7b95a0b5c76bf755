"""What spectators get verifies, grows, and is late; laws of orders and of what arrives."""

from functools import cache
from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from protocol.tiny import ORDERS, Go, Guard, Mode, Pick

from pbem.bytes import container
from pbem.bytes.errors import UsageError
from pbem.home import games
from pbem.home.identity import unlock
from pbem.home.play import order_lines
from pbem.home.play import orders as playing
from pbem.home.viewing import logs as looking
from pbem.home.viewing import spectators
from pbem.home.viewing.logs import Film
from pbem.replay.verify import verify

from .table import Two, play

GAME = Path(__file__).resolve().parents[2] / "examples" / "pegasus" / "campaign.pbem"


@cache
def film(bundles: int) -> Film:
    """The recorded game as it stood after so many turn files."""
    whole = looking.film(GAME)
    return looking.film_of_log(evolve(whole.log, bundles=whole.log.bundles[:bundles]).encode())


@pytest.mark.parametrize("delay", [0, 1, 2])
def test_it_verifies_and_ends_so_many_turns_before_the_newest(delay: int) -> None:
    found = spectators.stream(film(90), delay)
    verdict = verify(found.data)
    assert ("incomplete", found.entries) == (verdict.verdict, verdict.entries)
    newest = film(90).game.rules.moment(film(90).at(None)[0].game).turn
    assert newest - delay >= found.turn


def test_it_is_the_beginning_of_the_log_byte_for_byte() -> None:
    found = spectators.stream(film(90), 1)
    assert film(90).log.encode().startswith(container.unpack(found.data))
    assert found.entries + found.kept_back == len(film(90).trail)


def test_it_grows_and_never_shrinks() -> None:
    sizes = [spectators.stream(film(count), 1).entries for count in (60, 80, 100)]
    assert sorted(sizes) == sizes
    assert sizes[0] < sizes[-1]


def test_a_finished_game_is_given_whole() -> None:
    found = spectators.stream(looking.film(GAME), 3)
    assert ("verified", 0) == (verify(found.data).verdict, found.kept_back)


def test_before_the_delay_is_over_there_is_nothing() -> None:
    with pytest.raises(UsageError) as refused:
        spectators.stream(film(3), 5)
    assert "nothing-yet" == refused.value.code


@pytest.mark.parametrize("files", [0, 1, 7])
def test_a_delay_can_be_counted_in_turn_files(files: int) -> None:
    """So many turn files are held back, whatever the turn of the game is; what is given verifies."""
    found = spectators.stream(film(90), 0, files=files)
    assert 90 - files == found.bundles
    assert "incomplete" == verify(found.data).verdict


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
