"""``pbem mail``, ``fetch`` and ``watch``: the mail account, its mailbox, and places where mail arrives."""

from __future__ import annotations

import os
import shlex
import sys
import time
from datetime import UTC, datetime
from pathlib import Path

import click
from attrs import evolve

from pbem.bytes.errors import ConflictError, MailError, UsageError
from pbem.cli import output
from pbem.cli.app import home_options, json_option, setting
from pbem.cli.post import answers, import_json, tell
from pbem.home.exchange import delivery, fetching, receiving
from pbem.home.exchange.receiving import Import
from pbem.home.exchange.watched_places import Watch
from pbem.home.identity import Identity
from pbem.mail.password import VARIABLE
from pbem.mail.settings import FILE, TLS, WAYS, MailSettings, make_server, read_settings, write_settings
from pbem.store import atomic

_MAIL_SECONDS, _FILE_SECONDS = 60.0, 5.0


@click.group(name="mail", short_help="How your mails leave and arrive (setup, check).")
def mail() -> None:
    """How your mails leave and arrive. Without it, `pbem send` writes a file that you attach to a mail yourself.

    What is set up stands in mail.toml in your home; a password never does. It comes from PBEM_MAIL_PASSWORD, from
    password_command, or from your keyring (service "pbem", user NAME@HOST).

    \b
    Example:
      pbem mail check
    """


@mail.command()
@click.option("--address", default="", metavar="ADDRESS", help="Your address.")
@click.option(
    "--way",
    type=click.Choice(WAYS),
    help="How mails leave: client (your mail program opens), draft (an .eml file), pipe, smtp, text.",
)
@click.option("--program", default="", metavar="COMMAND", help='For pipe: "msmtp -t", "sendmail -t -i".')
@click.option("--smtp", default="", metavar="HOST[:PORT]", help="For smtp: your provider's server.")
@click.option(
    "--smtp-tls", type=click.Choice(TLS), default="starttls", show_default=True, help="How it is encrypted."
)
@click.option("--imap", default="", metavar="HOST[:PORT]", help="For fetch and watch: your mailbox.")
@click.option(
    "--imap-tls", type=click.Choice(TLS), default="tls", show_default=True, help="How it is encrypted."
)
@click.option("--user", default="", metavar="NAME", help="Who logs in to both (else your address).")
@click.option(
    "--folder", "folders", multiple=True, metavar="NAME", help="A folder to read (else INBOX); may repeat."
)
@click.option("--sent", default="", metavar="NAME", help="The folder for copies of what goes out by smtp.")
@click.option(
    "--password-command", default="", metavar="COMMAND", help="A command that prints the mail password."
)
@click.option("--ca", default="", metavar="FILE", help="Certificates to trust beside the system's.")
@home_options
def setup(
    address: str,
    way: str | None,
    program: str,
    folders: tuple[str, ...],
    sent: str,
    password_command: str,
    **servers: str,
) -> None:
    """Write mail.toml; what is not named stays as it was.

    \b
    Examples:
      pbem mail setup --address ann@example.org --way client
      pbem mail setup --way smtp --smtp mail.example.org --imap mail.example.org --user ann --sent Sent
    """
    home = setting().home
    before = read_settings(home.path)
    address = address or before.address
    user, ca = servers["user"] or address, servers["ca"]
    found = evolve(
        before,
        address=address,
        way=way or before.way,
        program=tuple(shlex.split(program)) or before.program,
        folders=folders or before.folders,
        sent=sent or before.sent,
        password_command=tuple(shlex.split(password_command)) or before.password_command,
        smtp=make_server("smtp", servers["smtp"], tls=servers["smtp_tls"], user=user, ca=ca)
        if servers["smtp"]
        else before.smtp,
        imap=make_server("imap", servers["imap"], tls=servers["imap_tls"], user=user, ca=ca)
        if servers["imap"]
        else before.imap,
    )
    with home.lock():
        atomic.write_bytes(home.path / FILE, write_settings(found).encode())
    output.talk(f"Wrote {home.path / FILE}.")
    if found.smtp is not None or found.imap is not None:
        output.talk("Next: pbem mail check")


