"""Released versions stay loadable: archives are what they were, and a game begun under one verifies as on its day.

Nothing has been released yet; the shelf that these tests lay has version 0.1.0 of the example game. Whatever lies on the
shelf that is shipped is held to the same.
"""

import ast
import hashlib
import io
import shutil
import subprocess
import sys
import zipfile
from collections.abc import Iterator
from pathlib import Path

import pytest
from attrs import evolve
from click.testing import CliRunner

from pbem.bytes.canon import encode_value, tagged_hash
from pbem.bytes.errors import DataError, UsageError
from pbem.cli import main
from pbem.games import editions, registry, released
from pbem.games.released import FORMER, Released
from pbem.games.toml import parse_toml
from pbem.replay.upgrading import carry, prevented
from pbem.replay.verify import read, verify
from tests.tools import release_ruleset
from tests.upgrade.shelves import SHELF, listed, played

ARCHIVES = [
    (shelf, each) for shelf in (release_ruleset.SHELF, SHELF) for each in listed(shelf) if each.archive
]
FORD = next(each for shelf, each in ARCHIVES if shelf == SHELF)
each_archive = pytest.mark.parametrize(
    ("shelf", "version"), ARCHIVES, ids=lambda each: getattr(each, "archive", "")
)
PORT = {*FORMER, *FORMER.values()}


@pytest.fixture(autouse=True)
def known(ford: None) -> None:
    """Both versions of the example game, in every test."""


def modules(shelf: Path, version: Released) -> Iterator[tuple[str, ast.Module]]:
    with zipfile.ZipFile(shelf / version.archive) as archive:
        for name in archive.namelist():
            if name.endswith(".py"):
                yield name, ast.parse(archive.read(name))


@each_archive
def test_an_archive_is_the_one_that_was_released(shelf: Path, version: Released) -> None:
    data = (shelf / version.archive).read_bytes()
    assert version.sha256 == hashlib.sha256(data).hexdigest()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = archive.namelist()
        assert sorted(names) == names
        folder = version.package.removeprefix("pbem_released.").replace(".", "/")
        manifest = parse_toml(archive.read(f"{folder}/ruleset.toml"), "ruleset.toml")
    assert version.digest == tagged_hash("ruleset", encode_value(manifest)).hex()
    assert (version.name, version.version) == (manifest["name"], manifest["version"])


@each_archive
def test_its_own_data_is_what_the_list_says(shelf: Path, version: Released) -> None:
    found = editions.find(version.name, version.digest, version.data)
    assert (version.data, version.version) == (found.data_digest, found.info.version)


@each_archive
def test_it_sees_the_port_and_itself_only(shelf: Path, version: Released) -> None:
    """No keys, log, mail or outside, and nothing of the rules of today."""
    own = version.package.rpartition(".")[0]
    for name, tree in modules(shelf, version):
        for node in ast.walk(tree):
            targets = []
            if isinstance(node, ast.ImportFrom):
                module = node.module or ""
                rooms = module in {"pbem", "pbem.bytes", "pbem.port"}
                targets = [f"{module}.{each.name}" for each in node.names] if rooms else [module]
            targets += [each.name for each in node.names] if isinstance(node, ast.Import) else []
            for target in targets:
                top = target.partition(".")[0]
                assert top != "pbem_rules", (name, target)
                assert top != "pbem" or target in PORT, (name, target)
                assert top != "pbem_released" or target.startswith(own), (name, target)
                assert top not in {"os", "io", "pathlib", "random", "time", "socket", "subprocess"}, (
                    name,
                    target,
                )


@each_archive
def test_it_can_be_made_again_from_its_commit(shelf: Path, version: Released) -> None:
    """Where its history is at hand: not in an unpacked source distribution, nor in a shallow copy."""
    there = ["git", "-C", str(release_ruleset.ROOT), "cat-file", "-e", f"{version.commit}^{{commit}}"]
    if shutil.which("git") is None or subprocess.run(there, check=False, capture_output=True).returncode:
        pytest.skip("no history here")
    package = release_ruleset.EXAMPLE if shelf == SHELF else release_ruleset.OURS
    files = release_ruleset.tree_of(version.name, version.commit, package)
    data, _, _ = release_ruleset.archive(version.name, files, package)
    with zipfile.ZipFile(io.BytesIO(data)) as made, zipfile.ZipFile(shelf / version.archive) as kept:
        assert kept.namelist() == made.namelist()
        for name in made.namelist():
            assert kept.read(name) == made.read(name), name


def test_the_same_files_give_the_same_bytes() -> None:
    files = release_ruleset.tree_of("pegasus")
    turned = dict(reversed(files.items()))
    assert release_ruleset.archive("pegasus", files) == release_ruleset.archive("pegasus", turned)


