"""A referee signs two rulings, and each home takes another: both say so, at once and as long as the game goes on."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest

from pbem.bytes import container
from pbem.log import read_bundles

from .court import STANDS, Court, imported, log_of, void
from .table import Player, decide, play

SHOW = "pbem replay spectate --delay 0 --out mine.pbem"


@pytest.fixture
def torn(court: Court) -> Court:
    """Ann has gone back by the one ruling, Ben goes on by the other; neither knows."""
    play(court.ann, court.ben, 3)
    log = log_of(court.ann)
    back, on = court.rule(log, void(log, 3), "back"), court.rule(log, STANDS, "on")
    for player, file in ((court.ann, back), (court.ben, on)):
        imported(player, file)
        assert "two rulings" not in player("status").out
    return court


def played(player: Player) -> Path:
    while decide(player):
        pass
    return player.sent()


def check(said: str, ours: str, theirs: str) -> None:
    """Which ruling stands here, which is the other, and what to do."""
    for words in (
        "The referee has signed two rulings that cannot both stand.",
        f"In your game stands turn file 4: The referee ruled: {ours}",
        f"The other is turn file 4: The referee ruled: {theirs}",
        "Send each other your logs, and both to the referee", SHOW, "pbem end agree",
    ):  # fmt: skip
        assert words in said, (words, said)


BACK = "The wrong road was taken. The game goes on from entry 3."
ON = "The turn is legal. All of it stands"


def test_who_is_sent_a_turn_behind_another_ruling_is_told_of_both_then_and_in_every_status(
    torn: Court,
) -> None:
    ann, ben = torn.ann, torn.ben
    for sender, reader, ours, theirs in ((ann, ben, ON, BACK), (ben, ann, BACK, ON)):
        turn, before = played(sender), reader.folder.log()
        for again in range(2):
            said = reader("import", turn)
            check(said.sentences, ours, theirs)
            assert 6 == said.code, (again, said)
        assert before == reader.folder.log()
        said = reader("status")
        check(said.sentences, ours, theirs)
        assert f"Next: {SHOW}" in said.sentences


def test_a_turn_that_comes_without_the_other_ruling_is_no_settling_and_says_what_to_exchange(
    torn: Court,
) -> None:
    ann, ben = torn.ann, torn.ben
    for sender, reader, name in ((ann, ben, "Ann (red)"), (ben, ann, "Ben (blue)")):
        turn = played(sender)
        last = read_bundles(container.unpack(turn.read_bytes()))[-1]
        (alone := ann.place / f"alone-{name[0]}.pbem").write_bytes(container.pack(last.encode()))
        told = f"Turn file 5 of {name} continues something else than the ruling in your game (turn file 4)"
        reader("import", alone).says(6, told)
        said = reader("status")
        assert told in said.sentences
        assert f"Next: {SHOW}" in said.sentences
        assert "pbem dispute settle" not in said.sentences
        check(reader("import", turn).sentences, *((ON, BACK) if reader is ben else (BACK, ON)))
        assert "continues something else" not in reader("status").sentences


def test_what_it_names_can_be_typed_and_shows_the_referee_both(torn: Court, tmp_path: Path) -> None:
    files = []
    for player in (torn.ann, torn.ben):
        player(*SHOW.split()[1:]).says(0)
        files.append(Path(shutil.move("mine.pbem", tmp_path / f"{player.name}.pbem")))
    torn.ann("referee", "open", *files).says(0, "Beside it you have turn file 4")
    paper = tmp_path / "end.pbem"
    assert 0 == torn.ann("end", "agree", "--draw", "--out", paper).code
