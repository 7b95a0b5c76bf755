"""The published papers about a seat say what is expected of them, and a box opens to what is in it."""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

import pytest

from pbem.home.papers.verdict import judge
from pbem.log import parse_log
from pbem.papers import seat, seat_box
from pbem.papers.reader import Reader
from pbem.protocol.keyset import Keys
from tests.lists import held
from tests.vectors import make_pace_vectors, make_seat_vectors
from tests.vectors.reading import Vector, vectors

ALL = vectors("seat")


def as_bytes(lines: object) -> bytes:
    assert isinstance(lines, list)
    return "".join(f"{line}\n" for line in lines).encode()


def test_each_paper_is_judged_as_is_said() -> None:
    def judged(vector: Vector) -> None:
        logs = (parse_log(as_bytes(vector["log"])),) if "log" in vector else ()
        found = judge(as_bytes(vector["lines"]), who=lambda _: Reader(logs=logs))
        rejected = found.verdict == "rejected"
        assert vector["expect"] == (found.code if rejected else found.verdict)
        assert rejected != str(vector["name"]).startswith("ok-")

    held(ALL, judged)


def test_the_box_opens_with_the_secret_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    vector = ALL["ok-box"]
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
