"""Commands below a word, each in a module of its own that is imported when it is asked for."""

from __future__ import annotations

import gettext
from collections.abc import Mapping
from importlib import import_module
from keyword import iskeyword
from typing import TYPE_CHECKING

import click
from click.decorators import FC

from pbem.cli import language
from pbem.port.messages import LANGUAGES

if TYPE_CHECKING:
    from click.shell_completion import CompletionItem


_LONGEST = 200
"""Letters of the line about a command in a list of them: its first sentence stays whole."""


def lang_option(function: FC) -> FC:
    """The language of the reader; it was looked for before anything was read, so that help and errors speak it too."""
    return click.option(
        "--lang",
        type=click.Choice(LANGUAGES),
        expose_value=False,
        help="Your language (else PBEM_LANG, else that of your system).",
    )(function)


def _speaking(command: click.Command) -> click.Command:
    """A command, and those below it that are here already, with ``--lang`` where it has no such option of its own."""
    if all(each.name != "lang" for each in command.params):
        lang_option(command)
    for below in command.commands.values() if isinstance(command, click.Group) else ():
        _speaking(below)
    return command


def found_at(place: str, about: str) -> click.Command:
    """The command at ``module`` or ``module:NAME`` of this folder (else its ``COMMAND``), and what it is for."""
    module, _, name = place.partition(":")
    command = getattr(import_module(f"{__package__}.{module}{'_' * iskeyword(module)}"), name or "COMMAND")
    assert isinstance(command, click.Command)
    command.short_help = about
    return _speaking(command)


class Words(click.Group):
    """A word of the command line with words behind it. With ``alone`` it is a command, too: what it does without them."""

    def __init__(
        self,
        name: str,
        *,
        alone: click.Command | None = None,
        later: Mapping[str, str] | None = None,
        places: Mapping[str, str] | None = None,
        **more: object,
    ) -> None:
        """``later``: what each word is for, in a few words; ``places``: its module where that has another name."""
        if alone is not None:
            more |= {
                "params": [*alone.params],
                "callback": alone.callback,
                "help": alone.help,
                "no_args_is_help": False,
            }
        super().__init__(name, **more)  # type: ignore[arg-type]  # click's own arguments
        self.is_command = alone is not None
        self.allow_interspersed_args = self.is_command
        self.allow_extra_args = not self.is_command
        self.later: Mapping[str, str] = later or {}
        self.places: Mapping[str, str] = places or {}
        for each in [each for each in self.params if isinstance(each, click.Argument)][:1]:
            self._complete_words_at(each)

    def _complete_words_at(self, first: click.Argument) -> None:
        """Let the Tab key offer the words behind this one where its first argument may stand."""
        own = first.shell_complete

        def complete(ctx: click.Context, incomplete: str) -> list[CompletionItem]:  # type: ignore[explicit-any]  # click's
            begun = [] if ctx.params.get(first.name or "") else self._begun(incomplete)
            return [*begun, *own(ctx, incomplete)]

        first.shell_complete = complete  # type: ignore[method-assign]  # click offers one function, which some have

    def list_commands(self, ctx: click.Context) -> list[str]:
        """In the order in which somebody meets them."""
        return [*self.later, *(name for name in self.commands if name not in self.later)]

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, out of its module."""
        if cmd_name not in self.commands and cmd_name in self.later:
            place = self.places.get(cmd_name, cmd_name)
            self.add_command(found_at(place, self.later[cmd_name]), cmd_name)
        found = self.commands.get(cmd_name)
        return found and language.in_language(found)

    def resolve_command(
        self, ctx: click.Context, args: list[str]
    ) -> tuple[str | None, click.Command | None, list[str]]:
        """The command that is meant. Raises UsageError ``former-word`` for a word that was one."""
        if not ctx.resilient_parsing and self.get_command(ctx, args[0]) is None:
            from pbem.cli import former_words  # noqa: PLC0415  # for a word that is no command

            former_words.check(" ".join((*ctx.command_path.split()[1:], args[0])))
        return super().resolve_command(ctx, args)

    def make_context(
        self, info_name: str | None, args: list[str], parent: click.Context | None = None, **extra: object
    ) -> click.Context:
        """The context of this command, or of the one whose name is the first word behind it."""
        if self.is_command and args and (below := self.get_command(click.Context(self), args[0])) is not None:
            above = click.Context(self, info_name=info_name, parent=parent)
            return below.make_context(args[0], args[1:], parent=above, **extra)
        return super().make_context(info_name, args, parent, **extra)

    def get_params(self, ctx: click.Context) -> list[click.Parameter]:
        """Its own arguments and options; to the path of a word behind it, none of them belongs."""
        return super().get_params(ctx) if ctx.command is self else []

    def parse_args(self, ctx: click.Context, args: list[str]) -> list[str]:
        """A command's own arguments where it is one."""
        kind = click.Command if self.is_command else click.Group
        return kind.parse_args(self, ctx, args)

    def invoke(self, ctx: click.Context) -> object:
        """A command's own work where it is one."""
        kind = click.Command if self.is_command else click.Group
        return kind.invoke(self, ctx)

    def collect_usage_pieces(self, ctx: click.Context) -> list[str]:
        """How it is typed."""
        kind = click.Command if self.is_command else click.Group
        return kind.collect_usage_pieces(self, ctx)

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """The list of words in the help; none of them is loaded for it."""
        about = {
            **{name: each.get_short_help_str(_LONGEST) for name, each in self.commands.items()},
            **{name: language.say(text) for name, text in self.later.items()},
        }
        with formatter.section(gettext.gettext("Commands")):
            formatter.write_dl([(name, about[name]) for name in self.list_commands(ctx)])

    def shell_complete(self, ctx: click.Context, incomplete: str) -> list[CompletionItem]:  # type: ignore[explicit-any]  # click's
        """What a word may become: commands out of the list, else what click knows."""
        return self._begun(incomplete) + click.Command.shell_complete(self, ctx, incomplete)

    def _begun(self, incomplete: str) -> list[CompletionItem]:  # type: ignore[explicit-any]  # click's
        from click.shell_completion import CompletionItem  # noqa: PLC0415  # only a shell asks

        here = {name: each.get_short_help_str(_LONGEST) for name, each in self.commands.items()}
        later = {name: language.say(about) for name, about in self.later.items()}
        begun = {name: about for name, about in (here | later).items() if name.startswith(incomplete)}
        return [CompletionItem(name, help=about) for name, about in begun.items()]
