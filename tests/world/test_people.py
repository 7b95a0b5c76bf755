"""People in the worlds: what they type, and that a world is the same wherever it is played."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from .hostile import POOL
from .said import Said, catalogue
from .script import Script, drawn, parse
from .world import played

_ROOT = Path(__file__).resolve().parents[2]
_DIGESTS = """
from tests.world.script import drawn
from tests.world.world import played
for seed in range(10):
    print(played(drawn(seed, steps=20)).digest)
"""


def said(text: str) -> Said:
    return Said(words=("status",), code=0, text=text)


@pytest.mark.parametrize(
    ("text", "steps"),
    [
        ("Next: pbem orders", [("orders",)]),
        ("See `pbem orders`; --partial sends what is there.", [("orders",)]),
        ("First type: pbem fetch --all, or pbem import PATH... (too).", [("fetch", "--all"), ("import", "PATH")]),
        ("pbem settle shows them, and takes one.", [("settle",)]),
        ("Type: pbem mail setup --imap HOST --user NAME", [("mail", "setup", "--imap", "HOST", "--user", "NAME")]),
        ("This is a fault of pbem.", []),
        ("pbem responder's log", []),
    ],
)  # fmt: skip
def test_a_printed_step_is_read_as_a_person_reads_it(text: str, steps: list[tuple[str, ...]]) -> None:
    assert steps == list(said(text).steps)


def test_the_step_behind_next_is_the_last_one() -> None:
    assert ("send",) == said("Next: pbem orders\nNext: pbem send (or wait)").next
    assert (("go", "1"), ("mode", "hit")) == said("x\n    pbem do go 1\n    pbem do mode hit\n").orders


def test_the_catalogue_holds_the_codes_that_are_raised() -> None:
    assert {"copied-home", "not-your-turn", "illegal", "game-fault", "no-turn"} <= catalogue()
    assert 250 < len(catalogue()) < 1_000


def test_a_player_types_a_game_from_its_first_order_to_its_end() -> None:
    script = Script(name="typed", game="tiny", weather="typed", steps=())
    steps = "\n".join(f"{who} {does} {n}" for n in range(6) for who in "AB" for does in ("fetches", "types"))
    world = played(parse(f"{script}{steps}"))
    assert any("types" in line and "send" in line for line in world.trace)


@pytest.mark.parametrize("seed", range(len(POOL)))
def test_a_stranger_changes_nothing(seed: int) -> None:
    """One of each kind, whatever the drawn worlds hold."""
    steps = f"A play 1\nB read 2\n{''.join(f'{who} hostile {seed * 100 + n}{chr(10)}' for n in range(6) for who in 'AB')}"
    played(parse(f"world strangers-{seed} tiny strangers\n{steps}"))


@pytest.mark.wider
def test_a_seed_is_fate_whatever_the_order_of_a_hash() -> None:
    """Ten worlds make the same steps in another process, in which every set has another order."""
    one, two = (_digests(seed) for seed in ("1", "2"))
    assert (10, one) == (len(one), two)


def _digests(hash_seed: str) -> list[str]:
    path = os.pathsep.join(str(_ROOT / each) for each in (".", "rules", "rules/example", "tests"))
    environ = {**os.environ, "PYTHONHASHSEED": hash_seed, "PYTHONPATH": path, "PBEM_LANG": "en"}
    done = subprocess.run(
        (sys.executable, "-c", _DIGESTS), cwd=_ROOT, env=environ, capture_output=True, text=True, check=True
    )
    return done.stdout.split()


@pytest.mark.wider
@pytest.mark.parametrize("seed", range(5))
def test_every_law_holds_where_cards_are_dealt(seed: int) -> None:
    played(drawn(seed, game="cards"))


@pytest.mark.night
@pytest.mark.parametrize("game", ["june6", "june44", "darkdecember", "normandy", "pegasus"])
def test_every_law_holds_at_a_real_game(game: str) -> None:
    """Two programs act for their players in half of them."""
    for seed in range(20):
        played(drawn(seed, game=game, steps=30, weather="programs" if seed % 2 else ""))
