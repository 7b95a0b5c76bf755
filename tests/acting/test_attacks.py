"""A program that acts for its player, attacked: it does what is due, once, and nothing a mail or a machine makes it do."""

import json
import resource
import subprocess
import sys
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from attrs import evolve
from home.table import Player, decide

from pbem.bytes.errors import MailError
from pbem.home import games
from pbem.home.acting import account, rounds, state
from pbem.home.acting.mail_places import Maildirs
from pbem.home.identity import unlock
from pbem.store.lock import Lock

from .desk import Desk

pytestmark = pytest.mark.wider

NOW = datetime(2026, 6, 6, 12, tzinfo=UTC)


def _after_a_decision(desk: Desk) -> Player:
    """Somebody has decided and sent; who has to answer it."""
    desk.settle()
    mover = desk.mover()
    while decide(mover):
        pass
    desk.send(mover)
    return desk.other(mover)


def _due_by_itself(desk: Desk) -> Player:
    """Whose program owes something that decides nothing, and has not looked yet."""
    for _ in range(12):
        waiter = _after_a_decision(desk)
        waiter("import", *sorted((desk.box(waiter) / "new").iterdir())).says(0)
        if desk.mine(waiter) and '"unsent_entries": 0' in waiter("status", "--json").out:
            orders = waiter("orders").out
            if "Next: pbem send" in orders:
                return waiter
    raise AssertionError("nothing was ever due that decides nothing")


def test_a_second_one_at_the_same_home_does_nothing(desk: Desk) -> None:
    waiter = _after_a_decision(desk)
    log, count = waiter.folder.log(), desk.count()
    with Lock(waiter.path / "acting.lock", wait=0.5).held():
        said = desk.act(waiter)
    assert said.code != 0
    assert (log, count) == (waiter.folder.log(), desk.count())


def test_a_home_in_use_is_not_what_a_player_is_told_to_do(desk: Desk) -> None:
    """A lock passes by itself: kept as what the player is asked, it would take the place of the question."""
    desk.settle()
    mover = desk.mover()
    kept = state.read_state(mover.path)
    state.write_state(mover.path, evolve(kept, left={}))
    with mover.home.lock():
        desk.act(mover)
    assert {} == {**state.read_state(mover.path).left}
    assert "yours to do" in desk.act(mover).sentences


@pytest.mark.parametrize("box", [b"", b"3 1\nx\ny\n", b"\xff\xfe", b"3 1\n" * 20_000])
def test_a_spoilt_box_keeps_nothing_from_being_written_that_decides_nothing(desk: Desk, box: bytes) -> None:
    waiter = _due_by_itself(desk)
    (waiter.folder.path / "standing.box").write_bytes(box)
    before = waiter.folder.log()
    desk.act(waiter)
    assert before != waiter.folder.log()


def test_what_it_left_in_the_draft_is_told_before_it_is_signed(desk: Desk) -> None:
    desk.settle()
    mover = desk.mover()
    assert decide(mover)
    identity = unlock(mover.home, "")
    session = games.open_session(mover.folder, identity)
    assert session.draft
    change = account.drafted(mover.folder, session.draft, ("a step of 505/82 is lost",))
    games.save_session(mover.folder, identity, session, change=change)
    assert "a step of 505/82 is lost" in mover("status").out
    decide(mover)
    assert "a step of 505/82 is lost" in mover("status").out
    while decide(mover):
        pass
    desk.send(mover)
    assert "a step of 505/82 is lost" not in mover("status").out


def test_a_clock_that_was_ahead_stops_mail_for_an_hour_at_most() -> None:
    ahead = NOW + timedelta(days=365)
    full = state.State(times=(ahead.isoformat(),) * state.PER_HOUR)
    assert not full.room(NOW)
    kept = full.recent(NOW)
    assert kept.room(NOW + timedelta(minutes=61))
    assert not kept.room(NOW + timedelta(minutes=59))


class _Away(Maildirs):
    """A server that takes nothing."""

    def deliver(self, mail: bytes) -> None:
        """It is away."""
        del mail
        raise MailError("smtp-connect", "away")


def test_a_server_that_is_away_for_a_night_does_not_use_up_the_mails_of_the_day(desk: Desk) -> None:
    waiter = _due_by_itself(desk)
    machine = "here"
    state.write_state(waiter.path, evolve(state.read_state(waiter.path), machine=machine))
    identity, away = (
        unlock(waiter.home, ""),
        _Away(address="", places=(desk.box(waiter),), into=(desk.box(waiter),)),
    )
    for minute in range(0, 600, 3):
        rounds.once(
            waiter.home, identity, away, NOW + timedelta(minutes=minute), machine=machine, skips=lambda _: False,
        )  # fmt: skip
    kept = state.read_state(waiter.path)
    assert 5 < len(kept.times) < 30
    morning = NOW + timedelta(minutes=640)
    there = Maildirs(address="", places=(desk.box(waiter),), into=(desk.box(desk.other(waiter)),))
    done = rounds.once(waiter.home, identity, there, morning, machine=machine, skips=lambda _: False)
    assert 1 == done.mails
    assert () == state.read_state(waiter.path).failed


def test_a_full_disk_does_not_end_it(tmp_path: Path) -> None:
    """The real program: on a system that begins it at login only, it would stay away until the next one."""
    program = (sys.executable, "-m", "pbem")
    home, box = tmp_path / "home", tmp_path / "box"
    for part in ("new", "cur", "tmp"):
        (box / part).mkdir(parents=True)
    made = subprocess.run(  # our own program
        [*program, "--home", str(home), "identity", "new", "Ann", "--no-password"],
        check=False,
        capture_output=True,
    )
    assert made.returncode == 0, made.stderr
    words = [
        *program, "--home", str(home), "watch", str(box), "--act", "--every", "0.2", "--maildir", str(box),
    ]  # fmt: skip
    running = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT)  # as above
    try:
        _until((home / state.FILE).exists)
        _, hard = resource.prlimit(running.pid, resource.RLIMIT_FSIZE)
        resource.prlimit(running.pid, resource.RLIMIT_FSIZE, (0, hard))
        (box / "new" / "one.eml").write_bytes(b"From: a@example.org\r\n\r\nnothing\r\n")
        time.sleep(2)  # ten rounds
        assert running.poll() is None
        assert [] == json.loads((home / state.FILE).read_text())["read"]
        resource.prlimit(running.pid, resource.RLIMIT_FSIZE, (hard, hard))
        _until(lambda: bool(json.loads((home / state.FILE).read_text())["read"]))
    finally:
        running.terminate()
        running.communicate(timeout=10)


def _until(done: Callable[[], bool]) -> None:
    for _ in range(100):
        if done():
            return
        time.sleep(0.2)
    raise AssertionError("it never came")
