"""What a seat among the cheats of a world does besides playing: it holds its own keys, and keeps to no program.

Each verb forges a bundle; what cannot be forged is not sent.
"""

from collections.abc import Callable, Mapping
from random import Random

from attrs import evolve
from protocol.forging import Entry, earlier, false_refusal, signed_by, turn_of

from pbem.bytes import canon
from pbem.bytes.errors import PbemError
from pbem.crypto.dice import vault_tip
from pbem.log import Bundle
from pbem.log.entries import PROTOCOL, Reject, Renew, Upgrade
from pbem.protocol.vault import Vault
from pbem.replay import upgrading
from pbem.replay.table import OFFERED_AT, state_digest

from .asides import MANY, UNHEARD
from .clock import stream
from .forged import FORGED, played_on, with_one_change
from .hand import Verb, leaves
from .post import Letter
from .seat import Doing, Seat
from .shelf import SHORT

CROOKED = ("", "", "twice", "key", "tip", "vault", "theirs", "short", "long", "beside", "early")
"""What is wrong with a renewal that a cheat signs; "": nothing, but it may come at any moment."""

Forges = Callable[..., Bundle | None]


def another(_world, seat: Seat, chance: Random) -> Bundle | None:
    """Another turn for a place where one is signed; and perhaps that is the game from now on."""
    session = seat.session
    mine = [n for n, each in enumerate(session.log.bundles) if each.header.by == seat.who]
    again = earlier(session, mine[-1]) if mine else session
    if not mine or not again.is_my_turn or again.owed.kind == "reply":
        return None
    after, bundle = played_on(again, chance.randrange(6)).sealed()
    if chance.random() < 0.5:
        seat.shelf.empty_outbox()
        seat.keep(after)
    return bundle


def wrong(_world, seat: Seat, chance: Random) -> Bundle | None:
    """Something that has no place there."""
    session = seat.session
    if chance.random() < 0.5 and session.log.bundles:
        session = earlier(session, len(session.log.bundles) - 1)
    return signed_by(session, session.vault.keypair, [chance.choice(FORGED)])


def changed(_world, seat: Seat, chance: Random) -> Bundle | None:
    """The next turn with one thing changed in it."""
    session = earlier(seat.session, len(seat.session.log.bundles))
    if not session.is_my_turn or session.owed.kind == "reply":
        return None
    entries = [canon.decode(line) for line in played_on(session, chance.randrange(6)).draft]
    return signed_by(session, session.vault.keypair, with_one_change(entries, chance)) if entries else None


def refuses_nothing(_world, seat: Seat, chance: Random) -> Bundle | None:
    """A refusal of the form that it should have, of a turn that the cheat made up."""
    session = seat.session.clean()
    theirs = [each for each in session.log.bundles if each.header.by != seat.who]
    if session.is_my_turn or not theirs:
        return None
    last, first = theirs[-1], session.end.entries
    entry = Reject(
        code="illegal",
        entry=first,
        last=first,
        head=chance.choice(("5a" * 32, last.header.head.hex())),
        key=last.seal.key,
        rules=last.header.rules,
        sig=chance.choice(("5a" * 64, last.seal.signature.hex())),
        state=last.header.state,
    )
    return session.written(entry).sealed()[1]


def refuses_what_holds(_world, seat: Seat, _chance: Random) -> Bundle | None:
    """A refusal of a turn that stands in the log."""
    session = seat.session
    theirs = [each for each in session.log.bundles if each.header.by != seat.who]
    return false_refusal(session, theirs[-1]) if theirs else None


def renews_crookedly(world, seat: Seat, chance: Random) -> Bundle | None:
    """Under a roll, twice, with what stands in the log, with fewer seeds, beside an order."""
    how, before = chance.choice(CROOKED), chance.choice((0, 0, 1, 2))
    session = seat.session.clean()
    session = earlier(session, max(0, len(session.log.bundles) - before))
    vault, lines = _renewal(world, seat, session.vault, how)
    state = state_digest(session.position)
    if not how and not before:
        entry = PROTOCOL.load(lines[0])
        seat.keep(evolve(session, vault=vault).written(entry).sealed()[0])
    return signed_by(session, session.vault.keypair, lines, state=state)


def _renewal(world, seat: Seat, vault: Vault, how: str) -> tuple[Vault, list[Entry]]:
    """A vault with the secrets of a renewal, which follow from a counter, and its entries with this wrong with it."""
    world.made += 1
    length = {"short": SHORT - 1, "long": 65_537}.get(how, SHORT)
    vault, made = vault.renewed(stream(f"crooked/{world.made}"), min(length, SHORT))
    info = seat.session.base.table.seats[seat.who]
    entry = PROTOCOL.dump(
        Renew(
            key=made.keypair.public.hex(),
            n=length,
            tip=made.chain.tip.hex(),
            vault=vault_tip(made.salts).hex(),
        )
    )
    match how:
        case "key":
            entry["key"] = vault.public.hex()
        case "theirs":
            entry["key"] = world.other(seat).session.vault.public.hex()
        case "tip":
            entry["tip"] = info.tip.hex()
        case "vault":
            entry["vault"] = info.vault.hex()
        case "twice":
            return vault, [entry, {**entry, "key": made.root.hex()}]
        case "beside":
            return vault, [entry, {"k": "go", "to": 1}]
        case "early":
            return vault, [{"k": "go", "to": 1}, entry]
    return vault, [entry]


def offers_another_state(world, seat: Seat, chance: Random) -> Bundle | None:
    """Another version, signed as it should be, at a moment when it may be offered; only what it claims is not so."""
    session = seat.session.clean()
    if world.script.game != "tiny" or not (session.is_my_turn and session.owed.kind in OFFERED_AT):
        return None
    game = chance.choice((*MANY, UNHEARD))
    after = upgrading.carried_over(session.position, game)
    offer = Upgrade(
        rules=game.info.digest,
        data=game.data_digest,
        version=upgrading.name(game),
        state=upgrading.carried_digest(after),
    )
    if what := chance.choice(("state", "", "data", "rules")):
        offer = evolve(offer, **{what: "5a" * 32})
    after_it, bundle = session.written(offer).sealed()
    seat.keep(after_it)
    return bundle


def names_another_version(_world, seat: Seat, chance: Random) -> Bundle | None:
    """In a header: the older one after an upgrade, or a newer one that nobody agreed to."""
    session = seat.session.clean()
    digest = chance.choice(MANY).info.digest
    return signed_by(session, session.vault.keypair, [chance.choice(FORGED)], rules=digest)


def _cheats(forges: Forges) -> Verb:
    def verb(world, seat: Seat, doing: Doing, chance: Random) -> str:
        if not world.cheats:
            return "nobody cheats"
        seat = seat if seat.who in world.cheats else world.other(seat)
        try:
            bundle = forges(world, seat, chance)
        except PbemError as error:
            return f"cannot: {error.code}"
        if bundle is None:
            return "cannot"
        world.cheated = True
        file = turn_of([bundle])
        leaves(world, seat, doing, file, (Letter(file=file),), chance)
        doing.files.clear()  # no honest program has signed it
        doing.out.clear()
        return f"{seat.who} cheats in {bundle.header.n}"

    return verb


CHEATS: Mapping[str, Verb] = {
    each.__name__: _cheats(each)
    for each in (
        another, wrong, changed, refuses_nothing, refuses_what_holds, renews_crookedly, offers_another_state,
        names_another_version,
    )
}  # fmt: skip
