"""Standing orders: a sheet is read, checked, kept in the home, and asked for answers (``schemas/standing.md``).

What a sheet means is the game's affair. Here it is a TOML file whose slips have lines, and a function that a program,
or ``pbem standing follow``, asks for the answer to what is owed.
"""

from __future__ import annotations

from collections.abc import Mapping
from hashlib import sha256
from pathlib import Path
from typing import Protocol

from attrs import evolve, field, frozen

from pbem.bytes import toml_lines
from pbem.bytes.canon import Json
from pbem.bytes.errors import DataError, UsageError
from pbem.games import registry
from pbem.games.cards import wrong_card
from pbem.games.packs import parse_toml
from pbem.games.packs.writing import toml_key, toml_value
from pbem.home import games
from pbem.port.game import Answered, Choice, Conceal, Secrets, TakesStandingOrders
from pbem.port.messages import Message
from pbem.protocol.session import Session
from pbem.replay.table import DECISIONS, Owed, Position
from pbem.store import atomic
from pbem.store.game import GameFolder

NAME = "standing.toml"
MAX_SHEET = 64 * 1024
_MOST = 1_000


@frozen(kw_only=True)
class Sheet:
    """A sheet as it was typed: its bytes, its tables, and the line of every path in it."""

    data: bytes
    tables: Mapping[str, Json]
    lines: Mapping[toml_lines.Path, int] = field(repr=False)

    def line(self, path: toml_lines.Path) -> int:
        """The line of a path, or of the nearest path above it that has one."""
        for end in range(len(path), 0, -1):
            if path[:end] in self.lines:
                return self.lines[path[:end]]
        return 1


@frozen(kw_only=True)
class Fault:
    """A slip: its line from 1, the dotted path, and one sentence."""

    line: int
    path: str
    message: str


# --- reading and keeping ----------------------------------------------------------------------------------------------


def load(place: Path) -> Sheet:
    """The sheet in a file. Raises DataError ``standing`` for what is no TOML, and UsageError for what is no file."""
    try:
        data = atomic.read_bytes(place, MAX_SHEET)
    except OSError as error:
        said = Message(
            "{shown} cannot be read as standing orders ({max_sheet} bytes at most).",
            shown=games.shown(place),
            max_sheet=MAX_SHEET,
        )
        raise UsageError("standing", said) from error
    if data is None:
        raise UsageError(
            "standing",
            Message("There is no file {shown}.", shown=games.shown(place)),
            hint="pbem standing new FILE",
        )
    return parse(data, games.shown(Path(place.name)))


def parse(data: bytes, name: str = NAME) -> Sheet:
    """A sheet from its bytes. Raises DataError ``standing`` naming the line."""
    try:
        tables = parse_toml(data, name, "standing")
    except DataError as error:
        raise DataError("standing", error.message, hint=Message("The form: pbem standing new")) from error
    return Sheet(data=data, tables=tables, lines=toml_lines.lines_of(data.decode()))


def kept(folder: GameFolder) -> Sheet | None:
    """The sheet that a home keeps for a game, or None. Raises DataError when it was spoilt."""
    data = atomic.read_bytes(folder.path / NAME, MAX_SHEET)
    return None if data is None else parse(data)


def keep(folder: GameFolder, sheet: Sheet | None) -> None:
    """Keep a sheet for a game in the place of the one before; None removes it."""
    if sheet is None:
        atomic.remove(folder.path / NAME)
    else:
        atomic.write_bytes(folder.path / NAME, sheet.data)


def code(data: bytes) -> str:
    """Ten digits that tell one sheet from another, for people."""
    number = int.from_bytes(sha256(data).digest(), "big") % 10**10
    return f"{number // 10**5:05d} {number % 10**5:05d}"


def usual(game: registry.Game, state: object, side: str) -> Sheet | None:
    """The sheet of a side that fills in none, as TOML; None in a game whose other side's turn asks nothing."""
    tables = taking(game).standing_default(state, side)
    if not tables:
        return None
    lines: list[str] = []
    for name, table in tables.items():
        assert isinstance(table, dict)  # a sheet is tables
        lines += [
            f"[{toml_key(name)}]",
            *(f"{toml_key(key)} = {toml_value(each)}" for key, each in table.items()),
            "",
        ]
    return parse("\n".join(lines).encode())


