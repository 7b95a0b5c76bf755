"""Completion in a shell: units, hexes and kinds of orders as well as commands."""

from __future__ import annotations

import shlex

import click
from click.shell_completion import get_completion_class

from pbem.bytes.errors import PbemError
from pbem.cli import output
from pbem.cli.app import main, setting
from pbem.home import games
from pbem.home.play import orders as playing
from pbem.home.play.completing import candidates


def orders_begun(context: click.Context, _: click.Parameter, begun: str) -> list[str]:
    """What may follow in an order; nothing where the game cannot be looked at."""
    try:
        with context.scope(cleanup=False):
            view = games.look(setting().folder())
        typed = tuple(context.params.get("order") or ())
        while "then" in typed:
            typed = typed[typed.index("then") + 1 :]
        found = candidates(playing.ear(view), typed, begun)
    except (PbemError, OSError):
        return []
    return [shlex.quote(word) if " " in word else word for word in found]


@click.command(short_help="Completion for your shell.")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
def completion(shell: str) -> None:
    """Print what makes the Tab key of SHELL complete commands, orders, units and hexes.

    \b
    Examples:
      eval "$(pbem completion bash)"      in ~/.bashrc; for zsh the same with zsh, in ~/.zshrc
      pbem completion fish > ~/.config/fish/completions/pbem.fish
    """
    found = get_completion_class(shell)
    assert found is not None
    output.data(found(main, {}, "pbem", "_PBEM_COMPLETE").source().rstrip("\n"))


COMMAND = completion
