"""What a player reads of the recorded games and of a game begun is Spanish, and comes out of the catalogues, all of it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from click.testing import CliRunner
from tongues import ENGLISH, TYPED, plain, pseudo_spoken

from pbem.cli import main
from pbem.games import registry

ROOT = Path(__file__).resolve().parents[2]
GAMES = {
    "june6": "landings",
    "june44": "june44",
    "darkdecember": "darkdecember",
    "normandy": "normandy",
    "pegasus": "pegasus",
}
"""A recorded game of each: the folder of its log in examples."""
NAMES = re.compile(
    r"Over the Beaches|Crisis in \w+|Dug-In 88s|Operation \w+|The Battle for Normandy|June '44|June 6|"
    r"Pegasus Bridge\S* The Beginning of D-Day|Dark December: The Ardennes Offensive|[^ ]+ Infantry Division|"
    r"player's summary|\bAT\b|\bARE\b|\bOF\b"
)
"""Names as they are printed, with English words in them: titles, cards, divisions; ``AT`` is an area, ``ARE`` a unit."""
KEPT = {
    "buy": "orders and what they are given are typed the same in every language",
    "landings": "scenarios are typed",
    "Ann": "players",
}


def said(home: Path, *words: str) -> str:
    done = CliRunner().invoke(
        main, words, env={"PBEM_HOME": str(home), "PBEM_LANG": "es", "COLUMNS": "400", "NO_COLOR": "1"}
    )
    assert done.exit_code == 0, done.output
    return done.output


def english(text: str) -> Iterator[str]:
    """Lines with an English word in them that is neither a name nor typed."""
    for line in text.splitlines():
        if found := ENGLISH.findall(TYPED.sub("", NAMES.sub("", line))):
            yield f"{found}: {line[:200]}"


def recorded(game: str) -> tuple[tuple[str, ...], ...]:
    log = str(ROOT / "examples" / GAMES[game] / "campaign.pbem")
    return (
        ("verify", log),
        ("verify", log, "--details"),
        ("audit", log),
        ("replay", log),
        ("map", log, "--text"),
        ("referee", "open", log),
    )


@pytest.mark.parametrize("game", GAMES)
def test_a_recorded_game_is_told_without_an_english_word(game: str, tmp_path: Path) -> None:
    for words in recorded(game):
        assert [] == [*english(said(tmp_path, *words))], words[0]


@pytest.mark.parametrize("game", GAMES)
def test_a_report_and_a_picture_have_no_english_word(game: str, tmp_path: Path) -> None:
    log = str(ROOT / "examples" / GAMES[game] / "campaign.pbem")
    said(tmp_path, "replay", log, "--report", str(tmp_path / "report.md"))
    said(tmp_path, "map", log, "-o", str(tmp_path / "map.svg"))
    assert [] == [*english((tmp_path / "report.md").read_text())]
    texts = re.findall(r"<(?:title|text|desc)[^>]*>([^<]*)", (tmp_path / "map.svg").read_text())
    assert [] == [*english("\n".join(texts))]


@pytest.fixture(scope="session")
def begun(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Path]:
    """A home for each game, in which one against the computer has begun."""
    homes = {}
    for game in GAMES:
        homes[game] = home = tmp_path_factory.mktemp(game)
        said(home, "identity", "new", "Ana", "--no-password")
        said(home, "practice", game)
    return homes


def asked(game: str) -> tuple[tuple[str, ...], ...]:
    return (("status",), ("orders",), ("hand",), ("waiting", "--days", "3"), ("keys",), ("doctor",))


@pytest.mark.parametrize("game", GAMES)
def test_a_game_begun_is_told_without_an_english_word(game: str, begun: dict[str, Path]) -> None:
    for words in asked(game):
        done = CliRunner().invoke(main, words, env={"PBEM_HOME": str(begun[game]), "PBEM_LANG": "es"})
        typed = re.sub(r"(?m)^(?:    pbem do .*|[a-z-]+ [A-Z].*|[a-z-]+  \()", "", done.output)
        assert [] == [*english(typed)], words[0]


@pytest.mark.parametrize("game", GAMES)
def test_no_text_comes_past_the_catalogues_and_nothing_breaks_when_it_is_longer(
    game: str, begun: dict[str, Path], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """In the pseudo-locale what is left in plain letters is a name, a code or what somebody types."""
    shown = {*_typed(game), "pbem"}
    with pseudo_spoken(monkeypatch):
        told = {words[0]: said(tmp_path, *words) for words in recorded(game)}
        told["status"] = said(begun[game], "status")
    for name, text in told.items():
        assert "\uff41" in text, name  # it is spoken at all
        assert [] == [*plain(iter(NAMES.sub("", text).splitlines()), shown.__contains__)], name


def _typed(game: str) -> Iterator[str]:
    """The words of orders and scenarios of a game, and of what a log calls its things."""
    rules = registry.load(game).rules
    yield from rules.actions.kinds
    yield from rules.scenarios
    yield game
