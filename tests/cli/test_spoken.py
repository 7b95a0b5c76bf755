"""What a player reads is Spanish, out of the catalogues, all of it: games recorded and begun, help, packs, pages, table."""

import base64
import json
import re
import shutil
import tomllib
import zlib
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from click.testing import CliRunner
from home.table import stream
from tongues import ENGLISH, TYPED, plain, pseudo_spoken

from pbem.bytes import container
from pbem.bytes.canon import Json
from pbem.cli import main
from pbem.cli.app import Setting
from pbem.games import registry
from pbem.home.packs.template import new_pack
from pbem.home.viewing import film_page
from pbem.home.viewing import logs as looking
from pbem.home.viewing.languages import tongue
from pbem.log import parse_log
from pbem.port.messages import ENGLISH as PLAIN
from pbem.store.home import Home
from pbem.table import picture
from pbem.table.translated import spoken
from pbem.view.map.palette import GROUNDS
from tests.lists import tried_with
from tests.sampling import ALL, each_with_one, games_tried, part_by_turns
from tests.table.seats import Seat

from .test_documented import ALL as COMMANDS_BY_NAME

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
LISTED = re.compile(r"(?m)^(?:    pbem do .*|[a-z-]+ [A-Z].*|[a-z-]+  \()|\([a-z]+=\d+\)")
"""Orders as they are typed, where they are listed, and an option as it is."""


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


COMMANDS = [(), *(tuple(name.split()) for name in COMMANDS_BY_NAME)]
"""Every command and group of them, by the words that call it."""
_HELP = re.compile(
    r"(?m)^ +pbem .*$|'[^'\n]*'|^Uso: .*$|^  -h, --help .*$|\[[^\]]*\]|^  [a-z-]+  +|: (?:[a-z]+, )*[a-z]+$"
    r"|files, games y players"
)
"""Examples, the usage, what is chosen from, and commands where they are listed."""
WORDS = frozenset(name for words in COMMANDS for name in words) | {"eval"}
_SPANISH = re.compile(r"\b(?:dice|has)\b")
"""Words of both languages: says, and you have."""


def told(words: tuple[str, ...], home: Path) -> str:
    """A help page without what is typed."""
    env = {"PBEM_HOME": str(home), "PBEM_LANG": "es", "COLUMNS": "400", "NO_COLOR": "1"}
    done = CliRunner().invoke(main, [*words, "--help"], env=env, terminal_width=400)
    assert done.exit_code == 0, done.output
    page = str(done.output)
    return TYPED.sub("", _SPANISH.sub("", _HELP.sub("", page)))


WAYS = part_by_turns(each_with_one(COMMANDS, ["es", "pseudo"]), 2)
"""Half of the pages by turns, each in Spanish or in the pseudo-locale; all at night."""


@tried_with("words", [words for words, how in WAYS if how == "es"], ids=" ".join)
def test_a_help_page_has_no_english_word(words: tuple[str, ...], tmp_path: Path) -> None:
    assert [] == [line for line in told(words, tmp_path).splitlines() if ENGLISH.search(line)]


