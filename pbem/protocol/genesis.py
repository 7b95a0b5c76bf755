"""The first two mails: an invitation that pins everything, and its acceptance (``schemas/log.md``)."""

from __future__ import annotations

from collections.abc import Mapping

from pbem.bytes.canon import Json
from pbem.bytes.errors import DataError, UsageError, VerifyError
from pbem.crypto.keys import Keypair
from pbem.games import editions, missing_editions, registry
from pbem.log import Accept, Clause, Invite, Log, check_invite, options_line, sign_accept, sign_invite
from pbem.port.messages import Message, Series
from pbem.protocol.vault import Vault
from pbem.replay.loading import other_data

MIN_CHAIN = 1024
"""Rolls for a game of any length; with fewer a player could choose when the dice run out."""


def invite(  # noqa: PLR0913  # an invitation pins that much
    identity: Keypair,
    who: str,
    vault: Vault,
    game: registry.Game,
    *,
    scenario: str,
    side: str,
    options: Mapping[str, Json],
    challenge: str = "",
    referee: Clause | None = None,
    pairing: str = "",
) -> Invite:
    """An invitation in which the inviter plays ``side``; ``options`` are as the rules take them.

    ``referee``: to whom both bind themselves. ``pairing``: 16 hex digits, the number of a club's pairing.

    Raises UsageError and DataError for what the game lacks, and FormatError for a referee in a challenge.
    """
    check(game, scenario, side)
    sides = game.rules.sides
    game.rules.setup(scenario, options)
    return sign_invite(
        identity,
        vault.keypair,
        vault.seat_line(who, identity),
        game=game.info.name,
        scenario=scenario,
        sides=(side, sides[1] if side == sides[0] else sides[0]),
        options=options_line(options),
        digests=(game.info.digest, game.data_digest, game.rules.setup_digest(scenario)),
        more={
            "pack": game.pack.name if game.pack is not None else "",
            "challenge": challenge,
            "pairing": pairing,
        },
        referee=referee,
    )


def check_terms(offer: Invite, game: registry.Game) -> None:
    """Whether the invitation is for the rules, data and scenario installed here. Raises VerifyError naming which."""
    check_invite(offer)
    pairs = [("other-rules", "ruleset", offer.rules, game.info.digest)]
    if offer.rules == game.info.digest and offer.data != game.data_digest:
        raise other_data(offer, game, Message("the invitation is for"))
    pairs.append(("other-setup", "scenario", offer.setup, game.rules.setup_digest(offer.scenario)))
    for code, what, theirs, ours in pairs:
        if theirs != ours:
            raise VerifyError(
                code,
                Message(
                    "the invitation is for the {what} {theirs}, installed here is {ours}.",
                    what=what,
                    theirs=theirs[:12],
                    ours=ours[:12],
                ),
                hint=missing_editions.unknown_version(
                    offer.game, offer.rules, editions.versions(offer.game)
                ).hint
                if code == "other-rules"
                else Message("Both players need the same version; compare `pbem rules list`."),
            )


def check_chains(log: Log) -> None:
    """Whether both seats bring enough seeds for a game. Raises VerifyError ``short-chain``."""
    for seat in (log.invite.seat, log.accepted.seat):
        if seat.length < MIN_CHAIN:
            raise VerifyError.of(
                "short-chain",
                "{who} brings seeds for {length} rolls only; a game may need {min_chain}.",
                who=seat.who,
                length=seat.length,
                min_chain=MIN_CHAIN,
                hint="The dice would run out in the middle of the game: ask for a new invitation or "
                "acceptance.",
            )


def accept(identity: Keypair, who: str, vault: Vault, offer: Invite, *, alone: bool = False) -> Accept:
    """The acceptance of an invitation whose terms have been checked; ``alone``: one's own, for an unwitnessed game.

    Raises UsageError ``own-invitation``, and ``other-challenge`` for a vault that is not the challenge's.
    """
    if offer.challenge and vault.chain.tip.hex() != offer.challenge:
        raise UsageError.of(
            "other-challenge",
            "the invitation is for the challenge {challenge}.",
            challenge=offer.challenge[:16],
            hint="The referee who has that chain joins: pbem accept FILE --challenge NAME",
        )
    if not alone and offer.seat.identity == identity.public:
        raise UsageError.of(
            "own-invitation", "This is your own invitation.", hint="Send it to your opponent, or post it."
        )
    return sign_accept(identity, vault.keypair, vault.seat_line(who, identity), offer)


def check(game: registry.Game, scenario: str, side: str) -> None:
    """Raises UsageError ``no-side`` and DataError ``no-scenario`` for what a game does not have."""
    sides = game.rules.sides
    if side not in sides:
        raise UsageError.of(
            "no-side",
            "{title} has no side {side!r}.",
            title=game.info.title,
            side=side,
            sides=Series(map(Message, sides)),
            hint="Sides: {sides}.",
        )
    if scenario not in game.rules.scenarios:
        raise DataError.of(
            "no-scenario",
            "{game} has no scenario {scenario!r}.",
            game=game.info.title,
            scenario=scenario,
            scenarios=", ".join(game.rules.scenarios),
            hint="Scenarios: {scenarios}.",
        )
