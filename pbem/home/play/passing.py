"""What a player owes and cannot decide: the one order that is legal and names nothing."""

from __future__ import annotations

from itertools import islice

import attrs
from attrs import AttrsInstance

from pbem.home.play.orders import options
from pbem.port.game import Choice
from pbem.protocol.session import Session


def only_legal_order(session: Session) -> AttrsInstance | None:
    """The order (``done``) that is the only legal one and leaves nothing open; None while there is a choice.

    A secret is never forced: that something was sealed unseen would tell the other side what it holds.
    """
    if not session.is_my_turn or not isinstance(session.owed.demand, Choice):
        return None
    found = list(islice(options(session), 2))
    return found[0] if len(found) == 1 and not attrs.fields(type(found[0])) else None
