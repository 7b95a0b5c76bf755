"""Where a file goes: a file, a mail as a draft, a Maildir, or standard output."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path

import click
from attrs import frozen
from click.decorators import FC

from pbem import container
from pbem.cli import output
from pbem.desk.games import shown
from pbem.errors import MailError
from pbem.mail.maildir import deliver
from pbem.store import atomic

_NOBODY = "player@pbem.invalid"


@frozen(kw_only=True)
class Delivery:
    """The options of delivery as they were given."""

    out: Path | None = None
    eml: Path | None = None
    maildir: Path | None = None
    stdout: bool = False
    recipient: str = ""
    sender: str = ""

    @property
    def mails(self) -> bool:
        """Whether a mail has to be composed."""
        return bool(self.eml or self.maildir or self.recipient)

    @property
    def draft(self) -> bool:
        """Whether the mail is a draft that the player's own mail program sends."""
        return self.maildir is None

    @property
    def addresses(self) -> tuple[str, str]:
        """Sender and recipient."""
        return self.sender or _NOBODY, self.recipient or _NOBODY


def delivery_options(function: FC) -> FC:
    """The options that say where a file goes."""
    place = click.Path(path_type=Path)
    for option in (
        click.option("--stdout", is_flag=True, help="Print the file as text that can be pasted into a mail."),
        click.option("--out", type=place, metavar="FILE", help="Write the file here."),
        click.option(
            "--eml", type=place, metavar="FILE", help="Write a mail that your mail program opens as a draft."
        ),
        click.option("--maildir", type=place, metavar="DIR", help="Deliver the mail into this Maildir."),
        click.option("--from", "sender", default="", metavar="ADDRESS", help="Your address, for the mail."),
        click.option(
            "--to", "recipient", default="", metavar="ADDRESS", help="Your opponent's address, for the mail."
        ),
    ):
        function = option(function)
    return function


def now() -> datetime:
    """The time for the head of a mail."""
    return datetime.now(UTC).replace(microsecond=0)


def hand_over(way: Delivery, file: bytes, name: str, mail: bytes | None) -> None:
    """Put the file, or the mail that carries it, where the options say; without any, into this folder under its name."""
    if way.stdout:
        output.data(container.armour(file, {"File": name}).rstrip("\n"))
    if way.maildir is not None and mail is not None:
        place = deliver(way.maildir, mail, name.removesuffix(".pbem") + ".eml")
        output.talk(f"Delivered into {shown(place.parent.parent)}.")
    target = way.eml or (Path(name).with_suffix(".eml") if way.recipient and way.maildir is None else None)
    if target is not None and mail is not None:
        write(target, mail)
        output.talk(f"Wrote {shown(target)}: open it with your mail program and send it.")
    if way.out is not None or not (way.stdout or way.mails):
        out = way.out or _free(Path(name), file)
        write(out, file)
        output.talk(f"Wrote {shown(out)} ({len(file)} bytes): attach it to a mail to your opponent.")


def _free(path: Path, file: bytes) -> Path:
    """The path, or one beside it when another file has that name."""
    number = 2
    chosen = path
    while chosen.exists() and chosen.read_bytes() != file:
        chosen = path.with_stem(f"{path.stem}-{number}")
        number += 1
    return chosen


def write(path: Path, data: bytes) -> None:
    """Write a file whole or not at all. Raises MailError ``unwritable``."""
    try:
        atomic.write_bytes(path, data, 0o644)
    except OSError as error:
        raise MailError(
            "unwritable",
            f"{shown(path)} cannot be written: {error.strerror or error}.",
            hint="What was signed is stored: type the command again with another place.",
        ) from error
