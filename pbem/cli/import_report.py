"""What an import did, in lines or as JSON, and the answers that write themselves."""

from __future__ import annotations

from attrs import evolve

from pbem.bytes.canon import Json
from pbem.bytes.errors import PbemError
from pbem.cli import output
from pbem.cli.app import setting
from pbem.home import games, names, sentences
from pbem.home.arriving.receiving import Import
from pbem.home.exchange.joining import Arrived
from pbem.home.identity import Identity
from pbem.home.turns.notes import Note, Piece
from pbem.port.messages import Message
from pbem.protocol.session import Session
from pbem.replay.table import DECISIONS
from pbem.store.game import GameFolder
from pbem.store.home import Home

_NOT_READ = Message("Not read")


def take_pack(piece: Piece) -> None:
    """Install a data pack that was imported; one that cannot be used stops nothing else."""
    from pbem.cli.packs import add_pack  # noqa: PLC0415  # brings all that checks packs; few mails carry one

    try:
        add_pack(piece.where, piece.data)
    except PbemError as error:
        output.talk(output.headed(output.bad(_NOT_READ), piece.where, Message("{error}", error=error)))


def tell(found: Import) -> None:
    """Notes on standard error, what happened on standard output."""
    for note in found.notes:
        _note(note)
    for name, arrived in found.games.items():
        if _several(found):
            output.talk("{game}:", game=_called(name))
        for note in arrived.notes:
            _note(note)
        for line in sentences.in_short(arrived.happened):
            output.data(line)
        output.talk(sentences.next_debt(arrived.session))
    if not found.all_notes:
        output.talk("There was no turn in it.")


def _note(note: Note) -> None:
    words_of = {
        "refused": Message("Refused"),
        "unreadable": _NOT_READ,
        "conflict": Message("Conflict"),
        "damaged": Message("Damaged"),
        "stopped": Message("Not taken in"),
        "warning": Message("Warning"),
    }
    lead = f"{output.bad(words_of[note.kind])}: " if note.kind in words_of else ""
    code = f" [{note.paragraph}]" if note.paragraph and f"[{note.paragraph}]" not in note.text else ""
    output.talk("{lead}{note}{code}", lead=lead, note=note.text, code=code)
    if note.hint:
        output.talk(
            Message("  {hint}", hint=note.hint)
            if " " in note.hint and not note.hint.startswith("pbem")
            else Message("  Next: {hint}", hint=note.hint)
        )


def on_receipts(found: Import) -> tuple[Import, tuple[GameFolder, ...]]:
    """What has come, and the games whose seat its receipt hands over next: then its papers ask for no other step."""
    waiting = [each for each in games.begun(setting().home) if found.kept and each.facts().get(games.GIVEN)]
    if not waiting:
        return found, ()
    from pbem.home.papers.handing import awaited  # noqa: PLC0415  # few seats change hands

    given = tuple(each for each in waiting if awaited(each) is not None)
    notes = tuple(evolve(each, hint="") if given and each.kind == "paper" else each for each in found.notes)
    return evolve(found, notes=notes), given


def hand_over(identity: Identity, given: tuple[GameFolder, ...], *, quiet: bool) -> None:
    """Hand those seats over, and say so."""
    for folder in given:
        from pbem.cli import handing  # noqa: PLC0415  # few seats change hands

        handing.on_receipt(folder, identity, quiet=quiet)


def answers(home: Home, identity: Identity, found: Import, *, yes: bool, quiet: bool) -> None:
    """Write what needs no decision, game by game, when the player says so."""
    for name, arrived in found.games.items():
        session = arrived.session
        folder = home.game(name)
        if _writes_itself(session) and (yes or _asked(session)):
            session = _answer(home, folder, identity, session)
            if not quiet:
                output.talk_all(sentences.in_short(session.happened))
                output.talk(sentences.next_debt(session))
        if not quiet:
            game = _called(name) if _several(found) else ""
            more = f" --game {game}" if game else ""
            what = _after_conflict(arrived, more) or _gone(name, session) or _next(session, more)
            if game:
                output.talk("Next in {game}: {what}", game=game, what=what)
            else:
                output.talk("Next: {what}", what=what)


def _several(found: Import) -> bool:
    """Whether it has to be said which game is meant: several turns came, or there are other games here."""
    return len(found.games) > 1 or len(games.begun(setting().home)) > 1


def _called(name: str) -> str:
    return names.name_of(setting().home.game(name))


def _writes_itself(session: Session) -> bool:
    """Whether something is owed that needs no decision."""
    return session.is_my_turn and session.owed.kind not in DECISIONS


def _asked(session: Session) -> bool:
    if not output.can_ask():
        return False
    from pbem.cli import questions  # noqa: PLC0415  # few imports ask

    question = Message(
        "You owe {thing}. Write it now? It cannot be taken back.",
        thing=sentences.thing(session.owed, session.position.rules.name),
    )
    return questions.agreed(question, default=True)


def _answer(home: Home, folder: GameFolder, identity: Identity, session: Session) -> Session:
    with home.lock():
        # Another program may have written while the player was asked.
        if folder.log() != session.log.encode() or folder.draft(session.end.head.hex()) != session.draft:
            session = games.open_session(folder, identity)
        session = session.automatic()
        games.save_session(folder, identity, session)
    return session


def _after_conflict(arrived: Arrived, more: str) -> str:
    """What is to be decided before anything else; "" when nothing is."""
    codes = {note.code for note in arrived.notes}
    if "refusal" in codes:
        return Message(
            "pbem dispute evidence{more}, if you think that your turn was legal; then pbem dispute settle{more}",
            more=more,
        )
    return f"pbem dispute settle{more}" if "conflict" in codes else ""


def _gone(name: str, session: Session) -> str:
    """What is left to do where the seat is handed over here; "" where it is this home's."""
    folder = setting().home.game(name)
    if {games.ASK, games.GIVEN}.isdisjoint(folder.facts()):
        return ""
    from pbem.home.beside import rooms, seat  # noqa: PLC0415  # few seats change hands

    return seat.ROOM.step(rooms.case_of(folder, session))


def _next(session: Session, more: str) -> str:
    if session.is_my_turn and session.owed.kind == "reply":
        return sentences.reply_command(session.owed, more)
    if session.is_my_turn and session.owed.kind in DECISIONS:
        return f"pbem orders{more}"
    if not session.is_my_turn and session.position.table.ended is not None:
        return f"pbem end result{more}" if session.owed.kind else f"pbem verify{more}"
    return (
        f"pbem send{more}"
        if session.is_my_turn or session.draft
        else Message("wait for your opponent's turn")
    )


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
        "mine": arrived.session.is_my_turn,
    }
