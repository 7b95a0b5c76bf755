"""Handing over a seat that was asked for: given, taken, and put in force by a renewal (``schemas/trust.md``).

No step can be lost for good: each is made again from what is kept. The giver's keys sign until the renewal does, and the
taker's from there on; nothing in between is signed by anybody.
"""

from __future__ import annotations

from pbem.bytes import container
from pbem.bytes.errors import ConflictError, UsageError, VerifyError
from pbem.bytes.records import evolve
from pbem.crypto.keys import Keypair
from pbem.home import games
from pbem.home.beside.machines import check_home
from pbem.home.exchange.signing import allowed
from pbem.home.games import ASK, GIVEN, GIVEN_AT, GIVEN_TO, RENEW, Facts, open_session, save_session
from pbem.home.identity import Identity
from pbem.home.kept_papers import keeping, kept, pacing
from pbem.home.keys.game_keys import answered, leaving
from pbem.home.packs import finder
from pbem.home.papers import steps
from pbem.home.papers.asking import asked_here, of_game, own_session, written
from pbem.home.papers.results import Made
from pbem.home.verdict_sentence import RejectedError
from pbem.log import Bundle, parse_log, start_of
from pbem.papers import pace as paces
from pbem.papers import seat as papers
from pbem.papers import seat_box as boxes
from pbem.papers.paper import SEAT
from pbem.papers.seat import SeatPaper
from pbem.port.messages import Message
from pbem.protocol.session import Session
from pbem.protocol.vault import Entropy, Keys, Vault
from pbem.replay.fold import fold_log
from pbem.replay.loading import load_rules
from pbem.replay.verdict import judge
from pbem.store.drafts import Draft
from pbem.store.game import Change, GameFolder
from pbem.store.home import Home

# --- giving -----------------------------------------------------------------------------------------------------------


def give(folder: GameFolder, identity: Identity, paper: SeatPaper | None, entropy: Entropy) -> Made:
    """The box for who asked; from here on the game stands still in this home, until the receipt comes or it is kept.

    Without ``paper``, for the latest ask that is kept. It is made anew each time, at the end of the log as it is then.
    Raises UsageError ``no-ask``, NotYourTurn, ConflictError and UsageError for what a renewal may not stand behind.
    """
    paper = paper or _latest(folder)
    if paper is None:
        raise UsageError.of(
            "no-ask", "Nobody has asked for this seat.", hint="Name the file: pbem seat give FILE"
        )
    session = own_session(folder, identity, paper, paper.ask.by)
    with allowed(folder, session, handing=True) as known:
        ready = answered(known)
        _renewed(ready, paper)  # what cannot be signed behind the receipt is said now
        made = papers.handed_over(_signed_most(folder, paper), ready.log, _origin(identity, paper).public)
        assert made.place is not None
        sheet = made.place.sheet.signed(_origin(identity, paper)).signed(ready.vault.keypair)
        made = evolve(made, place=evolve(made.place, sheet=sheet))
        pace = pacing.in_force(folder)
        lines = pace.encode() if pace is not None else b""
        made = evolve(made, box=boxes.seal(made, ready.vault, entropy, lines))
        boxes.check(made, ready.vault, ready.base, ready.end)
        facts = {
            **folder.facts(),
            GIVEN: made.ask.renew.key,
            GIVEN_AT: ready.end.head.hex(),
            GIVEN_TO: made.ask.who,
        }
        older = _alike(folder, made)
        change = Change(keep=(container.pack(made.paper().encode()),), drop=older)
        sent = (leaving(ready, ready.log.bundles[-1]),) if ready.log != known.log else ()
        save_session(folder, identity, ready, facts=facts, change=change, sent=sent)
    return written(made, ready.log, f"seat-box-{made.log.gid.hex()[:8]}.pbem", steps.take)


def check(folder: GameFolder, identity: Identity, paper: SeatPaper | None) -> None:
    """Raises, as :func:`give` does, for what stands in the way now; nothing is signed."""
    paper = paper or _latest(folder)
    if paper is not None:
        with allowed(folder, own_session(folder, identity, paper, paper.ask.by), handing=True) as known:
            _renewed(answered(known), paper)


