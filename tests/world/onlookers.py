"""Who looks on: two verifiers, and whoever is shown evidence, a capsule, a stream or a result by somebody in the game."""

from __future__ import annotations

from contextlib import suppress
from random import Random
from typing import TYPE_CHECKING

from attrs import evolve

from pbem.bytes import container
from pbem.bytes.errors import UsageError
from pbem.home.papers import evidence as proofs
from pbem.home.papers.verdict import judge
from pbem.home.viewing import logs as looking
from pbem.home.viewing import spectators
from pbem.log import renewals_in
from pbem.papers import capsule, evidence, results
from pbem.replay.verify import verify

from .outsiders import readers_agree
from .seat import Doing, Seat

if TYPE_CHECKING:
    from .world import World


def judges(world: World, seat: Seat, _doing: Doing, _chance: Random) -> str:
    """What an honest home holds is found sound by two programs, faces, seeds and secrets included."""
    if seat.who not in world.cheats:
        readers_agree(world, seat.session.log)
    return "is verified"


def accuses(world: World, seat: Seat, _doing: Doing, _chance: Random) -> str:
    """Evidence is made of what lies in a home."""
    made = proofs.in_game(seat.shelf)
    for proof in made:
        convicts(world, proof)
    return f"makes {len(made)} proofs"


def convicts(world: World, proof: evidence.Evidence) -> None:
    """Whom evidence convicts has cheated, or was robbed. A key that its seat gave up convicts nobody, where the paper itself
    shows that.
    """
    found = judge(proof.encode())
    assert found.proved, "evidence proves nothing"
    if found.code == "":
        assert found.word == "proved"
        assert proof.seat in {*world.cheats, *world.robbed}, f"{proof.seat} is convicted, and is honest"
    else:
        assert found.word == "signed"
        renewed = {each.by for each in renewals_in(proof.bundles)}
        assert found.code == "given-up", found.code
        assert proof.seat in renewed, "a key is said to be given up that was not"


def encloses(world: World, seat: Seat, _doing: Doing, chance: Random) -> str:
    """A capsule of any step, perhaps a crooked one: left out or changed is what might make an honest step look wrong."""
    if world.script.game != "tiny":
        return "makes no capsule"
    film = looking.film_of_log(proofs._with_refused(seat.shelf))
    last = film.log.bundles[-1].header.last if film.log.bundles else 0
    at = chance.randint(0, last)
    disputed = next((each for each in film.log.bundles if each.header.first <= at <= each.header.last), None)
    if disputed is None or disputed.header.first > len(film.trail):
        return "makes no capsule"
    try:
        made = capsule.make(film.log, lambda entry: film.at(entry - 1)[0], at)
    except UsageError:
        return "makes no capsule"
    match how := chance.choice(("", "dropped", "roll", "at", "n")):
        case "dropped" if len(made.bundles) > 1:
            gone = chance.randrange(len(made.bundles) - 1)
            made = evolve(made, bundles=(*made.bundles[:gone], *made.bundles[gone + 1 :]))
        case "roll":
            made = evolve(made, roll=made.roll + 1)
        case "at":
            made = evolve(made, at=chance.randint(0, last))
        case "n":
            made = evolve(made, n=chance.choice(made.bundles).header.n)
    found = judge(made.encode())
    if found.proved and found.code:
        assert disputed.header.by in {*world.cheats, *world.robbed}, f"a capsule ({how}) convicts the honest"
    return f"makes a capsule {how}"


def streams(world: World, seat: Seat, doing: Doing, chance: Random) -> str:
    """A stream for spectators."""
    if seat.who in world.cheats:
        return "streams nothing"
    log = seat.session.log.encode()
    with suppress(UsageError):  # there is nothing yet
        data = spectators.stream(looking.film_of_log(log), chance.randrange(3)).data
        lines = container.unpack(data)
        assert log.startswith(lines), "a stream is another log"
        assert verify(lines).good, "a stream does not hold"
        doing.out.append(data)
    return "streams"


def writes_result(world: World, seat: Seat, _doing: Doing, chance: Random) -> str:
    """A result by which somebody is said to have lost; it binds only if they who are bound by it have signed."""
    loses = chance.choice("AB")
    how = chance.choice((results.RESIGNED, results.AGREED, results.RULED))
    session = seat.session
    winner = session.log.invite.sides["BA".index(loses)]
    paper = results.write(session.log, results.Outcome(how=how, winner=winner, level="so it is"))
    found = judge(paper.signed(session.vault.keypair).encode())
    assert (how == results.RESIGNED and seat.who == loses) == found.proved, (
        "a result binds who has not signed it"
    )
    return f"writes that {loses} has lost"
