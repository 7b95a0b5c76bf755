"""What a bent organiser, a member who has lost, or whoever hands a folder on can try; and what is said to it."""

import os
import shutil
import stat
import time
import zlib
from hashlib import sha256
from pathlib import Path

import pytest
from home.table import Player, Said, begin, decide, newcomers, pbem, play, put_back, use_tiny
from store.copies import copied

from pbem.bytes import container
from pbem.club.folder import Member, check_members
from pbem.club.proofs import Proofs
from tests.club.test_club import club, key, log, resigned, typed

pytestmark = pytest.mark.wider

ESC = "\x1b]0;mine\x07"  # not one that click takes away by itself


@pytest.fixture(scope="module")
def _begun(tmp_path_factory: pytest.TempPathFactory) -> Path:
    place: Path = tmp_path_factory.mktemp("begun")
    with pytest.MonkeyPatch.context() as patch:
        use_tiny(patch)
        ann, ben = newcomers(place, "Ann", "Ben")
        assert club(place, "new", "The Tiny Club").code == 0
        for player in (ann, ben):
            assert club(place, "member", player.name, key(player)).code == 0
        assert club(place, "season", "spring", "--game", "tiny").code == 0
        begin(ann, ben, *typed(club(place, "pair", "spring").out))
        play(ann, ben, 1)
    return place


@pytest.fixture
def begun(_begun: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Path, Player, Player]:
    """Ann and Ben are members and meet in the spring; two turn files were played."""
    use_tiny(monkeypatch)
    copied(_begun, tmp_path, more=True)
    return tmp_path, Player("Ann", tmp_path), Player("Ben", tmp_path)


def checked(place: Path) -> Said:
    return pbem("--home", place / "nobody", "club", "check", place / "club")


def fork(ben: Player) -> Path:
    """Ben's turn signed once more, with a word in it, out of a copy of his home; his home has the first version."""
    copy, kept = ben.place / "copy", ben.place / "kept"
    shutil.copytree(ben.path, copy)
    while decide(ben):
        pass
    assert ben("send", "--note", "or rather", "--out", ben.place / "forked.pbem").code == 0
    fork_log = log(ben, ben.place).rename(ben.place / "fork-log.pbem")
    shutil.copytree(ben.path, kept)
    put_back(copy, ben.path)
    return fork_log


def season(place: Path, name: str) -> Path:
    return place / "club/seasons" / f"{name}.toml"


def test_a_game_counts_at_one_pairing_of_the_whole_club(begun: tuple[Path, Player, Player]) -> None:
    place, _, ben = begun
    assert club(place, "add", resigned(place, ben)).code == 0
    assert club(place, "season", "autumn", "--game", "tiny").code == 0
    assert club(place, "pair", "autumn").code == 0
    again = place / "again.pbem"
    lines = container.unpack((place / "resigned.pbem").read_bytes())
    again.write_bytes(container.MAGIC + zlib.compress(lines, 1))
    assert again.read_bytes() != (place / "resigned.pbem").read_bytes()
    said = club(place, "add", again)
    assert "autumn" not in said.sentences
    assert "waiting: Ann - Ben (round 1)" in club(place, "table", "autumn").out
    assert checked(place).code == 0
    noted = season(place, "spring").read_text().split("[[pairing]]")[1]
    season(place, "autumn").write_text(
        season(place, "autumn").read_text().split("[[pairing]]")[0] + "[[pairing]]" + noted
    )
    said = checked(place)
    assert said.code == 1
    assert said.out.count("its game stands in another pairing, too") == 2
    assert "points" in club(place, "table", "autumn").out
    assert not any(
        line.split()[:2] == ["1", "Ann"] and line.split()[2] != "0"
        for line in club(place, "table", "autumn").out.splitlines()[:3]
    )


def test_a_game_of_before_the_season_counts_for_nothing_in_it(begun: tuple[Path, Player, Player]) -> None:
    """A friendly game that was resigned long ago decided a pairing, and the real one was refused."""
    place, ann, ben = begun
    begin(ann, ben)
    old = max(ben.home.games(), key=lambda each: each.path.stat().st_mtime).name
    assert ben("end", "resign", "--game", old, "--yes", "--out", place / "old.pbem").code == 0
    said = club(place, "add", place / "old.pbem")
    assert (1, True) == (said.code, "does not name the number of this pairing" in said.sentences)
    file = season(place, "spring")
    number = file.read_text().split('number = "')[1][:16]
    file.write_text(file.read_text().replace(f'number = "{number}"\n', ""))
    assert club(place, "add", place / "old.pbem").code == 0, "as before there were numbers"
    file.write_text(file.read_text().replace('"Ben"\n', f'"Ben"\nnumber = "{number}"\n'))
    said = checked(place)
    assert (1, True) == (said.code, "does not name the number of this pairing" in said.out)


