"""Plans between two homes, with files: drafted, locked, given back as a sheet, begun after a while, carried out, signed."""

import json
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from acting.desk import Desk, begin, decide_all
from home.table import Player
from store.copies import copied

from pbem.home import games
from pbem.home.acting import account
from pbem.home.identity import unlock
from pbem.home.standing import kept
from pbem.home.standing.kept import Kept
from pbem.protocol.session import Session

pytestmark = pytest.mark.wider


def _session(player: Player) -> Session:
    home = player.home
    with home.lock():
        return games.open_session(games.choose(home), unlock(home, ""))


def _plans(player: Player) -> tuple[Kept, ...]:
    return kept.read(player.folder, unlock(player.home, "")).lines


def _sit(desk: Desk, player: Player, *markers: str) -> None:
    """A person decides, sends, and has plans drafted."""
    decide_all(player)
    desk.send(player)
    said = player("standing", "draft", *(markers or ("--again",)))
    assert said.code == 0, said


@pytest.fixture(scope="module")
def _begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place: Path = tmp_path_factory.mktemp("begun")
    begin(place, "june6")
    return place


@pytest.fixture(scope="module")
def _waiting(tmp_path_factory: pytest.TempPathFactory, _begun: Path) -> tuple[Path, str]:
    place = copied(_begun, tmp_path_factory.mktemp("waiting"), more=True)
    with pytest.MonkeyPatch.context() as patched:
        patched.chdir(place)
        return place, _before_a_plan(_desk(place)).name


def _desk(place: Path) -> Desk:
    return Desk(Player("Ann", place), Player("Ben", place), place)


