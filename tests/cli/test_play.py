"""A game by commands alone, with a person or the computer, and what each command says."""

import json
from pathlib import Path

import pytest
from home.table import ORDERS, Player, Said, Two, decide, newcomers, pbem, play

from pbem.bytes.errors import PbemError
from pbem.dev import practice
from pbem.dev.practice import PLAYOUTS, End
from pbem.home.games import look, open_session, save_session
from pbem.home.identity import Identity, unlock
from pbem.home.viewing.logs import film_of_game
from pbem.protocol.session import Session
from pbem.store.game import Change, GameFolder
from pbem.store.home import Home


def test_alone_pbem_says_whose_turn_it_is_and_what_to_type(table: Two) -> None:
    ann, ben = table
    said = ann()
    assert "You owe a secret order: pick" in said.out
    assert said.out.rstrip().endswith("Next: pbem orders")
    assert "Next: pbem import FILE" in ben().out


def test_an_empty_home_says_how_to_begin(tiny: None, tmp_path: Path) -> None:
    assert 'Next: pbem identity new "Your Name"' in pbem("--home", tmp_path / "new").out


def test_orders_lists_each_kind_with_examples_that_can_be_typed(table: Two) -> None:
    ann, _ = table
    said = ann("orders")
    assert "pick MARKERS...  (9 legal)" in said.out
    example = next(line.split("pbem do ")[1] for line in said.out.splitlines() if "pbem do" in line)
    assert 0 == ann("do", *example.split()).code


def test_orders_as_json_lists_every_legal_order_with_its_text(table: Two) -> None:
    ann, _ = table
    found = [json.loads(line) for line in ann("orders", "--json").out.splitlines()]
    assert 9 == len(found)
    assert {"k": "pick", "markers": ["bold", "calm"], "text": "pick bold calm"} in found


def test_a_file_of_orders_may_hold_comments_and_is_written_whole(table: Two, tmp_path: Path) -> None:
    ann, ben = table
    decide(ann)
    ben("import", ann.sent())
    decide(ben)
    ann("import", ben.sent())
    orders = tmp_path / "orders.txt"
    orders.write_text("# first\ngo 2   # two spaces\n\nmode hit\n")
    said = ann("do", "--file", orders)
    assert (0, "Red steps 2. [1.1]" in said.err) == (said.code, True)
    assert "Draft: 2 orders" in ann("status").out


def test_undo_takes_back_the_last_order_and_says_when_there_is_none(table: Two) -> None:
    ann, _ = table
    before = ann("status").out
    ann("do", "pick", "bold", "calm")
    assert "1 order taken back" in ann("undo").err
    assert before == ann("status").out
    ann("undo").says(2, "no order to take back")


def test_send_refuses_while_a_decision_is_owed_and_partial_sends_all_the_same(table, tmp_path):
    ann, _ = table
    ann("send").says(2, "You still owe a secret order: pick")
    assert 0 == ann("send", "--partial", "--out", tmp_path / "part.pbem").code


def test_a_turn_goes_through_a_maildir_an_eml_and_standard_input(table: Two, tmp_path: Path) -> None:
    ann, ben = table
    decide(ann)
    addresses = ("--to", "ben@example.org", "--from", "ann@example.org")
    assert 0 == ann("send", "--maildir", tmp_path / "box", *addresses).code
    assert "entries 0-1, verified" in ben("import", tmp_path / "box").err
    decide(ben)
    assert 0 == ben("send", "--eml", tmp_path / "turn.eml", *addresses).code
    mail = (tmp_path / "turn.eml").read_bytes()
    assert b"X-Unsent: 1" in mail
    assert b"Subject: [pbem tiny T01 s0002]" in mail
    assert "verified" in ann("import", "-", given=mail).err
    decide(ann)
    decide(ann)
    text = ann("send", "--stdout").out
    assert "verified" in ben("import", "-", given=f"Hello,\n\n{text}\nAnn").err


def test_at_a_terminal_the_player_is_asked_and_no_writes_nothing(table, monkeypatch):
    ann, ben = table
    play(ann, ben, 3)
    decide(ben)
    file = ben.sent()
    monkeypatch.setattr("pbem.cli.output.can_ask", lambda: True)
    said = ann("import", file, given="n\n")
    assert "It cannot be taken back." in said.err
    assert "not sent yet" not in ann("status").out
    decide(ann)
    assert 0 == ben("open", ann.sent(), given="y\ny\n").code
    assert "not sent yet" in ben("status").out
    assert ann.folder.log() == ben.folder.log()


def test_a_password_is_asked_for_twice_when_it_is_new(tiny, tmp_path, monkeypatch):
    monkeypatch.setattr("pbem.cli.output.can_ask", lambda: True)
    ann = Player("Ann", tmp_path)
    assert 130 == ann("identity", "new", "Ann", given="one\nother\n").code
    assert 0 == ann("identity", "new", "Ann", given="secret\nsecret\n").code
    assert 0 == ann("invite", "tiny", "--stdout", given="secret\n").code
    assert 3 == ann("invite", "tiny", "--stdout", given="guess\n").code


