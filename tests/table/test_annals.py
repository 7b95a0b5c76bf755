"""What has happened is the same for a table kept open and for one opened anew: sent turns too, each under its own turn."""

from pathlib import Path

import pytest

from pbem.bytes.canon import Json
from pbem.store.home import Home
from pbem.table.open_home import Room
from pbem.table.side_entries import history
from pbem.view.report import chapters
from tests.sampling import games_tried

from .seats import Seat, alone, carry, sealed

pytestmark = pytest.mark.night


def known(room: Room) -> tuple[list[int], dict[str, list[Json]], Json]:
    """Entries that are remembered, every unit's history, and the places to go back to."""
    units = {name for each in room.last() for outcome in each.outcomes for name in outcome.units}
    return (
        [each.entry for each in room.last()],
        {name: room.annals().of(name) for name in sorted(units)},
        history(room, {}),
    )


def anew(seat: Seat) -> Room:
    """The same home, opened again."""
    return Seat(seat.name, seat.home).app.room


def same_page(seat: Seat) -> bool:
    """A page opened at the latest turn file is the one opened after the whole log was folded; False: both fold it all."""
    brief, whole = Seat(seat.name, seat.home), Seat(seat.name, seat.home)
    whole.app.room.annals()
    pages = [each.ask("position") for each in (brief, whole)]
    held = brief.app.room._held
    early = held.since > 0
    assert pages[0] == pages[1]
    units = sorted(
        {name for each in whole.app.room.last() for outcome in each.outcomes for name in outcome.units}
    )
    stands = [name for name in units if _stands(whole, name)][:3]
    answers = [
        [
            *(each.ask("unit", units=[name]) for name in stands),
            *(each.ask("news", entries=had) for had in (0, held.session.end.entries - 1)),
            history(each.app.room, {}),
        ]
        for each in (brief, whole)
    ]
    assert answers[0] == answers[1]
    return early


def test_a_turn_that_was_sent_is_in_the_histories_at_once(mover: Seat, tmp_path: Path) -> None:
    mover.play()
    mine = {
        unit
        for each in mover.app.room.session().happened
        for outcome in each.outcomes
        for unit in outcome.units
    }
    assert mine
    before = {unit: mover.ask("unit", units=[unit])["history"] for unit in mine if _stands(mover, unit)}
    sealed(mover)
    assert known(anew(mover)) == known(mover.app.room)
    assert before == {unit: mover.ask("unit", units=[unit])["history"] for unit in before}
    other = "b" if mover.name == "Ann" else "a"
    theirs = Seat("Ben" if other == "b" else "Ann", Home(tmp_path / "homes" / other))
    theirs.ask("position")
    carry(mover, theirs)
    assert known(anew(theirs)) == known(theirs.app.room)


def test_what_led_to_a_decision_unsent_is_told_once(seats: tuple[Seat, Seat]) -> None:
    for _ in range(40):
        writer, waiter = seats if seats[0].app.room.session().is_my_turn else seats[::-1]
        writer.play()
        writer.ask("send", way="file")
        assert known(anew(writer)) == known(writer.app.room)
        if any(each.outcomes for each in writer.app.room.last()):
            return
        carry(writer, waiter)
    raise AssertionError("nothing ever happens")


@pytest.mark.parametrize("game", games_tried())
def test_against_the_computer_the_open_table_knows_what_a_new_one_would(game: str, tmp_path: Path) -> None:
    seat, early = alone(Home(tmp_path / "home"), game), 0
    for _ in range(6):
        seat.play()
        if seat.app.room.session().is_my_turn or seat.app.room.session().draft:
            seat.ask("send", way="file")
            seat.ask("drop")
        early += same_page(seat)
        assert known(anew(seat)) == known(seat.app.room)
    assert early


@pytest.mark.parametrize("game", games_tried())
def test_every_line_of_a_history_bears_the_turn_that_the_report_tells_it_under(game, tmp_path):
    seat = alone(Home(tmp_path / "home"), game)
    while len({each.position.rules.moment(each.position.game).turn for each in seat.app.room.last()}) < 2:
        seat.play()
        seat.ask("send", way="file")
        seat.ask("drop")
    told = {
        (chapter.entry, outcome.text): chapter.moment.turn
        for chapter in chapters(seat.app.room.last())
        for outcome in chapter.outcomes
    }
    rows = [row for unit in known(seat.app.room)[1].values() for row in unit if isinstance(row, dict)]
    assert rows
    assert {} == {
        key: (told[key], row["turn"])
        for row in rows
        if (key := (int(str(row["entry"])), str(row["text"]))) in told and told[key] != row["turn"]
    }


def _stands(seat: Seat, unit: str) -> bool:
    return unit in seat.app.room.stand().places
