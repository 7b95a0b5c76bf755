"""What a round writes down and says: its state, the lines for its player, and the worst that happened."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from pathlib import Path

from attrs import define, evolve, field

from pbem.bytes.errors import ConflictError, PbemError
from pbem.home.responder import sentences as words
from pbem.home.responder.state import State, write_state
from pbem.store.game import GameFolder


@define(kw_only=True)
class Record:
    """The record of one round in the responder's home at ``path``.

    ``say`` puts what is written down for its player into their language; ``worst`` is the exit code.
    """

    path: Path
    now: datetime
    say: Callable[[str], str]
    state: State
    lines: list[str] = field(factory=list)
    worst: int = 0

    def failed(self, error: PbemError) -> None:
        """Something could not be read or sent; the round goes on."""
        self.worst = max(self.worst, error.exit_code)
        self.lines.append(str(error))

    def keep(self, state: State) -> None:
        """From here on this is the state, also on the disk."""
        self.state = state
        write_state(self.path, state)

    def stop(self, folder: GameFolder, why: str) -> None:
        """Touch this game no more until somebody has settled it; said once."""
        self.worst = max(self.worst, ConflictError.exit_code)
        if folder.name not in self.state.stopped:
            text = words.stopped(folder.name, why)
            self.lines.append(text)
            self.state = self.state.saying(folder.name, self.now, self.say(text))
            self.keep(evolve(self.state, stopped={**self.state.stopped, folder.name: self.say(why)}))

    def settled(self, folder: GameFolder) -> None:
        """A ruling has settled what this game was stopped for; what it has left open stops it anew."""
        if folder.name in self.state.stopped:
            stopped = {name: why for name, why in self.state.stopped.items() if name != folder.name}
            self.keep(evolve(self.state, stopped=stopped))

    def tell(self, folder: GameFolder, text: str) -> None:
        """Say something of a game, and remember it with its time; written with the next :meth:`keep`."""
        self.lines.append(words.of_game(folder.name, text))
        self.state = self.state.saying(folder.name, self.now, self.say(text))

    def leave(self, folder: GameFolder, head: str, why: str) -> None:
        """Say once that something is the player's affair."""
        mark = f"{head}/{why}"
        kept = evolve(self.state, open={**self.state.open, folder.name: self.say(why)})
        if self.state.left.get(folder.name) == mark:
            self.state = kept
            return
        self.state = evolve(kept, left={**self.state.left, folder.name: mark})
        self.tell(folder, words.now_left(why))
        self.keep(self.state)
