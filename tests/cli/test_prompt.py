"""A sitting at the prompt: one password, nothing to quote, several orders in a line, what decides nothing written."""

from pathlib import Path

import pytest
from home.table import Player, Two, pbem

from pbem.cli import output
from pbem.home.games import look


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
    said = june44("--lang", "es", "play", given="quit\n").sentences
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


def test_a_draft_is_kept_when_the_player_leaves_and_nothing_is_sent_unasked(
    table: Two, tmp_path: Path
) -> None:
    ann, _ = table
    said = sitting(ann, "pick bold calm")
    assert "Next: send" in said
    assert "Your draft is kept" in said
    assert [] == list(tmp_path.glob("tiny-*.pbem"))
    assert "1 order" in sitting(ann, "undo")
    assert look(ann.folder).draft != ()  # the start of the log stays


def test_the_password_is_asked_once_for_a_whole_sitting(
    tiny: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
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


def test_play_and_practice_begin_in_an_empty_home(
    tiny: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
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
