"""Where a file goes: a file, a mail in one of five ways, a Maildir, or standard output."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click
from click.decorators import FC

from pbem.bytes import container
from pbem.bytes.errors import UsageError
from pbem.bytes.records import evolve, field, frozen
from pbem.bytes.text import shown
from pbem.cli import language, output
from pbem.cli.files import ANOTHER, writable, write
from pbem.home.viewing import languages
from pbem.mail.settings import UNATTENDED, WAYS, MailSettings
from pbem.port.messages import Message
from pbem.store.game import Change, GameFolder

if TYPE_CHECKING:  # a command that sends nothing needs none of it
    from pbem.home.exchange.sending import Outgoing
    from pbem.protocol.session import Session


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
    key: str | None = field(default=None, repr=False)

    @property
    def mails(self) -> bool:
        """Whether a mail has to be composed."""
        return bool(self.eml or self.maildir or self.recipient) and self.by != "text"

    @property
    def draft(self) -> bool:
        """Whether the mail is a draft that the player's own mail program sends."""
        return self.maildir is None and self.by not in UNATTENDED

    def settled(self, settings: MailSettings, folder: GameFolder | None = None) -> Delivery:
        """These options with what mail.toml says and the addresses that the game has had before.

        UsageError ``no-recipient`` or ``no-sender`` for a way that needs them, ``bad-address``, ``many-addresses``.
        """
        facts = folder.facts() if folder is not None else {}
        mailed, filed = bool(self.eml or self.maildir), bool(self.out or self.stdout)
        by = self.by or ("" if mailed or filed else settings.way)
        known = str(facts.get("to") or "") if mailed or not filed else ""
        way = evolve(
            self,
            by=by,
            settings=settings,
            recipient=_plain(self.recipient) or _plain(known),
            sender=_plain(self.sender) or _plain(str(facts.get("from") or "") or settings.address),
        )
        if by in WAYS and by != "text":
            if not way.recipient:
                raise UsageError.of(
                    "no-recipient", "Where does your opponent read mail?", hint="Add once: --to ADDRESS"
                )
            if not way.sender:
                raise UsageError.of(
                    "no-sender",
                    "Your own address is not known.",
                    hint="Add --from ADDRESS, or type: pbem setup mail --address YOU@...",
                )
        return way

    def ready(self) -> Delivery:
        """These options, after a look at all that a way out needs and that can be known before anything is signed.

        Raises PbemError ``unwritable``, and what :func:`pbem.home.exchange.delivery.ready` raises.
        """
        for place in self._places:
            writable(place, ANOTHER)
        if self.by not in UNATTENDED:
            return self
        from pbem.home.exchange import delivery  # noqa: PLC0415  # programs and servers of mail: a file needs none

        return evolve(self, key=delivery.ready(self.settings, self.by, os.environ))

    @property
    def _places(self) -> tuple[Path, ...]:
        """Files that will be written, of a name like theirs where nobody has named them."""
        written = [place for place in (self.out, self.eml) if place is not None]
        if self.maildir is not None:
            written.append(self.maildir / "new" / "turn.eml")
        elif not (written or self.stdout or self.by in (*UNATTENDED, "client", "text")):
            written.append(Path("turn.pbem"))
        return tuple(written)

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


def _plain(text: str) -> str:
    if not text:
        return ""
    from pbem.mail.addresses import plain  # noqa: PLC0415  # a file needs none

    return plain(text)


def delivery_options(function: FC) -> FC:
    """The options that say where a file goes."""
    place = click.Path(path_type=Path)
    for option in (
        click.option("--stdout", is_flag=True, help="Print the file as text that can be pasted into a mail."),
        click.option("--out", type=place, metavar="FILE", help="Where to write it."),
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


def turn_mail(folder: GameFolder, way: Delivery, session: Session, out: Outgoing) -> bytes | None:
    """The mail that carries a turn, dated now; None where a file or letters leave."""
    if not way.mails:
        return None
    from pbem.cli import mailed  # noqa: PLC0415  # programs and servers of mail: a file needs none

    return mailed.mail_of(folder, way, session, out)


def hand_over(
    way: Delivery,
    file: bytes,
    name: str,
    mail: bytes | None,
    folder: GameFolder | None = None,
    *,
    again: str = "",
) -> None:
    """Put the file, or the mail that carries it, where the options say; without any, into this folder under its name.

    ``again`` says, where that fails, what was signed and how the same is sent once more.
    """
    again = again or SIGNED
    if folder is not None:
        way.remember(folder)
    if way.stdout or way.by == "text":
        output.data(container.armour(file, {"File": name}).rstrip("\n"))
    if mail is not None:
        from pbem.cli import mailed  # noqa: PLC0415  # programs and servers of mail: a file needs none

        mailed.hand_over(way, file, name, mail, folder, again=again)
    if way.out is not None or not (way.stdout or way.mails or way.by):
        out = way.out or _free(Path(name), file)
        write(out, file, again)
        output.talk(
            "Wrote {shown} ({len} bytes): attach it to a mail to your opponent.",
            shown=shown(out),
            len=len(file),
        )


def _free(path: Path, file: bytes) -> Path:
    """The path, or one beside it when another file has that name."""
    number = 2
    chosen = path
    while chosen.exists() and chosen.read_bytes() != file:
        chosen = path.with_stem(f"{path.stem}-{number}")
        number += 1
    return chosen


SIGNED = Message("What was signed is stored: type the command again with another place.")
