"""Homes kept in memory: where no disk fails, a world needs none, and a turn costs a fifth.

A :class:`Shelf` is the folder of a game as a dictionary, so it can be copied, put back and stolen as a value.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from pbem.crypto.keys import Keypair
from pbem.games import registry
from pbem.home import games
from pbem.home.identity import Identity
from pbem.log import Bundle, Clause, Log
from pbem.protocol import genesis
from pbem.protocol.vault import Vault
from pbem.store.drafts import Draft
from pbem.store.game import Change, GameFolder
from pbem.store.home import Home
from pbem.store.journal import End

from .clock import stream

if TYPE_CHECKING:
    from .seat import Seat

SHORT = genesis.MIN_CHAIN
"""The length of every seed chain in memory: the shortest that a program begins a game with."""

RITA = Keypair.from_seed(b"rita" * 8)
"""The referee to whom both seats are bound."""

_NOWHERE = Path("/nowhere")


class Shelf(GameFolder):
    """The folder of a game. The names and bytes are those that would lie on the disk; ``changes`` counts what was stored."""

    def __init__(self, files: dict[str, bytes] | None = None) -> None:
        super().__init__(_NOWHERE / "games" / "0", nullcontext)
        self.files = dict(files or {})
        self.changes = 0

    def save(self, change: Change) -> None:
        """Store ``change`` as a whole."""
        self.changes += 1
        for name, data in self._files(change).items():
            if data is None:
                self.files.pop(name, None)
            else:
                self.files[name] = self.files[name][: data.at] + data.data if isinstance(data, End) else data

    def put_back(self, files: dict[str, bytes]) -> None:
        """From here on these files lie here, and no others."""
        self.files, self.changes = dict(files), self.changes + 1

    def empty_outbox(self) -> None:
        """Nothing remembers what was sent."""
        self.put_back({name: data for name, data in self.files.items() if not name.startswith("outbox/")})

    def keep_checkpoint(self, data: bytes, *, of_map: bool = False) -> None:
        """As the folder on a disk does."""
        self.files["checkpoint-map" if of_map else "checkpoint"] = data

    def keep_looked(self, data: bytes) -> None:
        """As the folder on a disk does."""
        self.files["looked"] = data

    def note_signed(self, last: Bundle, *, here: bool) -> None:
        """A shelf stands on no machine."""

    def answers(self, suffix: str) -> tuple[str, ...]:
        """As the folder on a disk does."""
        return tuple(self._stems("answers", suffix))

    def _read(self, name: str, limit: int) -> bytes | None:
        return self.files.get(name)

    def _stems(self, folder: str, suffix: str) -> list[str]:
        place = f"{folder}/"
        names = [name.removeprefix(place) for name in self.files if name.startswith(place)]
        return sorted(name.removesuffix(suffix) for name in names if name.endswith(suffix))

    @contextmanager
    def _held(self) -> Iterator[None]:
        yield


class ShelfHome(Home):
    """A home with one game in it; whatever else a home keeps it has not."""

    def __init__(self, shelf: Shelf) -> None:
        super().__init__(_NOWHERE)
        self.shelf = shelf

    @contextmanager
    def lock(self) -> Iterator[None]:
        """Nobody else is there."""
        yield

    def games(self) -> tuple[GameFolder, ...]:
        """The one game."""
        return (self.shelf,)

    def game(self, gid: str) -> GameFolder:
        """The one game."""
        return self.shelf


def shelved(identity: Identity, log: Log, vault: Vault, seat: str) -> Shelf:
    """The folder of a game that has just begun."""
    head = log.bundles[-1].header.head if log.bundles else log.gid
    shelf = Shelf()
    shelf.save(
        Change(
            facts={"seat": seat, "gid": log.gid.hex(), "vault": seat},
            log=log.encode(),
            draft=Draft(head=head.hex(), lines=()),
            vault=games.seal_vault(identity, seat, vault),
        )
    )
    return shelf


def sit_down(game: registry.Game, seed: str, seats: dict[str, Seat]) -> None:
    """A and B at a new game of which a referee may decide, with secrets that follow from the seed."""
    identities = {
        who: Identity(name=seat.name, keypair=Keypair.from_seed(source(32)), secret=source(32))
        for who, seat in seats.items()
        for source in [stream(f"{seed}/id/{who}")]
    }
    vaults = {who: Vault.fresh(stream(f"{seed}/{who}"), SHORT) for who in seats}
    offer = genesis.invite(
        identities["A"].keypair,
        seats["A"].name,
        vaults["A"],
        game,
        scenario=game.rules.scenarios[0],
        side=game.rules.sides[0],
        options={},
        referee=Clause(key=RITA.public, days=14, then="referee"),
    )
    answer = genesis.accept(identities["B"].keypair, seats["B"].name, vaults["B"], offer)
    log = Log(invite=offer, accept=answer)
    for who, seat in seats.items():
        seat.sits_at(shelved(identities[who], log, vaults[who], who), identities[who])
