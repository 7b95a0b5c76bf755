"""Both programs act in every game: two people only decide, and both homes come to the same log."""

from __future__ import annotations

from pathlib import Path

import pytest

from pbem.games import registry

from .desk import begun, decide_all

GAMES = [each.name for each in registry.installed()]


@pytest.mark.night
@pytest.mark.parametrize("game", GAMES)
def test_two_people_only_decide_and_two_programs_do_the_rest(
    game: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    desk, sittings, orders = begun(tmp_path, game), 0, 0
    while sittings < 6 and (mover := desk.mover()) is not None:
        orders += decide_all(mover)
        desk.send(mover)
        sittings += 1
        desk.settle()
    desk.settle()
    ann, ben = desk.ann.folder.log(), desk.ben.folder.log()
    assert ann == ben
    assert sittings <= orders
    assert desk.ann("verify").code == 0
    asked = [entry for entry in desk.lines(desk.ann) if entry["k"] == "req"]
    answered = [entry for entry in desk.lines(desk.ann) if entry["k"] == "rsp"]
    assert len(asked) - len(answered) in (0, 1)
    if len(asked) > len(answered):  # the answer lies in the draft of who has to decide what comes of it
        waiting = desk.mover()
        assert waiting is not None
        assert '"unsent_entries": 0' not in waiting("status", "--json").out
