"""A laptop is stolen: what the thief signs, before and after the keys were given up, accuses nobody; in two homes and beside
the log, as people read it."""

from pathlib import Path

import pytest
from home.table import Player, decide, play
from store.copies import copied

from pbem.log import parse_log, renewal_of

from .test_commands import Two, mover, renewed, stolen

pytestmark = pytest.mark.wider


def stolen_and_renewed(table: Two, after: int = 4) -> tuple[Player, Player, Player]:
    """Who was robbed and has renewed their keys, their opponent, and the thief with the home from before."""
    play(*table, after)
    who, other = renewed(*table, stolen)
    return who, other, Player("Thief", who.place)


def forged(thief: Player) -> Path:
    while decide(thief):
        pass
    return thief.sent("--partial")


def accuses(text: str) -> list[str]:
    """What is said as of somebody who cheated."""
    return [each for each in ("never honest", "broke the rules", "cheated:", "no excuse") if each in text]


def test_a_second_version_in_the_place_of_the_renewal_accuses_nobody(table: Two) -> None:
    """The thief signs the same turn file as the one that gave the key up: the import, the paper and both homes say so."""
    who, other, thief = stolen_and_renewed(table)
    assert 0 == other("import", who.sent("--partial")).code
    other("import", forged(thief)).says(6, "nobody can tell who did; nobody is accused")
    (paper,) = other.home.evidence.glob("evidence-[0-9]*.pbem")
    for reader in (other, who):
        told = reader("verify", paper).out
        assert "in this very place" in told, told
        assert "nobody is accused" in told
        assert not accuses(told)
    assert "your old home" in who("verify", paper).out
    assert "You need not defend yourself" in who("verify", paper).out
    assert "two versions of turn file" in other("verify", paper).out


def test_a_referee_with_the_log_beside_the_paper_is_told_the_same(table: Two) -> None:
    who, other, thief = stolen_and_renewed(table)
    assert 0 == other("import", who.sent("--partial")).code
    other("import", forged(thief))
    (paper,) = other.home.evidence.glob("evidence-[0-9]*.pbem")
    play(who, other, 1) if '"mine": true' in who("status", "--json").out else None
    rita = Player("Rita", who.place)
    alone = rita("verify", paper)
    beside = rita("verify", paper, other.folder.path / "log.pbem")
    for told in (alone.out, beside.out):
        assert "nobody is accused" in told, told
    assert "signed. evidence" in beside.out


def test_two_turn_files_of_the_thief_prove_nothing_beside_the_log_and_say_so_alone(table: Two) -> None:
    """Both versions are the thief's: the paper shows no renewal, and tells that only a log would."""
    who, _, thief = stolen_and_renewed(table, 2)
    second = Player("Second", who.place)
    copied(thief.path, second.path)
    for player, typed in ((thief, "go 1"), (second, "go 2")):
        assert "waits" not in player("do", typed).sentences
        player.sent("--partial")
    empty = Player("Nobody", who.place)
    made = empty("dispute", "evidence", thief.folder.path / "log.pbem", second.folder.path / "log.pbem")
    assert 0 == made.code, made
    (paper,) = empty.home.evidence.glob("evidence-[0-9]*.pbem")
    alone = empty("verify", paper)
    assert "unless that key had been given up before" in " ".join(alone.out.split())
    assert "pbem verify PAPER LOG" in alone.out
    beside = empty("verify", paper, who.folder.path / "log.pbem")
    assert "nobody is accused" in beside.out, beside.out


def test_what_the_old_key_signs_behind_the_renewal_names_the_turn_file_that_gave_it_up(table: Two) -> None:
    who, other, thief = stolen_and_renewed(table)
    n = len(parse_log(who.folder.log()).bundles)
    assert 0 == other("import", who.sent("--partial")).code
    play(*mover(*table), 1)
    said = other("import", forged(thief))
    assert "nobody is accused" in said.sentences or "proves nothing about" in said.sentences, said
    assert f"turn file {n}" in said.sentences


def test_a_thief_who_came_first_is_settled_and_accuses_nobody(table: Two) -> None:
    """The opponent has the thief's version when the renewal arrives: a fork at its own place, to be settled."""
    who, other, thief = stolen_and_renewed(table)
    assert 0 == other("import", forged(thief)).code
    turn = who.sent("--partial")
    said = other("import", turn).says(6, "nobody is accused", "pbem dispute settle")
    assert not accuses(said.sentences)
    other("dispute", "settle").says(0)
    made = [each for each in parse_log(who.folder.log()).bundles if renewal_of(each) is not None]
    digits = made[-1].hash().hex()[:12]
    taken = other("dispute", "settle", "--take", digits)
    assert 0 == taken.code, taken
    other("import", turn)
    assert other.folder.log() == who.folder.log()
    play(*table, 2)
    assert other.folder.log() == who.folder.log()


def test_a_resignation_that_the_thief_signed_is_worth_nothing_beside_the_log(table: Two) -> None:
    who, other, thief = stolen_and_renewed(table)
    assert 0 == other("import", who.sent("--partial")).code
    paper = who.place / "resignation.pbem"
    assert 0 == thief("end", "resign", "--yes", "--out", paper).code
    alone = Player("Nobody", who.place)("verify", paper)
    assert "unless a key that signed it had been given up" in " ".join(alone.out.split())
    for reader in (who, other):
        told = reader("verify", paper)
        assert "gave up" in told.out, told.out
        assert "voice" in told.out


def test_the_code_of_new_keys_is_shown_again_in_both_homes(table: Two) -> None:
    play(*table, 4)
    who, other = renewed(*table)
    assert 0 == other("import", who.sent("--partial")).code
    mine, theirs = who("seat").out, other("seat").out
    code = mine.partition("to be read out: ")[2][:35]
    assert 35 == len(code.strip())
    assert f"has renewed theirs, code {code}" in theirs
