"""The words of orders in Spanish: one for every kind of every game, understood as the English one is, shown in Spanish."""

import re
import shlex
from pathlib import Path

import pytest
from attrs import fields_dict
from click.shell_completion import ShellComplete
from home.table import Player

from pbem.cli import language, main
from pbem.games import registry
from pbem.games.self_play import Hotseat, advised
from pbem.home.play import order_lines
from pbem.home.play.folding import fold
from pbem.home.play.order_lines import choices
from pbem.home.play.order_words import OrderWords
from pbem.home.play.wording import OrderReader
from pbem.home.viewing import languages
from pbem.port.game import Choice, Conceal
from pbem.port.messages import OrderWord
from tests.sampling import games_tried

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
        ("en", "", {"attack", "done"}), ("es", "", {"atacar", "fin"}), ("en", "ata", {"atacar"}),
        ("es", "att", {"attack"}), ("es", "at", {"atacar"}),
    ],
)  # fmt: skip
def test_the_tab_key_completes_words_of_either_language(
    june44: Player, lang: str, begun: str, found: set[str]
) -> None:
    complete = ShellComplete(main, {}, "pbem", "_PBEM_COMPLETE")
    with language.reading(lang):
        items = complete.get_completions(["--home", str(june44.path), "do"], begun)
    assert found == {each.value for each in items}
