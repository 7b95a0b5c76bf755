"""The group of commands, its errors and exit codes, and what every command knows: home, game, password."""

from __future__ import annotations

import gc
import os
import re
import sys
import traceback
from collections.abc import Callable, Mapping, Sequence
from io import StringIO
from pathlib import Path
from typing import TYPE_CHECKING, NoReturn

import click
from click.decorators import FC

from pbem.bytes.errors import KeyFileError, PbemError, UsageError
from pbem.bytes.records import define, field, frozen
from pbem.bytes.text import shown
from pbem.cli import language, output
from pbem.cli.words import Words, found_at, lang_option
from pbem.port.messages import Message

# What a command works with is loaded when it is used: `pbem --help` and `pbem rules list` need no home.
if TYPE_CHECKING:
    from pbem.home.identity import Identity
    from pbem.mail.imap import Opener
    from pbem.mail.smtp import Sender
    from pbem.protocol.vault import Entropy
    from pbem.store.game import GameFolder
    from pbem.store.home import Home

_MAX_PASSWORD = 1024
_COLLECT = (200_000, 20, 50)
"""Positions are frozen values without cycles: looking for cycles at the usual rate is a tenth of a verification."""


@define(kw_only=True)
class Setting:
    """What stands before the command, or among its options: where the home is, which game, where the password is.

    ``entropy`` makes keys; a documentation test gives one that repeats itself. ``send`` and ``opener`` stand in for the
    servers of mail.toml where they are given.
    """

    home_path: Path | None = None
    wanted: str = ""
    password_file: Path | None = None
    debug: bool = False
    entropy: Entropy = os.urandom
    send: Sender | None = None
    opener: Opener | None = None
    _homes: dict[Path, Home] = field(factory=dict, init=False)
    _kept: Identity | None = field(default=None, init=False)

    @property
    def home(self) -> Home:
        """The home folder: one object as long as it is the same, because its lock is held by an object."""
        from pbem.store.home import Home, default_path  # noqa: PLC0415  # as above

        path = self.home_path or default_path(os.environ)
        return self._homes.setdefault(path, Home(path))

    def folder(self) -> GameFolder:
        """The game meant: the one named with --game, or the only one."""
        from pbem.home import games  # noqa: PLC0415  # as above

        found = games.choose(self.home, self.wanted)
        if self.wanted:
            from pbem.cli import game_named  # noqa: PLC0415  # as above

            game_named.means(self.home, found)
        return found

    def keep(self, identity: Identity) -> None:
        """Ask for no password again: one that was opened for a whole sitting."""
        self._kept = identity

    def unlocked(self) -> Identity:
        """The identity, with its password from --password-file, PBEM_PASSWORD or the keyboard."""
        from pbem.home import identity  # noqa: PLC0415  # as above

        if self._kept is not None:
            return self._kept
        card = identity.card(self.home)
        return identity.unlock(self.home, self.password(card.name) if card.password else "")

    def must_ask(self) -> bool:
        """Whether the key can only be opened by asking somebody for its password."""
        from pbem.home import identity  # noqa: PLC0415  # as above

        given = self.password_file is not None or "PBEM_PASSWORD" in os.environ
        return not given and identity.card(self.home).password

    def password(self, name: str, *, new: bool = False) -> str:
        """The password, asked for twice when it is new. Raises UsageError where nobody can be asked."""
        if self.password_file is not None:
            return from_file(self.password_file)
        if (given := os.environ.get("PBEM_PASSWORD")) is not None:
            return given
        if not output.can_ask():
            from pbem.mail import password  # noqa: PLC0415  # as above

            if not new and (kept := password.kept(password.of_home(self.home.path))) is not None:
                return kept
            raise UsageError(
                "no-password",
                Message(
                    "A new password is needed for {name}, and there is no terminal to ask for it.", name=name
                )
                if new
                else Message(
                    "The key of {name} has a password, and there is no terminal to ask for it.", name=name
                ),
                hint=Message("Give it with --password-file FILE or in PBEM_PASSWORD."),
            )
        from pbem.cli import questions  # noqa: PLC0415  # few commands ask

        return questions.typed(Message("Password of {name}", name=name), hidden=True, twice=new)


