"""Upgrades by commands alone, between two homes, to a version or a pack and back; what does not carry over is named."""

import json
import shlex
import shutil
import sys
from functools import cache
from pathlib import Path

import pytest
from home.table import Player, Two, pbem

from pbem.games import registry
from pbem.games.registry import Game
from pbem.replay.fold import AppliedEntry
from pbem.replay.upgrading import Prevented, prevented
from pbem.replay.verify import Reading, read

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))

EXAMPLE = Path(__file__).with_name("ford-pack")


@pytest.fixture(autouse=True)
def alone(ford: None, monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """Both versions, no environment, and files in a folder of their own."""
    for name in ("PBEM_HOME", "PBEM_PASSWORD", "NO_COLOR"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.chdir(tmp_path)


def seated(place: Path, *words: str) -> Two:
    """Ann (red) and Ben (blue) at the ford."""
    ann, ben = Player("Ann", place), Player("Ben", place)
    for player in (ann, ben):
        assert 0 == player("identity", "new", player.name, "--no-password").code
    assert 0 == ann("invite", "ford", *words, "--out", "invitation.pbem").code
    ben("accept", "invitation.pbem", "--out", "acceptance.pbem").says(0)
    assert 0 == ann("accept", "acceptance.pbem").code
    return ann, ben


def mine(player: Player) -> bool:
    return bool(json.loads(player("status", "--json").out)["mine"])


def decided(player: Player) -> None:
    """Give the first legal order, if a decision is owed."""
    said = player("orders", "--json")
    if said.code == 0 and said.out.strip():
        order = json.loads(said.out.splitlines()[0])["text"]
        player("do", *shlex.split(order)).says(0)


def passed(ann: Player, ben: Player) -> None:
    """Whoever holds the pen decides what they owe, sends, and the other takes it in."""
    mover, waiter = (ann, ben) if mine(ann) else (ben, ann)
    for _ in range(6):
        if not mine(mover):
            break
        decided(mover)
    handed(mover, waiter)


def handed(mover: Player, waiter: Player) -> None:
    waiter("import", mover.sent("--partial")).says(0)


def facts(player: Player) -> tuple[str, str]:
    said = json.loads(player("status", "--json").out)
    return said["owed_by"], player("replay").out.splitlines()[-1]


def offered(ann: Player, ben: Player, *words: object) -> tuple[Player, Player, str]:
    """Whoever may offers, as soon as no roll is under way; they come first, and what was said last."""
    one, other = (ann, ben) if mine(ann) else (ben, ann)
    while (said := one("offer", "upgrade", *words)).code == 3 and "no roll is under way" in said.err:
        passed(ann, ben)
        one, other = (ann, ben) if mine(ann) else (ben, ann)
    assert (0, True) == (said.code, "Next: pbem send" in said.err), said
    handed(one, other)
    return one, other, said.err


def agreed(ann: Player, ben: Player, *words: object) -> Two:
    """One offers, the other looks at it and agrees; who offered comes first."""
    one, other, _ = offered(ann, ben, *words)
    assert "an answer to the upgrade to ford" in other("status").out
    assert "pbem offer upgrade --accept, or pbem offer upgrade --decline" in other("orders").out
    assert "The game as it stands carries over." in other("offer", "upgrade").out
    other("offer", "upgrade", "--accept").says(0)
    handed(other, one)
    assert facts(ann) == facts(ben)
    return one, other


def test_a_game_begun_under_0_1_0_goes_on_under_0_2_0(tmp_path: Path) -> None:
    ann, ben = seated(tmp_path, "--rules", "0.1.0")
    for _ in range(4):
        passed(ann, ben)
    listed = ann("offer", "upgrade").out
    assert "played under ford 0.1.0" in listed
    assert "pbem offer upgrade --to 0.2.0 --try" in listed
    tried = ann("offer", "upgrade", "--to", "0.2.0", "--try").out
    assert "Rules: 0.1.0 -> 0.2.0." in tried
    assert "The game as it stands carries over." in tried
    agreed(ann, ben, "--to", "0.2.0")
    assert "played under ford 0.2.0" in ben("offer", "upgrade").out
    for _ in range(3):
        passed(ann, ben)
    assert facts(ann) == facts(ben)
    for player in (ann, ben):
        assert "incomplete" in player("verify").out
    shutil.copy(ann.folder.path / "log.pbem", tmp_path / "whole.pbem")
    pbem("--home", tmp_path / "nobody", "verify", tmp_path / "whole.pbem").says(
        0, "All of it holds; the game goes on."
    )


def test_somebody_types_the_printed_table_in_the_middle_of_a_game_and_goes_back_again(tmp_path: Path) -> None:
    ann, ben = seated(tmp_path)
    for _ in range(2):
        passed(ann, ben)
    one, other, told = offered(ann, ben, "--pack", EXAMPLE)
    assert "pbem packs pack ford-example makes a file to mail" in told
    looked = other("offer", "upgrade").out
    assert "You cannot agree to it as things are" in looked
    assert "pbem packs add FILE" in looked
    other("offer", "upgrade", "--accept").says(6, "pbem packs add FILE")
    assert 0 == other("packs", "add", EXAMPLE).code
    assert "strength: 3 -> 4" in other("offer", "upgrade").out
    assert 0 == other("offer", "upgrade", "--accept").code
    handed(other, one)
    assert facts(ann) == facts(ben)
    for _ in range(2):
        passed(ann, ben)
    agreed(ann, ben, "--own-data")
    passed(ann, ben)
    assert facts(ann) == facts(ben)
    shutil.copy(ann.folder.path / "log.pbem", tmp_path / "whole.pbem")
    cleo = Player("Cleo", tmp_path)
    cleo("verify", "whole.pbem").says(6, "is not installed")
    assert 0 == cleo("verify", "whole.pbem", "--pack", EXAMPLE).code
    assert 0 == cleo("packs", "add", EXAMPLE).code
    assert 0 == cleo("verify", "whole.pbem").code


def test_the_list_of_games_names_the_older_version(tmp_path: Path) -> None:
    found = json.loads(pbem("--home", tmp_path / "nobody", "rules", "list", "--json").out)
    assert {"ford": ["0.1.0"]} == {each["name"]: each["older"] for each in found if each["older"]}


def test_declining_leaves_everything_as_it_was(tmp_path: Path) -> None:
    ann, ben = seated(tmp_path, "--rules", "0.1.0")
    before = facts(ann)[0]
    one, other = (ann, ben) if mine(ann) else (ben, ann)
    assert 0 == one("offer", "upgrade", "--to", "0.2.0").code
    handed(one, other)
    assert 0 == other("offer", "upgrade", "--decline").code
    handed(other, one)
    assert "played under ford 0.1.0" in one("offer", "upgrade").out
    assert before == facts(one)[0]


LANDINGS = Path(__file__).resolve().parents[2] / "examples" / "landings" / "campaign.pbem"


@cache
def played() -> tuple[Reading[object], tuple[AppliedEntry[object], ...]]:
    trail: list[AppliedEntry[object]] = []
    return read(LANDINGS.read_bytes(), watch=trail.append), tuple(trail)


def packed(place: Path, text: str) -> Game:
    (place / "less.toml").write_text(f'[pack]\nname = "less"\ngame = "june6"\n{text}\n', encoding="utf-8")
    return registry.load("june6", place / "less.toml")


def reduced() -> tuple[str, int]:
    """A unit that is reduced in the recorded game and still is at its end, and the entry that reduced it."""
    reading, trail = played()
    told = [(each.entry, said.text) for each in trail for said in each.outcomes if " is reduced" in said.text]
    last = {text.partition(" is reduced")[0]: entry for entry, text in told}
    board = reading.position.game.board
    return next((name, entry) for name, entry in last.items() if (unit := board.get(name)) and unit.reduced)


def one_step(name: str) -> str:
    """The text of a pack in which this unit has one step."""
    return f'[units.units."{name}"]\nsteps = 1\nremove = ["back"]'


def test_a_pack_in_which_a_reduced_unit_has_one_step_is_stopped_at_the_entry_that_reduced_it(tmp_path):
    name, entry = reduced()
    found = prevented(played()[0].position, packed(tmp_path, one_step(name)))
    assert entry == found.entry
    assert f"[2.4] {name} has lost a step, and here its counter has only one" in found.reason


def test_the_same_pack_is_fine_as_long_as_the_unit_is_whole(tmp_path: Path) -> None:
    reading, trail = played()
    pack = packed(tmp_path, one_step(reduced()[0]))
    stopped = prevented(reading.position, pack)
    assert isinstance(stopped, Prevented)
    assert stopped.entry is not None
    assert prevented(trail[stopped.entry - 1].position, pack) is None
    assert prevented(trail[stopped.entry].position, pack) is not None


def test_printed_values_typed_in_the_middle_prevent_nothing(tmp_path: Path) -> None:
    reading, _ = played()
    assert prevented(reading.position, packed(tmp_path, '[units.units."16/1"]\ncs = 7')) is None


def test_every_state_of_a_recorded_game_is_sound_under_its_own_rules() -> None:
    for each in played()[1][::25]:
        assert () == each.position.rules.unsound(each.position.game)