def test_a_dry_import_stores_nothing(table: Two) -> None:
    ann, ben = table
    decide(ann)
    file, before = ann.sent(), ben("status").out
    assert "verified" in ben("import", "--dry-run", file).err
    assert before == ben("status").out


def test_import_as_json_gives_notes_and_what_happened_for_each_game(table: Two) -> None:
    ann, ben = table
    decide(ann)
    found = json.loads(ben("import", "--json", ann.sent()).out)
    assert ["new"] == [note["kind"] for note in found["games"][0]["notes"]]
    assert found["games"][0]["mine"] is True


def test_open_gives_the_verdict_and_names_the_import(table: Two) -> None:
    ann, ben = table
    decide(ann)
    file = ann.sent()
    said = ben("open", file)
    assert "incomplete. All of it holds; the game goes on.\n  Tiny, “only”: 2 entries" in said.out
    assert f"Next: pbem import {file}" in said.err
    assert 0 == ben("open", "--yes", file).code
    assert "2 entries are signed" in ben("status").out


def test_both_players_see_the_same_codes(table: Two) -> None:
    ann, ben = table
    again = ben("accept", ann.place / "invitation.pbem", "--out", ann.place / "again.pbem")
    started = ann("accept", ann.place / "acceptance.pbem")
    codes = [line for line in started.err.splitlines() if line.startswith("  ")]
    assert 3 == len(codes)
    assert codes == [line for line in again.err.splitlines() if line.startswith("  ")]


def test_invitations_and_acceptances_in_the_mail_are_named_with_the_command(tiny, tmp_path):
    ann, ben = newcomers(tmp_path, "Ann", "Ben")
    offer, answer = tmp_path / "offer.eml", tmp_path / "answer.eml"
    ann("invite", "tiny", "--eml", offer, "--to", "ben@example.org", "--from", "ann@example.org")
    assert f"Next: pbem accept {offer}" in ben("import", offer).err
    ben("accept", offer, "--eml", answer, "--to", "ann@example.org", "--from", "ben@example.org")
    assert f"Next: pbem accept {answer}" in ann("import", answer).err
    assert 0 == ann("accept", answer).code
    assert "known already" in ann("import", answer).err
    assert "your own invitation" in ann("import", offer).err


def test_doctor_finds_a_sound_home_and_a_damaged_one(table: Two) -> None:
    ann, _ = table
    said = ann("setup", "doctor")
    assert "good  key: Ann" in said.out
    assert "1 entry, verified" in said.out
    log = ann.folder.path / "log.pbem"
    log.write_bytes(log.read_bytes()[:-20])
    said = ann("setup", "doctor", "--json")
    bad = [each["name"] for each in map(json.loads, said.out.splitlines()) if not each["good"]]
    assert any(name.startswith("game") for name in bad)
    assert 1 == said.code


