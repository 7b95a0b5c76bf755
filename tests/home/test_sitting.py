"""What has happened since a player last looked; and what spectators get, which verifies, grows, and is late."""

from functools import cache
from pathlib import Path

import pytest
from attrs import evolve
from hypothesis import given
from hypothesis import strategies as st
from protocol.tiny import ORDERS, Go, Guard, Mode, Pick

from home.table import pbem
from pbem.bytes import container
from pbem.bytes.errors import UsageError
from pbem.home import games
from pbem.home.identity import unlock
from pbem.home.play import order_lines
from pbem.home.play import orders as playing
from pbem.home.sitting import last_visit, news
from pbem.home.sitting.needed import needed
from pbem.home.viewing import logs as looking
from pbem.home.viewing import spectators
from pbem.home.viewing.logs import Film
from pbem.port.compared import difference
from pbem.port.game import Reason
from pbem.port.map_displays import Furniture, Lost, Score, Stock, furniture
from pbem.replay.fold import AppliedEntry
from pbem.replay.verify import read, verify
from pbem.store.game import GameFolder
from tests.table.seats import Seat, away, sit_down

from .table import Two, play

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"
GAMES = {
    "june6": "landings", "june44": "june44", "darkdecember": "darkdecember", "normandy": "normandy",
    "pegasus": "pegasus",
}  # fmt: skip


@pytest.fixture
def two(tmp_path: Path) -> tuple[Seat, Seat]:
    return sit_down(tmp_path, game="darkdecember")


def _status(seat: Seat, language: str = "en") -> str:
    said = pbem("--lang", language, "--home", seat.home.path, "status").says(0)
    return said.sentences


def _folder(seat: Seat) -> GameFolder:
    return seat.app.room.folder()


def test_looking_twice_tells_the_same_twice_and_what_comes_then_anew(two: tuple[Seat, Seat]) -> None:
    ann, ben = two
    assert "since your last turn" not in _status(ben)
    away(ann, ben, 3)
    said = _status(ben)
    assert "since your last turn" in said
    assert said == _status(ben)
    before = last_visit.read(_folder(ben), ben.app.room.session().log)
    away(ann, ben, 2)
    assert "since your last turn" in _status(ben)
    after = last_visit.read(_folder(ben), ben.app.room.session().log)
    assert before.now == after.before


def test_one_s_own_turn_is_no_news(two: tuple[Seat, Seat]) -> None:
    ann, ben = two
    _status(ann), _status(ben)
    mover = ben if away(ann, ben, 1) is ann else ann
    assert "since your last turn" not in _status(mover)
    assert "You are needed again when" in _status(mover)
    assert "Volverás a hacer falta cuando" in _status(mover, "es")
    waiter = ann if mover is ben else ben
    assert "desde tu último turno" in _status(waiter, "es")
    away(ann, ben, 1)
    assert "since your last turn" not in _status(waiter)


@pytest.mark.parametrize("spoil", [b"", b"\x00\xff", b"x" * 2_000_000], ids=["empty", "noise", "too long"])
def test_a_spoilt_note_is_thrown_away_without_a_word(two: tuple[Seat, Seat], spoil: bytes) -> None:
    ann, ben = two
    _status(ben)
    place = _folder(ben).path / "looked"
    kept = place.read_bytes()
    away(ann, ben, 3)
    told = _status(ben)
    for data in (spoil, kept[:-1], kept[:20] + b"\x01" + kept[21:]):
        place.write_bytes(data)
        said = _status(ben)
        assert "since your last turn" not in said
        assert {*said.splitlines()} < {*told.splitlines()}
    assert last_visit.read(_folder(ben), ben.app.room.session().log) is not None


def test_a_note_of_another_game_s_log_does_not_fit(two: tuple[Seat, Seat], tmp_path: Path) -> None:
    _, ben = two
    _status(ben)
    other, _ = sit_down(tmp_path / "more", ("Cy", "Di"), game="darkdecember")
    (_folder(other).path / "looked").write_bytes((_folder(ben).path / "looked").read_bytes())
    assert last_visit.read(_folder(other), other.app.room.session().log) is None


def test_who_is_needed_now_is_not_told_when(two: tuple[Seat, Seat]) -> None:
    mover = away(*two, 2)
    for seat in two:
        assert (seat is mover) == (needed(_folder(seat), games.look(_folder(seat))) == "")


@pytest.mark.wider
@pytest.mark.parametrize("game", GAMES)
def test_losses_and_points_are_those_of_two_positions_in_every_game(game: str) -> None:
    data = container.unpack((EXAMPLES / GAMES[game] / "campaign.pbem").read_bytes())
    trail: list[AppliedEntry[object]] = []
    rules = read(data, watch=trail.append).game.rules
    states = [trail[n].position.game for n in (len(trail) // 6, -1)]
    before, after = (furniture(rules, each, None, rules.moment(each)) for each in states)
    found = difference(before, after)
    assert before.score is not None
    assert after.score is not None
    assert (before.score.value, after.score.value) == found.points
    assert found.terms
    assert sum(each.after - each.before for each in found.terms) == sum(
        sign * term.value for sign, score in ((-1, before.score), (1, after.score)) for term in score.terms
    )
    assert found.losses
    gone = {each.side: {*each.units} for each in before.lost}
    for each in found.losses:
        assert not {*each.lost} & gone.get(each.side, set())
        assert {*each.back} <= gone.get(each.side, set())
    assert found == difference(before, after)
    same = difference(after, after)
    assert ((), (), ()) == (same.losses, same.terms, same.stocks)


def _beside(text: str, value: int, lost: tuple[str, ...], stock: str) -> Furniture:
    terms = tuple(Reason(paragraph="", text=each, value=n) for each, n in ((text, value), ("Caen", 2)))
    return Furniture(
        score=Score(side="b", value=value, terms=terms),
        lost=(Lost(side="g", units=lost),),
        stocks=(Stock(kind=stock, value="3"),),
    )


def test_what_counts_in_its_words_is_one_term() -> None:
    found = difference(
        _beside("bunkers x3", 6, ("1", "2"), "air"), _beside("bunkers x7", 14, ("2", "9"), "cup")
    )
    assert [("bunkers x7", 6, 14)] == [(each.text, each.before, each.after) for each in found.terms]
    assert [("g", ("9",), ("1",))] == [(each.side, each.lost, each.back) for each in found.losses]
    assert [("air", None)] == [(each.before and each.before.kind, each.after) for each in found.stocks]


def test_looking_at_nothing_new_writes_nothing(two: tuple[Seat, Seat]) -> None:
    _, ben = two
    view = games.look(_folder(ben))
    news.begin(_folder(ben), view)
    place = _folder(ben).path / "looked"
    before = place.stat().st_mtime_ns
    news.begin(_folder(ben), view)
    assert before == place.stat().st_mtime_ns


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
