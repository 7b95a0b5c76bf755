"""How a turn of each game goes: the pages of the manual are what the program writes, and tell every order."""

import pytest

from manual.test_pages import with_words_of_the_log
from pbem.cli.manual import pages
from pbem.games import registry
from pbem.home.play.order_words import OrderWords
from pbem.table.turn_guide import turn_guide
from tests.sampling import games_tried
from tests.tools import turn_pages

pytestmark = pytest.mark.wider


@pytest.mark.night
@pytest.mark.parametrize("game", turn_pages.GAMES)
def test_the_pages_are_what_is_asked_in_a_game_that_is_played(game: str) -> None:
    """After a change of rules or words: python -m tests.tools.turn_pages. Each example is judged on the way."""
    for code, text in turn_pages.pages(game).items():
        assert turn_pages.path(game, code).read_text(encoding="utf-8") == text, code
        assert f"turn-{game}" in pages(code)
        assert f"](turn-{game}.md)" in pages(code)[game].read_text(encoding="utf-8")


@pytest.mark.parametrize("game", games_tried())
def test_a_page_tells_every_order_and_each_example_is_read_as_one_of_its_kind(game: str) -> None:
    loaded = registry.load(game)
    codec, words = loaded.rules.actions, OrderWords.of(loaded.rules, loaded.info.package)
    for code in ("en", "es"):
        lines = turn_pages.path(game, code).read_text(encoding="utf-8").split("\n")
        rows = [
            line.split("` | ")[0].removeprefix("| `").split()[0] for line in lines if line.startswith("| `")
        ]
        assert {*codec.kinds} == {words.exactly(each) for each in rows}
        assert (code == "en") == ({*codec.kinds} == {*rows})
        typed = [line.rpartition("`pbem do ")[2].removesuffix("` |") for line in lines if "`pbem do " in line]
        orders = [each for each in typed if "|" not in each and "`" not in each]
        assert len(orders) > len(codec.kinds) // 2
        for each in orders:
            order = with_words_of_the_log(f"turn-{game}.md", f"pbem do {each}").removeprefix("pbem do ")
            assert codec.typed(codec.parse(order)) == order


@pytest.mark.parametrize("code", ["en", "es"])
def test_the_help_of_the_table_describes_an_order_in_each_phase_that_asks_for_it(code: str) -> None:
    phases = turn_guide("june44", code)["phases"]
    lines = [line for phase in phases if isinstance(phase, dict) for line in phase["lines"]]
    attacks = [
        line["row"]
        for line in lines
        if "row" in line and str(line["row"][0]).startswith(("attack ", "atacar "))
    ]
    assert len(attacks) > 3
    assert 1 == len({tuple(row) for row in attacks})
