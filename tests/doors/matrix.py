"""Every game and scenario, and the doors through which people come to it.

A position of the matrix comes from the installed games alone: a new scenario is in it without a line written here. Commands
are typed as people type them, with real files between two homes.
"""

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from attrs import define, field, frozen

from pbem.dev.demo import decide
from pbem.games import registry
from pbem.home import games
from pbem.home.identity import unlock
from pbem.protocol.session import Session
from tests.home.table import Player, Said, pbem

FIRST_DECISIONS = 2
"""Decisions that each side takes."""
MOST_TURN_FILES = 12
"""Turn files after which each side should have taken its first decision."""
WITNESSES = frozenset({"witness"})
"""Sides that only answer for dice."""


@frozen
class Position:
    """A scenario of a game as it is set up; ``option`` as it is typed, or "" for the usual game."""

    game: str
    scenario: str
    option: str = ""

    def __str__(self) -> str:
        return "-".join(each for each in (self.game, self.scenario, self.option) if each)

    @property
    def words(self) -> tuple[str, ...]:
        """What ``pbem invite`` and ``pbem practice`` are told."""
        option = ("--option", self.option) if self.option else ()
        return (self.game, "--scenario", self.scenario, *option)


def positions() -> Iterator[Position]:
    """Every scenario of every installed game."""
    for info in registry.installed():
        for scenario in info.scenarios:
            yield Position(info.name, scenario)


def positions_with_options() -> Iterator[Position]:
    """Every scenario with each option at each value that is not the usual one; both ends where they are many."""
    for info in registry.installed():
        told = json.loads(pbem("rules", "list", info.name, "--json").out)
        for scenario, options in told[0]["options"].items():
            for option in options:
                others = option["values"][1:]
                for value in dict.fromkeys(others if len(others) < 4 else (others[0], others[-1])):
                    yield Position(info.name, scenario, f"{option['name']}={value}")


@define
class Doors:
    """The doors of one position: what each said that did not open."""

    place: Path
    position: Position
    faults: dict[str, str] = field(factory=dict, init=False)

    @contextmanager
    def door(self, name: str) -> Iterator[None]:
        """One door; what goes wrong behind it does not close the others."""
        try:
            yield
        except Exception as error:  # a door that does not open is a row of the table
            self.faults[name] = f"{type(error).__name__}: {error}"[:2000]

    def seated(self) -> tuple[Player, Player]:
        """Two players at this position, by the three commands that a game begins with."""
        ann, ben = Player("Ann", self.place), Player("Ben", self.place)
        for player in (ann, ben):
            opens(player("identity", "new", player.name, "--no-password"))
        invitation, acceptance = self.place / "invitation.pbem", self.place / "acceptance.pbem"
        with self.door("new"):
            opens(ann("invite", *self.position.words, "--out", invitation))
        with self.door("join"):
            opens(ben("accept", invitation, "--out", acceptance))
        with self.door("start"):
            opens(ann("accept", acceptance))
        return ann, ben

    def first_decisions(self, ann: Player, ben: Player) -> None:
        """The first decisions of each side, typed; the rest of a turn as the demonstration player has it, sent as a file."""
        taken = {ann.name: 0, ben.name: 0}
        for _ in range(MOST_TURN_FILES):
            mover, waiter = (ann, ben) if holds_the_pen(ann) else (ben, ann)
            while taken[mover.name] < FIRST_DECISIONS and self._decided(mover):
                taken[mover.name] += 1
            if min(taken.values()) >= FIRST_DECISIONS or not session_of(mover).owed.kind:
                return
            write_the_rest(mover)
            with self.door("send"):
                turn = mover.sent()
            with self.door("import"):
                opens(waiter("import", turn))
        sides = dict(zip(taken, session_of(ann).game.rules.sides, strict=True))
        assert all(taken[who] for who in taken if sides[who] not in WITNESSES), (
            f"after {MOST_TURN_FILES} turn files: {taken}"
        )

    def _decided(self, player: Player) -> bool:
        """Give one order as a person types it, when one is owed."""
        session = session_of(player).automatic()
        if not session.is_my_turn or session.owed.kind not in ("choice", "conceal"):
            return False
        rules = session.game.rules
        advice = rules.advise(session.position.game, session.side, session.secrets, 3)
        with self.door("do"):
            opens(player("do", rules.actions.typed(advice)))
        return True


def write_the_rest(player: Player) -> None:
    """Everything up to the opponent's next word, into the draft."""
    session = decide(session_of(player), 3)
    games.save_session(player.folder, unlock(player.home, ""), session)


def holds_the_pen(player: Player) -> bool:
    session = session_of(player)
    return session.is_my_turn or bool(session.draft)


def session_of(player: Player) -> Session:
    """The player's session as any command would open it."""
    return games.open_session(player.folder, unlock(player.home, ""))


def opens(said: Said, *codes: int) -> Said:
    """What a command said that has to succeed, or to end with one of these codes and a sentence."""
    assert said.code in (0, *codes), f"exit code {said.code}: {said.sentences}"
    assert "unexpected" not in said.sentences, said.sentences
    return said
