"""The first two mails: inviting, joining, and starting the game from the acceptance."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from pbem.bytes import container
from pbem.bytes.canon import Json
from pbem.bytes.errors import ConflictError, UsageError, VerifyError
from pbem.bytes.records import field, frozen
from pbem.crypto.keys import Keypair
from pbem.games import registry
from pbem.games.packs.pack import Pack
from pbem.home import dealt_challenges as challenges
from pbem.home import lost_facts, people
from pbem.home.beside.machines import check_home
from pbem.home.exchange import versions
from pbem.home.exchange.waiting_invitations import check_withdrawn, take_up
from pbem.home.games import (
    POSTED,
    Facts,
    begun,
    open_session,
    open_vault,
    pack_of,
    pending,
    save_session,
    seal_vault,
)
from pbem.home.identity import Identity
from pbem.home.new_identity import check_name
from pbem.home.packs import installed as packs
from pbem.home.turns.agreed_options import settled
from pbem.log import Clause, Invite, Log, check_genesis, invite_hash, scan_log
from pbem.papers.kinds import is_paper
from pbem.port.messages import Message
from pbem.protocol import genesis
from pbem.protocol.session import Session
from pbem.protocol.vault import Entropy, Vault
from pbem.store.game import Change, GameFolder
from pbem.store.home import Home

_LABEL = 16


@frozen(kw_only=True)
class Offered:
    """An invitation on its way: its digest (64 hex digits) and the file to send."""

    digest: str
    file: bytes
    log: Log
    pack: Pack | None = None


@frozen(kw_only=True)
class Begun:
    """A game: its folder, who plays it, the file to send when there is one; ``known``: it had begun before."""

    folder: GameFolder
    session: Session
    file: bytes = b""
    known: bool = False


@frozen(kw_only=True)
class Wanted:
    """A game that somebody wants to begin; "" is its first scenario, its first side, and its rules of today.

    ``options`` are values of the rules, or the words in which they are typed.
    """

    game: str
    scenario: str = ""
    side: str = ""
    options: Mapping[str, Json] = field(factory=dict)
    pack: Path | None = None
    rules: str = ""


@frozen(kw_only=True)
class Terms:
    """What is begun: a version of a game, one of its scenarios, the side of who begins it, and values of its options."""

    game: registry.Game
    scenario: str
    side: str
    options: Mapping[str, Json]


def asked_for(home: Home, wanted: Wanted) -> Terms:
    """The terms that somebody asks for: what can be said before anybody opens a key.

    Raises UsageError and DataError for what the game does not have.
    """
    loaded = versions.version(home, wanted.game, wanted.rules, wanted.pack)
    scenario, side = wanted.scenario or loaded.rules.scenarios[0], wanted.side or loaded.rules.sides[0]
    genesis.check(loaded, scenario, side)
    options = settled(loaded, scenario, wanted.options)
    return Terms(game=loaded, scenario=scenario, side=side, options=options)


def new_game(
    home: Home,
    identity: Identity,
    terms: Terms,
    *,
    dealer: tuple[str, bytes] | None = None,
    referee: Clause | None = None,
    pairing: str = "",
    posted: bool = False,
    entropy: Entropy,
) -> Offered:
    """An invitation, stored with its vault until it is answered.

    ``dealer``: the chain tip (64 hex digits) of a challenge, and the identity key of who deals it.
    ``referee``: to whom both players bind themselves with the first two mails. ``pairing``: the number (16 hex digits) of a
    club's pairing for which it is played. ``posted``: many read it, and one of those who answer is taken
    (:mod:`pbem.home.exchange.posted_invitations`).
    """
    check_name(identity.name)
    vault = Vault.fresh(entropy)
    made = genesis.invite(
        identity.keypair,
        identity.name,
        vault,
        terms.game,
        scenario=terms.scenario,
        side=terms.side,
        options=terms.options,
        challenge=dealer[0] if dealer is not None else "",
        referee=referee,
        pairing=pairing,
    )
    log = Log(invite=made)
    digest = digest_of(made)
    facts = _facts(made, seat="A", label=entropy(_LABEL).hex())
    facts["dealer"] = dealer[1].hex() if dealer is not None else None
    if posted:
        facts[POSTED] = True
    box = seal_vault(identity, str(facts["vault"]), vault)
    home.new_invitation(digest).save(Change(facts=facts, log=log.encode(), vault=box))
    return Offered(digest=digest, file=container.pack(log.encode()), log=log, pack=terms.game.pack)


def join(  # noqa: PLR0913  # what the command line may say of it
    home: Home,
    identity: Identity,
    data: bytes,
    *,
    pack: Path | Pack | None = None,
    signer: Keypair | None = None,
    new_key: bool = False,
    day: str = "",
    late: bool = False,
    entropy: Entropy,
) -> Begun:
    """Accept an invitation (log lines): from here on the game exists in this home. Doing it again gives the same file.

    ``signer``: the inviter's own key, for a game whose dice nobody witnesses.
    ``new_key``: the player knows that a known name comes under another key. ``day`` is noted with somebody who is new, and
    with an entry of a challenge; ``late``: deal to one that comes after the last day all the same.

    Raises VerifyError when the invitation does not hold or is for other rules or data than those installed, UsageError
    ``bad-name``, and ConflictError with the code of the warning (:class:`pbem.home.people.Meeting`) without
    ``new_key``.
    """
    check_name(identity.name)
    offer = read_invitation(data)
    before = _game_of(home, offer)
    if before is not None:
        return _again(before, identity)
    dealt = challenges.dealt(home, identity, offer, day=day, late=late)
    if signer is None and not new_key:
        people.meet(home, identity, offer.seat.who, offer.seat.identity).refuse()
    place = (pack if isinstance(pack, Pack) else packs.chosen(home, pack)) or home.pack(offer.data)
    loaded = versions.pinned(home, offer, place)
    genesis.check_terms(offer, loaded)
    vault = dealt or Vault.fresh(entropy, offer.seat.length)
    key, alone = signer or identity.keypair, signer is not None
    log = Log(invite=offer, accept=genesis.accept(key, identity.name, vault, offer, alone=alone))
    session = Session.begin(loaded, log, vault)
    folder = home.new_game(log.gid.hex())
    facts = _facts(offer, seat="B", label=entropy(_LABEL).hex(), log=log)
    facts["entered"] = day if dealt is not None else None
    save_session(folder, identity, session, facts=facts)
    if signer is None:
        _remember(home, log, "A", identity, day)
    return Begun(folder=folder, session=session, file=container.pack(log.encode()))


def joined(home: Home, offer: Invite) -> bool:
    """Whether this home has accepted an invitation before."""
    return _game_of(home, offer) is not None


def inviter(home: Home, identity: Identity, data: bytes) -> people.Meeting | None:
    """What this home knows of who wrote an invitation (log lines); None when it was accepted here before, or is its own."""
    offer = read_invitation(data)
    own = any(each.name == digest_of(offer)[:16] for each in pending(home))
    if own or _game_of(home, offer) is not None:
        return None
    return people.meet(home, identity, offer.seat.who, offer.seat.identity)


def accepter(home: Home, identity: Identity, data: bytes) -> people.Meeting | None:
    """What this home knows of who wrote an acceptance (log lines) of ours; None when it is for no open invitation."""
    log = read_acceptance(data)
    if not any(each.name == digest_of(log.invite)[:16] for each in pending(home)):
        return None
    return people.meet(home, identity, log.accepted.seat.who, log.accepted.seat.identity)


def start(
    home: Home, identity: Identity, data: bytes, *, new_key: bool = False, taken: bool = False, day: str = ""
) -> Begun:
    """Begin the game from the acceptance (log lines) of a pending invitation of ours, up to our first decision.

    ``new_key`` and ``day`` as for :func:`join`; ``taken``: of those who answer a posted invitation it is this one. Raises
    UsageError ``no-invitation`` when it answers none, ``posted-invitation`` when nobody is ``taken``, ConflictError
    ``accepted-already`` when another answer came first, ``copied-home``, and the warnings of :func:`join`; VerifyError when
    it does not hold.
    """
    log = read_acceptance(data)
    digest = digest_of(log.invite)
    before = _game_of(home, log.invite)
    if before is not None:
        return _started_already(before, identity, log)
    folder = next((each for each in pending(home) if each.name == digest[:16]), None)
    if folder is None:
        check_withdrawn(home, digest, log.accepted.seat.who)
        raise UsageError.of(
            "no-invitation",
            "{who} answers an invitation of {who_a} that is not from this home.",
            who=log.accepted.seat.who,
            who_a=log.invite.seat.who,
            hint="See `pbem status` for the invitations that wait for an answer.",
        )
    check_home(home)
    if folder.facts().get(POSTED) and not taken:
        raise UsageError.of(
            "posted-invitation",
            "Others may answer this invitation, too: nobody is taken yet.",
            hint="See who has answered: pbem invite answers",
        )
    dealer = folder.facts().get("dealer")
    if not new_key:
        if dealer and dealer != log.accepted.seat.identity.hex():
            raise VerifyError.of(
                "other-dealer",
                "{who} answers with another key than the one that has signed the challenge.",
                who=log.accepted.seat.who,
                hint="Ask the dealer by voice. When the codes agree, type it again with --new-key.",
            )
        people.meet(home, identity, log.accepted.seat.who, log.accepted.seat.identity).refuse()
    loaded = versions.pinned(home, log.invite, pack_of(folder))
    genesis.check_terms(log.invite, loaded)
    facts = {**folder.facts(), "gid": log.gid.hex(), "opponent": log.accepted.seat.who}
    facts.pop(POSTED, None)
    session = Session.begin(loaded, log, open_vault(folder, identity)).automatic()
    answers = Change(drop=tuple(name for name, _ in folder.papers()))
    save_session(folder, identity, session, facts=facts, change=answers)
    _remember(home, log, "B", identity, day)
    return Begun(folder=home.adopt(digest, log.gid.hex()), session=session)


def _remember(home: Home, log: Log, other: str, identity: Identity, day: str) -> None:
    """Keep whom a game has begun with; the computer, which plays under our own key, is nobody."""
    seat = log.seat_of(other)
    if seat.identity not in {each.public for each in identity.keypairs}:
        people.remember(home, seat.who, seat.identity, game=log.gid.hex(), day=day)


def read_invitation(data: bytes) -> Invite:
    """The invitation in log lines, its signature checked. Raises VerifyError, FormatError, UsageError."""
    if is_paper(data):
        raise UsageError.of(
            "no-invitation",
            "This is a paper, and no invitation.",
            hint="`pbem verify FILE` says what it is. A challenge is entered with: pbem accept FILE",
        )
    log, error = scan_log(data)
    if log is None:
        raise error or VerifyError.of("truncated", "There is no invitation in this file.")
    if log.accept is not None:
        raise UsageError.of(
            "accepted",
            "This is a game that {who} has accepted already, not an invitation.",
            who=log.accept.seat.who,
            hint="The inviter types: pbem accept FILE",
        )
    if error is not None:
        raise error
    check_genesis(log)
    return log.invite


def read_acceptance(data: bytes) -> Log:
    """Invitation and acceptance in log lines, signatures checked. Raises VerifyError, FormatError, UsageError."""
    log, error = scan_log(data)
    if log is None or (log.accept is None and error is not None):
        raise error or VerifyError.of("truncated", "There is no acceptance in this file.")
    if log.accept is None:
        raise UsageError.of(
            "not-accepted",
            "This is an invitation of {who} that nobody has accepted yet.",
            who=log.invite.seat.who,
            hint="Who is invited types: pbem accept FILE",
        )
    check_genesis(log)
    return Log(invite=log.invite, accept=log.accept)


def digest_of(offer: Invite) -> str:
    """The digest under which an invitation is known (64 hex digits)."""
    return invite_hash(offer.line).hex()


def _facts(offer: Invite, *, seat: str, label: str, log: Log | None = None) -> Facts:
    theirs = offer.seat.who if seat == "B" else None
    return {
        "challenge": offer.challenge or None,
        "entrant": offer.seat.identity.hex() if offer.challenge else None,
        "game": offer.game,
        "gid": log.gid.hex() if log is not None else None,
        "invite": digest_of(offer),
        "opponent": theirs,
        "pack": offer.data if offer.pack else None,
        "scenario": offer.scenario,
        "seat": seat,
        "side": offer.sides[0 if seat == "A" else 1],
        "vault": label,
    }


def _game_of(home: Home, offer: Invite) -> GameFolder | None:
    """The game that an invitation began. Raises PbemError ``damaged`` for one that is here and cannot be read."""
    if (why := lost_facts.of_letter(home, offer)) is not None:
        raise why
    return next(
        (each for each in begun(home, let_go=True) if each.facts().get("invite") == digest_of(offer)), None
    )


def _again(folder: GameFolder, identity: Identity) -> Begun:
    take_up(folder)
    session = open_session(folder, identity)
    if session.seat != "B":
        said = Message("This is your own invitation.")
        raise UsageError("own-invitation", said, hint=Message("Send it to your opponent."))
    genesis_only = Log(invite=session.log.invite, accept=session.log.accept)
    return Begun(folder=folder, session=session, file=container.pack(genesis_only.encode()))


def _started_already(folder: GameFolder, identity: Identity, log: Log) -> Begun:
    session = open_session(folder, identity)
    if session.log.gid != log.gid:
        raise ConflictError.of(
            "accepted-already",
            "{who} accepted this invitation first; {who_a} cannot join that game any more.",
            who=session.log.accepted.seat.who,
            who_a=log.accepted.seat.who,
            hint="Invite once more for a second game: pbem invite",
        )
    return Begun(folder=folder, session=session, known=True)
