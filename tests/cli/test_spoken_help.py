"""Every help page is Spanish, and comes out of the catalogues."""

import re
from pathlib import Path

import pytest
from click.testing import CliRunner
from tongues import ENGLISH, TYPED, plain, pseudo_spoken

from pbem.cli import main
from tests.lists import tried_with
from tests.sampling import each_with_one, part_by_turns

from .test_documented import ALL

pytestmark = pytest.mark.wider


COMMANDS = [(), *(tuple(name.split()) for name in ALL)]
"""Every command and group of them, by the words that call it."""
_TYPED = re.compile(
    r"(?m)^ +pbem .*$|'[^'\n]*'|^Uso: .*$|^  -h, --help .*$|\[[^\]]*\]|^  [a-z-]+  +|: (?:[a-z]+, )*[a-z]+$"
    r"|files, games y players"
)
"""Examples, the usage, what is chosen from, and commands where they are listed."""
NAMES = frozenset(name for words in COMMANDS for name in words) | {"eval"}
_SPANISH = re.compile(r"\b(?:dice|has)\b")
"""Words of both languages: says, and you have."""


def told(words: tuple[str, ...], home: Path) -> str:
    """A help page without what is typed."""
    env = {"PBEM_HOME": str(home), "PBEM_LANG": "es", "COLUMNS": "400", "NO_COLOR": "1"}
    done = CliRunner().invoke(main, [*words, "--help"], env=env, terminal_width=400)
    assert done.exit_code == 0, done.output
    page = str(done.output)
    return TYPED.sub("", _SPANISH.sub("", _TYPED.sub("", page)))


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
        left = [*plain(iter(page.splitlines()), NAMES.__contains__)]
        assert [] == left, words
