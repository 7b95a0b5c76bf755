"""``pbem send``: the turn is signed, and the mail written."""

from __future__ import annotations

import os

import click

from pbem.bytes.errors import MailError
from pbem.cli import options, output
from pbem.cli.app import Setting, home_options, setting
from pbem.cli.clock import now
from pbem.cli.delivery import Delivery, delivery_options, hand_over, turn_mail
from pbem.home import games, sentences
from pbem.home.acting import acts
from pbem.home.beside import rooms
from pbem.home.exchange import sending
from pbem.home.identity import Identity
from pbem.home.kept_papers import game_over
from pbem.home.overview.next_step import next_step
from pbem.home.practice import is_practice
from pbem.mail.settings import UNATTENDED, MailSettings, read_settings
from pbem.port.messages import Message
from pbem.protocol.session import Session
from pbem.store.game import GameFolder
from pbem.store.home import Home


@click.command()
@delivery_options
@click.option("--partial", is_flag=True, help="Send although a decision of yours is still owed.")
@click.option(
    "--note", default="", help="A word to your opponent, signed with your turn: at most 500 characters."
)
@click.option("--dry-run", is_flag=True, help="Say what would be sent; sign and write nothing.")
@click.option("--play-on", is_flag=True, help="Play on although the game is over by a signed paper.")
@click.option(
    "--reminder",
    is_flag=True,
    help="Sign nothing: write a draft that says what is owed since when, with your last turn once more.",
)
@click.pass_context
@home_options
def send(
    context: click.Context,
    /,
    *,
    partial: bool,
    note: str,
    dry_run: bool,
    play_on: bool,
    reminder: bool,
    **delivery: object,
) -> None:
    """Sign your turn and write the file for your opponent, or the mail, or post it: as `pbem setup mail` or an option says.

    Without any of them a file is written, and you mail it yourself. Sending again gives the same bytes. Your halves of dice
    and what must be opened are written first; after that nothing can be taken back. If that leads to another decision of
    yours, nothing is signed yet.

    \b
    Examples:
      pbem send
      pbem send --to ben@example.org --from ann@example.org --note "Caen is yours. Not for long."
      pbem send --by smtp --dry-run
      pbem send --reminder
    """
    if reminder:
        from pbem.cli.remind import remind  # noqa: PLC0415  # few are late

        options.only(context, {"reminder", "eml", "sender", "recipient", "language"})
        remind(delivery)
    else:
        _sign(delivery, partial=partial, note=note, dry_run=dry_run, play_on=play_on)


def _sign(delivery: dict[str, object], *, partial: bool, note: str, dry_run: bool, play_on: bool) -> None:
    """Sign the turn, and put it where the options say."""
    known = setting()
    folder = known.folder()
    # The computer reads no mail.
    kept = MailSettings() if is_practice(folder) else read_settings(known.home.path)
    way = Delivery(**delivery).settled(kept, folder)  # type: ignore[arg-type]  # click has checked each option's type
    if not dry_run:
        way = way.ready()
    identity = known.unlocked()
    if play_on:
        game_over.play_on(folder)
    if not dry_run and kept.imap is not None:
        _read_first(known, kept, identity, alone=way.by in UNATTENDED)
    with known.home.lock():
        session = _begun(folder, identity, games.open_session(folder, identity), store=not dry_run)
        signed, out = sending.seal(
            folder,
            identity,
            session,
            partial=partial,
            store=not dry_run,
            note=note,
            now=now(),
            compose=lambda signed, out: turn_mail(folder, way, signed, out),
        )
    if out is None:
        output.talk_all(sentences.told(signed.happened[len(session.happened) :]))
        output.talk(
            "Nothing is sent yet: what needed no decision is written, and it led to one. {next_debt}",
            next_debt=sentences.next_debt(signed),
        )
        output.talk("Next: pbem orders")
        return
    output.talk_all(out.added)
    what = Message("entries {first}-{last} ({n} bytes)", first=out.first, last=out.last, n=len(out.file))
    if dry_run:
        if out.mail is not None:
            from pbem.cli.mailed import show  # noqa: PLC0415  # as above

            show(out.mail, out.file)
        output.talk("Would send {what} as {out}; nothing was signed or written.", what=what, out=out.name)
        output.talk("Next: pbem send")
        return
    output.talk(_signed(what, again=out.again))
    if is_practice(folder):
        from pbem.cli.practice import let_answer  # noqa: PLC0415  # the computer's side: no game by mail needs it

        let_answer(folder, identity, signed)
        if not (way.stdout or way.mails or way.out):
            return
    hand_over(way, out.file, out.name, out.mail, folder, again=sending.TURN_AGAIN)
    output.talk(game_over.said(folder) or out.summary)
    if not is_practice(folder):  # there the computer has answered, and it was said what comes next
        _outlook(known.home, folder, identity, signed)
        output.talk("Next: {next}", next=next_step(rooms.case_of(folder, games.look(folder))))


def _read_first(known: Setting, kept: MailSettings, identity: Identity, *, alone: bool) -> None:
    """Where the home lies on several machines: what another has sent is brought in before anything is signed here.

    ``alone``: the turn leaves by itself, so not before the mailbox was read. Raises MailError.
    """
    from pbem.cli.import_report import tell  # noqa: PLC0415  # a turn that goes as a file reads no mailbox
    from pbem.home.arriving import fetching  # noqa: PLC0415  # as above

    try:
        found = fetching.fetch_before_signing(
            known.home, identity, kept, os.environ, today=now().date(), opener=known.opener
        )
    except MailError as error:
        if alone:
            raise
        output.failed(error)
        return
    if found is not None and any(note.kind != "known" for note in found.all_notes):
        tell(found)


def _outlook(home: Home, folder: GameFolder, identity: Identity, signed: Session) -> None:
    if folder.standing_counts()[0] or acts(home.path):
        from pbem.cli import standing_sheets  # noqa: PLC0415  # few games have lines

        standing_sheets.at_the_end(folder, identity, signed)


def _begun(folder: GameFolder, identity: Identity, session: Session, *, store: bool) -> Session:
    """The turn behind new keys that were asked for, and what waited and could be given."""
    if store and folder.facts().get(games.GIVEN):
        from pbem.cli import handing  # noqa: PLC0415  # few seats change hands

        session = handing.received(folder, identity, session)
    if store and folder.facts().get(games.RENEW):
        from pbem.cli.seat import with_new_keys  # noqa: PLC0415  # few turns bring new keys

        session = with_new_keys(folder, identity, session)
    if folder.standing_counts()[1]:
        from pbem.cli.in_advance import what_waits  # noqa: PLC0415  # few games have orders that wait

        session = what_waits(folder, identity, session, store=store).session
    return session


def _signed(what: str, *, again: bool) -> Message:
    if again:
        return Message("Your last turn again, the same bytes: {what}.", what=what)
    return Message("Signed: {what}.", what=what)


COMMAND = send
