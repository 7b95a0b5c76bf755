"""New keys that were asked for and could not be made at once: the next turn of ours that may begins with them.

Keys are not renewed while a roll is under way or the other side holds the pen (``schemas/log.md``, keys). The wish is kept
with the game, and nothing is signed for it before its player gives an order or sends.
"""

from __future__ import annotations

from pbem.bytes import canon
from pbem.bytes.errors import ConflictError, IllegalOrder, NotYourTurn, UsageError
from pbem.bytes.records import frozen
from pbem.crypto.keys import fingerprint
from pbem.home.exchange.signing import allowed
from pbem.home.games import RENEW, save_session
from pbem.home.identity import Identity
from pbem.home.keys import game_keys
from pbem.home.play import orders as playing
from pbem.log.entries import PROTOCOL
from pbem.port.messages import Message
from pbem.protocol.session import Session
from pbem.protocol.vault import Entropy
from pbem.store.game import Change, GameFolder


@frozen(kw_only=True)
class Begun:
    """A turn that may have begun with new keys: ``n`` is the turn file that holds them, ``voice`` the code of the new one.

    ``n`` is 0 when nothing was renewed; ``waits`` says then why the wish still waits.
    """

    session: Session
    n: int = 0
    voice: str = ""
    waits: str = ""


def ask(folder: GameFolder, *, wanted: bool = True) -> None:
    """Keep the wish, or drop it."""
    folder.save(Change(facts={**folder.facts(), RENEW: wanted}))


def begin(folder: GameFolder, identity: Identity, session: Session, entropy: Entropy) -> Begun:
    """The session with new keys before what its draft holds, signed and stored, where that may be.

    Orders in the draft are given again behind them. Raises what :func:`pbem.home.exchange.signing.allowed` raises.
    """
    with allowed(folder, session) as ready:
        try:
            orders = _orders(ready)
            after, bundle = game_keys.fresh(ready.clean(), entropy)
            after = playing.do(after, orders) if orders else after
        except (NotYourTurn, ConflictError, UsageError, IllegalOrder) as error:
            return Begun(
                session=session, waits=Message("Your new keys wait: {message}", message=error.message)
            )
        facts = {**folder.facts(), RENEW: False}
        save_session(folder, identity, after, facts=facts, sent=(game_keys.leaving(after, bundle),))
    return Begun(session=after, n=bundle.header.n, voice=fingerprint(after.vault.keypair.public))


def _orders(session: Session) -> tuple[tuple[int, str], ...]:
    """The orders of a draft as they were typed. Raises ConflictError for what was sealed under the old keys."""
    codec = session.game.rules.actions
    found: list[tuple[int, str]] = []
    for line in session.draft:
        entry = canon.decode(line)
        kind = str(entry["k"])
        if kind in ("seal", "back", "reply", "upgrade", "audit"):
            raise ConflictError.of(
                "draft-in-the-way", "this turn holds something that is sealed with the old ones."
            )
        if not PROTOCOL.knows(kind):
            fields = {name: value for name, value in entry.items() if name != "i"}
            found.append((len(found) + 1, codec.typed(codec.load(fields))))
    return tuple(found)
