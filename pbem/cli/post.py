"""``pbem send``, ``import``, ``open`` and ``refuse``: turns out and in."""

from __future__ import annotations

import sys
from pathlib import Path

import click

from pbem.bytes import container
from pbem.bytes.canon import Json
from pbem.bytes.errors import PbemError
from pbem.cli import output, proofs
from pbem.cli.app import home_options, json_option, setting
from pbem.cli.delivery import Delivery, delivery_options, hand_over, now, show
from pbem.cli.keys import told_of_renewal
from pbem.cli.look import finding_lines, log_lines
from pbem.cli.packs import add_pack
from pbem.dev import practice
from pbem.games.packs import PAPER as PACK
from pbem.games.packs import is_pack
from pbem.home import games, sentences, verdict_sentence
from pbem.home.disputes import refusing
from pbem.home.exchange import receiving, sending
from pbem.home.exchange.import_notes import Note, Piece
from pbem.home.exchange.receiving import Arrived, Import
from pbem.home.identity import Identity
from pbem.home.keys import renewal
from pbem.home.packs import installed as packs
from pbem.home.papers import game_over, importing, reader, verdict_text
from pbem.home.papers import kept as kept_papers
from pbem.home.papers.reading import Reading
from pbem.home.play import orders as playing
from pbem.home.viewing import logs as looking
from pbem.mail.settings import MailSettings, read_settings
from pbem.protocol.session import Session
from pbem.store.game import GameFolder
from pbem.store.home import Home


@click.command(short_help="Sign your turn and write the mail.")
@delivery_options
@click.option("--partial", is_flag=True, help="Send although a decision of yours is still owed.")
@click.option(
    "--mine", is_flag=True, help="Send although your responder might answer the same by your standing orders."
)
@click.option(
    "--note", default="", help="A word to your opponent, signed with your turn: at most 500 characters."
)
@click.option("--dry-run", is_flag=True, help="Say what would be sent; sign and write nothing.")
@click.option("--play-on", is_flag=True, help="Play on although the game is over on paper.")
@home_options
def send(partial: bool, mine: bool, note: str, dry_run: bool, play_on: bool, **delivery: object) -> None:
    """Sign your turn and hand over the file or mail for your opponent. Sending again gives the same bytes.

    Your halves of dice and what must be opened are written first; after that nothing can be taken back. Addresses are
    remembered, and `pbem mail setup` keeps the way in which your mails leave.

    \b
    Examples:
      pbem send
      pbem send --to ben@example.org --from ann@example.org --note "Caen is yours. Not for long."
      pbem send --by smtp --dry-run
    """
    known = setting()
    folder = known.folder()
    # The computer reads no mail.
    kept = MailSettings() if practice.is_practice(folder) else read_settings(known.home.path)
    way = Delivery(**delivery).settled(kept, folder)  # type: ignore[arg-type]  # click has checked each option's type
    identity = known.unlocked()
    if play_on:
        game_over.play_on(folder)
    with known.home.lock():
        session = games.open_session(folder, identity)
        renewed = renewal.Begun(session=session)
        if not dry_run:
            had = session.agent is not None
            renewed = renewal.begin(folder, identity, session, known.entropy)
            told_of_renewal(renewed, agent=had)
        session = renewed.session
        signed, out = sending.seal(
            folder, identity, session, partial=partial, mine=mine, store=not dry_run, note=note
        )
    if out is None:
        output.talk_all(sentences.told(signed.happened[len(session.happened) :]))
        output.talk(f"What needed no decision is written. {sentences.next_debt(signed)}")
        output.talk("Next: pbem orders")
        return
    output.talk_all(out.added)
    what = f"entries {out.first}-{out.last} ({len(out.file)} bytes)"
    mail = None
    if way.mails:
        sender, recipient = way.addresses
        mail = sending.mail_of(
            folder, signed, out, sender=sender, recipient=recipient, date=now(), draft=way.draft
        )
    if dry_run:
        if mail is not None:
            show(mail, out.file)
        output.talk(f"Would send {what} as {out.name}; nothing was signed or written.")
        return
    output.talk(f"Your last turn again, the same bytes: {what}." if out.again else f"Signed: {what}.")
    if practice.is_practice(folder):
        tell_practice(practice.play_on(known.home, folder, identity, signed))
        if not (way.stdout or way.mails or way.out):
            return
    if mail is not None:
        sending.keep_mail(folder, out, mail)
    hand_over(way, out.file, out.name, mail, folder)
    output.talk(out.summary)


def tell_practice(found: practice.Answered) -> None:
    """What the computer did, on standard output, and what the player owes now."""
    for line in sentences.told(found.happened):
        output.data(line)
    output.talk(sentences.next_debt(found.session))
    if found.session.owed.what:
        output.talk("Next: pbem orders")
    else:
        output.talk("Next: pbem verify")


