"""Names: which are the same, which look alike, and what a player may be called."""

import json
from pathlib import Path

import pytest
from attrs import evolve
from click.testing import CliRunner
from home.table import Player, Two

from pbem.bytes.errors import UsageError
from pbem.cli import main
from pbem.home.identity import locked, unlock
from pbem.home.lookalikes import alike, same, told_apart
from pbem.home.new_identity import check_name
from tests.keys.test_people import invited
from tests.lists import tried_with


@tried_with(
    ("one", "other"),
    [
        ("Ann", "ANN"), ("Ann", "A n n"), ("Ann", "\uff21\uff4e\uff4e"), ("José", "Jose"), ("José", "Jose\u0301"),
        ("Straße", "STRASSE"), ("\U0001d400nn", "Ann"), ("Ann", "Ann."), ("Ann", "-Ann-"), ("Jean-Luc", "Jean Luc"),
    ],
)  # fmt: skip
def test_names_are_the_same_but_for_case_width_spaces_and_accents(one: str, other: str) -> None:
    assert (True, True) == (same(one, other), alike(one, other))


@tried_with(
    ("known", "other", "sign"),
    [
        ("Ann", "\u0410nn", "U+0410"), ("Ann", "\u0391nn", "U+0391"), ("Ben", "\u0412en", "U+0412"),
        ("Ian", "i\u0430n", "U+0069"), ("Al", "AI", "U+0049"), ("Bob", "B0b", "U+0030"),
        ("Carmen", "Carrnen", "U+0072"), ("Nick", "\u039d\u0456\u0441k", "U+039D"), ("Lola", "\u0406ola", "U+0406"),
        ("Ivo", "iv\u03bf", "U+0069"),
    ],
)  # fmt: skip
def test_names_in_other_alphabets_look_alike_and_the_sign_is_named(known: str, other: str, sign: str) -> None:
    assert (False, True, True) == (same(known, other), alike(known, other), alike(other, known))
    assert told_apart(other, known).startswith(f"{sign} (")


@tried_with(
    ("one", "other"),
    [
        ("Ann", "Anna"), ("Ben", "Bea"), ("Lia", "Lla"), ("Ольга", "Olga"), ("Νίκος", "Nikos"), ("...", "!!!"),
        ("...", "Ann"),
    ],
)  # fmt: skip
def test_names_that_eyes_tell_apart_are_not_alike(one: str, other: str) -> None:
    assert not alike(one, other)


@tried_with(
    ("name", "sign"),
    [
        ("An\u200bn", "U+200B (ZERO WIDTH SPACE)"), ("\ufeffAnn", "U+FEFF (ZERO WIDTH NO-BREAK SPACE)"),
        ("Ann\u202enneB", "U+202E (RIGHT-TO-LEFT OVERRIDE)"), ("\u2066Ann\u2069", "U+2066 (LEFT-TO-RIGHT ISOLATE)"),
        ("Ann\u200f", "U+200F (RIGHT-TO-LEFT MARK)"), ("\U0001f469\u200d\U0001f680", "U+200D (ZERO WIDTH JOINER)"),
        ("Ann \u2764\ufe0f", "U+FE0F (VARIATION SELECTOR-16)"), ("An\u00adn", "U+00AD (SOFT HYPHEN)"),
        ("Ann\u00a0B", "U+00A0 (NO-BREAK SPACE)"), ("A\u3164nn", "U+3164 (HANGUL FILLER)"),
        ("A\u2800nn", "U+2800 (BRAILLE PATTERN BLANK)"), ("A\tnn", "U+0009"), ("A\x1bnn", "U+001B"),
        ("A\U0010fffdnn", "U+10FFFD"), ("\U000105d2\u0307", "U+105D2"),
    ],
)  # fmt: skip
def test_a_name_with_a_sign_that_no_name_has_is_refused_and_the_sign_is_named(
    tmp_path: Path, name: str, sign: str
) -> None:
    said = CliRunner().invoke(main, ["--home", str(tmp_path / "h"), "identity", "new", name, "--no-password"])
    assert (2, True) == (said.exit_code, f"The character {sign}" in said.stderr)
    assert "Leave it out" in said.stderr
    assert not (tmp_path / "h" / "identity.json").exists()


@tried_with("name", ["Jose\u0301", "Ångström", "Ольга", "小林", "\U0001f600 Ann", "d'Artagnan", "ﬁ"])
def test_a_name_that_can_be_seen_is_taken_and_composed(tmp_path: Path, name: str) -> None:
    player = Player("someone", tmp_path)
    assert 0 == player("identity", "new", name, "--no-password").code
    held = json.loads(player("identity", "show", "--json").out)["name"]
    assert check_name(name) == held
    assert check_name(held) == held


@pytest.mark.parametrize("name", ["", " ", "x" * 65])
def test_a_name_has_1_to_64_characters(name: str) -> None:
    with pytest.raises(UsageError, match="1 to 64"):
        check_name(name)


def test_new_and_join_refuse_a_card_that_somebody_edited(table: Two) -> None:
    """The name in the key file is not what a log may hold: nothing is signed with it."""
    ann, ben = table
    file = invited(ann)
    ben.home.save_identity(locked(evolve(unlock(ben.home, ""), name="B\u200ben"), ""), replace=True)
    for words in (("invite", "tiny"), ("accept", file)):
        ben(*words, "--out", ben.place / "x.pbem").says(2, "U+200B")
        assert not (ben.place / "x.pbem").exists()
