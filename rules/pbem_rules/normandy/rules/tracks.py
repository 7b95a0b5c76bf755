"""On which replacement track a lost step counts, and which points a unit takes (7.6 to 7.8, 17.17, 18.7)."""

from __future__ import annotations

from pbem.bytes.values import changed
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.model import Track
from pbem_rules.normandy.rules.cotentin import cut_off, inside
from pbem_rules.normandy.rules.view import Position, battalion

COTENTIN = "cotentin"
_NEVER = ("ranger", "commando", "avre", "crocodile", "ship", "headquarters", "pathfinder")
_ARMOUR = ("tank", "anti-tank", "artillery", "reconnaissance")


def emptied(track: Track) -> Track:
    """A track without the points that are at hand; lost steps stay."""
    return changed(track, infantry=0, armour=0, rem=0)


def is_company(name: str) -> bool:
    """Whether a unit is a company of a battalion that was broken up."""
    return battalion(name) != name


@BOOK.rule("7.6", "7.8", "17.17", "18.7", "N100")
def loss_track(at: Position, name: str) -> str | None:
    """The track on which a lost step of a unit on the board counts; None when it does not."""
    kind = at.type_of(name)
    if kind.branch in _NEVER or kind.fixed or kind.landing or kind.rhino:
        return None
    return track_of(at, name, at.board[name].where)


@BOOK.rule("18.6", "18.7")
def track_of(at: Position, name: str, where: str) -> str:
    """The track of a unit that stands somewhere."""
    nation = at.formation_of(name).nation
    return COTENTIN if nation == "german" and inside(where) and cut_off(at) else nation


@BOOK.rule("7.7", "N101")
def takes_armour(at: Position, name: str) -> bool:
    """Whether a unit takes points of armour, not of infantry."""
    return at.type_of(name).branch in _ARMOUR
