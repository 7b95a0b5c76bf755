"""A responder that answers no more: stopped for good in its own home; what it has answered comes over to the player's."""

from __future__ import annotations

from attrs import evolve, frozen

from pbem.bytes.errors import ConflictError, UsageError
from pbem.home.entrusted import both_homes
from pbem.home.entrusted.left import ENDED, RESPONDER
from pbem.home.exchange.joining import Arrived, join_bundles
from pbem.home.games import open_vault, save_session, seal_vault
from pbem.home.identity import Identity, unlock
from pbem.home.turns.versions import held
from pbem.port.messages import Message
from pbem.protocol.session import Session
from pbem.store.game import Change, GameFolder
from pbem.store.home import Home


@frozen(kw_only=True)
class Ended:
    """What came of it: the session, what came over from the responder's home, and whether that home was at hand."""

    session: Session
    arrived: Arrived | None
    at_hand: bool


def running(session: Session) -> bytes:
    """The public key of an agent of this seat that may still answer; empty when there is none."""
    ended = session.vault.record.ended
    pending = session.left_to
    made = session.vault.agent
    named = session.agent.key if session.agent is not None else b""
    return next((each for each in (pending, named, made) if each and each not in ended), b"")


def end(folder: GameFolder, identity: Identity, session: Session, *, lost: bool = False) -> Ended:
    """Stop the responder of a game for good, and take over what it has answered. The home's lock is held.

    ``lost``: its home is gone, and the player takes the risk that it has answered, or will, what nobody here knows.

    Raises UsageError ``no-responder`` and ``responder-elsewhere``, and ConflictError ``locked``.
    """
    agent = running(session)
    if not agent:
        raise UsageError(
            "no-responder",
            Message("There is no responder in this game."),
            hint=Message("Type: pbem responder setup DIR"),
        )
    home, arrived, found = both_homes.find(folder), None, None
    with both_homes.locked(home):
        found = both_homes.look(home, session)
        if found is None and not lost:
            raise _elsewhere(folder)
        if home is not None and found is not None:
            _stop(home, found.folder)
            session = both_homes.with_record(session, found.record)
            arrived = _taken_over(folder, identity, session, found)
            session = arrived.session
        record = session.vault.record
        for each in {agent, *session.vault.agents}:
            record = record.with_end(each)
        session = evolve(session, vault=evolve(session.vault, record=record))
        facts = {**folder.facts(), ENDED: " ".join(sorted(each.hex() for each in record.ended))}
        save_session(folder, identity, session, facts=facts)
    return Ended(session=session, arrived=arrived, at_hand=found is not None)


def _elsewhere(folder: GameFolder) -> UsageError:
    place = folder.facts().get(RESPONDER)
    where = (
        Message("Its home, {place}, is not on this machine now.", place=place)
        if place
        else Message("Nobody here knows where its home is.")
    )
    return UsageError(
        "responder-elsewhere",
        Message("Your responder cannot be stopped from here. {where}", where=where),
        hint=Message(
            "Type this where that folder is, or bring the folder here. When it is gone, or was never made: "
            "first bring in its answers (pbem fetch --all), then pbem responder off --lost"
        ),
    )


def _stop(home: Home, theirs: GameFolder) -> None:
    """From here on it answers nothing in this game, whatever mail comes."""
    identity = unlock(home, "")
    vault = open_vault(theirs, identity)
    vault = evolve(vault, record=vault.record.with_end(vault.keypair.public))
    theirs.save(Change(vault=seal_vault(identity, str(theirs.facts().get("vault", "")), vault)))


def _taken_over(folder: GameFolder, identity: Identity, session: Session, found: both_homes.Other) -> Arrived:
    """Its turn files, as they were signed, in the player's game; those that continue another version lie beside it."""
    here = {each.hash() for each in session.log.bundles}
    here |= {each.bundle.hash() for each in held(folder)}
    new = [each for each in (*found.log.bundles, *found.lying) if each.hash() not in here]
    return join_bundles(folder, identity, session, new)


def check_not_ended(folder: GameFolder, session: Session, player: Home | None) -> None:
    """Raises ConflictError ``stopped`` when this responder was stopped for good, or another has taken its place."""
    mine = session.vault.keypair.public
    theirs = None
    if player is not None:
        theirs = next((each for each in player.games() if each.name == folder.name), None)
    ended = str(theirs.facts().get(ENDED) or "").split() if theirs is not None else []
    if mine in session.vault.record.ended or mine.hex() in ended:
        raise ConflictError(
            "stopped",
            Message("The player has stopped this responder for good: its key answers no more."),
            hint="pbem responder setup DIR makes a new one",
        )
