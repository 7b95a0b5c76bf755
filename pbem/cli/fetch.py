"""``pbem import``: the turns in the mailbox."""

from __future__ import annotations

import os
import sys

from pbem.bytes.errors import UsageError
from pbem.cli import output
from pbem.cli.app import setting
from pbem.cli.clock import now
from pbem.cli.import_report import answers, hand_over, import_json, on_receipts, tell
from pbem.home.arriving import fetching
from pbem.home.arriving.receiving import Import
from pbem.home.identity import Identity
from pbem.mail.password import VARIABLE
from pbem.mail.settings import FILE, MailSettings, read_settings


def fetch(*, everything: bool, yes: bool, as_json: bool) -> None:
    """Read the turns in the mailbox, check and store them."""
    known = setting()
    settings, identity = read_settings(known.home.path), known.unlocked()
    found = fetched(settings, identity, everything=everything)
    found, given = on_receipts(found)
    if as_json:
        output.data_json(import_json(found))
    else:
        tell(found)
    hand_over(identity, given, quiet=as_json)
    answers(known.home, identity, found, yes=yes, quiet=as_json)
    if found.exit_code:
        sys.exit(found.exit_code)


def fetched(settings: MailSettings, identity: Identity, *, everything: bool = False) -> Import:
    if settings.imap is None:
        raise UsageError.of(
            "mail-settings",
            "There is no mailbox in {file} to read.",
            file=FILE,
            variable=VARIABLE,
            hint="Type: pbem setup mail --imap HOST --user NAME; the password comes from {variable} or your "
            "keyring. Or name a folder: pbem watch DIR",
        )
    known = setting()
    done = fetching.fetch(
        known.home,
        identity,
        settings,
        os.environ,
        today=now().date(),
        everything=everything,
        opener=known.opener,
    )
    return done.found
