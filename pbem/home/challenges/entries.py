"""The entries of a challenge in its dealer's home: who has entered when, how far each is, and what is owed."""

from __future__ import annotations

from datetime import datetime

from pbem.bytes.canon import Json
from pbem.bytes.records import frozen
from pbem.crypto.keys import fingerprint
from pbem.home.dealt_challenges import dealt_to
from pbem.home.overview import status
from pbem.home.overview.status import Status
from pbem.papers.challenge import Challenge
from pbem.port.messages import Message
from pbem.store.home import Home
from pbem.view.markup import clean


@frozen(kw_only=True)
class Entry:
    """An entry as the dealer's home knows it: whose, on which day it was dealt, and how the game stands."""

    who: str
    key: bytes
    game: str
    day: str
    late: bool
    status: Status

    @property
    def state(self) -> str:
        """How far it is: not begun, the moment of the game, or its result."""
        if self.status.result:
            return (
                Message("finished: {result}", result=self.status.result)
                if not self.status.owed_by
                else self.status.result
            )
        return self.status.moment if self.status.entries else Message("nothing has come yet")

    def lines(self) -> tuple[str, ...]:
        """The entry for people."""
        late = Message(", after the last day") if self.late else ""
        told: list[str] = [
            Message(
                "{who}: entered on {day}{late}; game {game}, {state}, {entries} entries.",
                who=self.who,
                day=self.day or "a day nobody kept",
                late=late,
                game=self.game[:8],
                state=self.state,
                entries=self.status.entries,
            ),
            Message("  Code {code}. {owed}", code=fingerprint(self.key), owed=self.status.owed),
        ]
        told += (f"  {line}" for line in self.status.section("delay"))
        if self.status.mine:
            told.append(Message("  Next: {next} --game {game}", next=self.status.next, game=self.game[:8]))
        return tuple(told)

    def json(self) -> dict[str, Json]:
        """The object of ``pbem challenge status --json``."""
        return {
            "who": self.who,
            "key": self.key.hex(),
            "entered": self.day or None,
            "late": self.late,
            **self.status.json(),
        }


def entries(home: Home, paper: Challenge, now: datetime) -> tuple[Entry, ...]:
    """Everybody who has been dealt this chain, in the order in which they entered. Raises VerifyError for a damaged game."""
    found = []
    for folder in dealt_to(home, paper.tip):
        facts = folder.facts()
        day = str(facts.get("entered") or "")
        found.append(
            Entry(
                who=clean(str(facts.get("opponent")), 64),
                key=bytes.fromhex(str(facts.get("entrant"))),
                game=folder.name,
                day=day,
                late=bool(paper.closes) and day > paper.closes,
                status=status.status(folder, now),
            )
        )
    return tuple(sorted(found, key=lambda each: (each.day, each.game)))