# --- checking ---------------------------------------------------------------------------------------------------------


def taking(game: registry.Game) -> TakesStandingOrders[object]:
    """The game's standing orders. Raises UsageError ``no-standing`` for a game that takes none."""
    rules = game.rules
    if not isinstance(rules, TakesStandingOrders):
        raise UsageError("no-standing", Message("{title} takes no standing orders.", title=game.info.title))
    return rules


def faults(game: registry.Game, state: object, side: str, sheet: Sheet) -> tuple[Fault, ...]:
    """Every slip of a sheet, by line."""
    slips = taking(game).standing_check(state, side, sheet.tables)
    found = [
        Fault(line=sheet.line(slip.path), path=".".join(map(str, slip.path)), message=slip.message)
        for slip in slips
    ]
    return tuple(sorted(found, key=lambda fault: fault.line))


# --- answering --------------------------------------------------------------------------------------------------------


class Deciding(Protocol):
    """A seat that may owe a decision: a session, or what is seen of one."""

    @property
    def game(self) -> registry.Game:
        """The game."""

    @property
    def seat(self) -> str:
        """The seat."""

    @property
    def side(self) -> str:
        """The side it plays."""

    @property
    def position(self) -> Position[object]:
        """The position after everything that is written."""

    @property
    def owed(self) -> Owed:
        """What is owed in it."""


def standing_answer(view: Deciding, sheet: Mapping[str, Json], secrets: Secrets | None = None) -> Answered:
    """What a sheet answers to what this seat owes now: a legal order, or why it is handed back.

    Only what its owner could decide now is ever answered; seeds and openings are not its affair.
    """
    due, rules = view.owed, view.game.rules
    if not isinstance(rules, TakesStandingOrders):
        return Answered(
            action=None, reason=Message("{title} takes no standing orders", title=view.game.info.title)
        )
    if due.seat != view.seat or due.what not in DECISIONS or due.demand is None:
        return Answered(action=None, reason=Message("no decision is owed by this side"))
    known, state = secrets or Secrets(), view.position.game
    found = rules.standing_answer(state, view.side, sheet, known, due.demand)
    if found.action is None:
        return found
    broken = wrong_card(rules, state, view.side, found.action, known.hand)
    return found if not broken else Answered(action=None, reason=broken[0].message)


def mixing(session: Session) -> Secrets:
    """What a sheet may know in the player's own home: their secrets, and 32 bytes that belong to what is owed now.

    They come from the key of the vault, the game, what is asked and the log's head: the same whenever the sheet is asked
    again in this place, and nobody else can tell them before the vault is opened. No commitment is made under this label.
    """
    due = session.owed.demand
    label = f"mix/{due.why}" if isinstance(due, Choice | Conceal) else "mix"
    return evolve(session.secrets, mix=session.vault.salt(session.log.gid, label, 0, session.head))


def answer_kept(folder: GameFolder, view: Deciding, secrets: Secrets | None = None) -> Answered:
    """The answer of the sheet that a home keeps, or why there is none.

    The sheet is read anew each time, so that a person may change it while a program acts. One that cannot be read, or
    has slips, answers nothing.
    """
    try:
        sheet = kept(folder)
    except (DataError, OSError):
        return Answered(
            action=None, reason=Message("the standing orders cannot be read: pbem standing give FILE")
        )
    if sheet is None:
        return Answered(action=None, reason=Message("no orders stand in this game"))
    return standing_answer(view, sheet.tables, secrets)


def follow(session: Session, sheet: Mapping[str, Json]) -> tuple[Session, int, str]:
    """The session with everything in its draft that the sheet answers, how many answers, and why it stopped.

    The reason is empty when the pen has passed to the other side. What needs no decision is written on the way only
    where a decision of this side comes after it.
    """
    count = 0
    while count < _MOST:
        ahead = session if session.owed.what in DECISIONS else session.automatic()
        if not ahead.mine:
            return session, count, ""
        found = standing_answer(ahead, sheet, mixing(ahead))
        if found.action is None:
            return ahead, count, found.reason
        session, count = ahead.order(found.action), count + 1
    raise UsageError(
        "endless", Message("The standing orders gave {most} answers in one turn and did not end.", most=_MOST)
    )
