"""Who looks on: two verifiers, and whoever is shown evidence, a refusal, a stream or a result by somebody in the game."""

from contextlib import suppress
from random import Random

from pbem.bytes import container
from pbem.bytes.errors import PbemError, UsageError
from pbem.home.papers import evidence as proofs
from pbem.home.papers import refused_turns
from pbem.home.papers.verdict import judge
from pbem.home.viewing import logs as looking
from pbem.home.viewing import spectators
from pbem.log import renewals_in
from pbem.papers import evidence, refused_turn, results
from pbem.replay.verify import verify

from .outsiders import readers_agree
from .seat import Doing, Seat


def judges(world, seat: Seat, _doing: Doing, _chance: Random) -> str:
    """What an honest home holds is found sound by two programs, faces, seeds and secrets included."""
    if seat.who not in world.cheats:
        readers_agree(world, seat.session.log)
    return "is verified"


def accuses(world, seat: Seat, _doing: Doing, _chance: Random) -> str:
    """Evidence is made of what lies in a home."""
    made = proofs.in_game(seat.shelf)
    for proof in made:
        convicts(world, proof)
    return f"makes {len(made)} proofs"


def convicts(world, proof: evidence.Evidence) -> None:
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


def weighs_refusals(world, seat: Seat, _doing: Doing, _chance: Random) -> str:
    """Every refusal in a home beside what it refuses: the rules name one of the two players, and nobody who is honest."""
    if world.script.game != "tiny":
        return "weighs no refusal"
    count = 0
    for case in refused_turns.in_game(seat.shelf):
        with suppress(PbemError):
            found = refused_turn.finding(case)
            wrong = case.refused.header.by if found.word == "judged" else case.refusal.header.by
            blamed = found.proved and found.word in ("judged", "proved")
            assert not blamed or wrong in {*world.cheats, *world.robbed}, (
                f"the honest are blamed: {found.lines}"
            )
            count += 1
    return f"weighs {count} refusals"


def streams(world, seat: Seat, doing: Doing, chance: Random) -> str:
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


def writes_result(world, seat: Seat, _doing: Doing, chance: Random) -> str:
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
