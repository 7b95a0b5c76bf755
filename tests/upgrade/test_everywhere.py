"""Every command that looks at a game works on one with an upgrade in the middle, before it, at it and after it."""

import json
import shutil
import sys
from pathlib import Path

import pytest

sys.path.insert(0, str(Path(__file__).resolve().parents[1]))
from home.table import Player, Two

from pbem.home.viewing import logs as looking
from pbem.home.viewing.logs import Film
from pbem.replay.table import state_digest
from tests.upgrade.test_commands import EXAMPLE, agreed, passed, seated

pytestmark = pytest.mark.wider


@pytest.fixture(scope="module")
def game(ford: None, tmp_path_factory: pytest.TempPathFactory) -> Two:
    """The example game: turn files under 0.1.0, some under 0.2.0, some on a data pack."""
    place = tmp_path_factory.mktemp("upgraded")
    with pytest.MonkeyPatch.context() as patch:
        for name in ("PBEM_HOME", "PBEM_PASSWORD", "NO_COLOR"):
            patch.delenv(name, raising=False)
        patch.chdir(place)
        ann, ben = seated(place, "--rules", "0.1.0")
        for _ in range(4):
            passed(ann, ben)
        agreed(ann, ben, "--to", "0.2.0")
        passed(ann, ben)
        for player in (ann, ben):
            assert 0 == player("packs", "add", EXAMPLE).code
        agreed(ann, ben, "--pack", "ford-example")
        for _ in range(2):
            passed(ann, ben)
    return ann, ben


@pytest.fixture
def file(game: Two, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The whole log, in a folder of its own."""
    monkeypatch.chdir(tmp_path)
    return Path(shutil.copy(game[0].folder.path / "log.pbem", tmp_path / "game.pbem"))


def film(game: Two) -> Film:
    return looking.film_of_game(game[0].folder, draft=False)


def replies(found: Film) -> list[int]:
    return [each.entry for each in found.trail if each.kind == "reply"]


def test_the_versions_follow_one_another_and_each_bundle_pins_its_state_by_its_own(game: Two) -> None:
    found = film(game)
    first, then = replies(found)
    at = [(each.entry, each.position.ruling) for each in found.trail]
    assert {"0.1.0"} == {game.info.version for entry, game in at if entry < first}
    assert {"0.2.0"} == {game.info.version for entry, game in at if entry >= first}
    assert {None} == {game.pack for entry, game in at if entry < then}
    assert {"ford-example"} == {game.pack.name if game.pack else "" for entry, game in at if entry >= then}
    for bundle in found.log.bundles:
        assert bundle.header.state == state_digest(found.at(bundle.header.last)[0])


def test_every_position_can_be_replayed_shown_and_told(game: tuple[Player, Player], file: Path) -> None:
    home, found = game[0], film(game)
    for at in {0, *(n + m for n in replies(found) for m in (-2, -1, 0, 1)), len(found.trail) - 1}:
        home("replay", file, "--to", at).says(0, f"After {at + 1} entries:")
        assert 0 == home("map", file, "--at", at, "--out", f"map-{at}.svg").code
    assert 0 == home("replay", file, "--report", "report.md", "--html", "page.html").code
    home("replay", file).says(
        0,
        "The game goes on under ford 0.2.0.",
        "The game goes on under ford 0.2.0 on the data pack ford-example.",
    )
    assert "Played on the data pack ford-example" in Path("report.md").read_text(encoding="utf-8")
    assert 0 == home("replay", file, "--json").code


def test_audit_and_spectators_and_backup(game: tuple[Player, Player], file: Path, tmp_path: Path) -> None:
    ann = game[0]
    ann("audit", file).says(0)
    ann("replay", "spectate", "--delay", "0", "--out", "stream.pbem").says(0)
    ann("verify", "stream.pbem").says(0)
    ann("backup", "all.backup").says(0)


def test_a_restored_home_goes_on(game: tuple[Player, Player], file: Path, tmp_path: Path) -> None:
    game[0]("backup", "copy.backup")
    other = Player("Other", tmp_path)
    other("backup", "restore", "copy.backup").says(0)
    assert game[0]("replay").out == other("replay").out


def test_recheck_folds_it_under_what_it_pins(game: tuple[Player, Player], file: Path) -> None:
    said = game[0]("verify", "recheck", file, "--json")
    found = json.loads(said.out.splitlines()[0])
    assert ("0.1.0", None) == (found["pinned"], found["broken"]), said
    assert 0 == said.code
