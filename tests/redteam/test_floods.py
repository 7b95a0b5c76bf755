"""Floods, and texts that lie."""

import unicodedata
from collections.abc import Iterable
from pathlib import Path

import pytest
from attrs import evolve

from pbem.bytes import container, text
from pbem.home.papers import evidence
from pbem.log import Bundle, Log
from pbem.papers import equivocation
from pbem.papers.evidence import Evidence
from pbem.store.home import Home
from tests.protocol.conftest import Pair
from tests.protocol.test_attacks import forge


def test_hundreds_of_versions_of_one_turn_are_one_proof_soon(
    ended: Pair, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    log = evolve(ended.a.log, bundles=ended.a.log.bundles[:2])
    seat = evolve(
        ended.a, log=log, end=evolve(ended.a.end, bundles=2, entries=log.bundles[-1].header.last + 1)
    )
    versions = [forge(seat, [{"k": "go", "to": 1, "x": number}]) for number in range(200)]
    one, other = tmp_path / "log.pbem", tmp_path / "versions.pbem"
    one.write_bytes(container.pack(ended.a.log.encode()))
    other.write_bytes(container.pack(b"".join(each.encode() for each in versions)))
    compared = []
    between = equivocation.between

    def counted(log: Log, one: Bundle, other: Bundle, known: Iterable[Bundle] = ()) -> Evidence:
        compared.append(one.header.n)
        return between(log, one, other, known)

    monkeypatch.setattr(equivocation, "between", counted)
    found = evidence.in_files(one, other, Home(tmp_path / "nobody"))
    assert [("two-versions", 3)] == [(each.what, each.about) for each in found]
    assert len(compared) <= 10


ROOT = Path(__file__).resolve().parents[2]


def test_the_list_is_that_of_the_specification_and_every_character_of_it_is_known_here() -> None:
    shipped = (ROOT / "pbem/bytes/text.txt").read_bytes()
    assert (ROOT / "schemas" / "text.txt").read_bytes() == shipped
    first, last = text._ranges()
    for one, other in zip(first, last, strict=True):
        for code in range(one, other + 1):
            kind = unicodedata.category(chr(code))
            assert kind[0] in "LMNPS" or code == 0x20, (hex(code), kind)