@mail.command()
@home_options
def check() -> None:
    """Connect to the servers of mail.toml and log in; nothing is sent, read or marked.

    \b
    Example:
      pbem mail check
    """
    settings = read_settings(setting().home.path)
    worst: MailError | None = None
    for what, server in (("smtp", settings.smtp), ("imap", settings.imap)):
        if server is None:
            continue
        try:
            delivery.check(settings, server, what, os.environ)
            output.data(f"{output.good('good')}  {what}: {server.account}, {server.name}")
        except MailError as error:
            output.data(f"{output.bad('BAD ')}  {what}: {error.message}")
            if error.hint:
                output.talk(f"      {error.hint}")
            worst = error
    if settings.smtp is None and settings.imap is None:
        output.data(f"No server in {FILE}: mails leave by {settings.way or 'a file that you attach'}.")
    if worst is not None:
        sys.exit(worst.exit_code)


@click.command(short_help="Read the turns in your mailbox (IMAP).")
@click.option(
    "--all", "everything", is_flag=True, help="Read the folders from their first mail, not only what is new."
)
@click.option("--yes", is_flag=True, help="Answer at once what needs no decision of yours, without asking.")
@json_option
@home_options
def fetch(everything: bool, yes: bool, as_json: bool) -> None:
    """Read the turns in your mailbox, check and store them. Only the mails of turns that are stored are marked as read.

    \b
    Examples:
      pbem fetch
      pbem fetch --all
    """
    known = setting()
    settings, identity = read_settings(known.home.path), known.unlocked()
    found = _fetched(settings, identity, everything=everything)
    if as_json:
        output.data_json(import_json(found))
    else:
        tell(found)
    answers(known.home, identity, found, yes=yes, quiet=as_json)
    if found.exit_code:
        sys.exit(found.exit_code)


@click.command(short_help="Wait for turns in a folder or your mailbox.")
@click.argument("places", nargs=-1, type=click.Path(path_type=Path), metavar="[DIR...]")
@click.option("--every", type=click.FloatRange(0.1), metavar="SECONDS", help="How often to look.")
@click.option("--once", is_flag=True, help="Look once and stop.")
@home_options
def watch(places: tuple[Path, ...], every: float | None, once: bool) -> None:
    """Look into DIR (a Downloads folder, a Maildir), or into your mailbox, until you stop it with Ctrl-C.

    Turns are checked, stored and shown; nothing is answered.

    \b
    Examples:
      pbem watch ~/Downloads
      pbem watch --every 120
    """
    known = setting()
    settings, identity = read_settings(known.home.path), known.unlocked()
    looked = Watch(places)
    if not once:
        where = ", ".join(str(place) for place in places) or "your mailbox"
        output.talk(f"Watching {where}. Ctrl-C ends it.")
    while True:
        try:
            if places:
                pieces, notes = looked.look(patient=not once)
                found = receiving.receive(known.home, identity, pieces)
                found = evolve(found, notes=(*notes, *found.notes))
            else:
                found = _fetched(settings, identity)
            if found.all_notes:
                tell(found)
        except (MailError, ConflictError) as error:
            if once or error.code in ("no-such-file", "no-mail-password", "imap-login"):
                raise
            output.failed(error)
            # Whatever was read and not stored is read again.
            found, looked = Import(notes=(), games={}), Watch(places)
        if once:
            if found.exit_code:
                sys.exit(found.exit_code)
            return
        time.sleep(every or (_FILE_SECONDS if places else _MAIL_SECONDS))


def _fetched(settings: MailSettings, identity: Identity, *, everything: bool = False) -> Import:
    if settings.imap is None:
        raise UsageError(
            "mail-settings",
            f"There is no mailbox in {FILE} to read.",
            hint=f"Type: pbem mail setup --imap HOST --user NAME; the password comes from {VARIABLE} or your keyring. "
            "Or name a folder: pbem watch DIR",
        )
    today = datetime.now(UTC).date()
    done = fetching.fetch(setting().home, identity, settings, os.environ, today=today, everything=everything)
    return done.found


COMMANDS = (mail, fetch, watch)
