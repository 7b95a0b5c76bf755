"""A thief has a copy of a whole home, secrets and all, and reads every mail.

What they sign before the owner has renewed the keys is the owner's; afterwards it is ``old-key``, unless they were faster.
"""

from random import Random

from protocol.forging import earlier, signed_by, turn_of

from pbem.bytes import canon
from pbem.bytes.errors import PbemError
from pbem.home.exchange import sending
from pbem.home.keys import game_keys
from pbem.home.papers.verdict import judge
from pbem.papers import results
from pbem.replay.table import state_digest

from .clock import stream
from .forged import FORGED
from .hand import ordered, taken
from .post import Letter
from .seat import Doing, Seat
from .shelf import Shelf


def is_copied_by_a_thief(world, seat: Seat, _doing: Doing, _chance: Random) -> str:
    """From here on a copy of the home is in other hands."""
    _, identity, _ = seat.game()
    thief = Seat(who=seat.who, name=seat.name, path=seat.path, seed="")
    thief.sits_at(Shelf(seat.shelf.files), identity)
    world.thieves[seat.who] = thief
    return "is copied"


def thief_goes_on(world, seat: Seat, doing: Doing, chance: Random) -> str:
    """By the program, in place of the owner, who may not have renewed yet, or be slower."""
    thief = world.thieves.get(seat.who)
    if thief is None:
        return "nothing is stolen"
    world.made += 1
    try:
        taken(thief, Doing(step=doing.step, before=doing.before), world.every_letter())
        thief.keep(thief.session.clean())
        folder, identity, session = thief.game()
        if chance.random() < 0.5:
            session = game_keys.renew(folder, identity, stream(f"thief/{world.made}")).session
        else:
            session = ordered(folder, identity, session, chance.random(), one=False)
        _, out = sending.seal(folder, identity, session, partial=True)
    except PbemError as error:
        return f"a thief cannot: {error.code}"
    return "a thief waits" if out is None else _robbed(world, seat, out.file, chance)


def thief_signs(world, seat: Seat, _doing: Doing, chance: Random) -> str:
    """The next turn, as its owner could write it or wrong, with the key of the copy: too late if it was given up."""
    thief = world.thieves.get(seat.who)
    if thief is None:
        return "nothing is stolen"
    session = earlier(seat.session, len(seat.session.log.bundles))
    lines, state = [chance.choice(FORGED)], "00" * 32
    if chance.random() < 0.5 and session.is_my_turn and session.owed.kind in ("choice", "conceal"):
        order = session.game.rules.advise(
            session.position.game, session.side, session.secrets, chance.randrange(6)
        )
        ordered_ = session.order(order)
        lines = [canon.decode(line) for line in ordered_.draft]
        state = state_digest(ordered_.position)
    keypair = thief.session.vault.keypair
    return _robbed(world, seat, turn_of([signed_by(session, keypair, lines, state=state)]), chance)


def thief_resigns(world, seat: Seat, _doing: Doing, _chance: Random) -> str:
    """With the key of the copy: it binds as long as that is in force, and no longer."""
    thief = world.thieves.get(seat.who)
    if thief is None:
        return "nothing is stolen"
    session, old = seat.session, thief.session.vault
    winner = next(side for side in session.log.invite.sides if side != session.side)
    outcome = results.Outcome(how=results.RESIGNED, winner=winner, level="so it is")
    found = judge(results.write(session.log, outcome).signed(old.keypair).encode())
    assert (session.log.key_of(seat.who) == old.keypair.public) == found.proved, (
        "a key that was given up binds"
    )
    return "a thief resigns"


def _robbed(world, seat: Seat, file: bytes, chance: Random) -> str:
    world.robbed.add(seat.who)
    other = world.other(seat).who
    world.post.send(other, (Letter(file=file),), world.weather, world.clock.monotonic() / 3600, chance)
    return "a thief sends"