def test_two_versions_of_a_game_live_side_by_side_and_share_no_module() -> None:
    old, new = (editions.load(each) for each in reversed(editions.versions("ford")))
    assert ("0.1.0", "0.2.0") == (old.info.version, new.info.version)
    assert type(old.rules).__module__ != type(new.rules).__module__
    assert "pbem_released.ford_0_1_0.ford.game" in sys.modules
    theirs = [name for name in sys.modules if name.startswith("pbem_released.ford_0_1_0.")]
    assert all("ford-0.1.0.zip" in str(sys.modules[name].__file__) for name in theirs if "." in name[14:])


def test_an_archive_that_was_changed_is_refused_before_anything_of_it_is_imported(tmp_path: Path) -> None:
    bent = Released(**{**{k: getattr(FORD, k) for k in Released.__annotations__}, "sha256": "0" * 64})
    with pytest.raises(DataError) as refused:
        released.package_of(bent)
    assert "is not the file that was released" in refused.value.message
    assert "pip install --force-reinstall pbem" in refused.value.hint


def test_a_missing_archive_says_how_to_get_it_back() -> None:
    gone = Released(name="ford", version="0.0.9", digest="0" * 64, data="0" * 64, archive="ford-0.0.9.zip")
    with pytest.raises(DataError) as refused:
        released.package_of(gone)
    assert "is missing" in refused.value.message


def test_a_version_that_is_known_by_name_only_says_which_release_has_it(monkeypatch):
    gone = Released(name="ford", version="0.0.9", digest="9" * 64, data="8" * 64, pbem="0.0.7")
    monkeypatch.setattr(released, "released", lambda: (FORD, gone))
    with pytest.raises(UsageError) as refused:
        editions.find("ford", "9" * 64, "8" * 64)
    assert "ford 0.0.9 (ruleset 999999999999) is not installed" in refused.value.message
    assert 'Type: pip install "pbem==0.0.7"' == refused.value.hint


def test_data_of_another_release_says_which(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(
        released, "released", lambda: (FORD, evolve(FORD, version="0.0.9", data="8" * 64, archive=""))
    )
    with pytest.raises(UsageError) as refused:
        editions.find("ford", registry.info("ford").digest, "8" * 64)
    assert ("unknown-data", True) == (
        refused.value.code,
        "the own data of ford 0.0.9" in refused.value.message,
    )


def test_what_nobody_has_heard_of_is_said_with_what_to_install() -> None:
    with pytest.raises(UsageError) as refused:
        editions.find("ford", "7" * 64, "7" * 64)
    assert "at hand are the versions 0.2.0, 0.1.0" in refused.value.message
    assert "pip install" in refused.value.hint


@pytest.fixture(scope="module")
def old(ford: None) -> bytes:
    """A whole game of the example under 0.1.0, with toy keys: the same bytes each time."""
    return played(editions.load(editions.named("ford", "0.1.0")), "released").log.encode()


def test_a_game_under_an_older_version_verifies_to_the_state_of_its_last_header(old: bytes) -> None:
    found = read(old)
    assert ("verified", "0.1.0") == (found.verdict.verdict, found.game.info.version)
    assert found.log.bundles[-1].header.state == found.verdict.state


def test_by_the_command_too_and_one_changed_byte_is_found(old: bytes, tmp_path: Path) -> None:
    (tmp_path / "old.pbem").write_bytes(old)
    said = CliRunner().invoke(main, ["--home", str(tmp_path / "none"), "verify", str(tmp_path / "old.pbem")])
    assert (0, True) == (said.exit_code, "verified" in said.output), said.output
    data = bytearray(old)
    data[len(data) // 2] ^= 1
    assert "rejected" == verify(bytes(data)).verdict


def test_every_position_of_it_carries_over_to_the_version_of_today_with_the_units_it_has_lost(old):
    now, seen, lost = registry.load("ford"), [], set()
    found = read(old, watch=seen.append)
    for each in seen:
        state = carry(found.first.ruling, now, each.position.game)
        assert set(now.rules.data.units) == set(state.gone) | {unit.id for unit in state.board}
        lost |= set(state.gone)
    assert lost
    assert prevented(found.position, now) is None


def test_recheck_says_where_the_rules_of_today_part_from_it(old: bytes, tmp_path: Path) -> None:
    (tmp_path / "old.pbem").write_bytes(old)
    said = CliRunner().invoke(main, ["--home", str(tmp_path / "none"), "verify", "recheck", str(tmp_path)])
    assert (0, True) == (
        said.exit_code,
        "same under what it pins (ford 0.1.0); it differs at entry" in said.output,
    ), said.output
