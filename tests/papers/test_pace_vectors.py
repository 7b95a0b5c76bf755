"""The published papers about a pace, with logs beside them, say what is expected of them."""

from __future__ import annotations

from pbem.bytes.canon import Json
from pbem.home.papers.verdict import judge
from pbem.log import parse_log
from pbem.papers import pace
from pbem.papers.pace_account import account
from pbem.papers.reader import Reader
from tests.lists import held
from tests.vectors.reading import Vector, vectors

from .test_seat_vectors import as_bytes


def _account(paper: pace.Pace, log: bytes) -> Json:
    found = account(parse_log(log).bundles, paper.terms, paper.rows)
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


def test_each_paper_is_judged_and_recomputed_as_is_said() -> None:
    def judged(vector: Vector) -> None:
        lines, log = as_bytes(vector["lines"]), as_bytes(vector.get("log", []))
        found = judge(lines, who=lambda _: Reader(logs=(parse_log(log),) if log else ()))
        rejected = found.verdict == "rejected"
        assert vector["expect"] == (found.code if rejected else found.verdict)
        assert rejected != str(vector["name"]).startswith("ok-")
        if not rejected:
            assert pace.read(lines).encode() == lines
        if log:
            assert vector["account"] == _account(pace.read(lines), log)

    held(vectors("pace"), judged)
