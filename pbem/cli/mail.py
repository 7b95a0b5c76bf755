"""``pbem setup mail``: the mail account, set up and checked."""

from __future__ import annotations

import os
import shlex
import sys

import click
from attrs import evolve

from pbem.bytes.errors import MailError, UsageError
from pbem.cli import output
from pbem.cli.app import home_options, setting
from pbem.cli.words import Words
from pbem.home.exchange import delivery
from pbem.mail.addresses import plain
from pbem.mail.settings import (
    FILE,
    LOGINS,
    TLS,
    WAYS,
    MailSettings,
    make_server,
    read_settings,
    write_settings,
)
from pbem.port.messages import Message
from pbem.store import atomic

_GOOD, _BAD = Message("good"), Message("BAD ")


@click.command(name="mail")
@click.option("--address", default="", metavar="ADDRESS", help="Your address.")
@click.option(
    "--way",
    type=click.Choice(WAYS),
    help="How mails leave: client (your mail program opens), draft (an .eml file), pipe, smtp, text.",
)
@click.option("--program", default="", metavar="COMMAND", help='For pipe: "msmtp -t", "sendmail -t -i".')
@click.option("--smtp", default="", metavar="HOST[:PORT]", help="For smtp: your provider's server.")
@click.option(
    "--smtp-tls",
    type=click.Choice(TLS),
    default=None,
    help="How it is encrypted (else as its port usually is).",
)
@click.option("--imap", default="", metavar="HOST[:PORT]", help="For import and watch: your mailbox.")
@click.option(
    "--imap-tls",
    type=click.Choice(TLS),
    default=None,
    help="How it is encrypted (else as its port usually is).",
)
@click.option("--user", default="", metavar="NAME", help="Who logs in to both (else your address).")
@click.option(
    "--folder", "folders", multiple=True, metavar="NAME", help="A folder to read (else INBOX); may repeat."
)
@click.option("--sent", default="", metavar="NAME", help="The folder for copies of what goes out by smtp.")
@click.option(
    "--password-command", default="", metavar="COMMAND", help="A command that prints the mail password."
)
@click.option(
    "--login",
    type=click.Choice(LOGINS),
    help="oauth: what the password command prints is a token (Microsoft, Google).",
)
@click.option("--ca", default="", metavar="FILE", help="Certificates to trust beside the system's.")
@home_options
def mail(
    address: str,
    way: str | None,
    program: str,
    folders: tuple[str, ...],
    sent: str,
    password_command: str,
    login: str | None,
    **servers: str | None,
) -> None:
    """Say how your mails leave and arrive; what is not named stays as it was. Without it, `pbem send` writes a file that you
    attach to a mail yourself.

    What is set up stands in mail.toml in your home; a password never does. It comes from PBEM_MAIL_PASSWORD, from
    password_command, or from your keyring (service "pbem", user NAME@HOST).

    \b
    Examples:
      pbem setup mail --address ann@example.org --way client
      pbem setup mail --way smtp --smtp mail.example.org --imap mail.example.org --user ann --sent Sent
    """
    home = setting().home
    before = read_settings(home.path)
    address = plain(address) or before.address
    user, ca = servers["user"] or address, servers["ca"] or ""
    found = evolve(
        before,
        address=address,
        way=way or before.way,
        program=tuple(shlex.split(program)) or before.program,
        folders=folders or before.folders,
        sent=sent or before.sent,
        password_command=tuple(shlex.split(password_command)) or before.password_command,
        smtp=make_server("smtp", servers["smtp"], tls=servers["smtp_tls"] or "", user=user, ca=ca)
        if servers["smtp"]
        else before.smtp,
        imap=make_server("imap", servers["imap"], tls=servers["imap_tls"] or "", user=user, ca=ca)
        if servers["imap"]
        else before.imap,
    )
    found = _logging_in(found, login or _login_of(before))
    with home.lock():
        atomic.write_bytes(home.path / FILE, write_settings(found).encode())
    output.talk("Wrote {path}.", path=home.path / FILE)
    if found.smtp is not None or found.imap is not None:
        output.talk("Next: pbem setup mail check")


def _login_of(settings: MailSettings) -> str:
    return next((each.login for each in (settings.smtp, settings.imap) if each is not None), LOGINS[0])


def _logging_in(settings: MailSettings, login: str) -> MailSettings:
    """The settings with both servers logged in to in this way. UsageError ``mail-settings`` for tokens from nowhere."""
    if login == "oauth" and not settings.password_command:
        raise UsageError.of(
            "mail-settings",
            "A token lasts for an hour: a command has to print one each time.",
            hint="Type: pbem setup mail --login oauth --password-command COMMAND",
        )
    smtp, imap = (
        server if server is None else evolve(server, login=login) for server in (settings.smtp, settings.imap)
    )
    return evolve(settings, smtp=smtp, imap=imap)


@click.command()
@home_options
def check() -> None:
    """Connect to the servers of mail.toml and log in; nothing is sent, read or marked.

    \b
    Example:
      pbem setup mail check
    """
    settings = read_settings(setting().home.path)
    worst: MailError | None = None
    for what, server in (("smtp", settings.smtp), ("imap", settings.imap)):
        if server is None:
            continue
        try:
            delivery.check(settings, server, what, os.environ)
            output.data(f"{output.good(_GOOD)}  {what}: {server.account}, {server.name}")
        except MailError as error:
            output.data(output.headed(f"{output.bad(_BAD)}  {what}", error.message))
            if error.hint:
                output.talk("      {hint}", hint=error.hint)
            worst = error
    if settings.smtp is None and settings.imap is None:
        output.data(
            "No server in {file}: mails leave by {what}.",
            file=FILE,
            what=settings.way or Message("a file that you attach"),
        )
    if worst is not None:
        sys.exit(worst.exit_code)


COMMAND = Words("mail", alone=mail)
COMMAND.add_command(check)
