"""Challenges: one chain of dice for everybody who enters, dealt by a referee (``schemas/dice.md``).

The dealer makes the chain and the paper that says what is played with it (:mod:`pbem.papers.challenge`); entrants begin from
that paper, and the dealer's acceptance brings that very chain. The dealer answers each roll as any other seat does, and
plays nothing. In the home a challenge is a folder: the chain in its vault, the paper in the place of a log.
"""

from __future__ import annotations

from collections.abc import Mapping

from pbem.bytes import container
from pbem.bytes.canon import Json
from pbem.bytes.errors import ConflictError, UsageError, VerifyError
from pbem.games import registry
from pbem.home.games import Facts, begun, open_vault, seal_vault
from pbem.home.identity import Identity
from pbem.home.succession import friends
from pbem.log import Invite, options_line
from pbem.papers import challenge
from pbem.papers.challenge import Challenge
from pbem.port.messages import Message
from pbem.protocol.vault import Entropy, Vault
from pbem.store.game import Change, GameFolder
from pbem.store.home import Home
from pbem.view.markup import clean

_LABEL = 16


def make(  # noqa: PLR0913  # a challenge pins that much
    home: Home,
    identity: Identity,
    game: registry.Game,
    *,
    name: str,
    scenario: str,
    side: str,
    options: Mapping[str, Json],
    text: str,
    closes: str = "",
    entropy: Entropy,
) -> Challenge:
    """A new chain and its signed paper, stored in this home.

    Raises ConflictError ``challenge-exists`` for a name that is taken, UsageError and DataError for what the game lacks, and
    FormatError ``bad-paper`` for a name, terms or a day that cannot stand.
    """
    rules = game.rules
    if any(paper.name == name for _, paper in known(home)):
        raise ConflictError.of(
            "challenge-exists",
            "There is a challenge {name!r} in this home already, and its dice may be known.",
            name=name,
            hint="Its paper again: pbem challenge file {name}. For other dice choose another name.",
        )
    rules.setup(scenario, options)
    vault, label = Vault.fresh(entropy), entropy(_LABEL).hex()
    tip = vault.chain.tip.hex()
    paper = challenge.write(
        identity.keypair,
        {
            "data": game.data_digest,
            "game": game.info.name,
            "name": name,
            "options": options_line(options),
            "rules": game.info.digest,
            "scenario": scenario,
            "setup": rules.setup_digest(scenario),
            "sides": [side, next(each for each in rules.sides if each != side)],
            "text": text,
            "tip": tip,
            "who": identity.name,
            **({"pack": game.pack.name} if game.pack is not None else {}),
            **({"closes": closes} if closes else {}),
        },
    )
    home.new_challenge(tip).save(
        Change(
            facts={"tip": tip, "vault": label}, log=paper.encode(), vault=seal_vault(identity, label, vault)
        )
    )
    return paper


def known(home: Home) -> tuple[tuple[GameFolder, Challenge], ...]:
    """The challenges that this home deals, by name; a folder that was made and never filled is none."""
    found = [(each, challenge.read(each.log())) for each in home.challenges() if each.facts()]
    return tuple(sorted(found, key=lambda each: each[1].name))


def named(home: Home, name: str) -> Challenge:
    """A challenge of this home; without a name the only one. UsageError ``no-challenge`` and ``which-challenge``."""
    every = [paper for _, paper in known(home)]
    found = [paper for paper in every if name in ("", paper.name)]
    if len(found) == 1:
        return found[0]
    names = ", ".join(paper.name for paper in every)
    if found:
        raise UsageError.of(
            "which-challenge",
            "This home deals several challenges: {names}.",
            names=names,
            name=found[0].name,
            hint="Name one: pbem challenge status {name}",
        )
    what = (
        Message("This home deals no challenge {name!r}.", name=name)
        if name
        else Message("This home deals no challenge.")
    )
    raise UsageError(
        "no-challenge",
        what,
        hint=Message("There are: {names}.", names=names)
        if names
        else Message("Make one: pbem challenge new NAME GAME --terms TEXT"),
    )


def file_of(paper: Challenge) -> bytes:
    """The file to publish."""
    return container.pack(paper.encode())


def dealt_to(home: Home, tip: str) -> tuple[GameFolder, ...]:
    """The games of a home in which this chain is dealt."""

    def is_one(facts: Facts) -> bool:
        return (facts.get("challenge"), facts.get("seat")) == (tip, "B")

    return tuple(each for each in begun(home) if is_one(each.facts()))


def dealt(
    home: Home, identity: Identity, offer: Invite, *, day: str = "", late: bool = False
) -> Vault | None:
    """The vault to accept an entry with; None when the invitation is for no challenge. Nothing is stored.

    Raises UsageError ``other-challenge`` when the chain is not in this home, VerifyError ``other-terms`` for an invitation
    that is not what the challenge says, ConflictError ``late-entry`` for one after the last day (``day``: today) unless
    ``late``, and ``entered-already`` for the second entry of one person: who enters twice knows the dice.
    """
    if not offer.challenge:
        return None
    folder = home.challenge(offer.challenge)
    if folder is None or not folder.facts():
        raise UsageError.of(
            "other-challenge",
            "The invitation is for the challenge {challenge}, whose chain is not in this home.",
            challenge=offer.challenge[:16],
            hint="Only the referee who made it can join.",
        )
    paper, who = challenge.read(folder.log()), clean(offer.seat.who, 64)
    misfits = challenge.misfits(paper, offer)
    if misfits:
        raise VerifyError.of(
            "other-terms",
            "The invitation of {who} is not an entry of {paper!r}: {misfits}.",
            who=who,
            paper=paper.name,
            misfits="; ".join(misfits),
            hint="Nothing was dealt, and {who} can still enter: with your file, by pbem accept FILE.",
        )
    _check_first(home, paper, offer)
    if paper.closes and day > paper.closes and not late:
        raise ConflictError.of(
            "late-entry",
            "Entries of {paper!r} closed on {closes}, and {who} comes on {day}.",
            paper=paper.name,
            closes=paper.closes,
            who=who,
            day=day,
            hint="Nothing was dealt. To deal all the same, and have it listed as late: pbem accept FILE --late",
        )
    return open_vault(folder, identity)


def _check_first(home: Home, paper: Challenge, offer: Invite) -> None:
    line = next(
        (
            {each.key, *each.before}
            for each in friends(home)
            if offer.seat.identity in (each.key, *each.before)
        ),
        {offer.seat.identity},
    )
    for folder in dealt_to(home, paper.tip):
        facts = folder.facts()
        if bytes.fromhex(str(facts.get("entrant"))) in line:
            day = Message(" on {facts}", facts=facts["entered"]) if facts.get("entered") else ""
            raise ConflictError.of(
                "entered-already",
                "{clean} has entered {paper!r} already{day} (game {folder}), and knows its dice.",
                clean=clean(offer.seat.who, 64),
                paper=paper.name,
                day=day,
                folder=folder.name[:8],
                hint="Nothing was dealt. One entry for each person; a new challenge has new dice.",
            )
