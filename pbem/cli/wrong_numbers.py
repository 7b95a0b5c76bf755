"""What is said of something that is not the number that a parameter takes."""

from __future__ import annotations

import click

from pbem.cli import language
from pbem.port.messages import Message


def with_number_wanted(error: click.ClickException) -> click.ClickException:
    """An error of click; of one about a whole number, what number it is to be."""
    if type(error) is not click.BadParameter or error.param is None:
        return error
    said = _wanted(error.param.type) or error.message
    return click.BadParameter(said, error.ctx, error.param, error.param_hint)


def _wanted(kind: object) -> str:
    """The numbers that a parameter takes, in a sentence; "" where it takes no whole number."""
    if not isinstance(kind, click.types.IntParamType):
        return ""
    low, high = (kind.min, kind.max) if isinstance(kind, click.IntRange) else (None, None)
    if high is not None:
        return language.say(Message("it is a whole number from {low} to {high}.", low=low, high=high))
    if low is not None:
        return language.say(Message("it is a whole number, {low} or more.", low=low))
    return language.say(Message("it is a whole number."))