@pytest.mark.parametrize(
    ("made", "said"),
    [
        ('\n[[pairing]]\nround = 1\nfirst = "Ann"\n', "Round 1 is not as it is drawn"),
        ('\n[[pairing]]\nround = 1\nfirst = "Ben"\nsecond = "Ann"\n', "Round 1 is not as it is drawn"),
        ('\n[[pairing]]\nround = 2\nfirst = "Ann"\n', "pairing is not of two players of the season"),
        ('\n[[pairing]]\nround = 1\nfirst = ""\n', "pairing is not of two players of the season"),
        (
            '\n[[pairing]]\nround = 1\nfirst = "Ann"\nresult = "first"\n',
            "game or result is not as it should be",
        ),
        ('result = "first"\n', "game or result is not as it should be"),
        ('result = "first"\nsettled = "  "\n', "game or result is not as it should be"),
    ],
)
def test_a_bye_or_a_pairing_that_nobody_drew_is_named(begun, made, said):
    place, *_ = begun
    with season(place, "spring").open("a") as file:
        file.write(made)
    found = checked(place)
    assert found.code != 0
    assert said in found.sentences
    assert "Traceback" not in found.sentences


@pytest.mark.parametrize("kept", ["fork first", "fork alone", "a shorter log alone"])
def test_a_resignation_stands_against_a_fork_of_who_resigned_and_against_a_shorter_log(begun, kept):
    place, ann, ben = begun
    short = log(ann, place).rename(place / "short.pbem")
    forked = fork(ben)
    play(ann, ben, 2)
    whole = log(ann, place)
    files = {"fork first": [forked, whole], "fork alone": [forked], "a shorter log alone": [short]}[kept]
    paper = resigned(place, ben)
    for file in files:
        assert club(place, "add", file).code == 0
    said = club(place, "add", paper)
    assert (said.code, "Ann wins by resignation" in said.sentences) == (0, True), said
    assert checked(place).code == 0


def test_evidence_is_taken_and_a_win_by_who_forked_counts_for_nothing_until_it_is_settled(begun):
    place, ann, ben = begun
    forked = fork(ben)
    play(ann, ben, 2)
    whole = log(ann, place)
    assert ann("end", "resign", "--yes", "--out", place / "ann-resigns.pbem").code == 0
    said = club(place, "add", place / "ann-resigns.pbem")
    assert "Ben wins by resignation" in said.sentences
    (place / "proved").mkdir()
    assert ann("dispute", "evidence", whole, forked, "--out", place / "proved").code == 0
    said = club(place, "add", *(place / "proved").iterdir())
    assert said.code == 0, said
    found = checked(place)
    assert found.code == 1
    assert "its winner signed two versions of it: blue" in found.sentences
    said = club(place, "settle", "spring", 1, "Ann", "won", "--why", "Ben signed two versions.")
    assert "Ann wins, settled by the organiser: Ben signed two versions." in said.sentences
    assert checked(place).code == 0
    assert club(place, "table", "spring").out.splitlines()[2].split()[:4] == ["1", "Ann", "1", "1"]
    assert club(place, "publish", place / "public").code == 0
    assert (
        "settled by the organiser: Ben signed two versions."
        in (place / "public/en/season-spring.html").read_text()
    )


def test_the_first_succession_stays_and_a_second_one_is_refused_aloud(begun):
    place, _, ben = begun
    paper = resigned(place, ben)
    shutil.copytree(ben.path, place / "thief/ben")
    assert ben("seat", "rotate", place / "new-key.pbem").code == 0
    thief = Player("Ben", place / "thief")
    thief.home.settle_down()
    assert thief("seat", "rotate", place / "other-key.pbem").code == 0
    assert club(place, "add", place / "new-key.pbem", paper).code == 0
    said = club(place, "add", place / "other-key.pbem")
    assert said.code == 1
    assert "the first succession stays" in said.sentences
    assert "Ann wins" not in said.sentences
    other = container.pack(container.unpack((place / "other-key.pbem").read_bytes()))
    (place / "club/proofs" / f"{sha256(other).hexdigest()}.pbem").write_bytes(other)
    found = checked(place)
    assert "handed over twice; the first that was taken in stays" in found.sentences
    assert club(place, "table", "spring").out.splitlines()[2].split()[:4] == ["1", "Ann", "1", "1"]


def test_nothing_but_proofs_is_copied_out_of_a_folder(begun: tuple[Path, Player, Player]) -> None:
    place, ann, ben = begun
    assert club(place, "add", resigned(place, ben)).code == 0
    secret = ann.path / "identity.json"
    assert secret.is_file()
    (place / "club/proofs/link.pbem").symlink_to(secret)
    shutil.copy(secret, place / "club/proofs/copied.json")
    os.mkfifo(place / "club/proofs/pipe.pbem")
    public = place / "public"
    assert club(place, "publish", public).code == 0
    assert all(each.read_bytes() != secret.read_bytes() for each in public.rglob("*") if each.is_file())
    assert len([*(public / "proofs").iterdir()]) == 1
    found = checked(place)
    assert found.code == 1
    assert found.out.count("links are not followed") == 2
    assert "copied.json is not called by the digest" in found.out
    assert pbem("--home", place / "nobody", "club", "check", public).code == 0
    assert {0o755} == {stat.S_IMODE(each.stat().st_mode) for each in public.rglob("*") if each.is_dir()}


