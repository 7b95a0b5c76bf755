"""Options of a command that does one of several things: one that says nothing about what is done is refused."""

from __future__ import annotations

from collections.abc import Collection

import click
from click.core import ParameterSource

from pbem.bytes.errors import UsageError

EVERYWHERE = frozenset({"given_home_path", "given_wanted", "given_password_file", "lang"})
"""Options of (nearly) every command."""


def only(context: click.Context, names: Collection[str]) -> None:
    """Raises UsageError ``usage`` for an option that was typed and is neither among ``names`` nor everywhere."""
    for each in context.command.params:
        typed = context.get_parameter_source(each.name or "") is ParameterSource.COMMANDLINE
        if typed and each.name not in names and each.name not in EVERYWHERE:
            raise UsageError.of(
                "usage", "{option} says nothing here.", option=each.opts[0], hint="Leave it out."
            )
