"""Completion in a shell: units, hexes and kinds of orders as well as commands."""

from __future__ import annotations

import os
import shlex
from pathlib import Path

import click
from click.shell_completion import get_completion_class

from pbem.bytes.errors import PbemError
from pbem.cli import language, output
from pbem.cli.app import main, setting
from pbem.home import games
from pbem.home.play import orders as playing
from pbem.home.play.completing import candidates
from pbem.port.messages import Message


def orders_begun(context: click.Context, _: click.Parameter, begun: str) -> list[str]:
    """What may follow in an order; nothing if the game cannot be read."""
    try:
        with context.scope(cleanup=False):
            view = games.look(setting().folder())
        typed = tuple(context.params.get("order") or ())
        while "then" in typed:
            typed = typed[typed.index("then") + 1 :]
        words = candidates(playing.order_reader(view), typed, begun)
    except (PbemError, OSError):
        return []
    return [shlex.quote(word) if " " in word else word for word in map(language.typed, words)]


@click.command()
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.option("--install", "change", flag_value="install", help="Write it where SHELL looks for it.")
@click.option("--remove", "change", flag_value="remove", help="Take that file away again.")
def completion(shell: str, change: str | None) -> None:
    """Print what makes the Tab key of SHELL complete commands, orders, units and hexes; or install it.

    \b
    Examples:
      pbem setup completion bash --install
      pbem setup completion zsh --install
      eval "$(pbem setup completion bash)"  for this one terminal
    """
    script = get_completion_class(shell)
    assert script is not None
    place = _place_of_completions(shell)
    if change == "remove":
        was_installed = place.is_file()
        place.unlink(missing_ok=True)
        output.talk(
            Message("{place} is gone.", place=place)
            if was_installed
            else Message("There was nothing to take back.")
        )
        return
    source = script(main, {}, "pbem", "_PBEM_COMPLETE").source().rstrip("\n")
    if change is None:
        output.data(source)
        return
    from pbem.home.desktop import put  # noqa: PLC0415  # as in _place_of_completions

    put(place, source + "\n")
    output.data(str(place))
    if shell == "zsh":
        output.talk("Put this line into ~/.zshrc, once, and open a new terminal:")
        output.talk(f"  fpath=({shlex.quote(str(place.parent))} $fpath); autoload -U compinit; compinit")
        return
    output.talk("The Tab key completes pbem in every new terminal.")
    if shell == "bash":
        output.talk("If it does not, bash-completion is missing here: put this line into ~/.bashrc.")
        output.talk(f"  . {shlex.quote(str(place))}")


def _place_of_completions(shell: str) -> Path:
    """Where a shell looks for the completions of one user."""
    from pbem.home.desktop import folder  # noqa: PLC0415  # every command that takes an order loads this module

    if shell == "fish":
        return folder(os.environ, "XDG_CONFIG_HOME", ".config") / "fish/completions/pbem.fish"
    data = folder(os.environ, "XDG_DATA_HOME", ".local/share")
    return data / ("bash-completion/completions/pbem" if shell == "bash" else "zsh/site-functions/_pbem")


COMMAND = completion
