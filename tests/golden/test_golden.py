"""Golden logs: what verified under format 1.0 verifies for ever, and what was rejected is rejected at the same entry."""

import hashlib
import sys
import zipfile
from pathlib import Path

from pbem.bytes.canon import decode, parse_json
from tests.lists import tried_with

sys.path.insert(0, str(Path(__file__).resolve().parent))
import frozen

from tests.tools import release_ruleset

ROOT = frozen.HERE.parents[1]
NAMES = sorted(path.stem for path in frozen.LOGS.glob("*.jsonl"))
LISTED = dict(
    reversed(line.split("  ", 1)) for line in (frozen.HERE / "digests.txt").read_text("ascii").splitlines()
)


@tried_with("name", NAMES)
def test_a_golden_log_gets_the_verdict_of_its_day(name: str) -> None:
    kept = (frozen.VERDICTS / f"{name}.json").read_bytes()
    assert kept == frozen.written(frozen.verdict((frozen.LOGS / f"{name}.jsonl").read_bytes()))


@tried_with("name", NAMES)
def test_a_changed_golden_log_is_not_what_it_was(name: str) -> None:
    """The verdict depends on the bytes: a digit of the last signature that is another is found."""
    data = bytearray((frozen.LOGS / f"{name}.jsonl").read_bytes())
    data[-10] = ord("0") if data[-10] != ord("0") else ord("1")
    assert "rejected" == frozen.verdict(bytes(data))["verdict"]


def test_every_golden_file_has_the_bytes_of_its_day() -> None:
    """Files are only ever added: a change here is a broken promise, not a digest to be written anew."""
    folders = (frozen.LOGS, frozen.VERDICTS, frozen.RULES)
    files = [
        path for folder in folders for path in folder.rglob("*") if path.is_file() and path.suffix != ".pyc"
    ]
    found = {
        path.relative_to(frozen.HERE).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in files
    }
    assert LISTED == found


def test_they_are_small_and_a_verdict_lies_beside_each_log() -> None:
    sizes = [
        path.stat().st_size for path in frozen.HERE.rglob("*") if path.is_file() and path.suffix != ".pyc"
    ]
    assert sum(sizes) < 1_500_000
    assert NAMES == sorted(path.stem for path in frozen.VERDICTS.glob("*.json"))


def test_every_kind_of_entry_stands_in_one_of_them() -> None:
    kinds = {
        str(decode(line).get("k"))
        for name in NAMES
        for line in (frozen.LOGS / f"{name}.jsonl").read_bytes().splitlines()
    }
    everything = {
        "start",
        "seal",
        "req",
        "rsp",
        "open",
        "show",
        "reject",
        "audit",
        "back",
        "reply",
        "note",
        "upgrade",
    }
    everything |= {"renew", "deck-mask", "deck-key", "deck-show", "ruling", "appoint"}
    assert everything <= kinds


def test_every_verdict_is_among_them() -> None:
    words = {parse_json((frozen.VERDICTS / f"{name}.json").read_bytes())["verdict"] for name in NAMES}
    assert {"verified", "incomplete", "rejected"} == words


def test_the_frozen_rules_of_the_example_are_those_of_the_archive_that_the_tests_of_upgrades_use() -> None:
    archive = ROOT / "tests" / "upgrade" / "shelf" / "ford-0.1.0.zip"
    with zipfile.ZipFile(archive) as kept:
        texts = {
            name: kept.read(name).replace(b"pbem_released.", b"golden_rules.") for name in kept.namelist()
        }
    assert texts == frozen.sources_of("ford_0_1_0")


def test_the_frozen_rules_are_imported_out_of_their_archives_alone() -> None:
    frozen.games()
    origins = {
        str(module.__file__)
        for name, module in sys.modules.items()
        if name.startswith("golden_rules.") and module.__file__ is not None
    }
    archives = {place for place in frozen.RULES.glob("*.zip") if any(str(place) in each for each in origins)}
    assert {frozen.archive_of(name) for name in (*frozen.FOLDERS, frozen.LITTLE)} == archives
    assert not [each for each in origins if ".zip" not in each]


def test_the_same_files_make_the_same_archive_in_any_order() -> None:
    files = frozen.sources_of(frozen.LITTLE)
    turned = dict(reversed(files.items()))
    assert release_ruleset.packed(files) == release_ruleset.packed(turned)
