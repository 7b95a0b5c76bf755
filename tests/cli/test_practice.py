"""A person against the computer, by commands alone."""

from pathlib import Path

import pytest
from home.table import ORDERS, Player, Said, Two, newcomers

from pbem.bytes.errors import PbemError
from pbem.dev import practice
from pbem.home.games import look, save_session
from pbem.home.identity import Identity
from pbem.protocol.session import Session
from pbem.store.game import Change, GameFolder
from pbem.store.home import Home


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
def test_the_computer_goes_on_where_the_machine_stopped(
    ann: Player, place: str, monkeypatch: pytest.MonkeyPatch
) -> None:
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


def test_a_home_without_a_practice_game_says_how_to_begin(ann: Player) -> None:
    ann("practice").says(2, "Type: pbem practice GAME")


def test_a_game_against_a_person_is_left_alone(table: Two) -> None:
    ann, _ = table
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
