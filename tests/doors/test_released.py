"""A version of every game can be frozen and loaded, and verifies what was played under it: what a release will do."""

import json
import tomllib
from pathlib import Path

import pytest

from pbem.bytes import container
from pbem.games import registry, released
from pbem.games.registry import Game
from pbem.games.released import Released
from pbem.log import parse_log
from pbem.replay.verify import verify
from tests.sampling import games_tried
from tests.tools import release_ruleset

pytestmark = pytest.mark.wider

ROOT = Path(__file__).resolve().parents[2]
SIGNATURE = json.loads((ROOT / "examples" / "signature.json").read_text("utf-8"))
LONGEST = 2000
"""Entries of a log that is verified here."""


def frozen(game: str, shelf: Path, patch: pytest.MonkeyPatch) -> Game:
    """The rules of this tree as they would lie on the shelf, loaded from there."""
    files = release_ruleset.tree_of(game)
    (row,) = tomllib.loads(release_ruleset.row(game, files))["version"]
    version = Released(**row)
    (shelf / version.archive).write_bytes(release_ruleset.archive(game, files)[0])
    patch.setattr(released, "shelf", lambda: shelf)
    released.package_of.cache_clear()
    return registry.load_version(registry.info_of(released.package_of(version), released.manifest(version)))


def recorded(game: str) -> str:
    """The recorded log of a game, the longest that is not too long."""
    logs = [name for name, facts in SIGNATURE.items() if facts["entries"] <= LONGEST]
    named = {name: _game_of(ROOT / "examples" / name) for name in logs}
    return max((name for name in logs if named[name] == game), key=lambda name: SIGNATURE[name]["entries"])


def _game_of(path: Path) -> str:
    return parse_log(container.unpack(path.read_bytes())).invite.game


@pytest.mark.parametrize("game", games_tried())
def test_a_frozen_version_loads_and_verifies_a_recorded_game(game, tmp_path, monkeypatch):
    there = frozen(game, tmp_path, monkeypatch)
    assert type(there.rules).__module__.startswith("pbem_released.")
    assert registry.load(game).data_digest == there.data_digest
    name = recorded(game)
    verdict = verify((ROOT / "examples" / name).read_bytes(), find=lambda *_: there)
    assert (None, SIGNATURE[name]["state"]) == (verdict.fault, verdict.state)


def test_every_folder_of_code_is_a_package() -> None:
    """A folder without ``__init__`` is found on a disk and not in an archive, and no contract on imports sees it."""
    roots = [ROOT / "pbem", *(path for path in (ROOT / "rules").iterdir() if path.is_dir())]
    folders = {path.parent for root in roots for path in root.rglob("*.py") if root != path.parent}
    assert [] == sorted(
        str(each.relative_to(ROOT)) for each in folders if not (each / "__init__.py").exists()
    )