def from_file(path: Path) -> str:
    """The first line of a password file. Raises KeyFileError ``password-file``."""
    try:
        with path.open(encoding="utf-8") as file:
            return file.readline(_MAX_PASSWORD).rstrip("\r\n")
    except (OSError, UnicodeDecodeError) as error:
        raise KeyFileError.of(
            "password-file",
            "The password file {shown} cannot be read.",
            shown=shown(path),
            hint="Check --password-file.",
        ) from error


def setting() -> Setting:
    """What was said before the command and among its options."""
    found = click.get_current_context().find_root().obj
    assert isinstance(found, Setting)
    return found


def _remember(name: str) -> Callable[[click.Context, click.Parameter, object], None]:
    def keep(context: click.Context, _: click.Parameter, value: object) -> None:
        root = context.find_root()
        if not isinstance(root.obj, Setting):
            root.obj = Setting()
        if value:
            setattr(root.obj, name, value)

    return keep


def _option(
    flag: str, name: str, metavar: str, text: str, kind: type[Path] | type[str]
) -> Callable[[FC], FC]:
    return click.option(
        flag,
        f"given_{name}",
        metavar=metavar,
        type=click.Path(path_type=Path) if kind is Path else str,
        expose_value=False,
        callback=_remember(name),
        help=text,
    )


def home_options(function: FC) -> FC:
    """The options of every command that works in a home."""
    for flag, name, metavar, text, kind in (
        (
            "--password-file",
            "password_file",
            "FILE",
            Message("Read the password of your key from this file."),
            Path,
        ),
        (
            "--game",
            "wanted",
            "NAME",
            Message("Which game, when the home has several: its name or id, see pbem games."),
            str,
        ),
        (
            "--home",
            "home_path",
            "DIR",
            Message("The home folder (else PBEM_HOME, else your user's own)."),
            Path,
        ),
    ):
        function = _option(flag, name, metavar, text, kind)(function)
    return function


json_option = click.option("--json", "as_json", is_flag=True, help="Print JSON instead of sentences.")


@frozen
class HelpGroup:
    """Commands that stand together in the help: its title, what they are for, and each with a few words about it."""

    title: Message
    about: Message
    commands: Mapping[str, str]

    @property
    def names(self) -> frozenset[str]:
        """What it is called where somebody types it: in English, and in the reader's language."""
        return frozenset({str(self.title).lower(), language.say(self.title).lower()})

    @property
    def line(self) -> str:
        """What it is for, and which commands it has."""
        return f"{language.say(self.about)}: {', '.join(self.commands)}"