def _origin(identity: Identity, paper: SeatPaper) -> Keypair:
    """The identity key that hands over: that of the first mail where it is here."""
    seat = paper.log.seat_of(paper.ask.by)
    return next((each for each in identity.keypairs if each.public == seat.identity), identity.keypair)


def _latest(folder: GameFolder) -> SeatPaper | None:
    """The latest ask for this home's seat that was not handed over."""
    log, by = parse_log(folder.log()), folder.facts()["seat"]
    return next(
        (each for each in of_game(folder) if each.ask.by == by and each.ask.key not in log.keys_of(str(by))),
        None,
    )


def _signed_most(folder: GameFolder, paper: SeatPaper) -> SeatPaper:
    """An ask with every signature that was ever put under it here."""
    sheet = paper.ask.sheet
    every = {
        seal.key: seal
        for each in of_game(folder)
        if each.ask.sheet.line == sheet.line
        for seal in each.ask.sheet.seals
    }
    every |= {seal.key: seal for seal in sheet.seals}
    return evolve(
        paper, ask=evolve(paper.ask, sheet=evolve(sheet, seals=tuple(every[key] for key in sorted(every))))
    )


def _alike(folder: GameFolder, paper: SeatPaper) -> tuple[str, ...]:
    """The names of the papers that are kept about the same ask."""
    line = paper.ask.sheet.line
    return tuple(
        each.name for each, other in kept.of(folder, SEAT, papers.read) if other.ask.sheet.line == line
    )


def _renewed(session: Session, paper: SeatPaper) -> tuple[Session, Bundle]:
    """The session behind the renewal that puts the asker's keys in force, and that turn file."""
    session.must_hold(session.owed)
    theirs = Keys(key=b"", root=b"", salts=b"", length=0, signer=paper.ask.key)
    vault = evolve(session.vault, spare=(*session.vault.spare, theirs))
    try:
        return evolve(session, vault=vault).clean().written(paper.ask.renew).sealed()
    except VerifyError as error:
        raise UsageError(error.code, error.message, hint=Message("See `pbem status`.")) from error


def keep(folder: GameFolder) -> str:
    """End what was given: the receipt for it counts for nothing any more. The name of who was to have the seat.

    Raises UsageError ``nothing-given``.
    """
    facts = folder.facts()
    if not facts.get(GIVEN) or _handed(folder):
        raise UsageError.of("nothing-given", "This seat is given to nobody.", hint="See `pbem status`.")
    folder.save(Change(facts={name: value for name, value in facts.items() if name not in (GIVEN, GIVEN_AT)}))
    return str(facts.get(GIVEN_TO))


def _handed(folder: GameFolder) -> bool:
    facts = folder.facts()
    return any(each.hex() == facts.get(GIVEN) for each in parse_log(folder.log()).keys_of(str(facts["seat"])))


def awaited(folder: GameFolder) -> SeatPaper | None:
    """The receipt for what is given now, in this very place; any other is one for a box that is out of date."""
    facts = folder.facts()
    receipt = next((each for each in of_game(folder) if _is_awaited(facts, each)), None)
    here = receipt is not None and parse_log(folder.log()).head.hex() == facts[GIVEN_AT]
    return receipt if here and not _handed(folder) else None


def finish(folder: GameFolder, identity: Identity) -> int:
    """Sign the renewal for which a receipt has come: the number of that turn file, 0 where nothing is to be signed."""
    receipt = awaited(folder)
    if receipt is None:
        return 0
    session, facts = open_session(folder, identity), folder.facts()
    with allowed(folder, session, handing=True) as ready:
        after, bundle = _renewed(ready, receipt)
        facts = {**facts, RENEW: False}
        save_session(folder, identity, after, facts=facts, sent=(leaving(after, bundle),))
    return bundle.header.n


