"""Asking for a seat, offering it and agreeing to it: papers that bind nobody yet (``schemas/trust.md``)."""

from __future__ import annotations

from pathlib import Path

from pbem.bytes import container
from pbem.bytes.errors import UsageError, VerifyError
from pbem.bytes.records import evolve
from pbem.crypto.dice import DEFAULT_LENGTH, MAX_LENGTH, vault_tip
from pbem.home import games
from pbem.home.beside.machines import check_home
from pbem.home.exchange.invitations import digest_of
from pbem.home.games import ASK, Facts, home_of, open_session
from pbem.home.identity import Identity
from pbem.home.kept_papers import keeping, kept
from pbem.home.new_identity import check_name
from pbem.home.papers import steps
from pbem.home.papers.results import Made
from pbem.home.viewing import logs as looking
from pbem.log import Log, check_genesis
from pbem.log.entries import Renew
from pbem.papers import seat as papers
from pbem.papers import seat_box as boxes
from pbem.papers.appointment import players
from pbem.papers.paper import SEAT
from pbem.papers.reader import Reader, opposite
from pbem.papers.seat import SeatPaper
from pbem.port.messages import Message, Series, spelled
from pbem.protocol.session import Session
from pbem.protocol.vault import Entropy, Vault
from pbem.store.game import Change, GameFolder
from pbem.store.home import Home

_LABEL = 16
HEADS = b'{"a":"seat"', b'{"a":"seat-box"'


def read(place: Path) -> SeatPaper:
    """The paper or box in a file. Raises UsageError ``no-paper``, FormatError and VerifyError."""
    lines = looking.lines_of(place)
    if not lines.startswith(HEADS):
        raise UsageError.of(
            "no-paper",
            "{name} is not a paper about a seat.",
            name=place.name,
            hint="pbem verify FILE says what it is.",
        )
    return papers.read(lines)


def of_game(folder: GameFolder) -> tuple[SeatPaper, ...]:
    """The papers about seats that are kept with a game, the latest first."""
    return tuple(paper for _, paper in kept.of(folder, SEAT, papers.read))[::-1]


# --- asking -----------------------------------------------------------------------------------------------------------


def ask(home: Home, identity: Identity, log: Log, side: str, entropy: Entropy) -> Made:
    """An ask for the seat of ``side`` ("": of the player who is called like this home's), the same when asked again.

    Nobody is bound by it. Raises UsageError ``which-seat``, VerifyError ``own-seat``.
    """
    check_name(identity.name)
    check_genesis(log)
    seats = {"A": log.invite.seat, "B": log.accepted.seat}
    sides = dict(zip(log.invite.sides, seats, strict=True))
    mine = [by for by, seat in seats.items() if seat.identity == identity.keypair.public]
    mine = mine or [by for by, seat in seats.items() if seat.who == identity.name]
    by = sides.get(side) or (mine[0] if len(mine) == 1 and not side else "")
    if not by:
        raise UsageError(
            "which-seat",
            Message("Whose seat do you ask for?")
            if not side
            else Message("There is no side {side!r} in this game.", side=side[:40]),
            hint=Message("Say --side {sides}", sides=Series(map(spelled, sides), "|")),
        )
    made = _asked_before(home, log, by) or _new_ask(home, identity, log, by, entropy)
    return written(
        made, log, f"seat-ask-{log.gid.hex()[:8]}.pbem", steps.carry if by in mine else steps.hand_over
    )


def asked_here(home: Home, paper: SeatPaper) -> GameFolder | None:
    """Where the keys of an ask lie, if it was made in this home."""
    return next((each for each in home.invitations() if each.facts().get(ASK) == paper.ask.renew.key), None)


def _asked_before(home: Home, log: Log, by: str) -> SeatPaper | None:
    keys = {each.hex() for each in log.keys_of(by)}
    for folder in home.invitations():
        facts = folder.facts()
        if facts.get(ASK) and (facts["gid"], facts["seat"]) == (log.gid.hex(), by) and facts[ASK] not in keys:
            return of_game(folder)[0]
    return None


