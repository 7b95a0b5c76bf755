"""``pbem setup notify``: where its player is told that a game waits."""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Sequence
from pathlib import Path

import click
from attrs import evolve

from pbem.bytes.errors import KeyFileError, UsageError
from pbem.bytes.text import shown
from pbem.cli import output, questions
from pbem.cli.app import home_options, setting
from pbem.cli.language import say
from pbem.cli.words import Words
from pbem.home import hooks, kept_hooks
from pbem.home.acting import hook_sending
from pbem.home.hooks import KINDS, Hook
from pbem.home.kept_hooks import Told
from pbem.port.messages import Message, counted
from pbem.view.markup import clean

_GOOD, _BAD = Message("good"), Message("BAD ")
_SPAN = re.compile(r"([1-9][0-9]{0,3})([hd])")
_MOST_READ = 4096
_ADDRESS, _TOKEN, _KEY = Message("Address"), Message("Token of the bot"), Message("Key")


def _hours(_context: click.Context, _option: click.Parameter, text: str) -> int:
    """The hours of ``3d`` or ``12h``; 0 for nothing. Raises a usage error for anything else."""
    found = _SPAN.fullmatch(text)
    hours = int(found[1]) * (24 if found[2] == "d" else 1) if found else 0
    if text and not 0 < hours <= hooks.MOST_HOURS:
        raise click.BadParameter(say(Message("A time is 12h or 3d, a year at most.")))
    return hours


@click.command(name="notify")
@home_options
def notify() -> None:
    """List where you are told that a game waits for you: host and last four letters, for the whole address is a password.

    `pbem watch` tells, once for each decision that you owe; nothing is told of what programs answer. Nothing is said of a
    game but the name that you choose here. The addresses lie locked under your key.

    \b
    Examples:
      pbem setup notify
      pbem setup notify add ntfy https://ntfy.sh/a-topic-that-nobody-guesses
    """
    home = setting().home
    if not kept_hooks.are_set_up(home):
        output.data("Nobody tells you that a game waits. Next: pbem setup notify add ntfy URL")
        return
    told = kept_hooks.read_told(home)
    for n, hook in enumerate(kept_hooks.read_hooks(home, setting().unlocked()), 1):
        of = told.get(hook.id, Told())
        state = Message("off, for it has failed five times") if of.off else Message("on")
        output.data("{n}  {hook}, {state}{names}", n=n, hook=_shown(hook), state=state, names=_names(hook))
    if any(each.off for each in told.values()):
        output.talk("To try again: pbem setup notify test")


def _kind(_context: click.Context, _argument: click.Parameter, text: str) -> str:
    """One of the kinds. Raises UsageError ``notify``, which does not repeat what may be an address."""
    if text not in KINDS:
        raise UsageError.of(
            "notify",
            "Name the service first: ntfy, discord, telegram or web.",
            hint="See `pbem setup notify add --help`.",
        )
    return text


def _kinds(_context: click.Context, _argument: click.Parameter, begun: str) -> list[str]:
    return [each for each in KINDS if each.startswith(begun)]


@click.command()
@click.argument("kind", metavar="SERVICE", callback=_kind, shell_complete=_kinds)
@click.argument("url", default="", metavar="[URL]")
@click.option("--mention", default="", metavar="ID", help="Discord: the number of the user who is called.")
@click.option("--chat", default="", metavar="ID", help="Telegram: the chat, a number or @NAME.")
@click.option("--key", is_flag=True, help="web: sign with a key, which is asked.")
@click.option(
    "--secret-file",
    type=click.Path(path_type=Path, allow_dash=True),
    metavar="FILE",
    help="Read what would be asked from this file (-: from standard input).",
)
@click.option(
    "--name", default="", metavar="TEXT", help="What the notice says beside; without it no word of a game."
)
@click.option(
    "--again",
    default="",
    callback=_hours,
    metavar="TIME",
    help="Say it again after so long, as 12h or 3d (else never).",
)
@home_options
def add(
    kind: str, url: str, key: bool, secret_file: Path | None, again: int, name: str, **place: str
) -> None:
    """Tell you there, too: at ntfy, discord, telegram, or web (an address of your own). A notice to try it is sent at once,
    and what fails is not kept. With --game: of one game only.

    Without URL it is asked, and not shown. Telegram's token is always asked, or read (--secret-file); there, URL is your
    own Bot API server, if you have one. A game or name more at the same URL joins what is there.

    \b
    Examples:
      pbem setup notify add ntfy https://ntfy.sh/a-topic-that-nobody-guesses
      pbem setup notify add discord --mention 80351110224678912 --name "Normandy with Ben"
      pbem setup notify add telegram --chat 1234567 --again 3d
      pbem setup notify add web https://example.org/hook --key
    """
    known = setting()
    identity = known.unlocked()
    game = known.folder().name if known.wanted else ""
    telegram, signed = kind == "telegram", kind == "web" and (key or secret_file is not None)
    if telegram or signed:
        secret = _secret(_TOKEN if telegram else _KEY, secret_file)
        url = url or (hooks.TELEGRAM if telegram else _secret(_ADDRESS, None))
    else:
        secret, url = "", url or _secret(_ADDRESS, secret_file)
    hook = hooks.checked(
        Hook(
            id=os.urandom(4).hex(),
            kind=kind,
            url=url,
            secret=secret,
            names={game: name},
            hours=again,
            **place,
        )
    )
    hook_sending.send(hook, say(_trial(hook)))
    with known.home.lock():
        there = kept_hooks.read_hooks(known.home, identity)
        before = next((each for each in there if each.place == hook.place), None)
        if before is not None:
            hook = evolve(
                hook, id=before.id, names={**before.names, **hook.names}, hours=again or before.hours
            )
        elif len(there) >= hooks.MOST:
            raise UsageError.of(
                "notify", "{n} places are enough.", n=hooks.MOST, hint="Type: pbem setup notify off N"
            )
        kept = tuple(each for each in there if each is not before)
        kept_hooks.write_hooks(known.home, identity, (*kept, hooks.checked(hook)))
        told = kept_hooks.read_told(known.home)
        kept_hooks.write_told(known.home, {**told, hook.id: evolve(told.get(hook.id, Told()), failed=0)})
    output.talk("{hook} has taken a notice. `pbem watch` tells you there from now on.", hook=_shown(hook))


