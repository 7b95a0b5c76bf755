"""The words of orders in Spanish; and ``pbem map``: its part, its layers, its kind of file."""

import re
import shlex
import sys
from pathlib import Path

import pytest
from attrs import fields_dict
from click.shell_completion import ShellComplete
from home.table import Player, Said, pbem

from pbem.bytes.errors import UsageError
from pbem.cli import language, main
from pbem.games import registry
from pbem.games.self_play import Hotseat, advised
from pbem.home.play import order_lines
from pbem.home.play.folding import fold
from pbem.home.play.order_lines import choices
from pbem.home.play.order_words import OrderWords
from pbem.home.play.wording import OrderReader
from pbem.home.viewing import languages, map_options
from pbem.port.game import Choice, Conceal
from pbem.port.messages import OrderWord
from tests.lists import tried_with
from tests.sampling import games_tried, small_and_tried

pytestmark = pytest.mark.wider


_ACTIONS = 120


def words(game: registry.Game) -> OrderWords:
    return OrderWords.of(game.rules, game.info.package)


@pytest.mark.parametrize("name", games_tried())
def test_every_kind_of_order_has_a_spanish_word_of_its_own(name: str) -> None:
    """No two kinds share one, and none is the English word of another kind; so an exact word is never ambiguous."""
    game = registry.load(name)
    known, spanish = words(game), languages.tongue(game, "es")
    called = {kind: spanish.find(OrderWord(kind, game.rules.name)) for kind in game.rules.actions.kinds}
    assert [] == [kind for kind, word in called.items() if not word]
    assert len(called) == len({fold(str(word)) for word in called.values()})
    for kind, word in called.items():
        assert (word, kind) == (word, known.kind((), str(word)))
        assert (word, kind) == (word, known.kind((), fold(str(word)).replace(" ", "-").upper()))
        assert " " not in str(word)
        cls = game.rules.actions.cls(kind)
        for inside, there in ((fields_dict(cls), known.fields(kind)), (choices(cls), known.values(kind))):
            said = [str(spanish.find(OrderWord(each))) for each in inside]
            assert "None" not in said
            assert [*inside] == [there[fold(each)] for each in said], f"{kind}: two parts are called the same"
            assert [*inside] == [there[fold(each)] for each in inside]


@pytest.mark.parametrize("name", games_tried())
def test_an_order_typed_in_spanish_is_the_same_action(name: str) -> None:
    """What the game's own player orders, from the beginning on: said in Spanish, read again."""
    game = registry.load(name)
    rules, spanish = game.rules, languages.tongue(game, "es")
    played = Hotseat.start(rules, rules.scenarios[0], {}, seed=1)
    met: set[str] = set()
    while played.actions < _ACTIONS and (due := played.owed) is not None:
        if isinstance(due, Choice | Conceal):
            order = advised(played, due)
            kind = rules.actions.kind(order)
            if kind not in met:
                met.add(kind)
                typed = spanish.say(order_lines.shown(rules, order))
                assert typed.split()[0] == spanish.find(OrderWord(kind, rules.name))
                reader = OrderReader(
                    rules=rules, state=played.state, side=due.side, kinds=(kind,), legal=lambda: iter(()),
                    package=game.info.package,
                )  # fmt: skip
                assert order == rules.actions.parse(reader.plain(typed).text)
        played.step(advised)
    assert 2 < len(met)


def test_spanish_is_typed_under_either_language_and_shown_to_a_spanish_reader(june44: Player) -> None:
    """June '44 begins with its invasion: the list of a kind, its help, an order, and what was understood."""
    for more in ((), ("--lang", "es")):
        assert 0 == june44("do", "atacar", "--help", *more).code
        assert june44("orders", "atacar", *more) == june44("orders", "attack", *more)
        assert june44("orders", "--kind", "atac", *more) == june44("orders", "--kind", "attack", *more)
    assert "pbem do atacar " in june44("do", "attack", "--help", "--lang", "es").out
    typed = _first(june44("orders", "--lang", "es").out, "atacar")
    assert _first(june44("orders").out, "attack")[1:] == typed[1:]
    assert "attack" not in june44("status", "--lang", "es").out
    assert june44("odds", *typed).out == june44("odds", "attack", *typed[1:]).out
    june44("do", *typed, "--dry-run").says(0, no="Read as")
    june44("do", typed[0][:4], *typed[1:], "--dry-run").says(0, "Read as: attack ")
    june44("orders", "mover").says(0, "move is not among these.")
    said = june44("do", *typed, "--lang", "es")
    assert (0, False) == (said.code, "attack" in said.err), said


@pytest.mark.parametrize("name", games_tried())
def test_a_refusal_says_words_of_orders_in_the_language_of_the_reader(name: str, tmp_path: Path) -> None:
    """The computer's game in each of the five: no English word of an order, and no English name of a player."""
    me = Player("Me", tmp_path)
    me("practice", name, "--name", "Player", "--lang", "es").says(0, "Aquí eres Jugador;")
    assert "contra Ordenador (" in me("status", "--lang", "es").out
    game = registry.load(name)
    given = {
        kind: me(
            "do", str(languages.tongue(game, "es").find(OrderWord(kind, name))), "--lang", "es", "--dry-run"
        )
        for kind in game.rules.actions.kinds
    }
    refused = {kind: said.err for kind, said in given.items() if "] no toca " in said.err}
    assert refused or name == "pegasus", "nothing is out of turn (in Pegasus that takes more words)"
    english = {kind for kind in game.rules.actions.kinds if OrderWord(kind, name) not in ("move", "fire")}
    for kind, err in refused.items():
        words = {*re.findall(r"[a-z-]+", err)}
        spanish = {
            str(languages.tongue(game, "es").find(OrderWord(each, name))) for each in game.rules.actions.kinds
        }
        assert set() == words & (english - spanish), f"{kind}: {err}"


def test_one_legal_order_is_one_in_spanish_too(june44: Player) -> None:
    counted = {
        line.rsplit("(", 1)[1] for line in june44("orders", "--lang", "es").out.splitlines() if "(" in line
    }
    assert "1 legales)" not in counted


def _first(out: str, kind: str) -> list[str]:
    """The words of the first order of a kind in a list."""
    line = next(line for line in out.splitlines() if line.startswith(f"    pbem do {kind} "))
    return shlex.split(line)[2:]


def test_a_word_that_may_be_two_orders_is_refused_in_one_sentence(june44: Player) -> None:
    june44("do", "des", "x").says(2, "'des' may be desembarcar or descartar.")


@pytest.mark.parametrize(
    ("lang", "begun", "found"),
    [
        ("en", "", {"attack", "done"}),
        ("es", "", {"atacar", "fin"}),
        ("en", "ata", {"atacar"}),
        ("es", "att", {"attack"}),
        ("es", "at", {"atacar"}),
    ],
)
def test_the_tab_key_completes_words_of_either_language(june44, lang, begun, found):
    complete = ShellComplete(main, {}, "pbem", "_PBEM_COMPLETE")
    with language.reading(lang):
        items = complete.get_completions(["--home", str(june44.path), "do"], begun)
    assert found == {each.value for each in items}


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
def test_what_cannot_be_drawn_is_one_sentence(at, words, code, sentence):
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
