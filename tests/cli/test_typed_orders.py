"""Orders as people type them, in any case, cut short, without quotes; and a sitting at the prompt."""

from pathlib import Path

import pytest
from home.table import Player, Two, pbem

from pbem.cli import output
from pbem.games import registry
from pbem.home.games import look
from pbem.home.play.orders import lines_of
from pbem.home.play.typed_text import decoded
from tests.lists import tried_with
from tests.sampling import small_and_tried


@tried_with(
    ("typed", "read"),
    [
        (("ATTACK", "1922", "508"), ""),
        (("att", "2103", "3", "br"), "attack 2103 '3 Br'"),
        (("attack", "2103", "27", "arm", "bde", "3", "br"), ""),
        (("attack", "2103", "27", "Arm,", "3", "Br", "naval=Y"), "attack 2103 '27 Arm Bde' '3 Br' naval=yes"),
        (("attack", "target=2103", "units=27", "arm,3", "br"), "attack target=2103 'units=27 Arm Bde,3 Br'"),
        (("attack 2103 27 arm",), "attack 2103 '27 Arm Bde'"),
        (("\ufeffattack\u00a02103 \u201c27 Arm Bde\u201d\u200b",), ""),
    ],
)
def test_an_order_is_understood_as_people_type_it_and_what_was_understood_is_said(june44, typed, read):
    said = june44("do", "--dry-run", *typed).says(0, "ttack")
    assert (f"Read as: {read}" in said.err) == bool(read), said.err


def test_orders_are_read_out_of_the_files_of_other_programs() -> None:
    typed = "move 3 \u201cBr\u201d\u00a0W3226 # caf\u00e9"
    kinds = [
        typed.encode(kind)
        for kind in ("utf-8", "utf-8-sig", "utf-16", "utf-16-le", "utf-16-be", "cp1252", "utf-32")
    ]
    kinds.append(b"\xfe\xff" + kinds[4])
    assert {((1, 'move 3 "Br" W3226'),)} == {lines_of(decoded(data)) for data in kinds}
    with pytest.raises(ValueError, match="codec can't decode"):
        decoded(b"\x89PNG\0\x1a\x81\0\xd8")


def test_a_word_that_may_be_several_units_is_not_guessed_at(june44: Player) -> None:
    june44("do", "a", "2103", "2").says(2, "'2' may be 29, 2 Cdn Bde or 27 Arm Bde. Name one of them.")
    assert "0 orders" not in june44("status").out


def test_a_unit_that_is_there_is_never_read_as_the_beginning_of_another(june44: Player) -> None:
    """1 cannot attack Sword, and is no short word for 101 or 12 SS."""
    said = june44("do", "attack", "2103", "1")
    assert (4, False) == (said.code, "Read as" in said.err)
    assert "Refused: attack 2103 1" in said.err


@tried_with(
    ("typed", "meant"),
    [
        (("atack", "1922", "508"), "Did you mean attack?"),
        (("attack", "2103", "3 Bt"), "Did you mean 3 Br?"),
        (("attack", "2130", "3 Br"), ""),
        (("orders", "--unit", "509"), "Did you mean"),
        (("orders", "--hex", "Cherburg"), "Did you mean"),
        (("odds", "--target", "Baieux"), "Did you mean"),
    ],
)
def test_a_slip_of_the_finger_is_answered_with_what_was_probably_meant(june44, typed, meant):
    said = june44(*typed) if typed[0] in ("orders", "odds") else june44("do", *typed)
    assert 0 != said.code
    assert meant in said.err
    assert "Error: something unexpected" not in said.err


def test_several_orders_stand_in_one_command(table: Two) -> None:
    ann, ben = table
    ann("do", "pick", "bold", "calm")
    ben("import", ann.sent())
    ben("do", "pick", "bold", "calm")
    ann("import", ben.sent())
    ann("do", "GO", "2", "then", "mode", "hit").says(0, "Red steps 2.")
    assert "Draft: 2 orders" in ann("status").out
    ann("undo", "--all")
    assert 0 == ann("do", "go 2; mode hit").code
    assert "Draft: 2 orders" in ann("status").out
    ann("undo", "--all")
    said = ann("do", "go", "2", "then", "mode", "hat")
    assert (True, True) == (said.code != 0, "line 2: mode hat" in said.err)
    assert "Draft" not in ann("status").out


