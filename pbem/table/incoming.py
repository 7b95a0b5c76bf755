"""A turn that has come in, before it is taken in: checked whole, shown step by step, stored only when the player says so."""

from __future__ import annotations

from pbem.bytes.canon import Json
from pbem.bytes.records import field, frozen
from pbem.home.arriving import receiving
from pbem.home.arriving.receiving import Import, Opener
from pbem.home.identity import Identity
from pbem.home.turns.notes import Note, Piece
from pbem.log.entries import PROTOCOL
from pbem.replay.fold import AppliedEntry
from pbem.store.home import Home
from pbem.table import roll_results
from pbem.view.markup import clean

_STORES_NOTHING = frozenset(
    {"known", "foreign", "unreadable", "invitation", "acceptance", "paper", "warning"}
)


@frozen(kw_only=True)
class Incoming:
    """What came: the pieces as they arrived, what an import of them would say, and the steps for the game looked at.

    ``kept`` says that it is stored already, and is only played back.
    """

    pieces: tuple[Piece, ...] = field(repr=False)
    found: Import = field(repr=False)
    steps: tuple[AppliedEntry[object], ...] = field(repr=False)
    kept: bool = False
    fell: tuple[AppliedEntry[object], ...] = field(default=(), repr=False)
    """What the player's own rolls brought, which is told where the dice fell and is no step of the playback."""

    @property
    def joins(self) -> bool:
        """Whether anything would be stored that is not here yet."""
        return any(note.kind not in _STORES_NOTHING for note in self.found.all_notes)

    @property
    def refused(self) -> bool:
        """Whether a signed turn file in it does not hold, so that it can be refused."""
        return any(
            note.kind == "refused" and note.hint.find("pbem dispute refuse") >= 0
            for note in self.found.all_notes
        )

    @property
    def _rolled(self) -> bool:
        dice = (PROTOCOL.knows(str(each.obj["k"])) for each in self.steps)
        return self.kept and bool(self.steps) and all(dice)

    def json(self) -> dict[str, Json]:
        """The notes, how many steps there are to play back, and what can be done with it.

        ``rolled``: nobody has ordered anything in it, it is dice (and cards) alone.
        """
        return {
            "notes": [note_json(note) for note in self.found.all_notes],
            "steps": len(self.steps),
            "kept": self.kept,
            "rolled": self._rolled,
            "fell": roll_results.told(self.fell),
            "joins": self.joins and not self.kept,
            "refused": self.refused,
        }


def look(
    home: Home, identity: Identity, game: str, pieces: tuple[Piece, ...], bad: Note | None, opener: Opener
) -> Incoming:
    """What was in a file, a mail or pasted letters, checked against the games of the home; nothing is stored."""
    found = receiving.receive(home, identity, pieces, store=False, opener=opener)
    notes = (*((bad,) if bad is not None else ()), *found.notes)
    found = Import(notes=notes, games=found.games, stopped=found.stopped)
    return Incoming(pieces=pieces, found=found, steps=steps(found, game))


def accept(home: Home, identity: Identity, game: str, came: Incoming, opener: Opener) -> Incoming:
    """Take it in: the same pieces once more, and stored this time."""
    found = receiving.receive(home, identity, came.pieces, opener=opener)
    return Incoming(pieces=came.pieces, found=found, steps=steps(found, game), kept=True)


def steps(found: Import, game: str) -> tuple[AppliedEntry[object], ...]:
    """What happened in the game looked at, entry by entry, as far as there is something to tell."""
    arrived = found.games.get(game)
    return tuple(each for each in arrived.happened if each.outcomes) if arrived is not None else ()


def note_json(note: Note) -> Json:
    """A note as the page shows it."""
    return {
        "kind": note.kind,
        "text": clean(note.text, 600),
        "hint": clean(note.hint, 300),
        "paragraph": note.paragraph,
        "code": note.code,
    }