@pytest.mark.parametrize("which", ["en", "proofs", "seasons/spring.toml"])
def test_nothing_is_written_or_deleted_through_a_link(begun: tuple[Path, Player, Player], which: str) -> None:
    place, ann, _ = begun
    public, mine = place / "public", place / "mine"
    assert club(place, "add", log(ann, place)).code == 0
    assert club(place, "publish", public).code == 0
    mine.mkdir()
    (mine / "letter.html").write_text("mine")
    (mine / "letter.pbem").write_text("mine")
    target = public / which
    if target.is_dir():
        if which == "en":
            shutil.copy(target / "index.html", mine)
        shutil.rmtree(target)
        target.symlink_to(mine)
    else:
        target.unlink()
        target.symlink_to(mine / "letter.html")
    said = club(place, "publish", public)
    assert said.code != 0
    assert "is a link: nothing is written through it" in said.sentences
    assert (mine / "letter.html").read_text() == (mine / "letter.pbem").read_text() == "mine"


@pytest.mark.parametrize("field", ["title", "edition", "scenario", "sides"])
def test_no_text_of_a_season_reaches_a_terminal_with_what_a_terminal_obeys(begun, field):
    place, *_ = begun
    text = season(place, "spring").read_text()
    line = next(each for each in text.splitlines() if each.startswith(f"{field} ="))
    season(place, "spring").write_text(text.replace(line, line.replace('"', '"\\u001b]0;mine\\u0007', 1), 1))
    found = checked(place)
    assert found.code != 0
    assert "\x1b" not in found.sentences
    assert f"spring.toml: {field} is not" in found.sentences


def test_no_name_of_a_file_reaches_a_terminal_with_what_a_terminal_obeys(begun):
    place, ann, _ = begun
    bad = place / f"a{ESC}b.pbem"
    bad.write_bytes(b"no log")
    good = log(ann, place).rename(place / f"log{ESC}.pbem")
    said = club(place, "add", bad, good)
    assert "\x1b" not in said.sentences
    (place / "club/proofs" / bad.name).write_bytes(b"no log")
    assert "\x1b" not in checked(place).sentences
    for said in (ann("challenge", "compare", bad, good), ann("challenge", "compare", good, good)):
        assert said.code != 0
        assert "\x1b" not in said.sentences


def test_two_thousand_members_with_twenty_names_each_are_read_soon() -> None:
    members = tuple(
        Member(
            name=f"Member {n}",
            key=f"{n:064x}",
            also=tuple(f"name {chr(0x4E00 + n)} {chr(97 + m)}" for m in range(20)),
        )
        for n in range(2_000)
    )
    begun = time.process_time()
    check_members(members)
    assert time.process_time() - begun < 10


def test_a_result_is_settled_with_words(begun: tuple[Path, Player, Player]) -> None:
    place, *_ = begun
    assert "Everybody reads why" in club(place, "settle", "spring", 1, "Ann", "won", "--why", "  ").sentences


def test_nobody_plays_more_rounds_than_there_are(begun: tuple[Path, Player, Player]) -> None:
    """Each would be drawn again: a thousand rounds of 256 players are hours."""
    place, *_ = begun
    text = season(place, "spring").read_text()
    season(place, "spring").write_text(text.replace("rounds = 1", "rounds = 900"))
    found = checked(place)
    assert found.code != 0
    assert "spring.toml: rounds is not a number of rounds that so many players can have" in found.sentences


def test_a_long_key_in_a_club_costs_nothing(begun: tuple[Path, Player, Player]) -> None:
    """A dotted key costs the square of its parts: one of two million would be read for hours."""
    place, *_ = begun
    with season(place, "spring").open("a") as file:
        file.write(".".join(["a"] * 2_000_000) + " = 1\n")
    begin = time.process_time()
    found = checked(place)
    assert time.process_time() - begin < 10
    assert "a key of more than" in found.sentences


def test_a_long_chain_of_successions_costs_as_much_as_it_is_long() -> None:
    heirs = {f"{n:064x}": f"{n + 1:064x}" for n in range(20_000)}
    begin = time.process_time()
    found = Proofs(games={}, heirs=heirs)
    assert {len(found.keys_of(key)) for key in heirs} == {20_001}
    assert found.keys_of("ab" * 32) == {"ab" * 32}
    assert time.process_time() - begin < 10
