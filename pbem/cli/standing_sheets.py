"""Sheets of orders in advance as they are read, and what is said of lines at both ends of a sitting."""

from __future__ import annotations

from pathlib import Path

from pbem.bytes.errors import KeyFileError, UsageError
from pbem.bytes.paths import typed
from pbem.bytes.text import shown
from pbem.cli import output, questions
from pbem.cli.app import setting
from pbem.home import games
from pbem.home.identity import Identity
from pbem.home.standing import conditions, kept, lines, open_roll, preparing
from pbem.home.standing.kept import Kept, Standing
from pbem.port.messages import Message, counted
from pbem.port.standing import NEXT, Line
from pbem.protocol.session import Session
from pbem.store import atomic
from pbem.store.game import GameFolder


def offer(folder: GameFolder) -> None:
    """Ask once, where somebody can be asked and nothing stands yet, whether the usual lines shall stand."""
    if not output.can_ask() or folder.standing_counts()[0]:
        return
    view = games.look(folder)
    new = lines.usual(view.game, view.position.game, view.side)
    if not new:
        return
    output.talk(
        "While you are away your program can answer losses, retreats and the like as it would recommend them, and ask "
        "you when six steps are at stake, or an objective of which you have not said what becomes of it. Nobody else "
        "sees this. To read it first: pbem standing usual --show"
    )
    if questions.agreed(Message("Shall it?")):
        known, seen_in = setting(), folder
        identity = known.unlocked()
        with known.home.lock():
            standing = Standing(lines=conditions.written(games.open_session(seen_in, identity), new))
            seen_in.save(kept.change(seen_in, identity, standing))
        output.talk(counted(len(new), "{n} line stands.", "{n} lines stand."))


def edited(session: Session, standing: Standing, new: tuple[Line, ...]) -> Standing:
    """Some lines in the place of all; what waits goes on as it was typed, and what is new to it is typed now."""
    typed = [*standing.waiting]
    found: list[Kept] = []
    for line in (each for each in new if each.when == NEXT):
        same = next((each for each in typed if each.line == line), None)
        if same is not None:
            typed.remove(same)
        elif not found:
            open_roll.check(session)
        found.extend([same] if same else conditions.written(session, [line]))
    stand = conditions.written(session, (each for each in new if each.when != NEXT))
    return Standing(lines=stand, waiting=tuple(found), halted=standing.halted and bool(found))


def file_bytes(file: Path) -> bytes:
    """The bytes of a sheet. Raises UsageError ``standing``."""
    try:
        data = atomic.read_bytes(file, lines.MAX_FILE)
    except OSError as error:
        said = Message(
            "{shown} cannot be read ({most} bytes at most).", shown=shown(file), most=lines.MAX_FILE
        )
        raise UsageError("standing", said) from error
    if data is None:
        said = Message("There is no file {shown}.", shown=shown(file))
        raise UsageError("standing", said, hint="pbem standing show > lines.toml")
    return data


def without_slips(session: Session, data: bytes, file: Path, *, as_json: bool) -> tuple[Line, ...]:
    """The lines of a sheet; where there are slips, each is printed, and UsageError ``slips`` is raised."""
    sheet = lines.parse(data, shown(Path(file.name)))
    found, faults = lines.read(session.game, session.position.game, session.side, sheet)
    for each in faults:
        if as_json:
            output.data_json({"line": each.line, "path": each.path, "message": each.message})
        else:
            what = each.path or Message("the sheet")
            said = Message(
                "{shown}:{line}: {what}: {message}",
                shown=shown(file),
                line=each.line,
                what=what,
                message=each.message,
            )
            output.data(said)
    if faults:
        said = counted(
            len(faults), "{n} slip: these lines do not stand.", "{n} slips: these lines do not stand."
        )
        raise UsageError(
            "slips", said, hint=Message("Put them right, then: pbem standing edit {shown}", shown=typed(file))
        )
    return found


def outlook(session: Session, standing: Standing) -> None:
    """Say how many occasions are prepared, and what prepares the rest."""
    found = preparing.outlook(session, standing)
    if found is not None:
        output.talk_all(found.said())
        if found.open:
            output.talk("pbem standing draft prepares those as pbem would recommend.")


def at_the_end(folder: GameFolder, identity: Identity, session: Session) -> None:
    """Say which occasions would wake the player, who has lines or lets a program act for them."""
    try:
        outlook(session, kept.read(folder, identity))
    except KeyFileError as error:
        output.talk(error.message)


def named(standing: Standing, some: tuple[str, ...]) -> tuple[Kept, ...]:
    """Lines by number or by what they speak of. Raises UsageError ``no-line``. A number that names an occasion is one."""
    whens = {each.line.when for each in standing.all}
    numbers = [each for each in some if each not in whens]
    known(
        standing,
        tuple(each for each in numbers if not (each.isdecimal() and 0 < int(each) <= len(standing.all))),
    )
    picked = {int(each) - 1 for each in numbers}
    return tuple(each for n, each in enumerate(standing.all) if n in picked or each.line.when in some)


def known(standing: Standing, whens: tuple[str, ...]) -> None:
    """Raises UsageError ``no-line`` for what no line speaks of."""
    there = dict.fromkeys(each.line.when for each in standing.all)
    for when in whens:
        if when not in there:
            names = ", ".join(there) or Message("none")
            said = Message("There is no line for {when}; there are: {names}.", when=when, names=names)
            raise UsageError("no-line", said, hint="pbem standing show")
