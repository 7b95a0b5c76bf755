"""The manual in both languages: the same pages, headings, commands and links; and every command in it can be typed."""

import os
import re
import shlex
from pathlib import Path

import click
import pytest

from pbem.bytes.errors import PbemError
from pbem.cli import main
from pbem.cli.app import Setting
from pbem.cli.words import Words
from pbem.games import registry
from pbem.home.play.folding import fold
from pbem.home.play.order_words import OrderWords
from pbem.port.messages import catalogue
from tests.lists import tried_with
from tests.tools import command_reference

ROOT = Path(__file__).resolve().parents[2]
MANUAL = ROOT / "pbem" / "manual"
ENGLISH = {path.name: path for path in (ROOT / "README.md", *(MANUAL / "en").glob("*.md"))}
SPANISH = {path.name: path for path in (MANUAL / "es").glob("*.md")}
WRITTEN_BY_HAND = sorted(set(ENGLISH) & set(SPANISH) - {"commands.md"})
_FENCED = re.compile(r"^```\n(.*?)^```$", re.MULTILINE | re.DOTALL)
_VALUES = {"N": "3", "VERSION": "1", "VERSIÓN": "1", "KEY-OR-NAME": "Rita", "CLAVE-O-NOMBRE": "Rita"}
"""What stands for a number or a name on the pages."""
_PLACEHOLDER = re.compile(r"(?<![\w-])[A-Z][A-Z-]+(?![\w-])")
_IN_SPANISH = catalogue("es", "pbem")


def typed(page: Path) -> list[str]:
    """What a reader of a page can type: the lines of its blocks and what stands between ticks, without remarks."""
    text = page.read_text(encoding="utf-8")
    blocks = [line for block in _FENCED.findall(text) for line in block.splitlines()]
    spans = re.findall(r"`([^`]+)`", _FENCED.sub("", text))
    found = [
        re.split(r"\s{2,}", each.strip())[0] for each in (*blocks, *(" ".join(s.split()) for s in spans))
    ]
    return [
        each
        for each in found
        if re.match(r"(?:[A-Z_]+=\S+ )?(pbem|pip|pipx|uv|python3?|pytest|dask|man)\b", each)
    ]


def links(page: Path) -> list[str]:
    """Where a page leads, whatever its language."""
    found = re.findall(r"\]\(([^)\s]+)\)", page.read_text(encoding="utf-8"))
    here = [link if "://" in link else os.path.relpath(page.parent / link, ROOT) for link in found]
    there = [re.sub(r"pbem/manual/(en|es)/(README.md)?|^README.md$", "LANGUAGE/", link) for link in here]
    return sorted(link.replace("-es.svg", ".svg") for link in there)


@pytest.mark.parametrize("pages", [ENGLISH, SPANISH], ids=["en", "es"])
def test_the_readme_is_a_screen_and_a_half(pages: dict[str, Path]) -> None:
    lines = pages["README.md"].read_text(encoding="utf-8").splitlines()
    assert len(lines) <= 80
    assert 1 == sum(line.startswith("![") for line in lines)


def test_every_page_is_there_in_both_languages() -> None:
    assert set(ENGLISH) == set(SPANISH)


@tried_with("name", WRITTEN_BY_HAND)
def test_both_languages_have_the_same_commands_in_the_same_order(name: str) -> None:
    """What stands for something to be typed is in the reader's language, as it is in the help: FILE, ARCHIVO."""
    english = [
        _PLACEHOLDER.sub(lambda found: _IN_SPANISH.say(found[0]), line) for line in typed(ENGLISH[name])
    ]
    assert english == [with_words_of_the_log(name, each) for each in typed(SPANISH[name])]


def with_words_of_the_log(name: str, line: str) -> str:
    """An order of a page about a game's turn, which is typed in the reader's language there, as it stands on the log."""
    if (
        not name.startswith("turn-")
        or not line.startswith("pbem do ")
        or line.endswith(f" {_IN_SPANISH.say('ORDER')}")
    ):
        return line
    game = registry.load(name.removeprefix("turn-").removesuffix(".md"))
    known = OrderWords.of(game.rules, game.info.package)
    word, *rest = line.removeprefix("pbem do ").split(" ")
    kind = known.kind((), word)
    fields, values = known.fields(kind), known.values(kind)

    def plain(word: str) -> str:
        field, sign, value = word.rpartition("=")
        return f"{fields.get(fold(field), field)}{sign}{values.get(fold(value), value)}"

    return " ".join(("pbem do", kind, *map(plain, rest)))


