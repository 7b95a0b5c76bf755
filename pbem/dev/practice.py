"""Practice: a person against the demonstration player, with the commands of any other game.

The computer has a home and game keys of its own inside the player's home, under ``practice/``; its acceptance is signed
with the player's identity, so that every verdict calls the dice unwitnessed. It gets the player's signed
turns and nothing else, checks them and answers; the game is a real log, and ``pbem verify`` says so.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pbem.bytes import container
from pbem.bytes.canon import Json
from pbem.bytes.errors import UsageError
from pbem.bytes.records import define, frozen
from pbem.dev.demo import decide
from pbem.home import identity as identities
from pbem.home import new_identity, packs
from pbem.home.exchange import invitations
from pbem.home.games import open_session, save_session
from pbem.home.identity import Identity
from pbem.home.play.orders import DECISIONS
from pbem.home.practice import FACT, is_practice
from pbem.log import Bundle
from pbem.port.messages import Message
from pbem.port.player import intentions
from pbem.protocol.session import Session, encode_turn, unsent
from pbem.protocol.vault import Entropy
from pbem.replay.fold import AppliedEntry
from pbem.store.game import Change, GameFolder, Sent
from pbem.store.home import Home

_FOLDER = "practice"


@frozen(kw_only=True)
class Answered:
    """The player's session after the computer's turns, and what happened in them."""

    folder: GameFolder
    session: Session
    happened: tuple[AppliedEntry[object], ...] = ()
    intentions: tuple[str, ...] = ()
    """What the computer is about, where a phase has ended meanwhile."""


def begin(  # noqa: PLR0913  # a game is begun with that much
    home: Home,
    identity: Identity,
    *,
    game: str,
    scenario: str = "",
    side: str = "",
    options: Mapping[str, Json] | None = None,
    pack: Path | None = None,
    seed: int = 1,
    entropy: Entropy,
) -> Answered:
    """A new game against the computer, up to the player's first decision.

    ``seed`` varies the computer's style.
    """
    theirs = Home(home.path / _FOLDER)
    computer = _computer(theirs, entropy)
    offered = invitations.new_game(
        home, identity, game=game, scenario=scenario, side=side, options=options, pack=pack, entropy=entropy
    )
    place = packs.pack_for(home, container.unpack(offered.file))
    begun = invitations.join(
        theirs, computer, container.unpack(offered.file), pack=place, signer=identity.keypair, entropy=entropy
    )
    started = invitations.start(home, identity, container.unpack(begun.file))
    started.folder.save(Change(facts={**started.folder.facts(), FACT: seed}))
    return play_on(home, started.folder, identity, started.session)


def play_on(home: Home, folder: GameFolder, identity: Identity, session: Session) -> Answered:
    """Let the computer play until the player owes a decision or the game is over; both homes are stored turn by turn.

    What the player owes without a decision is written and signed on the way. Raises UsageError ``no-practice``.
    """
    if not is_practice(folder):
        raise UsageError(
            "no-practice",
            Message("Game {folder} is not against the computer.", folder=folder.name),
            hint=Message("Type: pbem practice GAME"),
        )
    with home.lock():
        table = _Table.open(home, folder, identity, session)
        while table.round():
            pass
    trail = tuple(table.trail)
    return Answered(folder=folder, session=table.mine, happened=trail, intentions=_about(table, trail))


def _about(table: _Table, trail: tuple[AppliedEntry[object], ...]) -> tuple[str, ...]:
    """What the computer is about when a phase has ended; nothing in the middle of one, or when the game is over."""
    rules, now = table.mine.game.rules, table.mine.position.game
    if not trail or not table.mine.owed.kind or rules.moment(trail[0].before.game) == rules.moment(now):
        return ()
    return intentions(rules, now, table.its.side)


@define(kw_only=True)
class _Table:
    """The two sides of a practice game: ``mine`` is the player's session, ``its`` the computer's."""

    folder: GameFolder
    identity: Identity
    mine: Session
    its_folder: GameFolder
    computer: Identity
    its: Session
    salt: int
    trail: list[AppliedEntry[object]]

    @classmethod
    def open(cls, home: Home, folder: GameFolder, identity: Identity, session: Session) -> _Table:
        theirs = Home(home.path / _FOLDER)
        computer = identities.unlock(theirs, "")
        its_folder = theirs.game(session.log.gid.hex())
        return cls(
            folder=folder,
            identity=identity,
            mine=session,
            its_folder=its_folder,
            computer=computer,
            its=open_session(its_folder, computer),
            salt=int(folder.facts().get(FACT) or 0),
            trail=[],
        )

    def round(self) -> bool:
        """One turn of each; False when the player owes a decision or nobody owes anything."""
        self._get_mine(self.its.log.bundles)  # what was signed before the machine stopped
        self._write_mine()
        if self.mine.is_my_turn and self.mine.owed.kind in DECISIONS:
            return False
        self._get_its(self.mine.log.bundles)
        self.its = decide(self.its, self.salt)
        if not self.its.draft:
            save_session(self.its_folder, self.computer, self.its)  # the last word may have been the player's
            return False
        self.its, bundle = self.its.sealed()
        save_session(self.its_folder, self.computer, self.its)
        self._get_mine((bundle,))
        return True

    def _write_mine(self) -> None:
        """What needs no decision of the player's is written; it is signed when the pen passes."""
        before = len(self.mine.happened)
        self.mine = self.mine.automatic()
        self.trail.extend(self.mine.happened[before:])
        if self.mine.draft and not (self.mine.is_my_turn and self.mine.owed.kind in DECISIONS):
            self.mine, bundle = self.mine.sealed()
            turn = container.pack(encode_turn(unsent(self.mine.log, self.mine.seat)))
            save_session(self.folder, self.identity, self.mine, sent=(Sent(n=bundle.header.n, turn=turn),))
        else:
            save_session(self.folder, self.identity, self.mine)

    def _get_mine(self, bundles: tuple[Bundle, ...]) -> None:
        for bundle in bundles:
            if bundle.header.n > self.mine.end.bundles:
                self.mine = self.mine.receive(bundle, self.trail.append)

    def _get_its(self, bundles: tuple[Bundle, ...]) -> None:
        for bundle in bundles:
            if bundle.header.n > self.its.end.bundles:
                self.its = self.its.receive(bundle)


def _computer(home: Home, entropy: Entropy) -> Identity:
    if home.identity() is None:
        return new_identity.create_identity(home, identities.COMPUTER, "", entropy)
    return identities.unlock(home, "")
