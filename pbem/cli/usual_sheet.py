"""The sheet of somebody who fills in none: offered when a game begins, given by `pbem standing usual`."""

from __future__ import annotations

from pbem.cli import output, questions
from pbem.home import games
from pbem.home.games import Seen
from pbem.home.play import standing_orders
from pbem.home.play.standing_orders import Sheet
from pbem.port.game import TakesStandingOrders
from pbem.port.messages import Message
from pbem.store.game import GameFolder


def of(view: Seen) -> Sheet | None:
    """The usual sheet of a side now; None where the game takes none, or the other side's turn asks nothing."""
    if not isinstance(view.game.rules, TakesStandingOrders):
        return None
    return standing_orders.usual(view.game, view.position.game, view.side)


def keep(folder: GameFolder, sheet: Sheet) -> None:
    """Let it stand, and say so."""
    with games.home_of(folder).lock():
        standing_orders.keep(folder, sheet)
    output.talk(Message("These orders stand, code {code}.", code=standing_orders.code(sheet.data)))
    output.talk(Message("To read them: pbem standing show. To end them: pbem standing drop"))


def offer(folder: GameFolder) -> None:
    """Ask once, where somebody can be asked and nothing stands yet, whether it shall stand."""
    if not output.can_ask() or standing_orders.kept(folder) is not None:
        return
    sheet = of(games.look(folder))
    if sheet is None:
        return
    output.talk(
        Message(
            "While you are away your program can answer losses and retreats as it would recommend them, and ask you when "
            "six steps or an objective are at stake. Nobody else sees this. To read it first: pbem standing usual --show"
        )
    )
    if questions.agreed(Message("Shall it?")):
        keep(folder, sheet)
