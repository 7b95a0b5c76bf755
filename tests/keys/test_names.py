"""Names that look alike, one identity key after another, and games that go on untouched."""

import json
from pathlib import Path

import pytest
from attrs import evolve
from click.testing import CliRunner
from home.table import Player, Two, begin, pbem, play

from pbem.bytes import container
from pbem.bytes.canon import Json
from pbem.bytes.errors import UsageError
from pbem.cli import main
from pbem.crypto.keys import Keypair, fingerprint
from pbem.home import succession as succeeding
from pbem.home.games import open_vault
from pbem.home.identity import locked, unlock
from pbem.home.lookalikes import alike, same, told_apart
from pbem.home.new_identity import check_name
from pbem.home.papers.verdict import judge
from pbem.papers import succession
from pbem.papers.signed_sheet import sheet
from pbem.papers.succession import PAPER
from pbem.store.game import Change
from pbem.store.home import Home
from tests.keys.test_people import code, invited
from tests.lists import tried_with


@tried_with(
    ("one", "other"),
    [
        ("Ann", "ANN"),
        ("Ann", "A n n"),
        ("Ann", "\uff21\uff4e\uff4e"),
        ("José", "Jose"),
        ("José", "Jose\u0301"),
        ("Straße", "STRASSE"),
        ("\U0001d400nn", "Ann"),
        ("Ann", "Ann."),
        ("Ann", "-Ann-"),
        ("Jean-Luc", "Jean Luc"),
    ],
)
def test_names_are_the_same_but_for_case_width_spaces_and_accents(one: str, other: str) -> None:
    assert (True, True) == (same(one, other), alike(one, other))


@tried_with(
    ("known", "other", "sign"),
    [
        ("Ann", "\u0410nn", "U+0410"),
        ("Ann", "\u0391nn", "U+0391"),
        ("Ben", "\u0412en", "U+0412"),
        ("Ian", "i\u0430n", "U+0069"),
        ("Al", "AI", "U+0049"),
        ("Bob", "B0b", "U+0030"),
        ("Carmen", "Carrnen", "U+0072"),
        ("Nick", "\u039d\u0456\u0441k", "U+039D"),
        ("Lola", "\u0406ola", "U+0406"),
        ("Ivo", "iv\u03bf", "U+0069"),
    ],
)
def test_names_in_other_alphabets_look_alike_and_the_sign_is_named(known: str, other: str, sign: str) -> None:
    assert (False, True, True) == (same(known, other), alike(known, other), alike(other, known))
    assert told_apart(other, known).startswith(f"{sign} (")


@tried_with(
    ("one", "other"),
    [
        ("Ann", "Anna"),
        ("Ben", "Bea"),
        ("Lia", "Lla"),
        ("Ольга", "Olga"),
        ("Νίκος", "Nikos"),
        ("...", "!!!"),
        ("...", "Ann"),
    ],
)
def test_names_that_eyes_tell_apart_are_not_alike(one: str, other: str) -> None:
    assert not alike(one, other)


@tried_with(
    ("name", "sign"),
    [
        ("An\u200bn", "U+200B (ZERO WIDTH SPACE)"),
        ("\ufeffAnn", "U+FEFF (ZERO WIDTH NO-BREAK SPACE)"),
        ("Ann\u202enneB", "U+202E (RIGHT-TO-LEFT OVERRIDE)"),
        ("\u2066Ann\u2069", "U+2066 (LEFT-TO-RIGHT ISOLATE)"),
        ("Ann\u200f", "U+200F (RIGHT-TO-LEFT MARK)"),
        ("\U0001f469\u200d\U0001f680", "U+200D (ZERO WIDTH JOINER)"),
        ("Ann \u2764\ufe0f", "U+FE0F (VARIATION SELECTOR-16)"),
        ("An\u00adn", "U+00AD (SOFT HYPHEN)"),
        ("Ann\u00a0B", "U+00A0 (NO-BREAK SPACE)"),
        ("A\u3164nn", "U+3164 (HANGUL FILLER)"),
        ("A\u2800nn", "U+2800 (BRAILLE PATTERN BLANK)"),
        ("A\tnn", "U+0009"),
        ("A\x1bnn", "U+001B"),
        ("A\U0010fffdnn", "U+10FFFD"),
        ("\U000105d2\u0307", "U+105D2"),
    ],
)
def test_a_name_with_a_sign_that_no_name_has_is_refused_and_the_sign_is_named(tmp_path, name, sign):
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


OLD, NEW, THIEF = (Keypair.from_seed(bytes([n]) * 32) for n in (31, 32, 33))


def rotated(ann: Player) -> Path:
    place = ann.place / "succession.pbem"
    place.unlink(missing_ok=True)  # another file is not written over
    ann("seat", "rotate", place).says(0)
    return place


