"""What honest commands cannot make in a walk: a bent program's turn, a false refusal, a forged entry, a game played on."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING

from pbem.bytes import canon, container
from pbem.bytes.errors import IllegalOrder, Violation
from pbem.dev.demo import decide
from pbem.home import games
from pbem.home.identity import unlock
from pbem.home.play import orders as playing
from pbem.log import Bundle, read_bundles
from pbem.mail import sources
from pbem.papers.refused_turn import foreseen
from pbem.protocol import side_entries
from pbem.protocol.session import Session
from pbem.store.game import GameFolder
from tests.protocol.forging import signed_by
from tests.tools.forged_entry import forged

if TYPE_CHECKING:
    from tests.tools.walk import Walk

_FORBIDDEN = "move 505/82 E1940"


def bend(walk: Walk, file: str) -> dict[str, str]:
    """Write the mail of a program that gives a forbidden order of Ann's and signs it; ``at``: that entry's number."""
    session = walk.session("ann").clean()
    ahead = session.automatic() if session.owed.kind not in playing.DECISIONS else session
    action = ahead.game.rules.actions.parse(_FORBIDDEN)
    at = ahead.position.count
    entries = (*map(canon.decode, ahead.draft), ahead.game.rules.actions.dump(action))
    turn = signed_by(session, session.vault.keypair, entries, rules=session.game.info.digest)
    words = "Subject: my turn\n\nBy my own program, letters to paste:"
    _mail(walk, file, f"From: ann@example.org\nTo: ben@example.org\n{words}", turn.encode(), "my turn")
    return {"at": str(at)}


def lie(walk: Walk, file: str) -> dict[str, str]:
    """Write the refusal of a legal turn, the one that is under way, as a bent program of Ben's signs it.

    ``roll``: the roll that he knew; ``turn``: the beginning of the refused turn's hash.
    """
    turn = turn_under_way(walk)
    last = next(n for n, entry in enumerate(turn.entries, turn.header.first) if entry["k"] == "req")
    fault = IllegalOrder((Violation(paragraph="8.3", message="so it says"),), entry=last)
    refusal = side_entries.refusal(walk.session("ben").clean(), turn, fault)
    words = "Subject: your turn\n\nMy program does not take this:"
    _mail(walk, file, f"From: ben@example.org\nTo: ann@example.org\n{words}", refusal.encode(), "refusal")
    (roll,) = foreseen(turn)
    return {"roll": str(roll), "turn": turn.hash().hex()[:12]}


def play_on(walk: Walk, who: str, salt: str) -> dict[str, str]:
    """Play an entrant's game from where it stands to its end, in their own way, and write the whole log."""
    mine, other = (
        games.open_session(game_of(walk, who, home), unlock(walk.home(home), "")) for home in (who, "rita")
    )
    while mine.owed.kind:
        mover, waiter = (mine, other) if mine.is_my_turn or mine.draft else (other, mine)
        mover, bundle = decide(mover, int(salt)).sealed()
        mine, other = _apart(mover, waiter.receive(bundle), mine.seat)
    (walk.shell.place / f"{who}.pbem").write_bytes(container.pack(mine.log.encode()))
    return {}


def _apart(mover: Session, waiter: Session, seat: str) -> tuple[Session, Session]:
    return (mover, waiter) if mover.seat == seat else (waiter, mover)


def forge(walk: Walk, file: str, honest: str) -> dict[str, str]:
    """Write what Eve makes out of an honest entry."""
    (walk.shell.place / file).write_bytes(forged((walk.shell.place / honest).read_bytes()))
    return {}


HANDS: Mapping[str, Callable[..., dict[str, str]]] = {
    "bend": bend,
    "lie": lie,
    "play-on": play_on,
    "forge": forge,
}
"""By their names in a script (``@hand NAME ...``). Each gives values for words in braces."""


def turn_under_way(walk: Walk) -> Bundle:
    """The turn file in the mail that was sent last."""
    assert walk.waiting is not None
    (letter,) = sources.read(walk.shell.place / walk.waiting[1])
    return read_bundles(letter.turns()[0].data)[-1]


def asks_openly(walk: Walk) -> bool:
    """Whether the mail that was sent last asks for a roll in which nobody has anything left to choose."""
    return any(entry["k"] == "req" and entry.get("x") for entry in turn_under_way(walk).entries)


def game_of(walk: Walk, who: str, home: str) -> GameFolder:
    """A player's game in another home."""
    mine = games.choose(walk.home(who)).facts()["gid"]
    return next(game for game in games.begun(walk.home(home)) if game.facts()["gid"] == mine)


def _mail(walk: Walk, file: str, head: str, data: bytes, kind: str) -> None:
    letters = container.armour(container.pack(data), {"File": kind})
    (walk.shell.place / file).write_text(f"{head}\n\n{letters}", encoding="ascii")
