"""Released versions stay loadable: archives are what they were, and the first recorded game verifies as on its day."""

from __future__ import annotations

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
from click.testing import CliRunner

from pbem import editions, registry, released
from pbem.canon import encode_value, tagged_hash
from pbem.cli import main
from pbem.errors import DataError, UsageError
from pbem.packs import parse_toml
from pbem.released import Released
from pbem.replay.upgrading import carry, prevented
from pbem.replay.verify import read, verify
from tests.tools import release_ruleset

SHELF = release_ruleset.SHELF
OLD = Path(__file__).with_name("landings-0.1.0.pbem")
"""The recorded game of the first landed version: 1,515 entries, with the demo's keys."""

ARCHIVES = [each for each in released.released() if each.archive]
PORT = {"ruleset", "insight", "rulebook", "scene", "codec", "values", "errors", "canon"}


def modules(version: Released) -> Iterator[tuple[str, ast.Module]]:
    with zipfile.ZipFile(SHELF / version.archive) as archive:
        for name in archive.namelist():
            if name.endswith(".py"):
                yield name, ast.parse(archive.read(name))


# --- the archives -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("version", ARCHIVES, ids=lambda each: each.archive)
def test_an_archive_is_the_one_that_was_released(version: Released) -> None:
    data = (SHELF / version.archive).read_bytes()
    assert version.sha256 == hashlib.sha256(data).hexdigest()
    with zipfile.ZipFile(io.BytesIO(data)) as archive:
        names = archive.namelist()
        assert sorted(names) == names
        folder = version.package.removeprefix("pbem_released.").replace(".", "/")
        manifest = parse_toml(archive.read(f"{folder}/ruleset.toml"), "ruleset.toml")
    assert version.digest == tagged_hash("ruleset", encode_value(manifest)).hex()
    assert (version.name, version.version) == (manifest["name"], manifest["version"])


@pytest.mark.parametrize("version", ARCHIVES, ids=lambda each: each.archive)
def test_its_own_data_is_what_the_list_says(version: Released) -> None:
    found = editions.find(version.name, version.digest, version.data)
    assert (version.data, version.version) == (found.data_digest, found.info.version)


@pytest.mark.parametrize("version", ARCHIVES, ids=lambda each: each.archive)
def test_it_sees_the_port_and_itself_only(version: Released) -> None:
    """No keys, log, mail or outside, and nothing of the rules of today."""
    own = version.package.rpartition(".")[0]
    for name, tree in modules(version):
        for node in ast.walk(tree):
            targets = [node.module or ""] if isinstance(node, ast.ImportFrom) else []
            targets += [each.name for each in node.names] if isinstance(node, ast.Import) else []
            for target in targets:
                top, _, rest = target.partition(".")
                assert top != "pbem_rules", (name, target)
                assert top != "pbem" or rest.partition(".")[0] in PORT, (name, target)
                assert top != "pbem_released" or target.startswith(own), (name, target)
                assert top not in {"os", "io", "pathlib", "random", "time", "socket", "subprocess"}, (
                    name,
                    target,
                )


@pytest.mark.parametrize("version", [each for each in ARCHIVES if each.commit], ids=lambda each: each.archive)
def test_it_can_be_made_again_from_its_commit(version: Released) -> None:
    """Not from an unpacked source distribution, which has no history."""
    known = ["git", "-C", str(release_ruleset.ROOT), "cat-file", "-e", f"{version.commit}^{{commit}}"]
    if shutil.which("git") is None or subprocess.run(known, check=False, capture_output=True).returncode:
        pytest.skip("no history here")
    data, _, _ = release_ruleset.archive(version.name, release_ruleset.tree_of(version.name, version.commit))
    with zipfile.ZipFile(io.BytesIO(data)) as made, zipfile.ZipFile(SHELF / version.archive) as kept:
        assert kept.namelist() == made.namelist()
        for name in made.namelist():
            assert kept.read(name) == made.read(name), name


def test_the_same_files_give_the_same_bytes() -> None:
    files = release_ruleset.tree_of("pegasus")
    turned = dict(reversed(files.items()))
    assert release_ruleset.archive("pegasus", files) == release_ruleset.archive("pegasus", turned)


# --- loading ----------------------------------------------------------------------------------------------------------


