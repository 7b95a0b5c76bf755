"""What is ordered once in a phase, so that no order takes another back (N220)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem.bytes.errors import Violation
from pbem.port.messages import Message
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.rules.play import Play
from pbem_rules.normandy.rules.view import Position
from pbem_rules.shared.orders import broken


@BOOK.rule("N220")
def again(at: Position, names: Iterable[str]) -> Iterator[Violation]:
    """Units that have been ordered so in this phase."""
    for name in names:
        if name in at.state.settled:
            yield broken("N220", Message("{unit} has been ordered so in this phase", unit=name), name)


def settle(play: Play, names: Iterable[str]) -> None:
    """They are not ordered so again before the next phase."""
    play.change(settled=tuple(sorted({*play.state.settled, *names})))