@click.command()
@click.argument("number", type=int, required=False, metavar="[N]")
@home_options
def test(number: int | None) -> None:
    """Send a notice to each place, or to number N of the list; one that failed too often is on again when it arrives.

    \b
    Example:
      pbem setup notify test
    """
    known = setting()
    worst = 0
    for hook in _chosen(kept_hooks.read_hooks(known.home, known.unlocked()), number):
        try:
            hook_sending.send(hook, say(_trial(hook)))
        except hook_sending.NoticeError as error:
            output.data(output.headed(output.bad(_BAD), error.message))
            worst = error.exit_code
            continue
        output.data(f"{output.good(_GOOD)}  {say(_shown(hook))}")
        with known.home.lock():
            told = kept_hooks.read_told(known.home)
            if hook.id in told:
                kept_hooks.write_told(known.home, {**told, hook.id: evolve(told[hook.id], failed=0)})
    if worst:
        sys.exit(worst)


@click.command()
@click.argument("number", type=int, required=False, metavar="[N]")
@home_options
def off(number: int | None) -> None:
    """Forget number N of the list, or every place.

    \b
    Examples:
      pbem setup notify off
      pbem setup notify off 2
    """
    known = setting()
    identity = known.unlocked()
    with known.home.lock():
        there = kept_hooks.read_hooks(known.home, identity)
        gone = _chosen(there, number)
        kept_hooks.write_hooks(known.home, identity, (each for each in there if each not in gone))
    output.talk(counted(len(gone), "{n} place is forgotten.", "{n} places are forgotten."))


def _chosen(there: Sequence[Hook], number: int | None) -> tuple[Hook, ...]:
    if number is not None and not 1 <= number <= len(there):
        raise UsageError.of(
            "notify", "There is no number {n} in the list.", n=number, hint="Type: pbem setup notify"
        )
    return tuple(there) if number is None else (there[number - 1],)


def _secret(asked: Message, file: Path | None) -> str:
    """What is not typed on the command line: the first line of a file, or what is asked and not shown."""
    if file is None:
        if not output.can_ask():
            raise UsageError.of(
                "notify",
                "There is no terminal to ask for it: {what}",
                what=asked,
                hint="Give it with --secret-file FILE.",
            )
        return questions.typed(asked, hidden=True).strip()
    try:
        with click.open_file(str(file), encoding="utf-8") as source:
            return str(source.readline(_MOST_READ)).strip()
    except (OSError, UnicodeDecodeError) as error:
        raise KeyFileError.of(
            "secret-file", "The file {shown} cannot be read.", shown=shown(file), hint="Check --secret-file."
        ) from error


def _trial(hook: Hook) -> str:
    """What is sent to try a place: that it is a trial, and the name that will be said."""
    name = hook.said(hook.names)
    return (
        Message("pbem tries this place: {name}. No game waits yet.", name=name)
        if name
        else Message("pbem tries this place. No game waits yet.")
    )


def _shown(hook: Hook) -> Message:
    return Message("{kind} at {host} (...{tail})", kind=hook.kind, host=hook.host, tail=hook.tail)


def _names(hook: Hook) -> str:
    """The games it tells of, with the names that were chosen for them."""
    every = say(Message("every game"))
    return "".join(
        f", {game[:8] or every}{f' ({clean(name)})' if name else ''}" for game, name in hook.names.items()
    )


COMMAND = Words("notify", alone=notify)
for _each in (add, test, off):
    COMMAND.add_command(_each)
