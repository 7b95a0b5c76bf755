"""Attacks typed one after the other wait for the dice of the first, in real games between two homes and with real mails."""

from __future__ import annotations

from pathlib import Path

import pytest
from home.table import Player

from pbem.home import games
from pbem.home.identity import unlock
from pbem.home.play import orders as playing
from pbem.protocol.session import Session

from .desk import Desk, begun, decide_all

_ENOUGH = 200


def _session(player: Player) -> Session:
    return games.open_session(player.folder, unlock(player.home, ""))


def _advised(session: Session) -> str:
    rules = session.game.rules
    return rules.actions.typed(rules.advise(session.position.game, session.side, session.secrets, 0))


def _attacks(session: Session) -> list[str]:
    """Two attacks that share no word: other units, another target."""
    if "attack" not in playing.kinds_of(session.owed):
        return []
    typed = session.game.rules.actions.typed
    lines = [
        typed(each) for each in playing.options(session) if session.game.rules.actions.kind(each) == "attack"
    ]
    first = lines[0] if lines else ""
    words = set(first.replace(",", " ").split()[1:])
    other = next((line for line in lines if words.isdisjoint(line.replace(",", " ").split()[1:])), "")
    return [first, other] if other else []


def _to_two_attacks(desk: Desk) -> tuple[Player, list[str]]:
    """Both play as advised until somebody may make two attacks that have nothing to do with one another."""
    for _ in range(_ENOUGH):
        desk.settle()
        mover = desk.mover() or next(each for each in (desk.ann, desk.ben) if _session(each).draft)
        if found := _decide_to_attacks(mover):
            return mover, found
        desk.send(mover)
    raise AssertionError("nobody ever had two attacks to make")


def _decide_to_attacks(player: Player) -> list[str]:
    """Decide as advised; the two attacks, where they can be made now."""
    home = player.home
    identity, folder = unlock(home, ""), games.choose(home)
    with home.lock():
        session = playing.onward(games.open_session(folder, identity))
        found: list[str] = []
        while session.mine and session.owed.what in playing.DECISIONS and not found:
            if not (found := _attacks(session)):
                rules = session.game.rules
                order = rules.advise(session.position.game, session.side, session.secrets, 0)
                session = playing.onward(session.order(order))
        games.save_session(folder, identity, session)
    return found


def _decide_once(player: Player) -> str:
    """One decision as advised, typed; what was said."""
    said = player("do", _advised(playing.onward(_session(player))))
    assert said.code == 0, said
    return said.sentences


def _decides(player: Player) -> bool:
    session = playing.onward(_session(player))
    return session.mine and session.owed.what in playing.DECISIONS


def _typed_ahead(desk: Desk) -> tuple[Player, str, str]:
    """Somebody makes an attack, and types a second one while the dice of the first are out."""
    mover, (first, second) = _to_two_attacks(desk)
    assert mover("do", first).code == 0
    while _decides(mover):
        _decide_once(mover)
    said = mover("do", second)
    assert said.code == 0, said
    assert f"It waits: {second}" in said.sentences
    assert second.encode() not in b"".join(
        each.read_bytes() for each in mover.path.rglob("*") if each.is_file()
    )
    desk.send(mover)
    return mover, first, second


def _until_nothing_waits(desk: Desk, mover: Player) -> str:
    """Both go on as advised until nothing waits, or the queue has stopped; what the mover was told."""
    told: list[str] = []
    for _ in range(60):
        desk.settle()
        asked = desk.mover()
        if (
            not mover.folder.standing_counts()[1]
            or asked is None
            or "has stopped" in mover("standing", "show").sentences
        ):
            break
        if asked is mover and _decides(mover):
            told.append(_decide_once(mover))
        elif asked is not mover:
            decide_all(asked)
        if not _decides(asked):
            desk.send(asked)
    return "".join(told)


@pytest.mark.night
@pytest.mark.parametrize("game", ["june6", "june44", "darkdecember"])
def test_the_second_of_two_attacks_waits_and_is_given_when_the_first_is_over(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    desk = begun(tmp_path, game)
    mover, first, second = _typed_ahead(desk)
    told = _until_nothing_waits(desk, mover)
    codec = _session(mover).game.rules.actions
    assert mover.folder.standing_counts()[1] == 0, mover("standing", "show")
    if _session(mover).draft:
        assert not told or f"It waited, and is given: {second}" in told  # else their program gave it
        while _decides(mover):
            _decide_once(mover)
        desk.send(mover)
    desk.settle()
    orders = [
        codec.typed(codec.load({name: v for name, v in entry.items() if name != "i"}))
        for entry in desk.lines(mover)
        if entry["k"] == "attack"
    ]
    assert [1, 1] == [orders.count(first), orders.count(second)]
    assert orders.index(first) < orders.index(second)
    assert desk.ann("verify").code == 0
    assert desk.ann.folder.log() == desk.ben.folder.log()


@pytest.mark.night
def test_an_attack_that_its_phase_does_not_ask_for_any_more_is_dropped_at_the_end_of_the_turn(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Normandy: all attacks are declared before the first is fought (13.2), so one that is typed later finds no place."""
    monkeypatch.chdir(tmp_path)
    desk = begun(tmp_path, "normandy")
    mover, _, second = _typed_ahead(desk)
    told = _until_nothing_waits(desk, mover)
    assert "the turn for which they were typed is over" in told
    assert second not in told.replace("It waits", "")
