"""A home comes back from a backup file, with the password or with the words, and goes on."""

import hashlib
from pathlib import Path

import pytest

from pbem.bytes.errors import UsageError
from pbem.home import backup_words
from pbem.home.beside import machines

from .table import Player, Two, decide, play

pytestmark = pytest.mark.night


def restored(ann: Player, file: Path, *words: str, given: str = "") -> Player:
    new = Player("New", ann.place)
    new("backup", "restore", file, *words, given=given).says(0, "pbem backup moved")
    return new


def moved(new: Player, *files: Path) -> None:
    """What came and went since the backup is brought in, and the player says that this is the home now."""
    assert 0 == new("import", *files).code
    (game,) = machines.last_signed(new.home)
    new("backup", "moved", "--last", game.n).says(0)


def test_a_draft_comes_back(table: Two, tmp_path: Path) -> None:
    ann, _ = table
    decide(ann)
    ann("backup", tmp_path / "ann.backup")
    new = restored(ann, tmp_path / "ann.backup")
    assert 6 == new("send", "--out", tmp_path / "too-early.pbem").code
    new.home.settle_down()
    assert ann("status").out == new("status").out


def test_the_words_open_it_and_a_wrong_word_is_named(table: Two, tmp_path: Path) -> None:
    ann, ben = table
    files = play(ann, ben, 2)
    said = ann("backup", tmp_path / "ann.backup", "--words")
    new = restored(ann, tmp_path / "ann.backup", "--words", "--no-password", given=said.out)
    moved(new, *files)
    assert ann("identity", "show").out == new("identity", "show").out
    play(new, ben, 2)
    other = Player("Other", tmp_path)
    wrong = other(
        "backup", "restore", tmp_path / "ann.backup", "--words", "--no-password", given="abandom " * 24
    )
    assert (2, True) == (wrong.code, "'abandom'" in wrong.err or "belong together" in wrong.err)
    theirs = ben("backup", "--words").out
    other("backup", "restore", tmp_path / "ann.backup", "--words", "--no-password", given=theirs).says(
        3, "not the backup of these words"
    )
    assert not (other.path / "identity.json").exists()


# From the vectors of python-mnemonic (trezor): entropy and words.
VECTORS = (
    ("00" * 32, "abandon " * 23 + "art"),
    (
        "7f" * 32,
        "legal winner thank year wave sausage worth useful " * 2
        + "legal winner thank year wave sausage worth title",
    ),
    (
        "80" * 32,
        "letter advice cage absurd amount doctor acoustic avoid " * 2
        + "letter advice cage absurd amount doctor acoustic bless",
    ),
    ("ff" * 32, "zoo " * 23 + "vote"),
    (
        "f585c11aec520db57dd353c69554b21a89b20fb0650966fa0a9d6f74fd989d8f",
        "void come effort suffer camp survey warrior heavy shoot primary clutch crush open amazing screen patrol group "
        "space point ten exist slush involve unfold",
    ),
)


@pytest.mark.parametrize(("secret", "words"), VECTORS)
def test_words_agree_with_vectors_that_nobody_here_wrote(secret: str, words: str) -> None:
    assert tuple(words.split()) == backup_words.to_words(bytes.fromhex(secret))
    assert secret == backup_words.from_words(words.upper()).hex()
    assert (
        secret
        == backup_words.from_words(", ".join(f"{n}. {w[:4]}" for n, w in enumerate(words.split(), 1))).hex()
    )


def test_words_that_changed_places_or_are_too_few_are_refused() -> None:
    words = list(backup_words.to_words(hashlib.sha256(b"x").digest()))
    swapped = [words[1], words[0], *words[2:]]
    for wrong in (swapped, words[:23], [*words, words[0]]):
        with pytest.raises(UsageError):
            backup_words.from_words(" ".join(wrong))
