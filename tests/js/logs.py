"""Logs of the invented game toss for the JavaScript verifier, and what that says of them."""

import base64
import sys
from pathlib import Path

from attrs import frozen

from pbem.bytes.canon import Json
from tests.js.node import run

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS), str(TESTS / "vectors")]
import bases  # noqa: E402
import writer  # noqa: E402
from entry_writer import START, audit, opened, req, rsp, seal, show, tell  # noqa: E402
from writer import Game, log_of  # noqa: E402


@frozen(kw_only=True)
class Said:
    """What the verifier said of a log."""

    code: str
    entry: int | None
    bundles: int
    entries: int
    counts: dict[str, int] | None
    method: str
    grade: str
    over: bool
    time: float | None


def said(data: bytes, **more: Json) -> Said:
    """The verdict on the bytes of a log or turn file."""
    case: dict[str, Json] = {"do": "log", "base64": base64.b64encode(data).decode(), **more}
    (found,) = run("cases.mjs", [case])
    return Said(**found)


def bytes_of(game: Game) -> bytes:
    """A log as it would be sent, not packed."""
    data: bytes = log_of(*game.lines)
    return data


def twice(**last: Json) -> bytes:
    """The example of log.md: eleven entries in six bundles; ``last`` are fields of the opening said otherwise."""
    game = Game("twice", length=8192)
    game.write("A", START, seal("bet", 7), req("toss/1"))
    game.write("B", tell(5), rsp())
    game.write("A", show("bet"), opened(**last), req("toss/2", openly=True))
    game.write("B", rsp())
    game.write("A", audit())
    game.write("B", audit())
    return bytes_of(game)


GAMES = {"rounds": bases.rounds(15), "asides": bases.asides(26), "cards": bases.decks(6)}
"""Whole games, with everything that the protocol knows."""

__all__ = ["GAMES", "Game", "Said", "bytes_of", "said", "twice", "writer"]