class Pbem(Words):
    """The group: every error becomes one sentence and its exit code."""

    groups: tuple[HelpGroup, ...] = ()
    unlisted: Mapping[str, str] = {}
    """Commands that stand in no list."""

    def add_groups(self, groups: tuple[HelpGroup, ...], unlisted: Mapping[str, str]) -> None:
        """Commands, each in its own module: a list of them needs none of these, and all together are half of pbem."""
        self.groups, self.unlisted = groups, unlisted
        self.later = {name: about for group in groups for name, about in group.commands.items()}

    def list_commands(self, ctx: click.Context) -> list[str]:
        """Those that stand in a list, in its order."""
        return list(self.later)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name, listed or not."""
        if cmd_name in self.unlisted and cmd_name not in self.commands:
            self.add_command(found_at(cmd_name, self.unlisted[cmd_name]), cmd_name)
        return super().get_command(ctx, cmd_name)

    def knows(self, word: str) -> bool:
        """Whether a word is a command, or was one."""
        from pbem.cli.former_words import NOW  # noqa: PLC0415  # only a prompt asks

        return self.lists(word) or word in NOW

    def lists(self, word: str) -> bool:
        """Whether a word is a command today."""
        return word in self.later or word in self.unlisted

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """What a game is played with, and the other groups, one line each; no command is loaded for it."""
        first, *others = self.groups
        self.format_group(first, formatter)
        with formatter.section(language.say(Message("More, with pbem help GROUP"))):
            formatter.write_dl([(language.say(each.title).lower(), each.line) for each in others])

    def format_group(self, group: HelpGroup, formatter: click.HelpFormatter) -> None:
        """The commands of a group."""
        with formatter.section(language.say(group.title)):
            formatter.write_dl([(name, language.say(about)) for name, about in group.commands.items()])

    def main(  # type: ignore[override]  # click's signature has no named types for what is passed on
        self,
        args: Sequence[str] | None = None,
        prog_name: str | None = None,
        *,
        standalone_mode: bool = True,
        **extra: object,
    ) -> NoReturn:
        """Run and exit with the code of ``pbem.bytes.errors``."""
        words = list(sys.argv[1:] if args is None else args)
        gc.set_threshold(*_COLLECT)
        with language.reading(language.chosen(words, os.environ)):
            output.MEANT.set(language.say)
            spoken = language.in_language(self)
            code = told(
                lambda: click.Group.main(  # type: ignore[call-overload]  # passed on as it came
                    spoken, words, prog_name or "pbem", standalone_mode=False, **extra
                ),
                debug="--debug" in words,
            )
        sys.exit(code)


_LONGEST = 4_000


def _shown(error: click.ClickException) -> None:
    """What click says, without what a terminal would obey: it repeats words and names of files as they were typed.

    The blanks of a list stay, which a help text has.
    """
    from pbem.cli.wrong_numbers import with_number_wanted  # noqa: PLC0415  # only what is wrong needs it
    from pbem.view.markup import clean  # noqa: PLC0415  # as above

    error = with_number_wanted(error)
    said = StringIO()
    error.show(said)
    parts = re.split(r"(\n| {2,})", said.getvalue())
    kept = (clean(part, _LONGEST) if n % 2 == 0 else part for n, part in enumerate(parts))
    click.echo("".join(kept), err=True, nl=False)


def told(run: Callable[[], object], *, debug: bool = False) -> int:
    """Run something of the command line: every error becomes one sentence and its exit code."""
    try:
        run()
    except click.exceptions.Exit as stop:
        return stop.exit_code
    except SystemExit as stop:  # a command that ends with a code ends no prompt
        return stop.code if isinstance(stop.code, int) else int(stop.code is not None)
    except click.ClickException as error:
        _shown(error)
        return error.exit_code
    except (click.Abort, KeyboardInterrupt):
        output.talk("Stopped. Nothing was changed after the last message above.")
        return 130
    except BrokenPipeError:
        sys.stderr.close()
        return 0
    except PbemError as error:
        output.failed(error)
        _trace(debug=debug)
        return error.exit_code
    except Exception as error:  # the last resort: one sentence instead of a screen of Python
        output.crashed(error)
        _trace(debug=debug)
        return 1
    return 0


def _trace(*, debug: bool) -> None:
    if debug:
        output.talk(traceback.format_exc().rstrip())


def _version(context: click.Context, _: click.Parameter, asked: bool) -> None:
    if asked and not context.resilient_parsing:
        from pbem.home.installation import installed_version  # noqa: PLC0415  # looks through the installed packages

        click.echo(f"pbem {language.say(installed_version())}")
        context.exit()


@click.group(
    cls=Pbem,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 110},
    epilog="Alone, `pbem` says whose turn it is and what to type next. Every command has --help with an example.",
)
@click.option("--debug", is_flag=True, help="Show the trace of an unexpected error.")
@click.option(
    "--version", is_flag=True, is_eager=True, expose_value=False, callback=_version, help="Print the version."
)
@lang_option
@home_options
@click.pass_context
def main(context: click.Context, debug: bool) -> None:
    """Hex wargames by email: a signed log, dice that nobody can bend, and no server.

    \b
    Your first game:
      pbem identity new "Ann"        make your key, once
      pbem invite june6              write an invitation and mail it
      pbem accept FILE               accept one, or begin when the answer has come
      pbem orders                    what you may do; then: pbem do ORDER
      pbem send                      sign your turn; mail the file that it writes
      pbem import FILE               read and check what your opponent sends
    """
    if not isinstance(context.obj, Setting):
        context.obj = Setting()
    context.obj.debug = debug
    if context.invoked_subcommand is None:
        status = main.get_command(context, "status")
        assert status is not None
        context.invoke(status, as_json=False)
