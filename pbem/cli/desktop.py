"""``pbem setup desktop``: turn files open by a double click."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from zipfile import is_zipfile

import click

from pbem.cli import output
from pbem.cli.files import write
from pbem.home import desktop as desktops
from pbem.port.messages import Message


@click.group()
def desktop() -> None:
    """Let your desktop open turn files with pbem by a double click.

    \b
    Examples:
      pbem setup desktop install
      pbem setup desktop remove
    """


@desktop.command(short_help="Tell the desktop that pbem opens turn files.")
@click.option(
    "--for",
    "system",
    type=click.Choice(["linux", "windows", "macos"]),
    default={"win32": "windows", "darwin": "macos"}.get(sys.platform, "linux"),
    show_default=True,
    help="Which desktop.",
)
def install(system: str) -> None:
    """Tell the desktop that pbem opens turn files. On Linux that is done at once.

    For Windows and macOS a file is written here, and told how to use.

    \b
    Example:
      pbem setup desktop install
    """
    if system == "windows":
        place = Path("pbem.reg")
        write(place, desktops.registry(program()).encode("utf-16"))
        output.talk(
            "Wrote {place}. Double-click it once and say yes: from then on Windows opens turn files "
            "with pbem.",
            place=place,
        )
        output.talk("This file was made by the book and was not tried on Windows.")
        return
    if system == "macos":
        place = Path("pbem-types.plist")
        write(place, desktops.property_list())
        output.talk(
            "Wrote {place}. macOS opens files with applications alone: in Script Editor save", place=place
        )
        output.talk("  on open files / do shell script of: {program} open FILE", program=" ".join(program()))
        output.talk("as an application, and put the keys of this file into its Contents/Info.plist.")
        output.talk("This was made by the book and was not tried on a Mac.")
        return
    told = desktops.install(program(), _data())
    output.data_all(str(each) for each in told.files)
    if told.missing:
        output.talk(
            "Not here: {missing}. Log out and in again, and the desktop finds it by itself.",
            missing=", ".join(told.missing),
        )
    output.talk("A double click on a turn file opens it in a terminal with pbem from now on.")


@desktop.command(short_help="Take that back.")
def remove() -> None:
    """Take back what `pbem setup desktop install` told a Linux desktop.

    On Windows delete the key .pbem, on a Mac the application that you made.

    \b
    Example:
      pbem setup desktop remove
    """
    told = desktops.remove(_data())
    output.data_all(Message("{each} is gone", each=each) for each in told.files)
    output.talk(
        Message("pbem opens no file by a double click.")
        if told.files
        else Message("There was nothing to take back.")
    )


def program() -> tuple[str, ...]:
    """What starts this program: the one file that it is, or Python with its module."""
    file = Path(sys.argv[0])
    return (sys.executable, str(file.resolve())) if is_zipfile(file) else (sys.executable, "-m", "pbem")


def _data() -> Path:
    return desktops.folder(os.environ, "XDG_DATA_HOME", ".local/share")


COMMAND = desktop
