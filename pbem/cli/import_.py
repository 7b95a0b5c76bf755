"""``pbem import``: what the opponent sent is read and checked."""

from __future__ import annotations

import sys

import click
from attrs import evolve

from pbem.cli import options, output
from pbem.cli.app import home_options, json_option, setting
from pbem.cli.import_report import answers, hand_over, import_json, on_receipts, take_pack, tell
from pbem.games.packs.pack import is_pack
from pbem.home.arriving import receiving
from pbem.home.arriving.receiving import Import


@click.command(name="import")
@click.argument("paths", nargs=-1, metavar="[PATH]...")
@click.option("--yes", is_flag=True, help="Answer at once what needs no decision of yours, without asking.")
@click.option(
    "--all",
    "everything",
    is_flag=True,
    help="Of your mailbox: read its folders from their first mail, not only what is new.",
)
@click.option("--dry-run", is_flag=True, help="Say what would happen and store nothing.")
@json_option
@click.pass_context
@home_options
def import_(
    context: click.Context,
    *,
    paths: tuple[str, ...],
    yes: bool,
    everything: bool,
    dry_run: bool,
    as_json: bool,
) -> None:
    """Read turns from files, mails, folders, mboxes or Maildirs (- is standard input), check and store them.

    Without PATH, from your mailbox (IMAP): only the mails of turns that are stored are marked as read.

    Any order, any number of times. What happened is shown; nothing is answered before you say so. `pbem open FILE` looks at
    one file of any kind first, and asks.

    \b
    Examples:
      pbem import ~/Downloads/june6-T01-s0042.pbem
      pbem import ~/Maildir
      pbem import
    """
    if not paths:
        from pbem.cli.fetch import fetch  # noqa: PLC0415  # reads a mailbox: a file needs none

        options.only(context, {"everything", "yes", "as_json"})
        fetch(everything=everything, yes=yes, as_json=as_json)
        return
    options.only(context, {"paths", "yes", "dry_run", "as_json"})
    known = setting()
    pieces, notes = receiving.collect(paths, stdin=sys.stdin.buffer)
    if not pieces:  # nothing in it needs a key
        found = Import(notes=notes, games={})
        _said(found, as_json=as_json)
        sys.exit(found.exit_code)
    identity = known.unlocked()
    found = receiving.receive(known.home, identity, pieces, store=not dry_run)
    found = evolve(found, notes=(*notes, *found.notes))
    found, given = on_receipts(found)
    _said(found, as_json=as_json)
    if not dry_run:
        for piece in pieces:
            if is_pack(piece.data):
                take_pack(piece)
        if any(note.code == "conflict" for note in found.all_notes):
            from pbem.cli.evidence import from_import  # noqa: PLC0415  # makes evidence of two versions, if there are

            from_import(known.home, found)
        hand_over(identity, given, quiet=as_json)
        answers(known.home, identity, found, yes=yes, quiet=as_json)
    if found.exit_code:
        sys.exit(found.exit_code)


def _said(found: Import, *, as_json: bool) -> None:
    if as_json:
        output.data_json(import_json(found))
    else:
        tell(found)


COMMAND = import_
