"""The page of commands in both manuals, written from the help of the program: each thing once.

``python -m tests.tools.command_reference`` writes it anew; ``--check`` says whether that would change anything.
"""

import re
import sys
import tomllib
from collections import Counter
from collections.abc import Iterator, Sequence
from inspect import cleandoc
from pathlib import Path

import click
from attrs import frozen

from pbem.cli import language, main
from pbem.cli.app import HelpGroup

_PLAIN = re.compile(r"[*<\[]|(?<!\w)_|_(?!\w)")
_EXAMPLES = 1
"""So many of the examples of a command are shown; its help has all."""
_A_WORD_FOLLOWS = ("[ARGS]...", "[ARGUMENTOS]...")
"""How the usage of a word ends that only has commands below it, in either language."""
MANUAL = Path(__file__).resolve().parents[2] / "pbem" / "manual"
_SHARED_BY = 2
"""An option that so many commands have in the same words is described once, and named at each of them."""


@frozen(kw_only=True)
class Words:
    """What the page says besides the help."""

    title: str
    intro: str
    everywhere: str
    about_everywhere: str
    shared: str
    about_shared: str
    as_above: str
    codes: str
    numbers: str


_EVERYWHERE = {"given_home_path", "given_wanted", "given_password_file", "lang"}
"""Options of (nearly) every command: they are described once."""


@frozen
class Described:
    """One command. ``paragraphs`` are prose; ``listed`` are lines to be kept as they stand, each list under its title."""

    name: str
    arguments: str
    paragraphs: tuple[str, ...]
    listed: tuple[tuple[str, tuple[str, ...]], ...]
    options: tuple[tuple[str, str], ...]
    below: tuple[str, ...]


WORDS = {
    code: Words(**words)
    for code, words in tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8")).items()
}


def page(code: str) -> str:
    """The page in a language."""
    with language.reading(code):
        spoken = language.in_language(main)
        commands = list(described(spoken))
        common = common_options(spoken)
        index = [line for group in main.groups for line in _group(group)]
    words, shared = WORDS[code], _shared(commands)
    lines = [f"# {words.title}", "", words.intro, "", *index]
    lines += [f"## {words.everywhere}", "", words.about_everywhere, "", *_options(common), ""]
    lines += [f"## {words.shared}", "", words.about_shared, "", *_options(shared), ""]
    lines += [f"## {words.codes}", "", words.numbers, ""]
    for command in commands:
        lines += _section(command, words, shared)
    return "\n".join(lines)


def _group(group: HelpGroup) -> list[str]:
    """The commands of a group, each with the few words of the list in the help."""
    lines = [f"**{language.say(group.title)}: {language.say(group.about)}**", ""]
    lines += [
        f"- [`pbem {name}`](#pbem-{name}): {language.say(text)}" for name, text in group.commands.items()
    ]
    return [*lines, ""]


def _shared(commands: Sequence[Described]) -> list[tuple[str, str]]:
    """Options that several commands have in the same words; one name has one meaning among them, the commonest."""
    count = Counter(option for command in commands for option in command.options)
    of_names: dict[str, tuple[str, str]] = {}
    for option, number in count.most_common():
        if number >= _SHARED_BY:
            of_names.setdefault(_named(option), option)
    return sorted(of_names.values())


def _named(option: tuple[str, str]) -> str:
    return option[0].split()[0]


def _section(command: Described, words: Words, shared: Sequence[tuple[str, str]]) -> list[str]:
    lines = [f"{'#' * (1 + command.name.count(' '))} {command.name}", ""]
    if command.arguments and not command.arguments.endswith(_A_WORD_FOLLOWS):
        lines += [f"`{command.name} {command.arguments}`", ""]
    for paragraph in command.paragraphs:
        lines += [_prose(paragraph), ""]
    examples = [line for _, listed in command.listed for line in listed if _says_more(line, command)]
    if examples:
        lines += ["```", *examples[:_EXAMPLES], "```", ""]
    own = [option for option in command.options if option not in shared]
    above = ", ".join(f"`{_named(option)}`" for option in command.options if option in shared)
    where = words.shared.lower().replace(" ", "-")
    lines += [*_options(own), *([f"- [{words.as_above}](#{where}): {above}."] if above else [])]
    return [*lines, ""] if command.options else lines


def _says_more(example: str, command: Described) -> bool:
    """Whether an example says more than the usage: an option, a remark, several words; and is of no command below."""
    rest = example.removeprefix(command.name).split()
    below = bool(rest) and rest[0] in command.below
    return not below and (len(rest) > 1 or "-" in "".join(rest)[:1])


def _options(rows: Sequence[tuple[str, str]]) -> list[str]:
    return [f"- `{name}`: {_prose(text)}" for name, text in rows]


def _prose(text: str) -> str:
    """Prose that Markdown leaves as it is; what stands between ticks is left alone."""
    parts = text.split("`")
    return "`".join(part if at % 2 else _PLAIN.sub(r"\\\g<0>", part) for at, part in enumerate(parts))


def check() -> list[str]:
    """The languages whose page is not what the program says."""
    return [code for code in WORDS if _path(code).read_text(encoding="utf-8") != page(code)]


def _path(code: str) -> Path:
    return MANUAL / code / "commands.md"


def described(main: click.Group) -> Iterator[Described]:
    """Every command in the order in which somebody meets them, those below a group after it."""
    yield from _below(main, click.Context(main, info_name="pbem"))


def common_options(main: click.Group) -> tuple[tuple[str, str], ...]:
    """The options that every command takes, or that stand before it."""
    return _records(main, click.Context(main, info_name="pbem"), everywhere=True)


def _below(group: click.Group, context: click.Context) -> Iterator[Described]:
    for name in group.list_commands(context):
        command = group.get_command(context, name)
        assert command is not None, name
        inner = click.Context(command, info_name=name, parent=context)
        yield _described(command, inner)
        if isinstance(command, click.Group):
            yield from _below(command, inner)


def _described(command: click.Command, context: click.Context) -> Described:
    prose, listed = [], []
    for paragraph in cleandoc(command.help or "").split("\n\n"):
        if paragraph.startswith("\b"):
            title, *lines = paragraph.split("\n")[1:]
            listed.append((title.strip(), tuple(line.removeprefix("  ") for line in lines)))
        else:
            prose.append(" ".join(paragraph.split()))
    return Described(
        context.command_path,
        " ".join(each for each in command.collect_usage_pieces(context) if each != command.options_metavar),
        tuple(prose),
        tuple(listed),
        _records(command, context, everywhere=False),
        tuple(command.list_commands(context)) if isinstance(command, click.Group) else (),
    )


def _records(command, context, *, everywhere):
    found = []
    for each in command.params:
        is_common = each.name in _EVERYWHERE
        if (
            isinstance(each, click.Option)
            and is_common <= everywhere
            and (record := each.get_help_record(context))
        ):
            found.append((record[0], " ".join(record[1].split())))
    return tuple(found)


if __name__ == "__main__":
    if sys.argv[1:] == ["--check"]:
        sys.exit(f"not up to date: {', '.join(stale)}" if (stale := check()) else 0)
    for tongue in WORDS:
        _path(tongue).write_text(page(tongue), encoding="utf-8")