def _is_awaited(facts: Facts, paper: SeatPaper) -> bool:
    place = paper.place
    given = place is not None and (paper.ask.renew.key, place.prev.hex()) == (
        facts.get(GIVEN),
        facts.get(GIVEN_AT),
    )
    return given and paper.received


# --- taking -----------------------------------------------------------------------------------------------------------


def take(home: Home, identity: Identity, paper: SeatPaper) -> tuple[GameFolder, Made]:
    """The game with the secrets in a box, each of which was found right, and the receipt for who gave it.

    Raises UsageError ``no-box``, ``not-asked``, ``old-box``, KeyFileError ``box``, ConflictError ``taken``, and VerifyError
    for what the log does not bear out: then nothing is stored.
    """
    check_home(home)
    if not paper.box:
        raise UsageError.of("no-box", "This is the paper, not the box.", hint="pbem verify FILE")
    asked = asked_here(home, paper)
    if asked is None:
        raise UsageError.of(
            "not-asked", "{name} asked for this seat, and not from this home.", name=paper.ask.who
        )
    keys = games.open_vault(asked, identity).current
    log = paper.log
    game = load_rules(log, home.pack(log.invite.data) if log.invite.pack else None, finder(home))
    folded = fold_log(game, log, start_of(log))
    if folded.error is not None:
        verdict = judge(log, folded.position, folded.end, folded.error)
        raise RejectedError(verdict, Message("The game in the box"))
    vault, pace = boxes.opened(paper, keys)
    boxes.check(paper, vault, folded.position, folded.end)
    if pace and paces.read(pace).log.gid != log.gid:
        raise VerifyError.of("other-game", "The pace is of another game.")
    assert paper.place is not None
    place = evolve(paper.place, sheet=paper.place.sheet.signed(keys.keypair))
    receipt = evolve(paper, place=place).paper()
    facts, vault = _here(home, identity, asked, paper, vault)
    folder = home.new_game(log.gid.hex())
    change = Change(
        facts=facts,
        log=log.encode(),
        vault=games.seal_vault(identity, str(facts["vault"]), vault),
        draft=Draft(head="", lines=()),
        keep=(container.pack(receipt.encode()),),
        drop=_alike(folder, paper),
    )
    folder.save(change)
    if pace:
        keeping.keep(folder, pace)
    return folder, written(receipt, log, f"seat-receipt-{log.gid.hex()[:8]}.pbem", steps.receive)


def _here(
    home: Home, identity: Identity, asked: GameFolder, paper: SeatPaper, vault: Vault
) -> tuple[Facts, Vault]:
    """Facts and vault of the game: new ones, or those that are here with what came to them."""
    folder = next((each for each in home.games() if each.facts().get("gid") == paper.log.gid.hex()), None)
    if folder is None:
        return asked.facts(), vault
    facts, log = folder.facts(), parse_log(folder.log())
    if facts.get("seat") != paper.ask.by:
        raise ConflictError.of("own-seat", "This home plays the other side of that game.")
    old = games.open_vault(folder, identity)
    if old.aligned(log.keys_of(paper.ask.by)).signs:
        raise ConflictError.of("taken", "This home has the seat already.", hint="See `pbem status`.")
    if log.bundles[: len(paper.log.bundles)] == paper.log.bundles and len(log.bundles) > len(
        paper.log.bundles
    ):
        raise UsageError.of("old-box", "The game has gone on since this box was made: let it be made anew.")
    known = {each.public: each for each in (*old.spare, *old.before, old.current) if each.key}
    merged = evolve(
        vault,
        current=known.pop(vault.current.public, vault.current),
        before=tuple(known.pop(each.public, each) for each in vault.before),
        sealed={**old.sealed, **vault.sealed},
        record=old.record.merged(vault.record),
    )
    known.pop(paper.ask.key, None)
    merged = evolve(merged, spare=(*vault.spare, *known.values()))
    return {**facts, ASK: paper.ask.renew.key, GIVEN: None, GIVEN_AT: None}, merged