@pytest.fixture
def ann(tiny: None, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Player:
    """Ann with her key, and no game yet."""
    monkeypatch.chdir(tmp_path)
    player = Player("Ann", tmp_path)
    assert 0 == player("identity", "new", "Ann", "--no-password").code
    return player


def turn(player: Player) -> Said:
    """An order of the kind that is owed, and the turn sent."""
    said = player("orders").says(0)
    kind = next(kind for kind in ORDERS if f"pbem do {kind}" in said.out)
    assert 0 == player("do", ORDERS[kind]).code
    return player("send") if "Next: pbem send" in player("status").out else said


def test_every_send_is_answered_until_a_decision_is_owed_and_what_happened_is_told(ann: Player) -> None:
    ann("practice", "tiny", "--side", "red")
    for _ in range(6):
        said = turn(ann)
        seen = look(ann.folder)
        assert (True, True) == (seen.owed.seat == seen.seat, seen.owed.kind in ("choice", "conceal"))
        assert "Next: pbem orders" in said.err or "legal)" in said.out
    assert ": verified." in ann("replay").out


@pytest.mark.parametrize("place", ["decide", "save_session"])
def test_the_computer_goes_on_where_the_machine_stopped(ann, place, monkeypatch):
    """Before it could answer, or when its answer was stored in its own home only."""
    ann("practice", "tiny", "--side", "red")
    ann("do", ORDERS["pick"])
    real = save_session

    def stop(*given: object, **more: object) -> None:
        if place == "save_session":
            folder, identity, session = given[:3]
            assert isinstance(folder, GameFolder) and isinstance(identity, Identity)  # noqa: PT018
            assert isinstance(session, Session)
            real(folder, identity, session)
        raise PbemError("stopped", "The machine stopped.")

    with monkeypatch.context() as patch:
        patch.setattr(practice, place, stop)
        assert "The machine stopped." in ann("send").err
    assert 0 == ann("practice").code
    seen = look(ann.folder)
    assert (seen.seat, Home(ann.path / "practice").games()[0].log()) == (seen.owed.seat, ann.folder.log())


def ending(patch: pytest.MonkeyPatch, *winners: str) -> None:
    """The playouts end so, and once more and so on."""
    found = [End(winner=each, turn=3) for each in winners * PLAYOUTS][:PLAYOUTS]
    patch.setattr(practice, "ends", lambda *_given: iter(found))


@pytest.mark.parametrize(
    ("offered", "winners", "taken"),
    [
        ("agree --winner red", ("red",), True), ("agree --winner red", (*["red"] * 19, "blue"), False),
        ("agree --winner red", ("red", ""), False), ("agree --draw", ("red", "blue"), True),
        ("agree --draw", ("red", "blue", "blue"), False), ("agree --winner blue", ("blue",), True),
        ("resign", ("blue",), True),
    ],
)  # fmt: skip
def test_the_computer_takes_an_end_that_gives_nothing_away(ann, monkeypatch, offered, winners, taken):
    ann("practice", "tiny", "--side", "red")
    ending(monkeypatch, *winners)
    said = ann("end", *offered.split(), "--yes", "--out", ann.place / "end.pbem")
    if not taken:
        said.says(2, "The computer declines: it has played on from here")
        assert (False, ()) == ((ann.place / "end.pbem").exists(), ann.folder.papers())
        return
    said.says(0, "It binds.", "Vault opened by Ann (red) and Computer (blue)")
    ann("verify", ann.place / "end.pbem").says(0, "Your game")
    for words in (("do", ORDERS["pick"]), ("send",), ("practice",)):
        ann(*words).says(6, "over by a signed paper")
    ann("play").says(0, "over by a signed paper", no="You owe")
    if offered != "resign":
        ann("end", "agree", "--winner", "red", "--yes").says(6, "by a signed paper", "Both of you agreed")
        ann("end", "resign", "--yes").says(6, "over by a signed paper", "Both of you agreed")


def test_the_computer_offers_an_end_once_and_status_says_so_as_long_as_it_stands(ann, monkeypatch):
    ann("practice", "tiny", "--side", "red")
    ending(monkeypatch, "red")
    said = [turn(ann).sentences + ann("status").sentences for _ in range(6)]
    offers = [each.count("pbem end agree --winner red") for each in said]
    assert (1, 0) == (offers.count(2), offers[0])
    facts, now = ann.folder.facts(), len(look(ann.folder).log.bundles)
    for after in (now - 1, now):
        ann.folder.save(Change(facts={**facts, "practice_end": after}))
        assert (after == now) == ("The computer offers" in ann("status").sentences)
    ending(monkeypatch, "blue")  # it keeps its word
    ann("end", "agree", "--winner", "red", "--yes", "--out", ann.place / "end.pbem").says(0, "It binds.")
    assert "The computer offers" not in ann("status").sentences


def test_playouts_repeat_themselves_and_guess_what_is_sealed_from_what_was_opened(ann: Player) -> None:
    ann("practice", "tiny", "--side", "red")
    for _ in range(3):
        turn(ann)
    home = Home(ann.path / "practice")
    folder = home.games()[0]
    session = open_session(folder, unlock(home, ""))
    trail = film_of_game(folder).trail
    ends, again = (list(practice.ends(session, trail, 7)) for _ in range(2))
    assert ends == again != list(practice.ends(session, trail, 8))
    assert None not in ends
    assert 1 < len({each.winner for each in ends})


def test_a_game_against_a_person_is_left_alone_and_it_is_said_how_to_begin_one(table: Two) -> None:
    ann, _ = table
    ann("practice").says(2, "Type: pbem practice GAME")
    ann("practice", "--game", ann.folder.name).says(2, "is not against the computer")


def test_a_game_that_names_a_level_goes_on(ann: Player) -> None:
    assert 0 == ann("practice", "tiny").code
    ann.folder.save(Change(facts={**ann.folder.facts(), "level": "strong"}))
    assert 0 == ann("practice", "--game", ann.folder.name).code


def test_a_scenario_is_shown_by_its_title_from_the_invitation_to_the_verdict(bare: Path) -> None:
    ann, ben = newcomers(bare, "Ann", "Ben")
    title, es = "Los desembarcos, del 6 al 10 de junio", ("--lang", "es")
    said = [ann("invite", "june6", "--scenario", "landings", "--out", "one.pbem", *es)]
    said += [who("verify", "one.pbem", *es) for who in (ann, ben)]
    said += [ann("import", "one.pbem", *es)]
    said += [ben("accept", "one.pbem", "--yes", "--out", "two.pbem", *es)]
    for each in said:
        assert (True, False) == (title in each.out + each.err, "june6 landings" in each.out + each.err), each
