"""Other files, offers and turns through every door; and ``pbem do recommended``, one order for a whole list of them."""

import shutil
from datetime import UTC, datetime
from pathlib import Path

import pytest
from home.table import Player, Two, play
from store.copies import copied

from pbem.bytes.text import shown
from pbem.games import registry
from pbem.home import games
from pbem.home.identity import unlock
from pbem.home.kept_papers import game_over
from pbem.home.play import recommended
from pbem.home.play.order_lines import is_recommended
from pbem.home.play.orders import undoable
from pbem.log import parse_log
from pbem.protocol.session import Session
from pbem.table import play as page
from pbem.table import side_entries
from pbem.table.open_home import Room

from .papers import resignation

pytestmark = pytest.mark.wider


@pytest.mark.parametrize("command", ["replay", "audit"])
def test_what_is_no_log_says_what_it_is_and_names_verify(table: Two, command: str) -> None:
    paper = resignation(*table)
    paper.reader(command, paper.file).says(2, "how a game ended", "pbem verify")


def test_a_tampered_log_leaves_spectate_with_the_code_of_verify_and_recheck_says_tampered(table: Two) -> None:
    ann, ben = table
    play(ann, ben, 4)
    data = (ann.folder.path / "log.pbem").read_bytes()
    log = parse_log(data)
    last = log.bundles[-1].encode()
    at = data.index(last) + last.index(b'"sig":"') + 9
    bent = ann.place / "bent.pbem"
    bent.write_bytes(data[:at] + (b"A" if data[at : at + 1] != b"A" else b"B") + data[at + 1 :])
    codes = {ann("verify", bent).code, ann("replay", "spectate", bent, "--out", ann.place / "w.pbem").code}
    assert codes == {3}
    said = ann("verify", "recheck", bent).says(3, "tampered with")
    assert "differs" not in said.out


def test_a_backup_writes_over_no_other_file_unasked(table: Two) -> None:
    ann, letter = table[0], table[0].place / "letter.txt"
    letter.write_text("dear diary")
    said = ann("backup", letter)
    assert (2, True, "dear diary") == (said.code, "--force" in said.err, letter.read_text()), said
    assert 0 == ann("backup", letter, "--force").code == ann("backup", letter).code


def test_a_side_that_there_is_not_is_answered_with_those_that_there_are(table: Two) -> None:
    for words in (("end", "agree", "--winner"), ("invite", "tiny", "--side"), ("map", "--text", "--side")):
        table[0](*words, "green").says(2, "Sides: red, blue.")


def test_a_wrong_file_is_named_as_it_is_spelled_and_the_number_that_is_wanted(table: Two) -> None:
    ann, junk = table[0], table[0].place / "junk.pbem"
    junk.write_bytes(b"\x00\xffjunk")
    for words in (("accept",), ("seat", "take"), ("end", "result"), ("map", "--text"), ("replay",)):
        ann(*words, junk).says(7, f"Error: {shown(junk)}: There is no turn file in it.")
    ann("packs", "show", junk).says(2, "is not a text file in UTF-8")
    for number in ("x", 0, 51):
        ann("invite", "take", number).says(2, "it is a whole number from 1 to 50", no="range")
    ann("--lang", "es", "undo", "x").says(2, "es un número entero, 1 o más")


def test_a_turn_that_comes_again_reminds_of_what_is_owed(table: Two) -> None:
    ann, ben = table
    (*_, last) = play(ann, ben, 3)
    sender, owing = (ann, ben) if '"mine": false' in ann("status", "--json").out else (ben, ann)
    said = owing("import", last)
    assert f"{sender.name} (" in said.sentences
    assert "waits for your answer to it" in said.sentences, said
    assert "Next: " in said.sentences
    assert "you have not answered it yet" in owing("verify", last).out


def test_a_turn_file_that_is_early_is_no_forgery(table: Two) -> None:
    ann, ben = table
    play(ann, ben, 1)
    late = Player("Ben", ann.place / "late")
    late.place.mkdir()
    shutil.copytree(ben.path, late.path)
    files = play(ann, ben, 4)
    said = late("verify", files[-1])
    assert (6, False) == (said.code, "rejected" in said.out), said
    assert "cannot be checked here" in said.out
    assert "Next: Import the earlier turns first" in said.out


