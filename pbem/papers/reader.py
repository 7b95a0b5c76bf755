"""Who reads a verdict, and what they know beside the paper: names ("you" for a player of the game), and keys given up.

A paper shows a key, never who held it. A log of the game shows whether its seat has given that key up: from then on who
has a copy of the old home can sign with it, also under a number that was played long before.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from pbem.bytes.records import evolve, frozen
from pbem.crypto.keys import key_id
from pbem.log import Bundle, Log, given_up, renewals_in
from pbem.papers.paper import ACCUSED, ACROSS, GIVEN_UP, OLD_KEY, Finding, who
from pbem.port.messages import Message, spelled


@frozen(kw_only=True)
class GivenUp:
    """Seat ``by`` gave up in turn file ``n`` the key that signed turn file ``at``.

    ``answered``: the other player has signed behind that renewal, so that both know of it; or the paper itself shows it.
    """

    by: str
    n: int
    at: int
    answered: bool

    @property
    def code(self) -> str:
        """``old-key`` for what stands behind the renewal, else ``given-up``."""
        return OLD_KEY if self.at > self.n else GIVEN_UP


@frozen(kw_only=True)
class Reader:
    """``seat`` is what the reader plays in the game of the paper ("" for anybody else); ``logs`` are logs of it at hand.

    ``handed`` are the identity keys of which they know that they were handed over to others.
    """

    seat: str = ""
    logs: tuple[Log, ...] = ()
    handed: frozenset[bytes] = frozenset()

    def name(self, log: Log, seat: str) -> str:
        """A player at the beginning of a sentence: ``Ann (allied)``, or ``You (allied)``."""
        if seat != self.seat:
            return who(log, seat)
        return Message("You ({side})", side=spelled(log.invite.sides[0 if seat == "A" else 1]))

    def whom(self, log: Log, seat: str) -> str:
        """The same inside a sentence."""
        return Message("you") if seat == self.seat else who(log, seat)

    def turn_file(self, log: Log, seat: str, n: int) -> str:
        """A turn file and its author: ``turn file 5 of Ann (allied)``, or ``your turn file 5``."""
        if seat == self.seat:
            return Message("your turn file {n}", n=n)
        return Message("turn file {n} of {who}", n=n, who=who(log, seat))

    def finding(
        self, paper: str, log: Log, lines: Iterable[str], code: str, word: str, *, proved: bool
    ) -> Finding:
        """The verdict for this reader on a paper about a game, which speaks of both players alike."""
        return Finding(
            paper=paper,
            proved=proved,
            game=f"{log.invite.game} {log.invite.scenario}",
            lines=tuple(lines),
            code=code,
            word=word,
            details=(Message("The game is {gid}.", gid=log.gid.hex()[:16]),),
            role=ACROSS if self.seat else "",
        )

    def given_up(self, own: Log, *signed: Bundle) -> GivenUp | None:
        """Where the key of one of these turn files was given up, as far as a log at hand or the paper itself tells.

        ``own`` are the turn files of the paper. A log that itself holds one of them, with the renewal behind it, bears it
        out: it says nothing against that one. What both players know of comes first.
        """
        found: list[GivenUp] = []
        for log in (*self.logs, own):
            here = {each.hash() for each in log.bundles} if log is not own else frozenset()
            for each in signed:
                if each.hash() not in here:
                    lost = _given_up(log, each.header.by, each.seal.key, each.header.n)
                    found += (evolve(one, answered=True) for one in lost) if log is own else lost
        return _worst(found)

    def signer_lost(self, log: Log, seats: Iterable[str], n: int) -> GivenUp | None:
        """The same of the players among ``seats`` who have signed a paper about the game after turn file ``n``."""
        keys = [(seat, key_id(log.key_of(seat))) for seat in seats if seat in ("A", "B")]
        return _worst(
            found for seat, key in keys for each in self.logs for found in _given_up(each, seat, key, n + 1)
        )


STRANGER = Reader()
"""Somebody who has nothing but the paper."""


def opposite(seat: str) -> str:
    """The other seat."""
    return "B" if seat == "A" else "A"


def role(reader: Reader, seat: str) -> str:
    """Which of the two players reads a paper that speaks of ``seat``; "" for somebody else."""
    return "" if not reader.seat else ACCUSED if reader.seat == seat else ACROSS


def _worst(found: Iterable[GivenUp]) -> GivenUp | None:
    """What both players know of comes first."""
    return min(found, key=lambda each: (not each.answered, each.n), default=None)


def _given_up(log: Log, by: str, key: str, at: int) -> Iterator[GivenUp]:
    made = [each for each in renewals_in(log.bundles) if each.by == by]
    for count, each in enumerate(made, 1):
        if key in given_up(log.first_key_of(by), tuple(one.key for one in made[:count])):
            behind = {one.header.by for one in log.bundles if one.header.n > each.n}
            yield GivenUp(by=by, n=each.n, at=at, answered=bool(behind - {by}))
            return


def alone(reader: Reader, by: str) -> str:
    """What has to be said of the key behind a paper that was not found to be given up; ``by`` names its player."""
    if reader.logs:
        return Message("In the log at hand {by} had not given that key up.", by=by)
    return Message(
        "It holds unless that key had been given up before: only a log of the game shows that (pbem "
        "verify PAPER LOG)."
    )


def excused(found: GivenUp, name: str) -> tuple[str, str]:
    """Two sentences on what a key signs that was given up: the fact, and that it accuses nobody. ``name`` gave it up."""
    owner = Message("you") if name == "you" else name
    home = Message("your old home") if name == "you" else Message("the old home of {name}", name=name)
    if found.code == OLD_KEY:
        return (
            Message("Signed with a key that {owner} gave up in turn file {n}.", owner=owner, n=found.n),
            Message(
                "Anybody who has a copy of {home} can sign this; it proves nothing about {owner}.",
                home=home,
                owner=owner,
            ),
        )
    if found.at == found.n:
        return (
            Message(
                "Signed with a key that {owner} gave up in this very place, turn file {n}.",
                owner=owner,
                n=found.n,
            ),
            Message(
                "Anybody who has a copy of {home} can have signed a second version: nobody can tell who did; nobody "
                "is accused.",
                home=home,
            ),
        )
    return (
        Message("Signed with a key that {owner} gave up later, in turn file {n}.", owner=owner, n=found.n),
        Message(
            "Since then whoever has a copy of {home} can sign this, under the earlier number; the paper "
            "does not show when it was made, and accuses nobody.",
            home=home,
        ),
    )


def reserved(found: GivenUp | None, reader: Reader, log: Log) -> Iterator[str]:
    """What a renewal rests on in the eyes of a third person, while the other player has signed nothing behind it."""
    if found is not None and not found.answered and not reader.seat:
        name = who(log, found.by)
        yield Message(
            "That the key was given up is the word of {name} alone in this log: let the other player's log "
            "say so too.",
            name=name,
        )


def doubted(log: Log, reader: Reader, lost: GivenUp | None) -> Iterator[str]:
    """What has to be said of the keys of players under a paper that they sign."""
    if lost is not None:
        yield from reserved(lost, reader, log)
    elif not reader.logs:
        yield (
            Message(
                "It holds unless a key that signed it had been given up before: only a log of the game shows "
                "that (pbem verify PAPER LOG)."
            )
        )