def test_anybody_can_tell_from_the_paper_alone_who_succeeded_whom(table: Two, tmp_path: Path) -> None:
    ann, _ = table
    before = code(ann)
    place = rotated(ann)
    assert before != code(ann)
    pbem("--home", tmp_path / "empty", "verify", place).says(0, before, code(ann))


def test_the_secrets_of_every_game_are_locked_anew_and_still_open_where_that_was_not_done(table: Two) -> None:
    """A crash between the new key and the last game leaves nothing shut: the old secret is in the key file."""
    ann, _ = table
    before = unlock(ann.home, "")
    box = ann.folder.vault()
    held = open_vault(ann.folder, before)
    rotated(ann)
    after = unlock(ann.home, "")
    assert box != ann.folder.vault()
    assert held == open_vault(ann.folder, after)
    ann.folder.save(Change(vault=box))
    assert held == open_vault(ann.folder, after)


def test_a_friend_follows_and_knows_the_next_invitation(table: Two) -> None:
    ann, ben = table
    place = rotated(ann)
    ben("seat", "follow", place).says(0, code(ann))
    assert code(ann) in ben("seat").out
    assert ann("invite", "tiny", "--out", ann.place / "second.pbem").code == 0
    assert "The key is that of Ann" in ben("import", ann.place / "second.pbem").sentences


def test_an_invitation_with_a_key_that_was_given_up_is_doubted(table: Two) -> None:
    ann, ben = table
    assert ann("invite", "tiny", "--out", ann.place / "second.pbem").code == 0
    assert ben("seat", "follow", rotated(ann)).code == 0
    assert "has given up" in ben("import", ann.place / "second.pbem").sentences


def test_a_stranger_is_called_one(table: Two) -> None:
    ann, ben = table
    eve = Player("Eve", ann.place)
    assert eve("identity", "new", "Eve", "--no-password").code == 0
    assert eve("invite", "tiny", "--out", eve.place / "eve.pbem").code == 0
    assert "not met this key" in ben("import", eve.place / "eve.pbem").sentences


def forged(*signers: Keypair, **fields: Json) -> bytes:
    """A succession with these signatures."""
    usual: dict[str, Json] = {
        "a": PAPER, "new": NEW.public.hex(), "old": OLD.public.hex(), "v": 1, "who": "Ann",
    }  # fmt: skip
    made = sheet("succession", OLD.public, {**usual, **fields})
    for signer in signers:
        made = made.signed(signer)
    return made.encode()


@tried_with(
    ("lines", "code", "said"),
    [
        (forged(OLD, NEW), "", fingerprint(NEW.public)),
        (forged(NEW), "unsigned", f"The old key, {fingerprint(OLD.public)}, has not signed it"),
        (forged(OLD), "unsigned", f"The new key, {fingerprint(NEW.public)}, has not signed it"),
        (forged(), "unsigned", "has not signed"),
        (forged(NEW, THIEF), "wrong-key", THIEF.id),
        (forged(OLD, NEW, who=""), "bad-paper", "first line"),
        (forged(OLD, NEW, who="x" * 65), "bad-paper", "first line"),
        (forged(OLD, NEW, v=True), "bad-paper", "first line"),
        (forged(OLD, NEW, more=1), "bad-paper", "first line"),
        (forged(OLD, NEW, new="00"), "bad-paper", "not a key"),
        (forged(OLD, NEW, new=OLD.public.hex()), "bad-paper", "to itself"),
        (forged(OLD, NEW, new="01" + "00" * 31), "small-order-key", ""),
        (forged(OLD, NEW).replace(b'"who":"Ann"', b'"who":"Eve"'), "bad-signature", "does not hold"),
        (forged(OLD, NEW)[:-1], "bad-paper", "first line"),
    ],
)
def test_a_succession_holds_by_both_signatures_and_nothing_less(lines: bytes, code: str, said: str) -> None:
    found = judge(lines)
    assert (code == "", code) == (found.proved, found.code)
    assert said in " ".join(found.lines)


def test_an_impostor_is_refused_by_name_and_nothing_is_kept(table: Two) -> None:
    """Whoever does not hold the old key cannot sign for it; whoever was never met cannot hand over to anybody."""
    ann, ben = table
    old = unlock(ann.home, "").keypair
    fields: dict[str, Json] = {
        "a": PAPER, "new": THIEF.public.hex(), "old": old.public.hex(), "v": 1, "who": "Ann",
    }  # fmt: skip
    lines = sheet("succession", old.public, fields).signed(THIEF).encode()
    stranger = succession.write("Ann", OLD, THIEF).encode()
    for data, word in ((lines, code(ann)), (stranger, "Nobody with whom you play")):
        place = ann.place / "forged.pbem"
        place.write_bytes(container.pack(data))
        said = ben("seat", "follow", place)
        assert said.code in (2, 3)
        assert word in said.sentences
    assert not (ben.path / succeeding.FOLDER).exists()


