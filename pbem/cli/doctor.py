"""``pbem setup doctor``: what could go wrong on this machine."""

from __future__ import annotations

import platform
import sys

import click

from pbem.bytes.errors import PbemError
from pbem.cli import output
from pbem.cli.app import home_options, json_option, setting
from pbem.home import checkup
from pbem.home.identity import Identity
from pbem.home.installation import installed_version
from pbem.port.messages import Message

_GOOD, _BAD = Message("good"), Message("BAD ")


@click.command()
@json_option
@home_options
def doctor(as_json: bool) -> None:
    """Say what could go wrong on this machine, and what to do about it; ends with 1 where anything is BAD. Whether the
    secrets of your games open is looked at where the key has no password, or it is given (--password-file, PBEM_PASSWORD).

    \b
    Example:
      pbem setup doctor
    """
    found = [
        checkup.Check(name="python", good=sys.version_info >= (3, 11), text=platform.python_version()),
        checkup.Check(name="pbem", good=True, text=installed_version()),
        checkup.Check(
            name=Message("terminal"),
            good="utf" in (sys.stdout.encoding or "").lower(),
            text=Message("writes {encoding}", encoding=sys.stdout.encoding),
            hint=Message("Set PYTHONUTF8=1, so that names are printed as they are."),
        ),
        *checkup.checks(setting().home, _identity()),
    ]
    for each in found:
        if as_json:
            output.data_json({"name": each.name, "good": each.good, "text": each.text, "hint": each.hint})
            continue
        mark = output.good(_GOOD) if each.good else output.bad(_BAD)
        output.data("{mark}  {name}: {text}", mark=mark, name=each.name, text=each.text)
        if not each.good and each.hint:
            output.data("      {hint}", hint=each.hint)
    if not all(each.good for each in found):
        sys.exit(1)


def _identity() -> Identity | None:
    """The key of the home where nobody has to be asked for its password."""
    known = setting()
    try:
        return None if known.must_ask() else known.unlocked()
    except PbemError:
        return None


COMMAND = doctor
