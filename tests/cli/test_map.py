"""``pbem map``: the part that is asked for, the layers over it, and the kind of file."""

import re
import sys
from pathlib import Path

import pytest
from home.table import Said, pbem

from pbem.bytes.errors import UsageError
from pbem.home.viewing import map_options
from tests.lists import tried_with
from tests.sampling import small_and_tried

pytestmark = pytest.mark.wider

LANDINGS = Path(__file__).resolve().parents[2] / "examples" / "landings" / "campaign.pbem"


@pytest.fixture
def at(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.chdir(tmp_path)
    return tmp_path


def map_(at: Path, *words: object) -> Said:
    return pbem("--home", at / "home", "map", LANDINGS, "--at", "20", *words)


def test_a_part_of_the_map_with_layers_and_without_counters(at: Path) -> None:
    """All at once: the window, both layers, and nothing on them."""
    map_(
        at, "--around", "E2033,E1837", "--zoc", "german", "--supply", "german", "--bare", "-o", "a.svg"
    ).says(0)
    drawn = (at / "a.svg").read_text()
    assert "German zones of control [11.1]" in drawn
    assert "German lines of communication [5.3]" in drawn
    assert 'class="pile"' not in drawn
    assert 'data-cell="E2033"' in drawn
    assert 'data-cell="W4514"' not in drawn


@tried_with(
    ("words", "code", "sentence"),
    [
        (("--hexes", "E2033"), 2, "'E2033' names no two hexes"),
        (("--around", "E9"), 2, "There is no 'E9' on this map"),
        (("--around", "E2033", "--hexes", "E2033-E1837"), 2, "either --hexes or --around"),
        (("--zoc", "polish"), 2, "--zoc knows no side 'polish'"),
    ],
)
def test_what_cannot_be_drawn_is_one_sentence(
    at: Path, words: tuple[str, ...], code: int, sentence: str
) -> None:
    """What is wrong and what to write instead; no file is written."""
    said = map_(at, *words, "-o", "a.svg")
    assert code == said.code
    assert sentence in said.err
    assert "\n  " in said.err or "--hexes" in sentence
    assert not (at / "a.svg").exists()


def test_a_game_without_supply_says_what_it_has(at: Path) -> None:
    home = at / "home"
    pbem("--home", home, "identity", "new", "Ann", "--no-password")
    pbem("--home", home, "practice", "pegasus")
    pbem("--home", home, "map", "--supply", "british", "-o", "a.svg").says(
        2, "has nothing to show for --supply", "It has --zoc:"
    )


def test_a_png_is_a_png_when_its_package_is_there(at: Path) -> None:
    pytest.importorskip("resvg_py")
    assert 0 == map_(at, "--around", "E2033", "--zoom", "0.5", "-o", "a.png").code
    assert b"\x89PNG" == (at / "a.png").read_bytes()[:4]


def test_a_map_is_as_wide_as_it_will_be_shown(at: Path) -> None:
    """A picture of 900 pixels for a page, and not what a hex of 72 pixels makes of it."""
    assert 0 == map_(at, "--width", "900", "-o", "a.svg").code
    wide = re.search(r'width="(\d+)"', (at / "a.svg").read_text("utf-8"))
    assert wide is not None
    assert 880 <= int(wide[1]) <= 960
    both = map_(at, "--width", "900", "--zoom", "1", "-o", "b.svg")
    assert 2 == both.code
    assert "Give either --zoom or --width" in both.err


def test_without_the_package_one_sentence_says_how_to_get_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "resvg_py", None)
    with pytest.raises(UsageError, match="one more package") as caught:
        map_options.encoded("<svg/>", Path("a.png"))
    assert "pip install resvg-py" in (caught.value.hint or "")


def test_a_picture_beyond_reason_is_refused_before_it_is_drawn() -> None:
    pytest.importorskip("resvg_py")
    with pytest.raises(UsageError, match="too large"):
        map_options.encoded('<svg width="72000" height="72000" viewBox="0 0 1 1"/>', Path("a.png"))


@pytest.mark.parametrize("game", small_and_tried())
def test_every_game_can_be_looked_at_in_four_ways(at: Path, game: str) -> None:
    """Units; control without units; supply, whatever the game has of it; and the bare ground."""
    home = at / game
    pbem("--home", home, "identity", "new", "Ann", "--no-password")
    pbem("--home", home, "practice", game)
    drawn = {}
    for mode in ("units", "control", "supply", "terrain"):
        pbem("--home", home, "map", "--mode", mode, "-o", f"{mode}.svg").says(0)
        drawn[mode] = (at / f"{mode}.svg").read_text("utf-8")
    counters = {mode: 'class="pile"' in picture for mode, picture in drawn.items()}
    assert {"units": True, "control": False, "supply": True, "terrain": False} == counters
    assert 'class="layers"' in drawn["control"]
    assert 'class="layers"' in drawn["supply"]
    assert 'class="layers"' not in drawn["units"]


def test_from_one_corner_to_another_in_a_terminal(at: Path) -> None:
    said = map_(at, "--hexes", "E2622-E1745", "--text", "--zoc", "allied").says(0)
    assert "W4514" not in said.out
