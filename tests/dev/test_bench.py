"""``python -m tests.tools.bench``: figures held against one another, for seconds depend on the machine."""

from __future__ import annotations

import json
import shutil
from collections.abc import Mapping
from pathlib import Path
from typing import cast

import pytest

from pbem.bytes.canon import Json
from pbem.bytes.errors import UsageError
from tests.tools import bench
from tests.tools.bench.told import lines

pytestmark = pytest.mark.wider

EXAMPLES = Path(__file__).resolve().parents[2] / "examples"


@pytest.fixture(scope="module")
def found(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, Json]:
    """The figures of a recorded game, once."""
    place = tmp_path_factory.mktemp("bench")
    shutil.copy(EXAMPLES / "pegasus/campaign.pbem", place / "played.pbem")
    (place / "notes.pbem").write_bytes(b"no game at all\n")
    (only,) = bench.run(lambda _: None, place, 1)
    return only


def test_only_the_games_of_a_folder_are_measured(found: Mapping[str, Json]) -> None:
    pinned = json.loads((EXAMPLES / "signature.json").read_text("utf-8"))["pegasus/campaign.pbem"]
    assert ("played.pbem", "pegasus", pinned["entries"]) == (found["file"], found["game"], found["entries"])


def test_verification_costs_more_than_its_floor_and_not_more_than_so_many_times(
    found: Mapping[str, Json],
) -> None:
    times = cast("int", found["verify_per_floor_hundredths"]) / 100
    assert 1 < times < 30
    assert cast("int", found["acted_us"]) < 1.5 * cast("int", found["verify_us"])


def test_an_entry_is_kept_in_some_kilobytes_and_packed_in_some_bytes(found: Mapping[str, Json]) -> None:
    assert 1_000 < cast("int", found["memory_an_entry"]) < 20_000
    assert 10 < cast("int", found["bytes_an_entry_packed"]) < 200


def test_what_people_wait_for_is_measured_early_and_late(found: Mapping[str, Json]) -> None:
    early, late = (cast("Mapping[str, int]", found[each]) for each in ("early", "late"))
    assert 0 < early["entries"] < late["entries"] <= cast("int", found["entries"])
    for name in ("status_us", "orders_us"):
        assert 0 < early[name]
        assert late[name] < 8 * early[name]


def test_each_figure_is_in_a_sentence(found: Mapping[str, Json]) -> None:
    said = "\n".join(lines(found))
    for name in ("entries_a_second_with_legality", "entries", "bundles"):
        assert f"{found[name]:,}" in said
    assert "pbem status" in said
    assert "pbem orders" in said


def test_a_folder_without_games_is_named(tmp_path: Path) -> None:
    with pytest.raises(UsageError, match="There is no game to measure on"):
        list(bench.run(lambda _: None, tmp_path))
