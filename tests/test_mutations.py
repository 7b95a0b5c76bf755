"""Hundreds of changes to recorded games, each by somebody who signs what they change wherever they hold the key.

Each is a file of ``schemas/vectors/changes``, and is judged by three programs: pbem, which knows the rules of the game, the
second verifier (written from the specification alone) and the JavaScript one, which know the protocol.
"""

import base64
import json
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path

import make_changes
import pytest
import second_verifier as second
import toss
from reading import log_bytes, vectors

from pbem.games import registry
from pbem.replay.verify import verify
from tests.js.node import needs_node, run
from tests.lists import held
from tests.sampling import one_by_turns, part_by_turns

CHANGES = vectors("changes")
EIGHTH = sorted(CHANGES)[::8]
"""What is tried quickly: always the same."""
THIRD = part_by_turns((name for name in CHANGES if name not in EIGHTH), 3)
"""Of the others another third after each commit; all of them at night."""
_NAMES = pytest.mark.parametrize(
    "names",
    [EIGHTH, pytest.param(THIRD, marks=pytest.mark.wider)],
    ids=["each eighth", "a third of the rest"],
)
# The findings of the attacks: what each is called among the files.
ATTACKS = {
    "one seed for two requests": "asks-for-a-burnt-roll",
    "offers and renewals by turns": "renews-offers-and-renews",
    "letters of two editions": "asks-in-strange-letters",
    "an invented refusal": "refuses-what-was-never-sent",
    "an earlier signature in a refusal": "refuses-an-earlier-bundle-again",
    "a signature of another game in a refusal": "refuses-a-bundle-of-another-game",
    "a signature of another place in a refusal": "refuses-a-bundle-of-another-place",
    "a key given up in a refusal": "refuses-by-a-key-given-up",
    "a negative entry": "refuses-an-entry-below-zero", "entries behind a refusal": "refuses-and-plays-on",
    "48 bits": "masks-with-48-bits", "dice of a challenge from another chain": "deals-from-another-chain",
    "a vault beside the end": "opens-its-vault-beside-the-end",
    "a vault before the other has signed": "opens-its-vault-first",
    "a made-up salt, taken back": "salts-shown-and-taken-back",
    "bad bundles without end": "refuses-101-times",
}  # fmt: skip


@pytest.fixture(autouse=True)
def game(monkeypatch: pytest.MonkeyPatch) -> None:
    """The registry knows toss, and nothing else."""
    monkeypatch.setattr(registry, "load", toss.load)
    monkeypatch.setattr(registry, "info", toss.info)


@cache
def data_of(name: str) -> bytes:
    """The changed log."""
    return log_bytes(CHANGES[name], CHANGES)


def expected(name: str, code: str, entry: int | None, bundles: int) -> tuple[object, ...]:
    """What a verifier without rules has to say: the code, and where it is that of the others, entry and bundles too.

    Where the vector names no entry, any will do: the bundle is at fault.
    """
    change = CHANGES[name]
    if change["without_rules"] != change["expect"]:
        return change["without_rules"], entry, bundles
    return change["expect"], entry if change["entry"] is None else change["entry"], change["valid_bundles"]


def test_there_are_more_than_two_hundred_and_none_is_there_twice() -> None:
    assert len(CHANGES) > 500
    assert len(CHANGES) == len({data_of(name) for name in CHANGES})


def test_the_files_are_what_their_maker_writes() -> None:
    assert json.loads(json.dumps(make_changes.made())) == CHANGES


def test_every_attack_that_strangers_found_is_among_them() -> None:
    assert set() == set(ATTACKS.values()) - CHANGES.keys()
    assert "ok" not in {CHANGES[name]["expect"] for name in ATTACKS.values()}


def test_every_code_of_the_specification_has_a_change() -> None:
    """But those that need more bytes than a file should have, or something that this game cannot do."""
    elsewhere = {
        "bad-number", "bad-deck", "lost-roll", "not-carried", "damaged", "mangled", "trailing", "not-a-turn",
    }  # fmt: skip
    elsewhere |= {"missing-pack", "other-rules", "bad-setup", "referee-plays", "too-large", "game-fault"}
    told: set[str] = set()
    for name in ("log.md", "deck.md"):
        text = (Path(__file__).resolve().parents[1] / "schemas" / name).read_text("utf-8")
        rows = [line.split("|")[1] for line in text.splitlines() if line.startswith("| `")]
        told |= {code.strip(" `") for row in rows if "-" in row for code in row.split(",")}
    known = {str(each[field]) for each in CHANGES.values() for field in ("expect", "without_rules")}
    codes = {code for code in told if code.replace("-", "").isalpha() and not code.startswith("deck-")}
    assert set() == codes - known - elsewhere


def judged(names: Iterable[str], judge: Callable[[str], object]) -> None:
    held(((name, name) for name in names), judge)


@_NAMES
def test_pbem_names_code_entry_and_what_holds(names: list[str]) -> None:
    judged(names, _pbem)


def _pbem(name: str) -> None:
    change, verdict = CHANGES[name], verify(data_of(name), find=toss.find)
    fault = verdict.fault
    assert change["expect"] == (fault.code if fault else "ok")
    assert change["entry"] in (None, fault.entry if fault else None)
    assert change["valid_bundles"] == verdict.bundles


@_NAMES
def test_the_second_verifier_finds_it_where_no_rules_are_needed(names: list[str]) -> None:
    judged(names, _second)


def _second(name: str) -> None:
    found = second.verify(data_of(name))
    assert expected(name, *found) == tuple(found)


@needs_node
@pytest.mark.wider
@pytest.mark.parametrize("part", one_by_turns(range(9)))
def test_the_javascript_verifier_finds_it_where_no_rules_are_needed(part: int) -> None:
    """A ninth after each commit: it takes over a tenth of a second each."""
    names = sorted(CHANGES)[part::9]
    cases = [{"do": "log", "base64": base64.b64encode(data_of(name)).decode()} for name in names]
    answers = dict(zip(names, run("cases.mjs", cases), strict=True))

    def look(name: str) -> None:
        found = answers[name]
        entry = found["entry"] if isinstance(found["entry"], int) else None
        said = (str(found["code"]), entry, int(str(found["bundles"])))
        assert expected(name, *said) == said

    judged(names, look)