@click.command(short_help="Read and check what your opponent sent.", name="import")
@click.argument("paths", nargs=-1, required=True, metavar="PATH...")
@click.option("--yes", is_flag=True, help="Answer at once what needs no decision of yours, without asking.")
@click.option("--dry-run", is_flag=True, help="Say what would happen and store nothing.")
@json_option
@home_options
def import_(paths: tuple[str, ...], yes: bool, dry_run: bool, as_json: bool) -> None:
    """Read turns from files, mails, folders, mboxes or Maildirs (- is standard input), check and store them.

    Any order, any number of times. What happened is shown; nothing is answered before you say so.

    \b
    Examples:
      pbem import ~/Downloads/june6-T01-s0042.pbem
      pbem import ~/Maildir
    """
    known = setting()
    identity = known.unlocked()
    pieces, notes = receiving.collect(paths, stdin=sys.stdin.buffer)
    found = receiving.receive(known.home, identity, pieces, store=not dry_run)
    found = Import(notes=(*notes, *found.notes), games=found.games)
    if as_json:
        output.data_json(import_json(found))
    else:
        tell(found)
    if not dry_run:
        for piece in pieces:
            if is_pack(piece.data):
                _take_pack(piece)
        proofs.from_import(known.home, found)
        answers(known.home, identity, found, yes=yes, quiet=as_json)
    if found.exit_code:
        sys.exit(found.exit_code)


def _take_pack(piece: Piece) -> None:
    """Install a data pack that was imported; one that cannot be used stops nothing else."""
    try:
        add_pack(piece.where, piece.data)
    except PbemError as error:
        output.talk(f"{output.bad('Not read')}: {piece.where}: {error}")


def tell(found: Import) -> None:
    """Notes on standard error, what happened on standard output."""
    for note in found.notes:
        _note(note)
    for arrived in found.games.values():
        for note in arrived.notes:
            _note(note)
        for line in sentences.told(arrived.happened):
            output.data(line)
        output.talk(sentences.next_debt(arrived.session))
    if not found.all_notes:
        output.talk("There was no turn in it.")


def _note(note: Note) -> None:
    words_of = {
        "refused": "Refused",
        "unreadable": "Not read",
        "conflict": "Conflict",
        "warning": "Warning",
    }
    lead = f"{output.bad(words_of[note.kind])}: " if note.kind in words_of else ""
    code = f" [{note.paragraph}]" if note.paragraph and f"[{note.paragraph}]" not in note.text else ""
    output.talk(f"{lead}{note.text}{code}")
    if note.hint:
        output.talk(
            f"  {note.hint}"
            if " " in note.hint and not note.hint.startswith("pbem")
            else f"  Next: {note.hint}"
        )


def answers(home: Home, identity: Identity, found: Import, *, yes: bool, quiet: bool) -> None:
    """Write what needs no decision, game by game, when the player says so."""
    for name, arrived in found.games.items():
        session = arrived.session
        folder = home.game(name)
        if _writes_itself(session) and (yes or _asked(session)):
            session = _answer(home, folder, identity, session)
            if not quiet:
                output.talk_all(sentences.told(session.happened))
                output.talk(sentences.next_debt(session))
        if not quiet:
            output.talk(f"Next: {_after_conflict(arrived) or _next(session)}")


def _writes_itself(session: Session) -> bool:
    """Whether something is owed that needs no decision, and that no responder answers."""
    return session.mine and session.owed.what not in playing.DECISIONS and not session.left_to


def _asked(session: Session) -> bool:
    if not output.can_ask():
        return False
    question = f"You owe {sentences.thing(session.owed)}. Write it now? It cannot be taken back."
    return click.confirm(question, default=True, err=True)


def _answer(home: Home, folder: GameFolder, identity: Identity, session: Session) -> Session:
    with home.lock():
        # Another program may have written while the player was asked.
        if folder.log() != session.log.encode() or folder.draft(session.end.head.hex()) != session.draft:
            session = games.open_session(folder, identity)
        session = session.automatic()
        games.save_session(folder, identity, session)
    return session


def _after_conflict(arrived: Arrived) -> str:
    """What is to be decided before anything else; "" when nothing is."""
    codes = {note.code for note in arrived.notes}
    if "refusal" in codes:
        return "pbem evidence, if you think that your turn was legal; then pbem settle"
    return "pbem settle" if "conflict" in codes else ""