def test_two_versions_of_a_game_live_side_by_side_and_share_no_module() -> None:
    old, new = (editions.load(each) for each in reversed(editions.versions("june6")[:2]))
    assert ("0.1.0", "0.3.0") == (old.info.version, new.info.version)
    assert type(old.rules).__module__ != type(new.rules).__module__
    assert "pbem_released.june6_0_1_0.june6.game" in sys.modules
    theirs = [name for name in sys.modules if name.startswith("pbem_released.june6_0_1_0.")]
    assert all("june6-0.1.0.zip" in str(sys.modules[name].__file__) for name in theirs if "." in name[14:])


def test_an_archive_that_was_changed_is_refused_before_anything_of_it_is_imported(tmp_path: Path) -> None:
    bent = Released(**{**{k: getattr(ARCHIVES[0], k) for k in Released.__annotations__}, "sha256": "0" * 64})
    with pytest.raises(DataError) as refused:
        released.package_of(bent)
    assert "is not the file that was released" in refused.value.message
    assert "pip install --force-reinstall pbem" in refused.value.hint


def test_a_missing_archive_says_how_to_get_it_back() -> None:
    gone = Released(name="june6", version="0.0.9", digest="0" * 64, data="0" * 64, archive="june6-0.0.9.zip")
    with pytest.raises(DataError) as refused:
        released.package_of(gone)
    assert "is missing" in refused.value.message


def test_a_version_that_is_known_by_name_only_says_which_release_has_it(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    gone = Released(name="june6", version="0.0.9", digest="9" * 64, data="8" * 64, pbem="0.0.7")
    monkeypatch.setattr(released, "released", lambda: (*ARCHIVES, gone))
    with pytest.raises(UsageError) as refused:
        editions.find("june6", "9" * 64, "8" * 64)
    assert "june6 0.0.9 (ruleset 999999999999) is not installed" in refused.value.message
    assert 'Type: pip install "pbem==0.0.7"' == refused.value.hint


def test_data_of_another_release_says_which() -> None:
    old = ARCHIVES[0]
    now = registry.info("june6")
    with pytest.raises(UsageError) as refused:
        editions.find("june6", now.digest, old.data)
    assert ("unknown-data", True) == (
        refused.value.code,
        "the own data of june6 0.1.0" in refused.value.message,
    )


def test_what_nobody_has_heard_of_is_said_with_what_to_install() -> None:
    with pytest.raises(UsageError) as refused:
        editions.find("june6", "7" * 64, "7" * 64)
    assert "at hand are the versions 0.3.0, 0.1.0" in refused.value.message
    assert "pip install" in refused.value.hint


# --- the first recorded game ------------------------------------------------------------------------------------------


def test_the_first_recorded_game_verifies_to_the_state_of_its_last_header() -> None:
    found = read(OLD.read_bytes())
    assert ("verified", 1515, "0.1.0") == (
        found.verdict.verdict,
        found.verdict.entries,
        found.game.info.version,
    )
    assert found.log.bundles[-1].header.state == found.verdict.state


def test_by_the_command_too_and_one_changed_byte_is_found(tmp_path: Path) -> None:
    run = CliRunner()
    said = run.invoke(main, ["--home", str(tmp_path / "none"), "verify", str(OLD)])
    assert (0, True) == (said.exit_code, "verified" in said.output), said.output
    data = bytearray(OLD.read_bytes())
    data[len(data) // 2] ^= 1
    (tmp_path / "bent.pbem").write_bytes(bytes(data))
    assert "rejected" == verify(bytes(data)).verdict


def test_every_position_of_it_carries_over_to_the_version_of_today() -> None:
    now, seen = registry.load("june6"), []
    found = read(OLD.read_bytes(), watch=seen.append)
    for each in seen[::60]:
        state = carry(found.first.ruling, now, each.position.game)
        assert found.first.rules.write(each.position.game) == now.rules.write(state)
    assert prevented(found.position, now) is None


def test_recheck_says_where_the_rules_of_today_part_from_it(tmp_path: Path) -> None:
    shutil.copy(OLD, tmp_path / "old.pbem")
    said = CliRunner().invoke(main, ["--home", str(tmp_path / "none"), "recheck", str(tmp_path)])
    assert (0, True) == (
        said.exit_code,
        "same under what it pins (june6 0.1.0); it differs at entry" in said.output,
    )