def test_an_order_behind_a_roll_that_is_owed_waits_for_it(june44: Player) -> None:
    june44("do", "attack", "1922", "508", "then", "attack", "2103", "3 Br").says(0, "Attack on", "It waits:")
    assert "attack 2103 '3 Br'" in june44("standing", "show").out
    for words, why in (("9999 508", "no land hex 9999"), ("1922 999", "no unit 999")):
        june44("do", "attack", *words.split()).says(4, why, "Nothing was written.")


def test_an_order_before_a_secret_that_is_owed_is_told_of_the_secret(tmp_path: Path) -> None:
    home = ("--home", tmp_path / "ann")
    assert 0 == pbem(*home, "practice", "june6", "--name", "Ann").code
    said = pbem(*home, "do", "bombard", "e2833")
    assert "bombard is not due: the Allied side decides in secret first (buy)" in said.err


def test_help_for_a_kind_of_order_says_what_it_does_and_gives_an_example_that_is_legal(june44):
    said = june44("do", "att", "--help").says(
        0, "pbem do attack TARGET UNITS... [ARTILLERY] [NAVAL]", "all in one hex or off one beach, attack TARGET",
    )  # fmt: skip
    example = next(line.split("pbem do ")[1] for line in said.out.splitlines() if line.startswith("    pbem"))
    assert 0 == june44("do", "--dry-run", example).code
    assert said.out == june44("odds", "-h", "attack").out
    assert (
        "It is not due now. It is typed like this:\n    pbem do bombard 0"
        in june44("do", "bombard", "-h").out
    )


@pytest.mark.parametrize("game", small_and_tried())
def test_every_kind_of_order_of_every_game_says_what_it_is(game: str) -> None:
    codec = registry.load(game).rules.actions
    assert [] == [kind for kind in codec.kinds if not (codec.cls(kind).__doc__ or "").strip()]


def test_orders_can_be_asked_for_by_unit_place_and_kind(june44: Player) -> None:
    of_unit = june44("orders", "--unit", "3 br", "--all").out
    assert "(4 legal)" in of_unit
    assert all("3 Br" in line for line in of_unit.splitlines() if line.startswith("    pbem"))
    assert "(2 legal)" in june44("orders", "--hex", "1922").out
    assert "No legal order names it now." in june44("orders", "--hex", "Cherbourg").out
    assert "attack" not in june44("orders", "--kind", "don").out.split("\n", 1)[1]


def test_odds_stand_in_the_order_of_their_promise_and_can_be_narrowed(june44: Player) -> None:
    lines = june44("odds", "--target", "2103").out.splitlines()
    chances = [int(line.split("defender hurt ")[1].split(" %")[0]) for line in lines[1::2]]
    assert (6, chances) == (len(chances), sorted(chances, reverse=True))
    assert all("attack 2103" in line for line in lines[::2])
    assert "508" in june44("odds", "--unit", "508").out.splitlines()[0]
    said = june44("odds", "att", "2103", "3", "br")
    assert "Read as: attack 2103 '3 Br'" in said.err


def sitting(player: Player, *lines: str) -> str:
    """What is printed while these lines are typed at the prompt."""
    said = player("play", given="".join(f"{line}\n" for line in lines)).says(0, no="something unexpected")
    return said.sentences


def test_two_attacks_typed_in_one_line_are_rolled_one_after_the_other(june44: Player) -> None:
    said = sitting(june44, "att 2103 3 br; ATTACK 2006 3 cdn", "quit")
    assert "Attack on 2103" in said
    assert "Attack on 2006" in said
    assert 2 == said.count(": verified. (")
    assert [] == list(june44.place.glob("*.pbem"))


def test_in_spanish_the_first_line_is_spanish_too(june44: Player) -> None:
    said = june44("--lang", "es", "play", given="enviar\nquit\n").sentences
    assert "Véase `órdenes`; --partial" in said
    assert "[13.0]" not in said.partition("Turno 1")[0], "what practice told when the game began"
    assert "Turno 1 (6 de junio), primera ronda de invasión. Debes una decisión: atacar o fin" in said
    assert "You owe" not in said


def test_what_could_not_be_given_after_a_refusal_is_said(june44: Player) -> None:
    said = sitting(june44, "attack 1922 nobody; attack 2103 3 br", "quit")
    assert "Not given: attack 2103 3 br" in said
    assert "Attack on" not in said


