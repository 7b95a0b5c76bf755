"""Known players by key: trust on first use, and a warning before anything begins with a known name under another key."""

import json
from pathlib import Path

import pytest
from attrs import evolve
from click.testing import CliRunner
from home.table import Player, Two, stream

from pbem.bytes.errors import ConflictError, UsageError
from pbem.cli import main, output
from pbem.crypto.keys import Keypair, fingerprint
from pbem.home import people
from pbem.home.exchange import invitations
from pbem.home.identity import locked, unlock
from pbem.home.succession import friends
from pbem.home.viewing.logs import lines_of
from pbem.store.contacts import FILE, MAX_CONTACTS, MAX_NAMES, Contact, read_contacts, write_contacts
from pbem.store.home import Home
from tests.lists import tried_with

KEYS = tuple(Keypair.from_seed(bytes([n]) * 32).public for n in range(41, 46))
ANN, EVE, THIRD, *_ = KEYS


def stranger(name: str, place: Path, folder: str = "stranger") -> Player:
    """Somebody with a home of their own, who calls themselves ``name``."""
    found = Player(folder, place)
    assert found("identity", "new", name, "--no-password").code == 0
    return found


def invited(player: Player, name: str = "again.pbem") -> Path:
    """An invitation by a player, in a file."""
    place = player.place / name
    assert player("invite", "tiny", "--out", place).code == 0
    return place


def code(player: Player) -> str:
    return str(json.loads(player("identity", "show", "--json").out)["voice"])


@tried_with(
    ("who", "key", "found"),
    [
        ("Ann", ANN, "met"),
        ("ANN", ANN, "met"),
        ("Anna-Lena", ANN, "renamed"),
        ("Ann", EVE, "known-name"),
        ("ann ", EVE, "known-name"),
        ("\u0410nn", EVE, "looks-like"),
        ("Bob", ANN, "renamed-known"),
        ("B0b", ANN, "renamed-known"),
        ("Carl", EVE, "stranger"),
    ],
)
def test_a_name_and_a_key_are_met_renamed_strange_or_warned_of(tmp_path, who, key, found):
    home = Home(tmp_path)
    people.remember(home, "Ann", ANN, game="11" * 32, day="2026-06-06")
    people.remember(home, "Bob", THIRD, game="22" * 32)
    met = people.meet(home, None, who, key)
    assert (found, found in ("known-name", "looks-like", "renamed-known")) == (met.code, met.warns)
    if met.warns:
        known = THIRD if "b" in who.lower() else ANN
        assert fingerprint(known) in met.text
        assert fingerprint(key) in met.text
        assert "may be somebody else" in met.text
        with pytest.raises(ConflictError, match="--new-key"):
            met.refuse()


def test_a_name_that_was_taken_once_under_a_second_key_is_not_warned_of_again(tmp_path: Path) -> None:
    home = Home(tmp_path)
    for key in (ANN, EVE):
        people.remember(home, "Ann", key, game="11" * 32)
    assert ["met", "met", "known-name"] == [people.meet(home, None, "Ann", key).code for key in KEYS[:3]]


@tried_with(
    "data",
    [
        b"",
        b"{",
        b"\xff\xfe",
        b"[" * 90_000,
        b"{}",
        b'"x"',
        b"[1]",
        b'[{"key":"zz","names":["Ann"]}]',
        b'[{"key":"00","names":["Ann"]}]',
        b'[{"names":["Ann"]}]',
        b'[{"key":"' + b"00" * 32 + b'","names":[]}]',
        b'[{"key":"' + b"00" * 32 + b'","names":["\\ud800"]}]',
        b'[{"key":"' + b"00" * 32 + b'","names":"Ann"}]',
        b'[{"key":"' + b"00" * 32 + b'","names":["Ann"],"day":"\\u0000"}]',
        b'[{"key":"' + b"00" * 32 + b'","names":[{}]}]',
        b" " * (3 << 20),
    ],
)
def test_a_damaged_file_of_contacts_says_nothing_and_stops_nothing(tmp_path: Path, data: bytes) -> None:
    home = Home(tmp_path)
    (tmp_path / FILE).write_bytes(data)
    assert () == friends(home)
    people.remember(home, "Ann", ANN, game="11" * 32)
    assert ["Ann"] == [each.name for each in friends(home)]


