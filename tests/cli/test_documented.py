"""Every command and option is documented: in the manual, which ``pbem manual`` shows in both languages, and in its help."""

import re
from collections.abc import Iterator
from pathlib import Path

import click
import pytest
from click.testing import CliRunner
from home.table import pbem

from pbem.bytes.errors import UsageError
from pbem.cli import former_words, main
from pbem.cli.manual import pages
from pbem.cli.manual_text import rendered
from pbem.cli.words import Words
from tests.lists import tried_with

ROOT = Path(__file__).resolve().parents[2]


def commands(group: click.Group = main, before: tuple[str, ...] = ()) -> Iterator[tuple[str, click.Command]]:
    """Every command by its whole name."""
    context = click.Context(group)
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None, name
        yield " ".join((*before, name)), command
        if isinstance(command, click.Group):
            yield from commands(command, (*before, name))


ALL = dict(commands())


def test_every_command_is_found_under_its_own_name_in_its_module() -> None:
    named = {name: command.name for name, command in ALL.items() if " " not in name}
    assert {name: name for name in main.later} == named
    assert set(main.commands) - set(main.unlisted) == set(main.later)


def test_the_commands_stand_in_groups_and_no_group_is_called_like_another() -> None:
    assert list(main.later) == [name for group in main.groups for name in group.commands]
    names = [group.title for group in main.groups]
    assert len(set(names)) == len(names)
    assert "Trust:\n  verify" in CliRunner().invoke(main, ["help", "trust"]).output


@tried_with("old", former_words.NOW)
def test_a_word_that_was_a_command_says_what_it_is_now(old: str) -> None:
    now = former_words.NOW[old]
    assert old not in ALL
    name, _, option = now.partition(" --")
    assert name in ALL
    assert not option or f"--{option}" in {word for p in ALL[name].params for word in p.opts}
    said = CliRunner().invoke(main, [*old.split(), "anything"])
    assert UsageError.exit_code == said.exit_code
    assert f"`pbem {old}` is `pbem {now}` now." in said.output


@tried_with("name", ALL)
def test_every_command_has_help_with_an_example_of_itself(name: str) -> None:
    text = ALL[name].help or ""
    assert re.search(r"Examples?:", text), name
    assert f"pbem {name}" in text


@tried_with("name", ["", *ALL])
def test_every_option_says_what_it_does(name: str) -> None:
    command = ALL.get(name, main)
    silent = [p.name for p in command.params if isinstance(p, click.Option) and not p.help]
    assert [] == silent


@tried_with("name", ALL)
def test_every_option_in_an_example_exists(name: str) -> None:
    for line in re.findall(rf"^\s*pbem {name}\b.*$", ALL[name].help or "", re.MULTILINE):
        meant = max((each for each in ALL if f"{line.strip()} ".startswith(f"pbem {each} ")), key=len)
        known = {word for p in (*ALL[meant].params, *main.params) for word in (*p.opts, *p.secondary_opts)}
        known.add("--help")
        used = {word.partition("=")[0] for word in line.split() if re.fullmatch(r"--?[a-z].*", word)}
        assert used <= known, line


def test_the_checks_of_a_change_type_words_that_there_are() -> None:
    lines = re.findall(r'bin/pbem" (\w+)(?: (\w+))?', (ROOT / ".ci/run").read_text("utf-8"))
    assert lines
    for first, second in lines:
        command = ALL[first]
        alone = not isinstance(command, Words) or command.is_command
        assert alone or f"{first} {second}" in ALL, (first, second)


def test_every_table_has_json() -> None:
    for name in (
        "status", "orders", "import", "verify", "replay", "games", "rules list", "game coverage",
        "packs check", "game try", "demo", "setup doctor",
    ):  # fmt: skip
        assert "--json" in {word for p in ALL[name].params for word in p.opts}, name


PAGES = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "pbem" / "manual").glob("*/*.md"))]


@tried_with("page", PAGES, ids=lambda page: f"{page.parent.name}/{page.name}")
def test_every_link_of_the_manual_leads_to_a_file_and_a_heading(page: Path) -> None:
    broken = []
    for place, heading in re.findall(r"\]\((?!https?:)([^)#]*)(#[^)]*)?\)", page.read_text("utf-8")):
        there = (page.parent / place).resolve() if place else page
        titles = re.findall(r"^#+ (.+)$", there.read_text("utf-8"), re.MULTILINE) if heading else []
        known = {"#" + re.sub(r"[^\w -]", "", title.lower()).replace(" ", "-") for title in titles}
        if not there.exists() or (heading and heading not in known):
            broken.append(f"{place}{heading}")
    assert [] == broken


EACH = [(code, topic) for code in ("en", "es") for topic in pages(code)]
_TYPED = re.compile(r"`[^`]*`|\S{40,}")


@tried_with(("code", "topic"), EACH)
@tried_with("width", [60, 80, 110])
def test_a_page_is_no_wider_than_the_window_and_keeps_every_word(code: str, topic: str, width: int) -> None:
    text = pages(code)[topic].read_text(encoding="utf-8")
    found = rendered(text, width)
    lines = [line for line in found.split("\n") if not line.startswith("    ")]
    assert [] == [line for line in lines if len(re.sub(r"\x1b\[\d*m", "", line)) > max(width, 70)]
    assert [] == [line for line in lines if re.search(r"\]\(|\*\*\w|^\||^#|<!--", line)]
    told = re.sub(r"\W+", "", found)
    for word in set(re.findall(r"\w{5,}", re.sub(r"<!--.*?-->|\]\([^)]*\)", "", text, flags=re.DOTALL))):
        assert word.replace("_", "") in told.replace("_", "")


def test_a_table_stands_in_columns_where_it_fits_and_else_says_each_cell_under_its_title() -> None:
    page = "# Title\n\n| a | b |\n|---|---|\n| one | two words |\n"
    assert "a    b\n---  ---------\none  two words\n" in rendered(page, 80)
    wide = "| a | b | c |\n|---|---|---|\n| " + " | ".join(letter * 22 for letter in "xyz") + " |\n"
    assert f"- {'x' * 22}: b: {'y' * 22}; c:\n  {'z' * 22}\n" == rendered(wide, 60)


def test_commands_stand_as_they_are_typed_and_links_say_how_to_go_on() -> None:
    page = "See [trouble](trouble.md#a), [a page](https://x.example/) and [text](../a.txt).\n\n```\npbem   do x\n```\n"
    said = "See trouble (`pbem manual trouble`), a page (https://x.example/) and text.\n\n    pbem   do x\n"
    assert said == rendered(page, 100)
    assert "1 [1 to 4] a_b\n" == rendered(r"1 \[1 to 4] a\_b", 100)


def test_the_window_decides(monkeypatch: pytest.MonkeyPatch) -> None:
    for columns in ("50", "100"):
        monkeypatch.setenv("COLUMNS", columns)
        text = pbem("manual", "start").out.split("\n")
        longest = max(len(line) for line in text if not line.startswith("    "))
        assert int(columns) - 15 < longest <= int(columns)
