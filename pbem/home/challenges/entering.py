"""Entering a challenge from the dealer's file: nothing is typed that could differ from it."""

from __future__ import annotations

from pathlib import Path

from pbem.bytes import container
from pbem.bytes.errors import UsageError, VerifyError
from pbem.games.game_cards import title
from pbem.games.registry import Game
from pbem.home import packs
from pbem.home.exchange import invitations
from pbem.home.exchange.invitations import Offered, Terms
from pbem.home.games import begun, pending
from pbem.home.identity import Identity
from pbem.home.new_identity import check_name
from pbem.home.packs import digests, installed
from pbem.log import Log, agreed_of, parse_log, scan_log
from pbem.papers import challenge
from pbem.papers.challenge import Challenge
from pbem.papers.kinds import is_challenge
from pbem.protocol.vault import Entropy
from pbem.store.home import Home


def read(lines: bytes) -> Challenge:
    """The challenge in a file. Raises UsageError ``no-challenge``, and what :func:`pbem.papers.challenge.read` raises."""
    if not is_challenge(lines):
        raise UsageError.of(
            "no-challenge", "This file is not a challenge.", hint="`pbem verify FILE` says what it is."
        )
    return challenge.read(lines)


def enter(
    home: Home, identity: Identity, paper: Challenge, *, pack: Path | None = None, entropy: Entropy
) -> tuple[Offered, bool]:
    """The invitation that enters a challenge, and whether it was made before: then it is the same again.

    Raises UsageError ``own-challenge``, and what is not installed or differs here (``unknown-version``, ``unknown-data``,
    ``other-setup``) before anything is written.
    """
    check_name(identity.name)
    if paper.dealer in {each.public for each in identity.keypairs}:
        raise UsageError.of(
            "own-challenge",
            "This is your own challenge: who deals the dice knows them.",
            hint="Send the file to those who enter.",
        )
    before = _before(home, paper.tip)
    if before is not None:
        return before, True
    loaded = _version(home, paper, pack)
    options = agreed_of(paper.options)
    terms = Terms(game=loaded, scenario=paper.scenario, side=paper.sides[0], options=options)
    offered = invitations.new_game(home, identity, terms, dealer=(paper.tip, paper.dealer), entropy=entropy)
    return offered, False


def _before(home: Home, tip: str) -> Offered | None:
    """The entry that this home has made already, accepted or not."""
    for folder in (*pending(home), *begun(home)):
        facts = folder.facts()
        if (facts.get("challenge"), facts.get("seat")) == (tip, "A"):
            log, _ = scan_log(folder.log())
            alone = Log(invite=(log or parse_log(folder.log())).invite)
            digest = invitations.digest_of(alone.invite)
            return Offered(digest=digest, file=container.pack(alone.encode()), log=alone)
    return None


def _version(home: Home, paper: Challenge, pack: Path | None) -> Game:
    """The version of the game that a challenge pins. Raises UsageError for one to install, VerifyError ``other-setup``."""
    place = installed.chosen(home, pack) or home.pack(paper.data)
    loaded = packs.finder(home, place)(paper.game, paper.rules, paper.data)
    if loaded.pack is not None:
        digests.keep(home, loaded)
    fits = paper.scenario in loaded.rules.scenarios and set(paper.sides) == set(loaded.rules.sides)
    if not fits or loaded.rules.setup_digest(paper.scenario) != paper.setup:
        raise VerifyError.of(
            "other-setup",
            "{game}, played as {sides}, is not what it is here.",
            game=title(paper.game, paper.scenario),
            sides=paper.sides[0],
            hint="Ask the dealer for a new file.",
        )
    return loaded