def test_every_command_works_at_the_prompt_without_its_first_word(june44: Player) -> None:
    said = sitting(
        june44, "help", "help att", "orders attack", "orders 3 br", "orders --unit 3 br", "odds --target 2103",
        "map --around 2103", "pbem status", "undo",
    )  # fmt: skip
    assert "`;` stands between orders" in said
    assert "attack TARGET UNITS..." in said
    assert "pbem do" not in said, "an example is printed as it is typed here"
    assert 9 <= sum(line.startswith("    attack ") for line in said.splitlines())
    assert 2 == said.count("(4 legal)")
    assert "defender hurt" in said
    assert "June '44, The whole month: you play allied" in said
    assert "There is no order to take back." in said


def test_no_slip_and_no_bad_file_ends_a_sitting(june44: Player) -> None:
    (june44.place / "bad.pbem").write_text("nothing of a game")
    said = sitting(
        june44, "atack 2103 3 br", "orders --nonsense", "attack 'open", "x" * 5000,
        *(f"{name} bad.pbem" for name in ("import", "open", "verify", "audit", "replay", "verify recheck", "verify page")),
        "audit compare bad.pbem", "game lint june44", "game try bad.pbem", "packs lint bad.pbem", "backup restore bad.pbem",
        "verify recheck", "club check .", "watch . --once", "setup doctor", "attack 2103 3 br", "quit",
    )  # fmt: skip
    assert "Did you mean attack?" in said
    assert "No such option" in said
    assert "at most 4000 characters" in said
    assert "Attack on 2103" in said


def test_a_turn_by_mail_is_sealed_at_the_prompt_with_one_answer_and_carries_the_word_with_it(
    table: Two, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann, ben = table
    monkeypatch.setattr(output, "can_ask", lambda: True)
    asked = ("status", "pbem map", "atack", "undo", "pick bold calm", "help", "y")
    said = sitting(ann, "note Bonjour, Ben!", "PICK bold calm", *asked, "do recommended", "quit")
    assert said.count("Sign and send it?") == said.count("Your turn is complete") + 4, (
        "asked again, as a question"
    )
    assert "Draft: 1 order" in said
    assert "Ben (blue) owes a secret order: pick (cup). That is so since today." in said
    assert "Your turn is complete" in said
    assert "With a word: Bonjour, Ben!" in said
    assert "Signed: entries" in said
    file = next(path for path in tmp_path.glob("tiny-*.pbem"))
    said = ben("import", file).sentences
    assert "Bonjour, Ben!" in said
    said = sitting(ben, "quit")
    assert "Bonjour, Ben!" in said, "a word is read before the turn is taken"


def test_a_draft_is_kept_when_the_player_leaves_and_nothing_is_sent_unasked(table, tmp_path):
    ann, _ = table
    said = sitting(ann, "pick bold calm")
    assert "Next: send" in said
    assert "Your draft is kept" in said
    assert [] == list(tmp_path.glob("tiny-*.pbem"))
    assert "1 order" in sitting(ann, "undo")
    assert look(ann.folder).draft != ()  # the start of the log stays


def test_the_password_is_asked_once_for_a_whole_sitting(tiny, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    ann = Player("Ann", tmp_path)
    secret = tmp_path / "secret"
    secret.write_text("correct horse battery\n")
    assert 0 == ann("identity", "new", "Ann", "--password-file", secret).code
    assert 0 == ann("practice", "tiny", "--password-file", secret).code
    monkeypatch.setattr(output, "can_ask", lambda: True)
    given = "correct horse battery\npick bold calm\ngo 1\nmode hit\nhand\nquit\n"
    said = ann("play", given=given)
    assert (0, 1) == (said.code, said.sentences.count("Password of Ann")), said


def test_play_and_practice_begin_in_an_empty_home(tiny, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    for name, command in (("ann", "practice"), ("ben", "play")):
        pbem("--home", tmp_path / name, command, "tiny").says(
            0, "You are Player here; the key has no password."
        )
        assert "You owe" in pbem("--home", tmp_path / name).out


@pytest.mark.wider
def test_a_phase_in_which_only_done_is_legal_is_passed_over_and_told(june44: Player) -> None:
    """The rounds of the invasion are played to their end: no bare `done` has to be typed."""
    said = ""
    for _ in range(30):
        said += sitting(june44, "orders", "quit")
        kinds = {line.split()[2] for line in june44("orders", "--all").out.splitlines() if "pbem do" in line}
        if "is written." in said:
            break
        example = next(line for line in june44("orders").out.splitlines() if "    pbem do" in line)
        said += sitting(june44, example.strip(), "quit")
        assert kinds != {"done"}
    assert "Nothing can be done but done: it is written." in said