def _new_ask(home: Home, identity: Identity, log: Log, by: str, entropy: Entropy) -> SeatPaper:
    seat = log.seat_of(by)
    rolls = [each["j"] for bundle in log.bundles for each in bundle.entries if each["k"] == "req"]
    ahead = max((each for each in rolls if isinstance(each, int)), default=0) + DEFAULT_LENGTH
    vault = Vault.fresh(entropy, max(seat.length, min(MAX_LENGTH, ahead)))
    keys, label = vault.current, entropy(_LABEL).hex()
    renew = Renew(
        key=keys.public.hex(), n=keys.length, tip=keys.chain.tip.hex(), vault=vault_tip(keys.salts).hex()
    )
    seal = boxes.public(boxes.sealing_key(keys))
    made = papers.ask(log, by, identity.name, identity.keypair.public, renew, seal)
    sheet = made.ask.sheet.signed(identity.keypair).signed(keys.keypair)
    made = evolve(made, ask=evolve(made.ask, sheet=sheet))
    facts: Facts = {
        ASK: renew.key,
        "game": log.invite.game,
        "gid": log.gid.hex(),
        "invite": digest_of(log.invite),
        "opponent": log.seat_of(opposite(by)).who,
        "pack": log.invite.data if log.invite.pack else None,
        "scenario": log.invite.scenario,
        "seat": by,
        "side": log.invite.sides["AB".index(by)],
        "vault": label,
    }
    box = games.seal_vault(identity, label, vault)
    change = Change(facts=facts, log=log.encode(), vault=box, keep=(container.pack(made.encode()),))
    home.new_invitation(made.ask.digest.hex()).save(change)
    return made


# --- signing it -------------------------------------------------------------------------------------------------------


def offered(folder: GameFolder, identity: Identity, paper: SeatPaper) -> Made:
    """The ask with the game key of who has the seat under it: what the opponent is shown."""
    session = own_session(folder, identity, paper, paper.ask.by)
    return _countersigned(session, paper, steps.let_agree)


def agreed(folder: GameFolder, identity: Identity, paper: SeatPaper) -> Made:
    """The paper with the signature of the other player. Raises UsageError ``not-offered``."""
    session = own_session(folder, identity, paper, opposite(paper.ask.by))
    if paper.ask.by not in paper.signers and paper.place is None:
        raise UsageError.of(
            "not-offered",
            "Who has the seat has not signed for {name}: there is nothing to agree to.",
            name=paper.ask.who,
            hint="They type: pbem seat offer FILE",
        )
    return _countersigned(session, paper, steps.agreed)


def _countersigned(session: Session, paper: SeatPaper, step: steps.Step) -> Made:
    if players(paper.log) != players(session.log):
        # A signature by a key that was given up since is left out; those who asked have signed the same line.
        paper = papers.known_to(paper, session.log)
    sheet = paper.ask.sheet.signed(session.vault.keypair)
    return written(evolve(paper, ask=evolve(paper.ask, sheet=sheet)), session.log, name_of(paper), step)


def own_session(folder: GameFolder, identity: Identity, paper: SeatPaper, by: str) -> Session:
    """The game of a paper, played as seat ``by`` from here. Raises ``other-game``, ``other-seat``, ``handed``."""
    check_home(home_of(folder))
    session = open_session(folder, identity)
    if paper.log.gid != session.log.gid:
        raise VerifyError.of("other-game", "The paper is about another game.")
    if session.seat != by:
        raise UsageError.of(
            "other-seat",
            "That is for who plays {side}.",
            side=Message(session.log.invite.sides["AB".index(by)]),
            hint="pbem verify FILE says what the paper is.",
        )
    if paper.ask.key in session.log.keys_of(paper.ask.by):
        raise UsageError.of("handed", "The seat was handed over already.", hint="Send that turn: pbem send")
    return session


# --- small ------------------------------------------------------------------------------------------------------------


def keep_paper(folder: GameFolder, paper: SeatPaper) -> None:
    """Keep a paper with its game; of a box all but the box."""
    keeping.keep(folder, paper.paper().encode())


def name_of(paper: SeatPaper) -> str:
    """What a file with this paper is called."""
    return f"seat-{paper.log.gid.hex()[:8]}.pbem"


def written(paper: SeatPaper, log: Log, name: str, step: steps.Step) -> Made:
    """A paper about to be written, with what it says beside its log."""
    lines = papers.finding(paper, Reader(logs=(log,))).lines
    return Made(data=paper.encode(), name=name, lines=lines, then=step)
