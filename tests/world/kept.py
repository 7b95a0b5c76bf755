"""What a home holds, as a value: laws compare what it was before a step with what it is after it."""

from collections.abc import Callable, Mapping

from attrs import field, frozen

from pbem.bytes.canon import Json
from pbem.home import games
from pbem.home.identity import Identity
from pbem.protocol.session import Session
from pbem.protocol.signing_record import Record
from pbem.store.game import GameFolder
from pbem.store.home import Home


@frozen(kw_only=True)
class KeptGame:
    """One game. ``session`` is opened as every command opens it; ``codes`` say why a file was refused,
    ``bundles`` are the hashes of those in the log.
    """

    session: Session = field(eq=False, repr=False)
    log: bytes
    draft: tuple[bytes, ...]
    sealed: Mapping[str, tuple[Json, ...]]
    record: Record
    sent: Mapping[int, bytes]
    parked: frozenset[bytes]
    refused: frozenset[bytes]
    codes: Mapping[bytes, str]
    papers: frozenset[bytes]
    seen: frozenset[str]
    bundles: frozenset[bytes] = field(eq=False, repr=False)


@frozen(kw_only=True)
class Kept:
    """A home: whose it is ("" before there is an identity), its invitations, and its games by their folders."""

    name: str = ""
    invitations: Mapping[str, bytes] = field(factory=dict)
    games: Mapping[str, KeptGame] = field(factory=dict)


def kept(
    home: Home,
    identity: Identity | None,
    opens: Callable[[GameFolder, Identity], Session] = games.open_session,
) -> Kept:
    """What the home holds. Raises what its opening raises: a home that cannot be opened has lost everything."""
    if identity is None:
        return Kept()
    with home.lock():
        return Kept(
            name=identity.name,
            invitations={folder.name: folder.log() for folder in games.pending(home)},
            games={folder.name: _game(folder, opens(folder, identity)) for folder in games.begun(home)},
        )


def _game(folder: GameFolder, session: Session) -> KeptGame:
    codes = {each.data: each.code for each in folder.refused()}
    return KeptGame(
        session=session,
        log=folder.log(),
        draft=session.draft,
        sealed=session.vault.sealed,
        record=session.vault.record,
        sent={n: sent.turn for n in folder.sent_numbers() if (sent := folder.sent(n)) is not None},
        parked=frozenset(folder.parked()),
        refused=frozenset(codes),
        codes=codes,
        papers=frozenset(data for _, data in folder.papers()),
        seen=folder.seen(),
        bundles=frozenset(each.hash() for each in session.log.bundles),
    )
