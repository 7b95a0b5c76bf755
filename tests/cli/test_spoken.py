"""What a player reads of the recorded games and of a game begun is Spanish, and comes out of the catalogues, all of it."""

import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner
from home.table import stream
from tongues import ENGLISH, TYPED, plain, pseudo_spoken

from pbem.cli import main
from pbem.cli.app import Setting
from pbem.games import registry
from tests.sampling import each_with_one, games_tried

pytestmark = pytest.mark.wider

ROOT = Path(__file__).resolve().parents[2]
GAMES = {
    "june6": "landings", "june44": "june44", "darkdecember": "darkdecember", "normandy": "normandy",
    "pegasus": "pegasus",
}  # fmt: skip
"""A recorded game of each: the folder of its log in examples."""
NAMES = re.compile(
    r"Over the Beaches|Crisis in \w+|Dug-In 88s|The Battle for Normandy|June '44|June 6|Pegasus and Horsa bridges|"
    r"Dark December: The Ardennes Offensive|Pegasus Bridge: The Beginning of D-Day|player's summary|Infantry Division|"
    r"\w+ draw/Works|Les Moulins draw/Works|Bay of the \w+|Gulf of Saint-Malo|Hillman and Morris|Osteck and Maupertus|"
    r"\bAT\b|\bARE\b|\bOF\b|(?:Pegasus|Ranville) Bridge \w+ end|(?:West|East) bank trench \w|[A-Z]\w+ meadow \d|gun pit|"
    r"(?:Orchard|Houses) [NS] of (?:road|approach)|Mairie and houses|Le Port church and houses|Pond and reeds|"
    r"\(bunker \d\)|[^;]* Command"
)
"""Names as they are printed, with English words in them: titles, cards, divisions, waters, works and areas; ``AT``, ``ARE``
and ``OF`` are an area and units."""
SOURCES = re.compile(r"(?m)^(?:Places|Place names and positions|Area map): .*$")
"""Whose data a map is made of, in the words of the licence."""
CELLS = re.compile(r"(?m)^[A-Z][A-Z0-9]*, .*$")
"""What a hex or area says when somebody points at it: its name and its ground."""
LISTED = re.compile(r"(?m)^(?:    pbem do .*|[a-z-]+ [A-Z].*|[a-z-]+  \()")
"""Orders as they are typed, where they are listed."""


def said(home: Path, *words: str, luck: str = "") -> str:
    done = CliRunner().invoke(
        main, words, env={"PBEM_HOME": str(home), "PBEM_LANG": "es", "COLUMNS": "400", "NO_COLOR": "1"},
        obj=Setting(entropy=stream(luck)) if luck else None,
    )  # fmt: skip
    assert done.exit_code == 0, done.output
    return done.output


def english(text: str) -> Iterator[str]:
    """Lines with an English word in them that is neither a name nor typed."""
    for line in text.splitlines():
        if found := ENGLISH.findall(TYPED.sub("", NAMES.sub("", line))):
            yield f"{found}: {line[:200]}"


def log_of(game: str) -> str:
    return str(ROOT / "examples" / GAMES[game] / "campaign.pbem")


def recorded(game: str, how: str) -> list[tuple[str, ...]]:
    """Commands about a recorded game: by turns each is read in Spanish (es) or in the pseudo-locale; at night in both."""
    log = log_of(game)
    commands = (
        ("verify", log, "--details"), ("audit", log), ("replay", log), ("map", log, "--text"),
        ("referee", "open", log),
    )  # fmt: skip
    return [words for words, spoken in each_with_one(commands, ["es", "pseudo"]) if spoken == how]


@pytest.mark.parametrize("game", games_tried())
def test_a_recorded_game_is_told_without_an_english_word(game: str, tmp_path: Path) -> None:
    for words in recorded(game, "es"):
        assert [] == [*english(said(tmp_path, *words))], words[0]


@pytest.mark.parametrize("game", games_tried())
def test_a_report_and_a_picture_have_no_english_word(game: str, tmp_path: Path) -> None:
    said(tmp_path, "replay", log_of(game), "--report", str(tmp_path / "report.md"))
    said(tmp_path, "map", log_of(game), "-o", str(tmp_path / "map.svg"))
    assert [] == [*english((tmp_path / "report.md").read_text())]
    texts = re.findall(r"<(?:title|text|desc)[^>]*>([^<]*)", (tmp_path / "map.svg").read_text())
    assert [] == [*english(SOURCES.sub("", CELLS.sub("", "\n".join(texts))))]


@pytest.fixture(scope="session")
def begun(tmp_path_factory: pytest.TempPathFactory) -> Callable[[str], Path]:
    """A home for a game, in which one against the computer has begun."""

    @cache
    def home_of(game: str) -> Path:
        home = tmp_path_factory.mktemp(game)
        said(home, "identity", "new", "Ana", "--no-password", luck=f"Ana/{game}")
        said(home, "practice", game, luck=game)
        return home

    return home_of


ASKED = (
    ("status",), ("orders",), ("orders", "hand"), ("seat",), ("setup", "doctor"),
    ("rules", "list"), ("status", "waiting", "--all"), ("audit",),
    ("verify",), ("odds",),
)  # fmt: skip


@pytest.mark.parametrize("game", games_tried())
def test_a_game_begun_is_told_without_an_english_word(game: str, begun: Callable[[str], Path]) -> None:
    for words in ASKED:
        done = CliRunner().invoke(main, words, env={"PBEM_HOME": str(begun(game)), "PBEM_LANG": "es"})
        text = LISTED.sub("", done.output.replace(str(begun(game)), ""))
        assert [] == [*english(text)], words[0]


@pytest.mark.parametrize("game", games_tried())
def test_no_text_comes_past_the_catalogues_and_nothing_breaks_when_it_is_longer(
    game: str, begun: Callable[[str], Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the pseudo-locale what is left in plain letters is a name, a code or what somebody types."""
    rules = registry.load(game).rules
    typed = {game, *rules.actions.kinds, *rules.scenarios, "corps", "free", "fleet", "commonwealth"}
    with pseudo_spoken(monkeypatch):
        told = {words[0]: said(tmp_path, *words) for words in recorded(game, "pseudo")}
        told["status"] = said(begun(game), "status")
    for name, text in told.items():
        assert "\uff41" in text, name  # it is spoken at all
        assert [] == [*plain(iter(NAMES.sub("", text).splitlines()), typed.__contains__)], name


def test_the_pseudo_locale_leaves_holes_alone_and_is_longer() -> None:
    with pytest.MonkeyPatch.context() as patched, pseudo_spoken(patched):
        done = CliRunner().invoke(main, ["setup", "doctor", "--lang", "es"], env={"PBEM_HOME": "/nowhere"})
    assert "\u00b7" in done.output