def test_what_was_damaged_is_put_aside_and_not_lost(tmp_path: Path) -> None:
    (tmp_path / FILE).write_bytes(b"[{]")
    people.remember(Home(tmp_path), "Ann", ANN, game="11" * 32)
    assert b"[{]" == (tmp_path / "contacts.damaged").read_bytes()


def test_contacts_are_read_as_they_were_written(tmp_path: Path) -> None:
    made = Contact(key=ANN, names=("Ann", "Ána"), game="1f2e", day="2026-06-06", compared="2026-06-07")
    write_contacts(tmp_path, (made,))
    assert {ANN: made} == read_contacts(tmp_path)


def test_names_and_people_are_bounded_and_nobody_is_forgotten_for_a_stranger(tmp_path: Path) -> None:
    home = Home(tmp_path)
    for n in range(30):
        people.remember(home, f"Ann {'x' * n}", ANN, game="11" * 32)
    (found,) = read_contacts(tmp_path).values()
    assert (MAX_NAMES, "Ann ", f"Ann {'x' * 29}") == (len(found.names), found.names[0], found.names[-1])
    full = [Contact(key=n.to_bytes(32, "big"), names=(f"P{n}",)) for n in range(MAX_CONTACTS)]
    write_contacts(tmp_path, full)
    people.remember(home, "Eve", EVE, game="22" * 32)
    assert full == list(read_contacts(tmp_path).values())
    with pytest.raises(UsageError):
        write_contacts(tmp_path, [*full, Contact(key=EVE, names=("Eve",))])


def test_a_game_makes_both_known_with_day_and_game(table: Two) -> None:
    ann, ben = table
    for player, other in ((ann, ben), (ben, ann)):
        (row,) = json.loads(player("identity", "people", "--json").out)
        assert ([other.name], code(other), "") == (row["names"], row["code"], row["compared"])
        assert player.folder.name[:8] in row["games"][0]
        assert row["met"].startswith("20")
        assert "never compared by voice" in player("identity", "people").out


def test_a_code_is_marked_as_compared_by_name_or_by_itself(table: Two) -> None:
    ann, ben = table
    assert ann("identity", "people", "confirm", "ben").code == 0
    assert "compared by voice on" in ann("identity", "people").out
    assert ben("identity", "people", "confirm", code(ann)).code == 0
    assert "compared by voice on" in ben("identity", "people").out
    ann("identity", "people", "confirm", "Carl").says(2, "nobody called Carl")


def test_join_refuses_a_known_name_under_another_key_before_the_express_word(table: Two) -> None:
    ann, ben = table
    file = invited(stranger("Ann", ann.place))
    said = ben("accept", file, "--out", ben.place / "yes.pbem")
    assert (6, 1) == (said.code, len(ben.home.games()))
    assert f"You know an Ann by another key: code {code(ann)}" in said.err
    assert "may be somebody else" in said.err
    assert "--new-key" in said.err
    assert ben("accept", file, "--new-key", "--out", ben.place / "yes.pbem").code == 0
    assert 2 == len([each for each in friends(ben.home) if each.name == "Ann"])
    ben("identity", "people", "confirm", "Ann").says(2, code(ann))
    assert ben("identity", "people", "confirm", code(ann)).code == 0


def test_start_refuses_it_too_and_the_invitation_stays_open(table: Two) -> None:
    ann, ben = table
    file, answer = invited(ann), ann.place / "false.pbem"
    assert stranger("\u0412en", ann.place)("accept", file, "--out", answer).code == 0
    said = ann("accept", answer)
    assert (6, 1) == (said.code, len(ann.home.games()))
    assert "looks like Ben" in said.err
    assert "U+0412" in said.err
    true = ann.place / "true.pbem"
    assert ben("accept", file, "--out", true).code == 0
    assert ann("accept", true).code == 0


def test_at_a_terminal_the_question_is_asked_and_no_is_the_default(table, monkeypatch):
    ann, ben = table
    file = invited(stranger("Ann", ann.place))
    monkeypatch.setattr(output, "can_ask", lambda: True)
    assert 6 == ben("accept", file, "--out", ben.place / "yes.pbem", given="\n").code
    ben("accept", file, "--out", ben.place / "yes.pbem", given="y\n").says(0, "Have you compared the codes")


