"""The published papers about a seat and a pace say what is expected of them, and a box opens to what is in it."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

from pbem.bytes.canon import Json
from pbem.home.papers.verdict import judge
from pbem.log import Log, parse_log
from pbem.papers import pace, seat, seat_box
from pbem.papers.pace_account import account
from pbem.papers.reader import Reader
from pbem.protocol.vault import Keys
from tests.lists import held
from tests.vectors import make_pace_vectors, make_seat_vectors
from tests.vectors.reading import Vector, vectors


def as_bytes(lines: object) -> bytes:
    assert isinstance(lines, list)
    return "".join(f"{line}\n" for line in lines).encode()


def _account(paper: pace.Pace, log: Log) -> Json:
    found = account(log.bundles, paper.terms, paper.rows)
    sides: dict[str, Json] = {
        seat: {
            "decisions": side.decisions,
            "silent": side.silent,
            "own_used": side.own,
            "own_late": side.late(side.own),
            "other_used": side.other,
            "other_late": side.late(side.other),
        }
        for seat, side in found.sides.items()
    }
    return sides | {"backwards": [[each.n, each.by, each.with_, each.came] for each in found.backwards]}


@pytest.mark.parametrize("kind", ["pace", "seat"])
def test_each_paper_is_judged_and_recomputed_as_is_said(kind: str) -> None:
    def judged(vector: Vector) -> None:
        lines, logs = (
            as_bytes(vector["lines"]),
            [parse_log(as_bytes(vector["log"]))] if "log" in vector else [],
        )
        found = judge(lines, who=lambda _: Reader(logs=tuple(logs)))
        rejected = found.verdict == "rejected"
        assert vector["expect"] == (found.code if rejected else found.verdict)
        assert rejected != str(vector["name"]).startswith("ok-")
        if kind == "pace" and not rejected:
            paper = pace.read(lines)
            assert lines == paper.encode()
            assert ("account" in vector) == bool(logs)
            assert not logs or vector["account"] == _account(paper, logs[0])

    held(vectors(kind), judged)


def test_the_box_opens_with_the_secret_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    vector = vectors("seat")["ok-box"]
    paper = seat.read(as_bytes(vector["lines"]))
    assert paper.encode() == as_bytes(vector["lines"])
    monkeypatch.setattr(seat_box, "sealing_key", lambda _: bytes.fromhex(str(vector["secret"])))
    keys = Keys(key=bytes(32), root=bytes(32), salts=bytes(32), length=64)
    value = seat_box.opened(paper, keys)[0].value()
    inside = vector["inside"]
    assert isinstance(inside, dict)
    assert inside["sealed"] == value["sealed"]
    eras = inside["eras"]
    assert isinstance(eras, list)
    assert eras == [{"key": value["signer"], "salts": value["salts"]}]


@pytest.mark.parametrize("maker", [make_pace_vectors, make_seat_vectors])
def test_the_files_are_those_of_the_maker(maker: ModuleType, tmp_path: Path) -> None:
    maker.main(tmp_path)
    made = {path.name: path.read_bytes() for path in tmp_path.iterdir()}
    assert made == {path.name: path.read_bytes() for path in maker.FOLDER.iterdir()}