@pytest.fixture
def desk(_begun: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """A game that has begun."""
    monkeypatch.chdir(copied(_begun, tmp_path, more=True))
    return _desk(tmp_path)


@pytest.fixture
def waiting(_waiting, tmp_path, monkeypatch):
    """The same when the first plan could begin, and whose it is."""
    place, name = _waiting
    monkeypatch.chdir(copied(place, tmp_path, more=True))
    return _desk(tmp_path), Player(name, tmp_path)


def _before_a_plan(desk: Desk) -> Player:
    """Both have plans, and the first of them could begin; whose."""
    for player in (desk.ann, desk.ben):
        assert player("standing", "usual").code == 0
    for _ in range(30):
        for player in (desk.ann, desk.ben):
            said = desk.act(player)
            assert said.code == 0, said
            if "its plan begins in" in said.sentences:
                return player
        mover = desk.mover()
        _sit(desk, mover)
    raise AssertionError("no plan ever began")


def test_plans_are_drafted_shown_edited_and_dropped(desk: Desk, tmp_path: Path) -> None:
    ann, sheet = desk.ann, tmp_path / "lines.toml"
    assert ann("standing", "draft", "82", "29", "free").code == 0
    assert ["82", "29", "free"] == [*dict.fromkeys(each.line.when for each in _plans(ann))]
    sheet.write_text(ann("standing", "show").out)
    before = _plans(ann)
    assert ann("standing", "edit", sheet).code == 0
    assert [each.line for each in before] == [each.line for each in _plans(ann)]
    assert ann("standing", "add", "82", "rally 505/82", "--ask", "enemy = 3").code == 0
    assert {"enemy": 3} == _plans(ann)[-1].line.ask
    said = ann("standing", "drop", "29")
    assert said.code == 0
    assert ["82", "free"] == [*dict.fromkeys(each.line.when for each in _plans(ann))]
    sheet.write_text('[[order]]\nwhen = "905"\n')
    assert ann("standing", "edit", sheet).code == 2
    assert ["82", "free"] == [*dict.fromkeys(each.line.when for each in _plans(ann))]
    assert ann("standing", "drop", "--all").code == 0
    assert () == _plans(ann)
    assert not (ann.folder.path / "standing.box").exists()
    said = ann("standing", "draft", "caen")
    assert ("E1937 (Caen), when it is attacked: mix 2:1 stand retreat" in said.err, said.code) == (True, 0)
    assert ["E1937"] == [each.line.when for each in _plans(ann)]


def test_a_plan_lies_locked_and_comes_back_with_a_backup(desk: Desk, tmp_path: Path) -> None:
    ann = desk.ann
    assert ann("standing", "draft", "82").code == 0
    box = (ann.folder.path / "standing.box").read_bytes()
    assert b"505" not in box
    assert b"orders" not in box
    assert b"505/82" not in b"".join(
        each.read_bytes() for each in ann.path.rglob("*") if each.name.endswith("json")
    )
    with pytest.raises(Exception, match="cannot be read"):
        kept.read(ann.folder, unlock(desk.ben.home, ""))
    assert ann("backup", tmp_path / "ann.backup").code == 0
    again = Player("Again", tmp_path)
    found = again("backup", "restore", tmp_path / "ann.backup", given="\n")
    assert found.code == 0, found
    assert _plans(ann) == _plans(again)


def test_plans_that_were_spoilt_keep_nothing_else_from_being_written(waiting: tuple[Desk, Player]) -> None:
    desk, player = waiting
    for spoilt in (b"x", (player.folder.path / "standing.box").read_bytes()[:-9]):
        (player.folder.path / "standing.box").write_bytes(spoilt)
        assert "cannot be read" in player("standing", "show").sentences
        assert player("status").code == 0
    said = desk.act(player)
    assert said.code == 0
    assert "cannot be read" in said.sentences
    assert "yours to do" in said.sentences
    assert player("standing", "drop", "--all").code == 0
    assert "cannot be read" not in player("standing", "show").sentences


def test_a_plan_waits_ten_minutes_and_is_then_carried_out_and_signed(waiting: tuple[Desk, Player]) -> None:
    desk, player = waiting
    log = player.folder.log()
    desk.act(player)
    assert log == player.folder.log()
    assert () == _session(player).draft
    state = json.loads((player.path / "acting.json").read_text())
    (game, (name, since)) = next(iter(state["starts"].items()))
    assert datetime.now(UTC) - datetime.fromisoformat(since) < timedelta(minutes=5)
    state["starts"][game] = [name, (datetime.now(UTC) - timedelta(minutes=11)).isoformat()]
    (player.path / "acting.json").write_text(json.dumps(state))
    desk.act(player)
    assert len(log) < len(player.folder.log())
    assert "by itself" in "".join(account.told(player.folder, _session(player).log, _session(player).seat))
    assert player("verify").code == 0


def test_a_clock_that_was_ahead_puts_no_plan_off(waiting: tuple[Desk, Player]) -> None:
    desk, player = waiting
    state = json.loads((player.path / "acting.json").read_text())
    (game, (name, _)) = next(iter(state["starts"].items()))
    state["starts"][game] = [name, "2036-01-01T00:00:00+00:00"]
    (player.path / "acting.json").write_text(json.dumps(state))
    desk.act(player)
    since = json.loads((player.path / "acting.json").read_text())["starts"][game][1]
    assert datetime.fromisoformat(since) <= datetime.now(UTC)


def test_a_player_who_looks_may_begin_it_or_stop_it(waiting: tuple[Desk, Player]) -> None:
    desk, player = waiting
    began = player("standing", "go")
    assert began.code == 0, began
    assert _session(player).draft
    assert any(each.began for each in _plans(player))
    while player("undo").code == 0:
        pass
    log = player.folder.log()
    assert player("standing", "drop", "--all").code == 0
    said = desk.act(player, "--grace", 0)
    assert "plan" not in said.out
    assert log == player.folder.log()


@pytest.mark.night
def test_a_whole_turn_between_two_programs_with_plans(desk: Desk) -> None:
    """Two people who only decide and have plans drafted; their programs carry them out, and both logs are the same."""
    for player in (desk.ann, desk.ben):
        assert player("standing", "usual").code == 0
    sittings: list[Player] = []
    for _ in range(300):
        before = desk.count()
        for player in (desk.ann, desk.ben):
            said = desk.act(player, "--grace", 0)
            assert said.code == 0, said
        if desk.count() != before:
            continue
        mover = desk.mover()
        session = _session(mover)
        if session.game.rules.moment(session.position.game).turn > 1:
            break
        _sit(desk, mover)
        if not sittings or sittings[-1] is not mover:
            sittings.append(mover)
    assert len(sittings) <= 14, len(sittings)
    assert desk.ann("verify").code == 0
    assert desk.ben("verify").code == 0
    assert desk.ann.folder.log() == desk.ben.folder.log()
