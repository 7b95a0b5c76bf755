"""``pbem standing``: from an empty sheet to answers in the draft."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import frozen

from pbem.games import registry
from pbem.home import games
from pbem.home.identity import unlock
from pbem.home.play import standing_orders
from pbem.replay.table import Owed, Position
from pbem.store.game import GameFolder
from tests.home.table import Player, sit_down, use_tiny
from tests.standing.sheets import FULL


def toml(side: str) -> str:
    """The full sheet of a side as a file."""
    found = []
    for table, keys in FULL[side].items():
        assert isinstance(keys, dict)
        found.append(f"[{table}]")
        found.extend(f"{key} = {value!r}" for key, value in keys.items())
    return "\n".join(found).replace("'", '"') + "\n"


@pytest.fixture
def june(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> tuple[Player, Player]:
    """Ann (allied) and Ben (german) at the landings."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.delenv("PBEM_HOME", raising=False)
    ann, ben = Player("Ann", tmp_path), Player("Ben", tmp_path)
    for player in (ann, ben):
        assert player("identity", "new", player.name, "--no-password").code == 0
    assert ann("new", "june6", "--side", "allied", "--out", tmp_path / "i.pbem").code == 0
    assert ben("join", tmp_path / "i.pbem", "--out", tmp_path / "a.pbem").code == 0
    assert ann("start", tmp_path / "a.pbem").code == 0
    return ann, ben


def test_a_game_without_standing_orders_says_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    use_tiny(monkeypatch)
    monkeypatch.chdir(tmp_path)
    ann, _ = sit_down(tmp_path)
    said = ann("standing", "new")
    assert 2 == said.code
    assert "takes no standing orders" in said.err


def test_a_new_sheet_is_checked_and_given_and_shown_and_dropped(june: tuple[Player, Player]) -> None:
    ann, _ = june
    sheet = ann.place / "orders.toml"
    assert 0 == ann("standing", "new", sheet).code
    assert 2 == ann("standing", "new", sheet).code  # never written over
    assert "Next: pbem standing give" in ann("standing", "check", sheet).err
    assert 0 == ann("standing", "give", sheet).code
    assert sheet.read_text(encoding="utf-8").rstrip() in ann("standing", "show").out
    assert "Next: pbem orders" in ann("status").out  # it hands everything back
    assert 0 == ann("standing", "drop").code
    assert 2 == ann("standing", "show").code


def test_slips_are_named_with_their_lines_and_such_orders_do_not_stand(june: tuple[Player, Player]) -> None:
    ann, _ = june
    sheet = ann.place / "orders.toml"
    sheet.write_text('[modes]\ndefault = "flee"\n\n[losses]\nfirst = ["914/352"]\n', encoding="utf-8")
    said = ann("standing", "check", sheet)
    assert 2 == said.code
    assert ["2", "5"] == [line.split(":")[-3].strip() for line in said.out.splitlines()]
    assert 2 == ann("standing", "give", sheet).code
    assert standing_orders.kept(ann.folder) is None
    assert '"line": 2' in ann("standing", "check", sheet, "--json").out


def test_answers_go_into_the_draft_up_to_the_first_decision_that_is_left(june: tuple[Player, Player]) -> None:
    ann, _ = june
    sheet = ann.place / "orders.toml"
    sheet.write_text(toml("allied"), encoding="utf-8")
    assert 0 == ann("standing", "give", sheet).code
    assert "Next: pbem standing follow" in ann("status").out
    assert "They answer: buy" in ann("standing", "show").err
    dry = ann("standing", "follow", "--dry-run")
    assert "1 answer from" in dry.err
    assert "Nothing was written." in dry.err
    said = ann("standing", "follow")
    assert 0 == said.code, said
    assert "Next: pbem" in said.err
    drafted = games.look(ann.folder).draft
    assert any(b'"seal"' in line for line in drafted)


@frozen(kw_only=True)
class Kept:
    """A seat as it is looked at, without its secrets."""

    game: registry.Game
    seat: str
    side: str
    position: Position[object]
    owed: Owed
    folder: GameFolder

    @classmethod
    def of(cls, player: Player) -> Kept:
        view = games.look(player.folder)
        return cls(
            game=view.game,
            seat=view.seat,
            side=view.side,
            position=view.position,
            owed=view.owed,
            folder=player.folder,
        )


def test_the_answer_of_a_sheet_is_given_or_why_there_is_none(june: tuple[Player, Player]) -> None:
    ann, ben = june
    view = Kept.of(ann)
    assert "no orders stand" in standing_orders.answer_kept(view.folder, view).reason
    standing_orders.keep(ann.folder, standing_orders.parse(toml("allied").encode()))
    order = standing_orders.answer_kept(view.folder, view).action
    assert order is not None
    assert games.open_session(ann.folder, unlock(ann.home, "")).order(order).draft
    standing_orders.keep(ben.folder, standing_orders.parse(toml("german").encode()))
    assert "no decision is owed" in standing_orders.answer_kept(ben.folder, Kept.of(ben)).reason
    for broken, why in ((b"[modes", "cannot be read"), (b"[modes]\ndefault = 'flee'", "have slips")):
        (ann.folder.path / standing_orders.NAME).write_bytes(broken)
        answered = standing_orders.answer_kept(view.folder, view)
        assert (None, True) == (answered.action, why in answered.reason)


def test_the_usual_sheet_is_read_and_given_without_a_file(june: tuple[Player, Player]) -> None:
    for player in june:
        shown = player("standing", "usual", "--show")
        assert 0 == shown.code
        assert "[losses]" in shown.out
        assert 2 == player("standing", "show").code  # nothing stands yet
        given = player("standing", "usual")
        assert 0 == given.code
        assert "Next: pbem watch --act" in given.err
        assert shown.out.strip() in player("standing", "show").out