def test_the_table_keeps_a_paper_when_the_player_says_so_and_knows_it_afterwards(table: Two) -> None:
    ann, ben = table
    paper = resignation(ann, ben)
    room = Room(home=ann.home, environ={}, clock=lambda: datetime.now(UTC), password="")
    found = page.upload(room, paper.file.read_bytes(), "paper")
    assert found["paper"]["keep"] is True
    assert () == ann.folder.papers()
    page.ANSWERS["accept"](room, {})
    assert len(ann.folder.papers()) == 1
    beside = side_entries.kept(room.folder(), room.home, room.session())
    assert "Ben (blue) resigned: you win." == beside["over"]
    with room.home.lock():
        game_over.play_on(room.folder())
    assert "" == side_entries.kept(room.folder(), room.home, room.session())["over"]


BEGUN = (
    ("darkdecember", "herbstnebel", "german", 54), ("june6", "landings", "allied", 1),
    ("june44", "june44", "german", 1), ("normandy", "omaha", "allied", 1), ("pegasus", "beginner", "british", 1),
)  # fmt: skip
"""Scenario, side, and how many orders come of one word at the first decision."""


def begun(place: Path, game: str, scenario: str, side: str) -> Player:
    player = Player("ann", place)
    player("practice", game, "--scenario", scenario, "--side", side).says(0)
    return player


@pytest.fixture(scope="module")
def _begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place = tmp_path_factory.mktemp("begun")
    begun(place, "darkdecember", "herbstnebel", "german")
    return place


@pytest.fixture
def german(_begun: Path, tmp_path: Path) -> Player:
    """The German player of Dark December, who is to place their units."""
    copied(_begun, tmp_path, more=True)
    return Player("ann", tmp_path)


def session_of(player: Player) -> Session:
    return games.open_session(player.folder, unlock(player.home, ""))


@pytest.mark.parametrize(("game", "scenario", "side", "count"), BEGUN)
def test_one_word_gives_all_of_it_and_one_undo_takes_it_back(tmp_path, game, scenario, side, count):
    player = begun(tmp_path, game, scenario, side)
    before = session_of(player)
    said = player("do", "recommended").says(0)
    listed = count if count <= 12 else 3
    assert listed == said.sentences.count("Recommended: ")
    assert (f"{count - listed} more orders" in said.sentences) is (listed < count)
    assert count == undoable(session_of(player))[0] - undoable(before)[0]
    undone = player("undo")
    assert 0 == undone.code, undone.sentences
    assert before.draft == session_of(player).draft


def test_nobody_foretells_what_is_recommended_under_seal(tmp_path: Path) -> None:
    homes = [session_of(begun(tmp_path / str(n), "june44", "june44", "german")) for n in range(6)]
    found = [recommended.advice(each) for each in homes]
    assert found == [recommended.advice(each) for each in homes]
    assert 1 < len(set(found))


def test_what_came_after_it_is_taken_back_first(german: Player) -> None:
    for words in (("do", "recommended"), ("do", "recommended"), ("undo",)):
        assert 0 == german(*words).code
    assert 54 == undoable(session_of(german))[0]
    assert 0 == german("undo").code
    assert 0 == undoable(session_of(german))[0]


def test_what_a_person_has_placed_stays_and_the_rest_is_recommended(german: Player) -> None:
    assert 0 == german("do", "place", "1/1SS", "4601").code
    assert 0 == german("do", "recommended").code
    assert 54 == undoable(session_of(german))[0]
    assert 0 == german("undo").code
    assert 1 == undoable(session_of(german))[0]


def test_nothing_is_offered_where_the_decision_is_one_order(german: Player, tmp_path: Path) -> None:
    player = begun(tmp_path / "other", "pegasus", "beginner", "british")
    assert "" == recommended.asked(session_of(player).automatic())
    assert "set-up" == recommended.asked(session_of(german))


def test_no_game_has_an_order_of_that_name() -> None:
    for info in registry.installed():
        assert not any(map(is_recommended, registry.load(info.name).rules.actions.kinds))


def test_a_count_takes_back_so_many_and_no_more(german: Player) -> None:
    assert 0 == german("do", "recommended").code
    assert 0 == german("undo", "1").code
    assert 53 == undoable(session_of(german))[0]
    assert 0 == german("undo").code
    assert 52 == undoable(session_of(german))[0]


def test_a_player_that_fails_recommends_nothing_and_stops_nothing(tmp_path, monkeypatch):
    player = begun(tmp_path, "june44", "june44", "german")

    def fails(*_: object) -> None:
        raise ValueError("'Sword Beach' is not in tuple")

    monkeypatch.setattr(recommended, "think", fails)
    session = session_of(player)
    assert ("", "") == (recommended.asked(session), recommended.reason(session))
    player("orders").says(0)
    player("do", "recommended").says(2, "The game's own player knows no order here")