def _next(session: Session) -> str:
    if session.mine and session.owed.what == "reply":
        return sentences.reply_command(session.owed)
    if session.mine and session.owed.what in playing.DECISIONS:
        return "pbem orders"
    if session.left_to:
        return "your responder answers this: pbem fetch brings it (pbem responder off takes over)"
    if not session.mine and session.position.table.ended is not None:
        return "pbem result" if session.owed.what else "pbem verify"
    return "pbem send" if session.mine or session.draft else "wait for your opponent's turn"


def import_json(found: Import) -> Json:
    return {
        "notes": [_note_json(note) for note in found.notes],
        "games": [_arrived_json(name, arrived) for name, arrived in found.games.items()],
    }


def _note_json(note: Note) -> Json:
    return {
        "kind": note.kind,
        "text": note.text,
        "hint": note.hint,
        "code": note.code,
        "paragraph": note.paragraph,
        "entry": note.entry,
    }


def _arrived_json(name: str, arrived: Arrived) -> Json:
    happened: list[Json] = [
        {"entry": each.entry, "kind": each.kind, "text": [outcome.text for outcome in each.outcomes]}
        for each in arrived.happened
    ]
    due = arrived.session.owed
    return {
        "game": name,
        "notes": [_note_json(note) for note in arrived.notes],
        "happened": happened,
        "owed": sentences.owes(arrived.session, due),
        "mine": arrived.session.mine,
    }


@click.command(short_help="Look at one file of any kind, then ask.", name="open")
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--yes", is_flag=True, help="Import it without asking.")
@click.pass_context
@home_options
def open_(context: click.Context, file: Path, yes: bool) -> None:
    """Look at one file of any kind: what it is, the verdict, what it proves, and the next step. What a double-click needs.

    A turn of a game of yours can be imported at once; a paper about one is kept with it, and `pbem status` knows it.

    \b
    Example:
      pbem open june6-T01-s0042.pbem
    """
    known = setting()
    file = kept_papers.anywhere(known.home, file)
    read = reader.of_file(file, known.home, packs.finder(known.home, None))
    if read is not None:
        output.data_all(finding_lines(file, read.finding, read))
        if read.kind == PACK and (
            yes or (output.can_ask() and click.confirm("Install it?", default=True, err=True))
        ):
            add_pack(games.shown(file), looking.lines_of(file))
        _keep(context, file, read, yes=yes)
        sys.exit(read.exit_code)
    verdict = looking.verify(file, home=known.home)
    for warning in verdict_text.warnings(file, known.home):
        output.talk(f"{output.bad('Warning')}: {warning}")
    step = f"Next: pbem import {games.shown(file)}"
    # The last line of this command names it, or asks.
    output.data_all(
        each for each in log_lines(file, games.shown(file), verdict, known.home) if each.strip() != step
    )
    if not verdict.good:
        sys.exit(verdict_sentence.exit_code(verdict))
    if verdict_text.nothing_yet(file, verdict):
        return
    if not verdict_text.ours(file, known.home):
        output.talk(verdict_text.foreign(file))
        return
    if not yes and not output.can_ask():
        output.talk(step)
        return
    if yes or click.confirm("Import it?", default=True, err=True):
        context.invoke(import_, paths=(str(file),), yes=False, dry_run=False, as_json=False)


def _keep(context: click.Context, file: Path, read: Reading, *, yes: bool) -> None:
    """Keep a paper that was opened with its game; one that brings turn files is imported when the player says so."""
    if not read.here or not read.holds:
        return
    if not read.bundles:
        importing.keep(setting().home, file, read)
    elif yes or (output.can_ask() and click.confirm("Keep it with your game?", default=True, err=True)):
        context.invoke(import_, paths=(str(file),), yes=False, dry_run=False, as_json=False)


@click.command(short_help="Refuse a turn that broke a rule.")
@delivery_options
@home_options
def refuse(**delivery: object) -> None:
    """Write your signed refusal of the turn file that broke a rule, naming entry and paragraph, to mail back.

    \b
    Example:
      pbem refuse
    """
    known = setting()
    folder = known.folder()
    way = Delivery(**delivery).settled(read_settings(known.home.path), folder)  # type: ignore[arg-type]  # click has checked each option's type
    identity = known.unlocked()
    with known.home.lock():
        session, file = refusing.refuse(folder, identity, games.open_session(folder, identity))
    _, out = sending.seal(folder, identity, session)
    assert out is not None
    assert container.unpack(out.file).endswith(container.unpack(file))
    output.talk(f"Your refusal is signed as turn file {out.n}.")
    mail = None
    if way.mails:
        sender, recipient = way.addresses
        mail = sending.mail_of(
            folder, session, out, sender=sender, recipient=recipient, date=now(), draft=way.draft
        )
    hand_over(way, out.file, out.name, mail, folder)
    output.talk(sentences.next_debt(session))


COMMANDS = (send, import_, open_, refuse)
