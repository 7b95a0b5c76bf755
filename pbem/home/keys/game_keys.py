"""The keys of a home, as far as they may be seen: whose, in which games, exchanged when; and exchanging them.

Nothing here shows a secret. What a thief of an old key can and cannot do is said in ``schemas/threats.md``.
"""

from __future__ import annotations

from collections.abc import Mapping

from pbem.bytes import canon, container
from pbem.bytes.canon import Json
from pbem.bytes.errors import ConflictError, NotYourTurn, UsageError, VerifyError
from pbem.bytes.records import frozen
from pbem.crypto.keys import fingerprint, key_id
from pbem.home import seat_holders
from pbem.home.exchange import signing
from pbem.home.games import GIVEN, begun, label, open_session, save_session
from pbem.home.identity import Identity
from pbem.home.last_backup import last_backup
from pbem.log import Bundle, parse_log, renewals_in
from pbem.log.entries import PROTOCOL
from pbem.port.messages import Message, Series, counted
from pbem.protocol import side_entries
from pbem.protocol.session import Session, encode_turn, unsent
from pbem.protocol.vault import Entropy
from pbem.store.game import GameFolder, Sent
from pbem.store.home import Home


@frozen(kw_only=True)
class GameKeys:
    """The keys of one game of this home: ids as they stand on signature lines, and the turn files that renewed them.

    ``code`` is that of the key in force, to be read out ("" in a home that has handed the seat over); ``theirs`` that of the
    opponent's, where they have renewed theirs;
    ``held`` says to whom a side was handed over, by name, and with which turn file.
    ``saved`` is the number of turn files that the last backup holds, None when the game is not in it.
    """

    game: str
    what: str
    key: str
    code: str
    theirs: str
    renewed: tuple[int, ...]
    bundles: int
    saved: int | None
    held: tuple[tuple[str, str, int], ...] = ()

    def json(self) -> dict[str, Json]:
        """The object of ``pbem seat --json``."""
        return {
            "game": self.game,
            "what": self.what,
            "key": self.key,
            "code": self.code,
            "theirs": self.theirs,
            "renewed": list(self.renewed),
            "turn_files": self.bundles,
            "saved": self.saved,
            "held": [{"side": side, "name": name, "from": n} for side, name, n in self.held],
        }

    def sentence(self) -> str:
        """The keys of the game in one line."""
        times = ""
        if self.renewed and self.code:
            times = Message(
                ", renewed with turn file {files}, its code to be read out: {code}",
                files=", ".join(map(str, self.renewed)),
                code=self.code,
            )
        theirs = (
            Message("; your opponent has renewed theirs, code {theirs}", theirs=self.theirs)
            if self.theirs
            else ""
        )
        missing = (
            Message("not in the last backup")
            if self.saved is None
            else counted(self.bundles - self.saved, "{n} turn file since", "{n} turn files since")
        )
        saved = "" if self.saved == self.bundles else Message("; backup: {missing}", missing=missing)
        held = Series(
            (
                Message("; {side}: {name} from turn file {n} on", side=Message(side), name=name, n=n)
                for side, name, n in self.held
            ),
            "",
        )
        return Message(
            "{game}  {what}: key {key}{times}{theirs}{held}{saved}",
            held=held,
            game=self.game[:8],
            what=self.what,
            key=self.key,
            times=times,
            theirs=theirs,
            saved=saved,
        )


def game_keys(folder: GameFolder, saved: Mapping[str, int]) -> GameKeys:
    """The keys of one game, from its stored log, which was verified when it was stored."""
    facts, log = folder.facts(), parse_log(folder.log())
    by = str(facts.get("seat"))
    made, across = renewals_in(log.bundles), "B" if by == "A" else "A"
    return GameKeys(
        game=folder.name,
        what=label(facts),
        key=key_id(log.key_of(by)),
        code="" if str(facts.get(GIVEN) or "")[:64] == log.key_of(by).hex() else fingerprint(log.key_of(by)),
        theirs=fingerprint(log.key_of(across)) if any(each.by == across for each in made) else "",
        renewed=tuple(each.n for each in made if each.by == by),
        bundles=len(log.bundles),
        saved=saved.get(folder.name),
        held=tuple(
            (log.invite.sides["AB".index(each)], name, n) for each, name, n in seat_holders.of(folder, log)
        ),
    )


def every_game(home: Home) -> tuple[GameKeys, ...]:
    """The keys of all games of a home, in the order of their ids."""
    saved = last_backup(home).games
    return tuple(game_keys(folder, saved) for folder in begun(home))


# --- renewing ---------------------------------------------------------------------------------------------------------


@frozen(kw_only=True)
class Renewed:
    """What a renewal did: the code of the new key to be read out, the turn file it stands in."""

    voice: str
    n: int
    session: Session


def renew(folder: GameFolder, identity: Identity, entropy: Entropy) -> Renewed:
    """New game key, seed chain and vault for this home's seat, signed and stored at once; it leaves with the next turn.

    Raises NotYourTurn, also while a roll is under way, UsageError ``renewed-often`` and ``not-now``, and ConflictError
    ``draft-in-the-way`` for orders that were never sent, and those of :func:`pbem.home.exchange.signing.allowed`.
    """
    session = open_session(folder, identity)
    with signing.allowed(folder, session) as ready:
        session, bundle = fresh(ready, entropy)
        save_session(folder, identity, session, sent=(leaving(session, bundle),))
    voice = fingerprint(session.vault.keypair.public)
    return Renewed(voice=voice, n=bundle.header.n, session=session)


def leaving(session: Session, bundle: Bundle) -> Sent:
    """What leaves with the next turn, when the last that was signed is this one."""
    return Sent(n=bundle.header.n, turn=container.pack(encode_turn(unsent(session.log, session.seat))))


def fresh(session: Session, entropy: Entropy) -> tuple[Session, Bundle]:
    """The session with new keys in force, signed but not stored. Raises as :func:`renew`."""
    ready = answered(session)
    if ready.is_my_turn and ready.position.table.pending is not None:
        raise NotYourTurn.of(
            "not-now",
            "A roll is under way, and nothing may be exchanged under it.",
            hint="Decide and send; renew when it is your turn again: pbem orders",
        )
    try:
        return side_entries.renew_keys(ready, entropy)
    except VerifyError as error:
        raise UsageError(error.code, error.message, hint=Message("See `pbem status`.")) from error


def answered(session: Session) -> Session:
    """The session with as much signed of what needs no decision of ours as stands in the way of a renewal.

    What the draft holds beyond that is written again afterwards, from the new keys: nobody has seen it.
    """
    kinds = [str(canon.decode(line)["k"]) for line in session.draft]
    if not all(PROTOCOL.knows(kind) and kind != "seal" for kind in kinds):
        raise ConflictError.of(
            "draft-in-the-way",
            "There are orders of yours that were never sent.",
            hint="Send them first (pbem send --partial), or drop them: pbem undo --all",
        )
    ready = side_entries.until_quiet(session.clean())
    return ready.sealed()[0] if ready.draft else ready