@tried_with("name", WRITTEN_BY_HAND)
def test_both_languages_lead_to_the_same_places(name: str) -> None:
    assert links(ENGLISH[name]) == links(SPANISH[name])


@tried_with("name", WRITTEN_BY_HAND)
def test_both_languages_have_the_same_headings_and_tables(name: str) -> None:
    shape = re.compile(r"^(#+ |\|[-|]+\||\| |- |```)", re.MULTILINE)
    english, spanish = (shape.findall(_without_blocks(page[name])) for page in (ENGLISH, SPANISH))
    assert english == spanish


@tried_with("name", WRITTEN_BY_HAND)
def test_both_languages_have_the_same_numbers_in_their_tables(name: str) -> None:
    english, spanish = (
        re.findall(r"\d+", "".join(re.findall(r"^\|.*$", _without_blocks(page[name]), re.MULTILINE)))
        for page in (ENGLISH, SPANISH)
    )
    assert english == spanish


@tried_with("name", WRITTEN_BY_HAND)
def test_no_page_is_the_other_with_its_name_changed(name: str) -> None:
    english, spanish = (set(_without_blocks(page[name]).splitlines()) for page in (ENGLISH, SPANISH))
    same = [line for line in english & spanish if re.search(r"[a-z]{3} [a-z]+ [a-z]+ [a-z]+ [a-z]+", line)]
    assert [] == same


def test_the_pages_of_commands_are_what_the_program_says_of_itself() -> None:
    """When it fails: python -m tests.tools.command_reference."""
    assert [] == command_reference.check()


@pytest.mark.parametrize("pages", [ENGLISH, SPANISH], ids=["en", "es"])
def test_examples_stand_in_blocks_of_their_own_on_the_pages_of_commands(pages: dict[str, Path]) -> None:
    text = pages["commands.md"].read_text(encoding="utf-8")
    assert len(_FENCED.findall(text)) > 40
    assert not re.search(r"(?:Example|Ejemplo)s?:$|\x08", text, re.MULTILINE)


def test_an_option_that_many_commands_share_is_described_once() -> None:
    text = ENGLISH["commands.md"].read_text(encoding="utf-8")
    assert 1 == text.count("Print JSON instead of sentences.")
    assert 20 < text.count("`--json`")


_TYPED = {line for page in (*ENGLISH.values(), *SPANISH.values()) for line in typed(page)}
COMMANDS = sorted(line for line in _TYPED if line.startswith("pbem") and not re.search(r"[\[{]|\.\.\.", line))
"""Without lines of usage, which no shell reads."""


@tried_with("line", COMMANDS)
def test_every_command_of_the_manual_is_read_by_the_program_as_it_stands(line, tmp_path, monkeypatch):
    """Words, options, their values and their number; only the files that it names need not be there."""
    monkeypatch.setenv("PBEM_HOME", str(tmp_path))
    words = [_VALUES.get(word, word) for word in shlex.split(line, comments=True)[1:]]
    command: click.Command = main
    context = click.Context(main, info_name="pbem", obj=Setting())
    while isinstance(command, click.Group) and words and not words[0].startswith("-"):
        found = command.get_command(context, words[0])
        if found is None and (
            command.invoke_without_command or (isinstance(command, Words) and command.is_command)
        ):
            break
        assert found is not None or words[0].isupper(), f"{words[0]} is no command"
        if found is None:
            return  # `pbem COMMAND --help`
        command, words = found, words[1:]
        context = click.Context(command, info_name=command.name, parent=context)
    try:
        command.make_context(command.name, [*words], parent=context.parent)
    except click.exceptions.NoArgsIsHelpError:
        assert not words
    except click.MissingParameter:
        assert all(map(str.isupper, words)), "only a name and a line of usage may lack something"
    except click.exceptions.BadOptionUsage:
        assert words[-1].startswith("--"), "an option that is only named may lack its value, and no other"
    except PbemError as error:
        assert error.code == "no-game", "what an order means depends on the game"  # noqa: PT017
    except click.BadParameter as error:
        usage = words[-1].isupper()
        assert usage or "does not exist" in error.message  # noqa: PT017  # most lines raise nothing
    except click.exceptions.Exit:
        assert words[-1] in {"--help", "-h", "--version"}


def _without_blocks(page: Path) -> str:
    return _FENCED.sub("```", page.read_text(encoding="utf-8"))
