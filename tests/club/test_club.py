"""A club from its beginning to its published pages, as its organiser and a member who distrusts them would type it."""

import shutil
from hashlib import sha256
from pathlib import Path

import pytest
from home.table import Player, Said, begin, newcomers, pbem, play, sit_down, use_tiny

pytestmark = pytest.mark.wider

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture
def here(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    use_tiny(monkeypatch)
    return tmp_path


def key(player: Player) -> str:
    return player("identity", "show").out.split("public key: ")[1].strip()


def club(place: Path, *words: object) -> Said:
    return pbem("--home", place / "organiser", "club", words[0], place / "club", *words[1:])


@pytest.fixture
def begun(here: Path) -> tuple[Path, Player, Player]:
    """Ann and Ben are members, meet in a season, and have played two turn files."""
    ann, ben = newcomers(here, "Ann", "Ben")
    assert club(here, "new", "The Tiny Club").code == 0
    for player in (ann, ben):
        assert club(here, "member", player.name, key(player)).code == 0
    assert club(here, "season", "spring", "--title", "Spring", "--game", "tiny").code == 0
    said = club(here, "pair", "spring")
    assert "Ann (red) - Ben (blue)" in said.out, said
    begin(ann, ben, *typed(said.out))
    play(ann, ben, 2)
    return here, ann, ben


def typed(said: str) -> list[str]:
    """The words of the line that a club tells Ann to type, behind the game."""
    return said.split("Ann types: pbem invite tiny ", 1)[1].splitlines()[0].split()


def resigned(place: Path, ben: Player) -> Path:
    assert ben("end", "resign", "--yes", "--out", place / "resigned.pbem").code == 0
    return place / "resigned.pbem"


def log(player: Player, place: Path) -> Path:
    file = place / f"{player.name}-log.pbem"
    shutil.copy(player.folder.path / "log.pbem", file)
    return file


def test_a_log_that_goes_on_is_no_result_and_a_signed_resignation_is(begun):
    place, ann, ben = begun
    said = club(place, "add", log(ann, place))
    assert "Spring, round 1, Ann against Ben: not over yet." in said.sentences
    assert "waiting: Ann - Ben (round 1)" in club(place, "table").out
    said = club(place, "add", resigned(place, ben))
    assert "Ann wins by resignation" in said.sentences
    table = club(place, "table", "spring")
    assert table.out.splitlines()[2].split() == ["1", "Ann", "1", "1", "0", "0"]
    assert "Ladder" in table.out


def test_a_file_from_a_stranger_or_of_nobody_is_not_taken_in(begun: tuple[Path, Player, Player]) -> None:
    place, *_ = begun
    (place / "noise.pbem").write_bytes(b"no log")
    said = club(place, "add", place / "noise.pbem")
    assert said.code == 1
    assert "noise.pbem: not taken in." in said.sentences
    other = place / "elsewhere"
    other.mkdir()
    cara, _ = sit_down(other)
    file = log(cara, other)
    said = club(place, "add", file)
    assert said.code == 1
    assert "fits no pairing. spring: it is played by somebody who is not a member" in said.sentences
    assert [*(place / "club/proofs").iterdir()] == []


def test_a_second_game_of_one_pairing_is_named_and_stays_outside(begun: tuple[Path, Player, Player]) -> None:
    place, ann, ben = begun
    assert club(place, "add", resigned(place, ben)).code == 0
    said = (place / "club/seasons/spring.toml").read_text()
    begin(ann, ben, "--pairing", said.split('number = "')[1][:16])
    newest = max(ann.home.games(), key=lambda each: each.path.stat().st_mtime)
    shutil.copy(newest.path / "log.pbem", place / "second.pbem")
    said = club(place, "add", place / "second.pbem")
    assert said.code == 1
    assert "another game of Ann against Ben stands there" in said.sentences


def test_who_hands_a_key_over_stays_the_same_member(begun: tuple[Path, Player, Player]) -> None:
    place, _, ben = begun
    assert ben("seat", "rotate", place / "new-key.pbem").code == 0
    assert "Ben has handed their key over" in club(place, "add", place / "new-key.pbem").sentences
    assert "Ann wins" in club(place, "add", resigned(place, ben)).sentences


def test_the_published_folder_is_checked_by_anybody_and_each_change_of_it_is_named(begun):
    place, ann, ben = begun
    assert club(place, "add", log(ann, place), resigned(place, ben)).code == 0
    public = place / "public"
    assert club(place, "publish", public).code == 0
    before = {each.relative_to(public).as_posix() for each in public.rglob("*")}
    said = pbem("--home", place / "nobody", "club", "check", public)
    assert (said.code, said.out) == (0, "The Tiny Club holds: 1 results from 2 proofs.\n")
    assert before == {each.relative_to(public).as_posix() for each in public.rglob("*")}, (
        "a check writes nothing"
    )

    page = public / "en/season-spring.html"
    honest = page.read_text()
    page.write_text(honest.replace("1 - 0", "0 - 1"))
    said = pbem("club", "check", public)
    assert said.code == 1
    assert said.out.startswith("en/season-spring.html says something else than the proofs")
    page.write_text(honest)

    season = public / "seasons/spring.toml"
    season.write_text(season.read_text().replace('result = "first"', 'result = "second"'))
    said = pbem("club", "check", public)
    assert "its proof said second when it was taken in, and says first now" in said.out

    for each in [*(public / "proofs").iterdir()]:
        cut = each.read_bytes()[:-30]
        each.unlink()
        (public / "proofs" / f"{sha256(cut).hexdigest()}.pbem").write_bytes(cut)
    said = pbem("club", "check", public)
    assert said.code == 1
    assert "is neither a log nor a result nor evidence nor a succession" in said.out
    assert "its proof is missing" in said.out


def test_what_was_judged_before_is_not_looked_for_in_a_folder_that_came_from_somebody(begun):
    place, _, ben = begun
    assert club(place, "add", resigned(place, ben)).code == 0
    assert (place / "organiser/judged").is_dir()
    assert {each.name for each in (place / "club").iterdir()} == {"club.toml", "proofs", "seasons"}


def test_names_that_look_the_same_keys_twice_and_a_folder_with_something_else_are_refused(begun):
    place, ann, _ = begun
    said = club(place, "member", "Аnn", "ab" * 32)  # a Cyrillic capital
    assert said.code != 0
    assert "look the same" in said.sentences
    said = club(place, "member", "Cara", key(ann))
    assert "Cara and Ann have the same key" in said.sentences
    assert "no key of 64 hex digits" in club(place, "member", "Cara", "mine").sentences
    (place / "full").mkdir()
    (place / "full/letter.txt").write_text("mine")
    said = club(place, "publish", place / "full")
    assert "holds something else" in said.sentences
    assert "There is no club in" in pbem("club", "table", place / "full").sentences
    assert "is a club already" in club(place, "new", "Again").sentences


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('name = "Ann"', "name = 3", "name is not a text"),
        ('name = "Ann"', 'nick = "Ann"', "nothing is called 'nick' here"),
        ("[[member]]", "[[person]]", "nothing is called 'person' here"),
        ('name = "The Tiny Club"', 'name = "The\\u202eTiny Club"', "is not a text of plain characters"),
        ("name", "name =", "cannot be read"),
    ],
)
def test_a_spoilt_file_is_named_with_what_is_wrong_in_it(begun, old, new, said):
    place, *_ = begun
    file = place / "club/club.toml"
    file.write_text(file.read_text().replace(old, new, 1))
    answer = club(place, "table")
    assert answer.code != 0
    assert said in answer.sentences
    assert "club.toml" in answer.sentences
    assert "Traceback" not in answer.sentences


@pytest.mark.night
def test_the_season_in_the_examples_holds() -> None:
    said = pbem("club", "check", ROOT / "examples/club")
    assert (said.code, said.out) == (0, "Club Normandía holds: 26 results from 44 proofs.\n")


def test_a_posted_invitation_stands_on_the_pages_until_it_is_taken_off(begun):
    place, ann, _ = begun
    ann("invite", "tiny", "--open", "--out", place / "post.txt").says(0)
    assert "Ann plays red" in club(place, "wanted", place / "post.txt").out
    assert club(place, "publish", place / "out").code == 0
    (file,) = (place / "out" / "wanted").iterdir()
    assert all(file.name in (place / "out" / code / "index.html").read_text() for code in ("en", "es"))
    file.write_bytes(file.read_bytes()[:-9])
    assert pbem("club", "check", place / "out").code
    assert club(place, "wanted", "--off", file.stem[:6]).code == 0
    assert club(place, "publish", place / "out").code == 0
    assert not file.exists()
    pbem("club", "check", place / "out").says(0, "holds")
