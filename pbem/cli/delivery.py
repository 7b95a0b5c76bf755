"""Where a file goes: a file, a mail in one of five ways, a Maildir, or standard output."""

from __future__ import annotations

import os
from pathlib import Path

import click
from attrs import evolve, field, frozen
from click.decorators import FC

from pbem.bytes import container
from pbem.bytes.errors import PbemError, UsageError
from pbem.cli import language, output, questions
from pbem.cli.app import setting
from pbem.home.exchange import delivery
from pbem.home.games import shown
from pbem.home.viewing import languages
from pbem.mail import imap, smtp
from pbem.mail.maildir import deliver
from pbem.mail.settings import WAYS, MailSettings
from pbem.port.messages import Message
from pbem.store import atomic
from pbem.store.game import Change, GameFolder

_NOBODY = "player@pbem.invalid"


@frozen(kw_only=True)
class Delivery:
    """The options of delivery as they were given, and after :meth:`settled` what follows from them."""

    out: Path | None = None
    eml: Path | None = None
    maildir: Path | None = None
    stdout: bool = False
    by: str = ""
    recipient: str = ""
    sender: str = ""
    language: str = ""
    settings: MailSettings = field(factory=MailSettings)

    @property
    def mails(self) -> bool:
        """Whether a mail has to be composed."""
        return bool(self.eml or self.maildir or self.recipient) and self.by != "text"

    @property
    def draft(self) -> bool:
        """Whether the mail is a draft that the player's own mail program sends."""
        return self.maildir is None and self.by not in delivery.UNATTENDED

    @property
    def addresses(self) -> tuple[str, str]:
        """Sender and recipient."""
        return self.sender or _NOBODY, self.recipient or _NOBODY

    def settled(self, settings: MailSettings, folder: GameFolder | None = None) -> Delivery:
        """These options with what mail.toml says and the addresses that the game has had before.

        UsageError ``no-recipient`` or ``no-sender`` for a way that needs them.
        """
        facts = folder.facts() if folder is not None else {}
        placed = bool(self.out or self.eml or self.maildir or self.stdout)
        by = self.by or ("" if placed else settings.way)
        known = "" if placed else str(facts.get("to") or "")
        way = evolve(
            self,
            by=by,
            settings=settings,
            recipient=self.recipient or known,
            sender=self.sender or str(facts.get("from") or "") or settings.address,
        )
        if by in WAYS and by != "text":
            if not way.recipient:
                raise UsageError(
                    "no-recipient",
                    Message("Where does your opponent read mail?"),
                    hint=Message("Add once: --to ADDRESS"),
                )
            if not way.sender:
                raise UsageError(
                    "no-sender",
                    Message("Your own address is not known."),
                    hint=Message("Add --from ADDRESS, or type: pbem mail setup --address YOU@..."),
                )
        return way

    @property
    def spoken(self) -> str:
        """The language of a mail: the one asked for, else the reader's."""
        return self.language or language.code()

    def remember(self, folder: GameFolder) -> None:
        """Keep the addresses of a mail with the game, so that they are typed once."""
        facts = folder.facts()
        given = {"to": self.recipient, "from": self.sender} if self.recipient else {}
        kept = {name: value for name, value in {**given, languages.FACT: self.language}.items() if value}
        if any(facts.get(name) != value for name, value in kept.items()):
            folder.save(Change(facts={**facts, **kept}))


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
        click.option(
            "--by",
            type=click.Choice(WAYS),
            default=None,
            callback=lambda _context, _parameter, value: value or "",
            help="How the mail leaves: your mail program, a draft, sendmail on a pipe, a server, or text.",
        ),
        click.option("--from", "sender", default="", metavar="ADDRESS", help="Your address, for the mail."),
        click.option(
            "--to", "recipient", default="", metavar="ADDRESS", help="Your opponent's address, for the mail."
        ),
        click.option(
            "--mail-lang",
            "language",
            type=click.Choice(languages.LANGUAGES),
            default=None,
            callback=lambda _context, _parameter, value: value or "",
            help="The language of this game's mails from now on (else yours).",
        ),
    ):
        function = option(function)
    return function


def hand_over(
    way: Delivery, file: bytes, name: str, mail: bytes | None, folder: GameFolder | None = None
) -> None:
    """Put the file, or the mail that carries it, where the options say; without any, into this folder under its name."""
    if folder is not None:
        way.remember(folder)
    if way.stdout or way.by == "text":
        output.data(container.armour(file, {"File": name}).rstrip("\n"))
    if way.maildir is not None and mail is not None:
        # Two games of one scenario have turns of the same name, and one Maildir may hold the mails of both.
        game = f"-{folder.name[:8]}" if folder is not None else ""
        place = deliver(way.maildir, mail, f"{name.removesuffix('.pbem')}{game}.eml")
        output.talk(Message("Delivered into {shown}.", shown=shown(place.parent.parent)))
    if mail is not None and way.by in delivery.UNATTENDED:
        known = setting()
        output.talk_all(
            delivery.deliver(
                way.settings,
                way.by,
                mail,
                os.environ,
                send=known.send or smtp.send,
                opener=known.opener or imap.opened,
            )
        )
    elif mail is not None and way.by == "client" and folder is not None:
        output.talk_all(delivery.open_draft(folder, mail, file, name))
    elif mail is not None and (target := _draft_place(way, name)) is not None:
        write(target, mail, _SIGNED)
        output.talk(
            Message("Wrote {shown}: open it with your mail program and send it.", shown=shown(target))
        )
    if way.out is not None or not (way.stdout or way.mails or way.by):
        out = way.out or _free(Path(name), file)
        write(out, file, _SIGNED)
        output.talk(
            Message(
                "Wrote {shown} ({len} bytes): attach it to a mail to your opponent.",
                shown=shown(out),
                len=len(file),
            )
        )


def show(mail: bytes, file: bytes) -> None:
    """The mail as its reader sees it, without the turn itself: that has not been signed for good."""
    head, text = delivery.shown(mail)
    for line in (
        *head,
        "",
        *text.splitlines(),
        "",
        Message("(attached: the turn file, {n} bytes)", n=len(file)),
    ):
        output.data(line)


def _draft_place(way: Delivery, name: str) -> Path | None:
    return way.eml or (Path(name).with_suffix(".eml") if way.recipient and way.maildir is None else None)


def _free(path: Path, file: bytes) -> Path:
    """The path, or one beside it when another file has that name."""
    number = 2
    chosen = path
    while chosen.exists() and chosen.read_bytes() != file:
        chosen = path.with_stem(f"{path.stem}-{number}")
        number += 1
    return chosen


def free(path: Path, what: str = "another file", hint: str = "Name another file.") -> None:
    """Ask before a file is written over that is ``what``. Raises UsageError ``file-there`` where nobody can be asked."""
    if not path.exists():
        return
    said = Message("{shown} is there already, and {what}.", shown=shown(path), what=what)
    if not output.can_ask():
        raise UsageError("file-there", said, hint=hint)
    questions.agreed(Message("{said} Write over it?", said=said), abort=True)


_SIGNED = Message("What was signed is stored: type the command again with another place.")


def write(path: Path, data: bytes, hint: str = "Name another place.") -> None:
    """Write a file whole or not at all. Raises PbemError ``unwritable``."""
    try:
        atomic.write_bytes(path, data, 0o644)
    except OSError as error:
        raise PbemError(
            "unwritable",
            Message("{shown} cannot be written: {what}.", shown=shown(path), what=error.strerror or error),
            hint=hint,
        ) from error
