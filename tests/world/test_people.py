"""People in the worlds: what they type, and that a world is the same wherever it is played."""

import os
import subprocess
import sys
from collections.abc import Mapping
from pathlib import Path

import pytest

from .hostile import POOL
from .said import Said, catalogue
from .script import PEOPLE, Script, drawn, parse
from .world import played

FEW, NIGHT, PIECES = 5, 400, 10
_ROOT = Path(__file__).resolve().parents[2]
_DIGESTS = """
from tests.world.script import drawn
from tests.world.world import played
for seed in range(10):
    print(played(drawn(seed, steps=20)).digest)
"""


def said(text: str) -> Said:
    return Said(words=("status",), code=0, text=text)


STEPS: Mapping[str, list[tuple[str, ...]]] = {
    "Next: pbem orders": [("orders",)],
    "See `pbem orders`; --partial sends what is there.": [("orders",)],
    "First type: pbem import --all, or pbem import PATH... (too).": [("import", "--all"), ("import", "PATH")],
    "pbem dispute settle shows them, and takes one.": [("dispute", "settle")],
    "Type: pbem setup mail --imap HOST --user NAME": [("setup", "mail", "--imap", "HOST", "--user", "NAME")],
    "This is a fault of pbem.": [],
    "pbem nonsense": [],
}


def test_a_printed_step_is_read_as_a_person_reads_it() -> None:
    assert list(STEPS.values()) == [list(said(text).steps) for text in STEPS]


def test_the_step_behind_next_is_the_last_one() -> None:
    assert ("send",) == said("Next: pbem orders\nNext: pbem send (or wait)").next
    assert (("go", "1"), ("mode", "hit")) == said("x\n    pbem do go 1\n    pbem do mode hit\n").orders


def test_the_catalogue_holds_the_codes_that_are_raised() -> None:
    assert {"copied-home", "not-your-turn", "illegal", "game-fault", "no-turn"} <= catalogue()
    assert 250 < len(catalogue()) < 1_000


@pytest.mark.night
def test_a_player_types_a_game_from_its_first_order_to_its_end() -> None:
    script = Script(name="typed", game="tiny", weather="typed", steps=())
    steps = "\n".join(f"{who} {does} {n}" for n in range(6) for who in "AB" for does in ("fetches", "types"))
    world = played(parse(f"{script}{steps}"))
    assert any("types" in line and "send" in line for line in world.trace)


@pytest.mark.night
@pytest.mark.parametrize("weather", PEOPLE)
def test_every_law_holds_among_people(weather: str) -> None:
    """The same five worlds for everybody."""
    for seed in range(FEW):
        played(drawn(seed, weather=weather))


@pytest.mark.night
def test_a_stranger_changes_nothing() -> None:
    """Some of each kind, whatever the drawn worlds hold."""
    for seed in range(len(POOL)):
        steps = [f"{who} hostile {seed * 100 + n}" for n in range(6) for who in "AB"]
        played(parse("\n".join((f"world strangers-{seed} tiny strangers", "A play 1", "B read 2", *steps))))


@pytest.mark.night
@pytest.mark.parametrize("weather", PEOPLE)
@pytest.mark.parametrize("piece", range(PIECES))
def test_every_law_holds_among_people_all_night(piece: int, weather: str) -> None:
    """Worlds that the wider circle has not tried."""
    for seed in range(FEW + piece, NIGHT, PIECES):
        played(drawn(seed, weather=weather))


@pytest.mark.night
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


@pytest.mark.night
@pytest.mark.parametrize("game", ["june6", "june44", "darkdecember", "normandy", "pegasus"])
def test_every_law_holds_at_a_real_game(game: str) -> None:
    """Two programs act for their players in half of them."""
    for seed in range(20):
        played(drawn(seed, game=game, steps=30, weather="programs" if seed % 2 else "storm"))