def test_two_successors_of_one_key_are_shown_and_the_first_stays(table: Two) -> None:
    """A thief of the old key can sign a succession too: it is not followed, and both codes are named."""
    ann, ben = table
    old = unlock(ann.home, "").keypair
    assert ben("seat", "follow", rotated(ann)).code == 0
    place = ann.place / "thief.pbem"
    place.write_bytes(container.pack(succession.write("Ann", old, THIEF).encode()))
    ben("seat", "follow", place).says(6, code(ann), fingerprint(THIEF.public))
    assert code(ann) in ben("seat").out


def test_a_line_of_successions_is_followed_to_its_end(table: Two) -> None:
    ann, ben = table
    for _ in range(3):
        assert ben("seat", "follow", rotated(ann)).code == 0
    (friend,) = succeeding.friends(ben.home)
    assert (code(ann), 3) == (fingerprint(friend.key), len(friend.before))


def test_the_paper_is_written_again_with_the_same_bytes(table: Two) -> None:
    ann, _ = table
    first = rotated(ann).read_bytes()
    assert ann("seat", "succession", ann.place / "again.pbem").code == 0
    assert first == (ann.place / "again.pbem").read_bytes()


def test_a_backup_after_a_rotation_opens_with_the_new_words_and_plays_on(table: Two) -> None:
    ann, ben = table
    play(ann, ben, 2)
    rotated(ann)
    words = ann("backup", ann.place / "ann.backup", "--words").out
    new = Player("New", ann.place)
    given = " ".join(word for word in words.split() if word.isalpha())
    new("backup", "restore", ann.place / "ann.backup", "--words", "--no-password", given=given).says(0)
    assert unlock(ann.home, "").keypairs == unlock(new.home, "").keypairs
    new.home.settle_down()
    play(new, ben, 3)


def test_a_new_password_opens_the_home_and_the_old_one_does_not(table, tmp_path, monkeypatch):
    """Every game is locked by the key file alone: no game folder changes."""
    ann, _ = table
    before = {path: path.read_bytes() for path in (ann.path / "games").rglob("*") if path.is_file()}
    (tmp_path / "new").write_text("other words\n", "utf-8")
    assert ann("identity", "password", "--new", tmp_path / "new").code == 0
    assert "with a password" in ann("identity", "show").out
    assert before == {path: path.read_bytes() for path in (ann.path / "games").rglob("*") if path.is_file()}
    monkeypatch.setenv("PBEM_PASSWORD", "wrong")
    assert "password is wrong" in ann("seat", "renew").sentences
    monkeypatch.setenv("PBEM_PASSWORD", "other words")
    assert "password is wrong" not in ann("seat", "renew").sentences


def test_a_turn_for_one_game_touches_no_other_and_a_broken_game_stops_no_other(table: Two) -> None:
    ann, ben = table
    begin(ann, ben)
    first, second = (folder.name for folder in Home(ann.path).games())
    turns = {}
    for name in (first, second):
        assert ann("do", "pick bold,calm", "--game", name).code == 0
        turns[name] = ann.place / f"{name}.pbem"
        ann("send", "--game", name, "--out", turns[name]).says(0, f"(or pbem send --game {name[:8]}")
    assert {f"pbem send --game {name[:8]}" in ann("status").out for name in turns} == {True}
    place = ben.path / "games" / second
    before = {path: path.read_bytes() for path in place.rglob("*") if path.is_file()}
    assert ben("import", turns[first]).code == 0
    assert before == {path: path.read_bytes() for path in place.rglob("*") if path.is_file()}
    (ben.path / "games" / first / "vault.box").write_bytes(b"damaged")
    said = ben("import", turns[first], turns[second])
    assert "verified" in said.sentences
    assert first[:8] in said.sentences


def test_games_of_one_person_share_no_key_chain_vault_or_salt(table: Two) -> None:
    """Three games at once, two of them with the same opponent at the same scenario."""
    ann, ben = table
    for _ in range(2):
        begin(ann, ben)
    for player in (ann, ben):
        identity = unlock(player.home, "")
        vaults = [open_vault(folder, identity) for folder in Home(player.path).games()]
        secrets = [secret for vault in vaults for secret in vault.every_secret()]
        told = [each for vault in vaults for each in (vault.public, vault.chain.tip, vault.chain[1])]
        salts = [vault.salt(bytes(32), "pick", n, bytes(32)) for vault in vaults for n in (1, 2)]
        assert 3 == len(vaults)
        assert len(set(secrets + told + salts)) == len(secrets + told + salts)
        keys = {identity.vault_key(str(folder.facts()["vault"])) for folder in Home(player.path).games()}
        assert 3 == len(keys)
