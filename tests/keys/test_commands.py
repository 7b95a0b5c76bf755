"""Keys at the command line: renewed in a running game, listed, backed up, lost, stolen."""

import base64
import json
import re
import shutil
import zlib
from collections.abc import Callable

import pytest
from home.table import Player, Two, decide, play
from store.copies import copied

from pbem.crypto.keys import fingerprint
from pbem.home.games import open_session
from pbem.home.identity import unlock
from pbem.log import parse_log, renewals_in
from pbem.protocol.session import Session

pytestmark = pytest.mark.night


def stolen(player: Player) -> Player:
    """A copy of a player's whole home, as a thief has it."""
    shutil.rmtree(player.place / "thief", ignore_errors=True)
    copied(player.path, player.place / "thief")
    return Player("Thief", player.place)


def mover(ann: Player, ben: Player) -> Two:
    """Who holds the pen, and who does not."""
    return (ann, ben) if '"mine": true' in ann("status", "--json").out else (ben, ann)


def renewed(ann: Player, ben: Player, before: Callable[[Player], object] = lambda _: None) -> Two:
    """Play on until somebody can renew his keys, and does; who it was, and the other. ``before`` sees him before it."""
    for _ in range(12):
        who, other = mover(ann, ben)
        before(who)
        said = who("seat", "renew")
        if said.code == 0:
            return who, other
        assert said.code == 5, said
        assert 0 == who("seat", "renew", "--cancel").code
        play(ann, ben, 1)
    raise AssertionError("nobody could renew")


def to_the_end(ann: Player, ben: Player) -> None:
    """Play until the game is over."""
    while '"mine": true' in ann("status", "--json").out + ben("status", "--json").out:
        play(ann, ben, 1)


def test_a_renewal_is_told_in_the_replay_the_report_and_the_page(table: Two) -> None:
    """One line each, with the code that was read out; before it there is none."""
    ann, ben = table
    play(ann, ben, 4)
    ann("replay", "--report", ann.place / "before.md").says(0)
    assert "renewed its keys" not in ann("replay").out
    who, other = renewed(ann, ben)
    assert 0 == other("import", who.sent("--partial")).code
    (made,) = renewals_in(parse_log(other.folder.log()).bundles)
    side = "Red" if who.name == "Ann" else "Blue"
    line = f"The {side} side renewed its keys: the code of the new one is {fingerprint(made.key)}."
    report, page = ann.place / "told.md", ann.place / "told.html"
    other("replay", "--report", report, "--html", page).says(0)
    assert (1, 1, 0) == (
        other("replay").out.count(line),
        report.read_text("utf-8").count(line),
        (ann.place / "before.md").read_text("utf-8").count("renewed its keys"),
    )
    packed = re.findall(r'"film":"([^"]+)"', page.read_text("utf-8"))
    assert line in zlib.decompress(base64.b64decode(packed[0])).decode()


def unlocked(player: Player) -> Session:
    return open_session(player.folder, unlock(player.home, ""))


@pytest.mark.parametrize("json_too", [False, True])
def test_the_list_of_keys_names_games_and_backups_and_no_secret(table: Two, json_too: bool) -> None:
    ann, ben = table
    play(ann, ben, 4)
    assert "last backup: none" in ann("seat").out
    assert ann("backup", ann.place / "ann.backup").code == 0
    who, _ = renewed(ann, ben)
    shown = who("seat", *(["--json"] if json_too else [])).says(0)
    if json_too:
        game = json.loads(shown.out)["games"][0]
        assert [] != game["renewed"]
    else:
        assert "renewed with turn file" in shown.out
        other = "Ben" if who is ann else "Ann"
        assert f"{other}: " in shown.out
    after = ann("seat").out
    assert "last backup: 20" in after


def test_a_backup_brings_back_both_sets_of_keys_and_the_standing_orders(table: Two) -> None:
    ann, ben = table
    play(ann, ben, 4)
    who, other = renewed(ann, ben)
    (who.folder.path / "standing.box").write_bytes(b"1 1\nx\ny\n")
    assert who("backup", who.place / "both.backup").code == 0
    new = Player("New", who.place)
    assert new("backup", "restore", who.place / "both.backup").code == 0
    new.home.settle_down()
    assert b"1 0\nx\n\n" == (new.folder.path / "standing.box").read_bytes()  # what waits is put back nowhere
    (new.folder.path / "standing.box").unlink()  # no key opens what stands in it here
    to_the_end(*((new, other) if who is ann else (other, new)))
    assert "over" in new("status").sentences
    assert new.folder.log() == other.folder.log()


def test_without_any_backup_a_log_gives_no_key_back_and_the_program_says_so(table, tmp_path):
    ann, ben = table
    files = play(ann, ben, 3)
    lost = Player("Lost", tmp_path)
    assert lost("identity", "new", "Ann", "--no-password").code == 0
    said = lost("import", *files)
    assert "no key can be had back from a log" in said.sentences


def test_what_cannot_be_renewed_now_is_said_with_what_to_do(table: Two) -> None:
    """Out of turn, under a roll, twice in a row, over a draft: one sentence each, and nothing is signed."""
    ann, ben = table
    play(ann, ben, 4)
    who, other = mover(ann, ben)
    before = other.folder.log()
    assert other("seat", "renew").code == 5
    assert before == other.folder.log()
    who, _ = renewed(ann, ben)
    who("seat", "renew").says(2, "the game has not gone on since")
    if decide(who):
        who("seat", "renew").says(6, "pbem undo --all")