def test_import_and_open_warn_first(table: Two) -> None:
    ann, ben = table
    file = invited(stranger("ANN", ann.place))
    for word in ("import", "open"):
        found = CliRunner().invoke(main, ["--home", str(ben.path), word, str(file)])
        assert 0 == found.exit_code
        assert found.output.startswith("Warning: ")
        assert 1 == found.output.count("Warning: ")
        assert f"by another key: code {code(ann)}" in found.output


def test_an_acceptance_warns_at_import(table: Two) -> None:
    ann, ben = table
    file, answer = invited(ann), ann.place / "false.pbem"
    assert stranger("Ben", ann.place)("accept", file, "--out", answer).code == 0
    said = ann("import", answer)
    assert "Warning: " in said.err
    assert code(ben) in said.err


def test_a_known_key_under_another_name_and_ones_own_name_are_told_plainly(table: Two) -> None:
    ann, ben = table
    renamed = Player("renamed", ann.place)
    renamed.home.save_identity(locked(evolve(unlock(ann.home, ""), name="Hannah"), ""))
    said = ben("import", invited(renamed))
    assert "You know this key as Ann; here it is called Hannah" in said.err
    assert "Warning" not in said.err
    assert ben("accept", ann.place / "again.pbem", "--out", ben.place / "yes.pbem").code == 0
    assert ["Ann", "Hannah"] == json.loads(ben("identity", "people", "--json").out)[0]["names"]
    said = ben("import", invited(stranger("ben", ann.place), "own.pbem"))
    assert "They call themselves as you do" in said.err


def test_ones_own_key_in_an_acceptance_is_a_warning(table: Two) -> None:
    ann, _ = table
    file = invited(ann)
    stolen = unlock(ann.home, "")
    thief = Home(ann.place / "thief")
    made = invitations.join(
        thief, evolve(stolen, name="Eve"), lines_of(file), signer=stolen.keypair, entropy=stream("thief")
    )
    (ann.place / "stolen.pbem").write_bytes(made.file)
    said = ann("import", ann.place / "stolen.pbem")
    assert "Warning: " in said.err
    assert "your own key" in said.err


def test_a_handed_over_key_is_followed_and_the_old_one_is_stopped(table: Two) -> None:
    ann, ben = table
    old = invited(ann, "old.pbem")
    paper = ann.place / "succession.pbem"
    assert ann("seat", "rotate", paper).code == 0
    new = invited(ann, "new.pbem")
    assert 6 == ben("accept", new, "--out", ben.place / "yes.pbem").code
    assert ben("seat", "follow", paper).code == 0
    assert ben("accept", new, "--out", ben.place / "yes.pbem").code == 0
    ben("accept", old, "--out", ben.place / "no.pbem").says(6, "has given up")
    assert 1 == len(friends(ben.home))


def test_losing_the_file_loses_no_warning_about_those_one_plays_with(table: Two) -> None:
    ann, ben = table
    (ben.path / FILE).write_bytes(b"\x00")
    assert 6 == ben("accept", invited(stranger("Ann", ann.place)), "--out", ben.place / "yes.pbem").code


def test_a_damaged_game_hides_nobody_else(table: Two) -> None:
    ann, ben = table
    (ben.path / "games" / ben.folder.name / "log.jsonl").write_bytes(b"damaged")
    assert 6 == ben("accept", invited(stranger("Ann", ann.place)), "--out", ben.place / "yes.pbem").code


def test_a_backup_holds_whom_one_has_met(table: Two) -> None:
    ann, _ = table
    assert ann("identity", "people", "confirm", "Ben").code == 0
    assert ann("backup", ann.place / "ann.backup").code == 0
    new = Player("New", ann.place)
    assert new("backup", "restore", ann.place / "ann.backup").code == 0
    assert ann("identity", "people").out == new("identity", "people").out


def test_a_backup_holds_the_successions_that_were_followed(table: Two) -> None:
    """Else the friend who has handed over would be warned of after a machine was lost."""
    ann, ben = table
    paper = ann.place / "succession.pbem"
    assert ann("seat", "rotate", paper).code == 0
    assert ben("seat", "follow", paper).code == 0
    assert ben("backup", ben.place / "ben.backup").code == 0
    new = Player("New", ann.place)
    assert new("backup", "restore", ben.place / "ben.backup").code == 0
    assert new("accept", invited(ann), "--out", ann.place / "yes.pbem").code == 0
