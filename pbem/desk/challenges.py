"""A challenge: one chain of dice for everybody who enters, dealt by a referee (``schemas/dice.md``).

The referee makes the chain and publishes its tip; entrants name the tip in their invitations, and his acceptance brings
that very chain. He answers each roll as any other seat does, and plays nothing.
"""

from __future__ import annotations

from pbem.desk.games import begun, open_vault, seal_vault
from pbem.desk.identity import Identity
from pbem.errors import ConflictError, UsageError
from pbem.log import Invite, parse_log
from pbem.protocol.vault import Entropy, Vault
from pbem.store.game import Change
from pbem.store.home import Home

_LABEL = 16


def make(home: Home, identity: Identity, entropy: Entropy) -> str:
    """A new chain, stored in this home. Its tip (64 hex digits) is what is published."""
    vault = Vault.fresh(entropy)
    tip = vault.chain.tip.hex()
    label = entropy(_LABEL).hex()
    home.new_challenge(tip).save(
        Change(facts={"tip": tip, "vault": label}, vault=seal_vault(identity, label, vault))
    )
    return tip


def dealt(home: Home, identity: Identity, offer: Invite) -> Vault | None:
    """The vault to accept an entry with; None when the invitation is for no challenge.

    Raises UsageError ``other-challenge`` when the chain is not in this home, and ConflictError ``entered-already`` for
    the second entry of one key: whoever enters twice knows the dice.
    """
    if not offer.challenge:
        return None
    folder = home.challenge(offer.challenge)
    if folder is None or not folder.facts():
        raise UsageError(
            "other-challenge",
            f"The invitation is for the challenge {offer.challenge[:16]}, whose chain is not in this home.",
            hint="Only the referee who made it can join.",
        )
    for each in begun(home):
        entry = parse_log(each.log()).invite
        if entry.challenge == offer.challenge and entry.seat.identity == offer.seat.identity:
            raise ConflictError(
                "entered-already",
                f"{offer.seat.who} has entered this challenge already, and knows its dice.",
                hint="One entry for each key; a new challenge has new dice.",
            )
    return open_vault(folder, identity)