def test_no_help_comes_past_the_catalogues(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """In the pseudo-locale only commands, choices and examples are left in plain letters."""
    with pseudo_spoken(monkeypatch):
        pages = {words: told(words, tmp_path) for words, how in WAYS if how == "pseudo"}
    for words, page in pages.items():
        assert "\uff41" in page, words
        left = [*plain(iter(page.splitlines()), WORDS.__contains__)]
        assert [] == left, words


_AT = re.compile(r"(?m)^ *\S+\.toml:\d+: \S+")
"""A file, a line and the keys there."""
_OWN = re.compile(r"made up as an example, not printed|the authors of pbem|\bcohesion:")
"""What whoever typed the pack says of it, and a key that the game has no word for."""
_COMMENT = re.compile(r"  # .*")


@pytest.mark.parametrize("game", games_tried())
def test_a_pack_to_fill_in_has_spanish_comments_and_is_the_same_pack(game: str) -> None:
    spoken = tongue(registry.load(game), "es").say
    ours, theirs = (new_pack(game, "mine", "mine", say) for say in (PLAIN.say, spoken))
    assert ours.keys() == theirs.keys()
    for name, text in ours.items():
        there = theirs[name]
        assert tomllib.loads(text) == tomllib.loads(there)
        head = 1 if name == "pack.toml" else 3
        lines, told = text.splitlines(), there.splitlines()
        assert [_COMMENT.sub("", each) for each in lines[head:]] == [
            _COMMENT.sub("", each) for each in told[head:]
        ]
        comments = {line.partition("  # ")[2] for line in told[head:]} - {""}
        assert [] == [*english("\n".join((*told[:head], *comments)))]
        assert not {line.partition("  # ")[2] for line in lines[head:]} & comments


def test_what_a_pack_changes_is_told_in_spanish(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "examples/packs/june6-example", tmp_path / "mine")
    for words in (("check", str(tmp_path / "mine"), "--all"), ("show", str(tmp_path / "mine"))):
        text = _AT.sub("", said(tmp_path, "packs", *words).replace(str(tmp_path), ""))
        assert [] == [*english(_OWN.sub("", text))], words[0]


_DATA = re.compile(r'<script type="application/json" id="data">(.*?)</script>', re.DOTALL)
_TITLE = re.compile(r"<title>([^<]*)</title>")
_SAME = {"bocage"}
"""Grounds that are called the same in both languages."""


def film_of(page: str) -> dict[str, Any]:
    found = _DATA.search(page)
    packed = json.loads(found[1])["film"]
    film: dict[str, Any] = json.loads(zlib.decompress(base64.b64decode(packed)))
    return film


def shown(film: dict[str, Any]) -> list[str]:
    """Every text of a film that a reader may see, but for names of places."""
    events = [event for step in [film["start"], *film["steps"]] for event in step[4]]
    return [
        *(text for moment in film["moments"] for text in moment[1:]), *(face[7] for face in film["faces"]),
        *(line for line in film["lines"]), *(sign[4] for sign in film["signs"]),
        *(tray[0] for tray in film["trays"].values()), *(event[1] for event in events if len(event) > 1),
        *(reason[1] for event in events if len(event) > 7 for reason in event[7]),
    ]  # fmt: skip


def grounds(page: str) -> set[str]:
    """The last words of the tooltips of places."""
    cells = page.partition('<g class="cells"')[2].partition("</g>")[0]
    return {text.rpartition(", ")[2] for text in _TITLE.findall(cells)}


@pytest.mark.parametrize("game", games_tried())
def test_a_replay_page_has_everything_in_both_languages(game: str) -> None:
    """The page of the first eighth of a recorded game; that of all of it with ``PBEM_ALL=1``."""
    log = parse_log(container.unpack(Path(log_of(game)).read_bytes()))
    first = evolve(log, bundles=log.bundles[: len(log.bundles) // (1 if ALL else 8)])
    found = looking.film_of_log(container.pack(first.encode()))
    tongues = {"es": tongue(found.game, "es"), "en": PLAIN}
    pages = {code: film_page.page(found, "x.pbem", tongue=words) for code, words in tongues.items()}
    film = film_of(pages["es"])
    assert [] == [*english(SOURCES.sub("", "\n".join(shown(film))))]
    other = film_of(pages["en"])
    changed = [other["other"]["said"].get(text, text) for text in shown(other)]
    assert sorted(set(changed)) == sorted(set(shown(film))), (
        "changed to Spanish it says what the Spanish page says"
    )
    assert not grounds(pages["es"]) & (set(GROUNDS) - _SAME)
    assert {other["other"]["said"].get(text, text) for text in grounds(pages["en"])} == grounds(pages["es"])


@pytest.mark.parametrize("game", games_tried())
def test_the_board_of_the_table_says_what_the_ground_is_in_the_readers_language(game: str) -> None:
    found = registry.load(game)
    scene = found.rules.scene(found.rules.setup(found.rules.scenarios[0], {}), None)
    board = picture.board(1, (scene,), found.rules.sides).json()
    spanish = spoken(board, tongue(found, "es"))
    there, here = ({str(cell[-1]) for cell in each["cells"]} for each in (board, spanish))
    assert there <= {str(word) for word in GROUNDS.values()}
    assert not here & (there - _SAME)
    assert spoken(board, PLAIN) == board


_DRAWN = frozenset({"signs", "arrows", "pieces", "drawing"})
"""Drawings: of these the tooltips and letters are read."""
_CODES = frozenset({"obj", "code", "kind", "kinds", "usage", "name", "values", "sheet"})
"""Names of orders and fields, and the provenance of the data, which its sources tell in their own words."""
_TEXT = re.compile(r">([^<>]+)<")


def texts(value: Json, name: str = "") -> Iterator[str]:
    """Every text of an answer that somebody reads."""
    if name in _CODES:
        return
    if isinstance(value, dict):
        for key, each in value.items():
            yield from texts(each, key)
    elif isinstance(value, list):
        for each in value:
            yield from texts(each, name)
    elif isinstance(value, str):
        yield from _TEXT.findall(value) if name in _DRAWN else value.splitlines()


@pytest.mark.parametrize("game", games_tried())
def test_the_table_answers_without_an_english_word(game, begun, tmp_path):
    shutil.copytree(begun(game), tmp_path / "home")
    seat = Seat(name="Ana", home=Home(tmp_path / "home"))
    found: dict[str, None] = {}

    def ask(name: str, **given: Json) -> None:
        found.update(dict.fromkeys(texts(seat.post(name, given, X_Pbem_Language="es").json)))

    ask("hello")
    ask("position")
    ask("orders")
    for kind in seat.app.room.session().game.rules.actions.kinds:
        ask("form", kind=kind)
    for _ in range(4):
        order = seat.advised()
        ask("check", order=order)
        ask("try", order=order)
        ask("do", order=order)
    ask("position")
    ask("layer", layer="none", side="none")
    assert "Deb" in " ".join(found) or "Ahora" in " ".join(found)
    left = [*english("\n".join(found))]
    assert not left, "\n".join(left)
