"""Laws about two who do not trust each other: who is blamed, what waits, and what the honest have in hand at last."""

from pbem.bytes.errors import PbemError
from pbem.home.disputes import refusing
from pbem.home.papers import evidence as proofs
from pbem.home.turns.versions import RULED
from pbem.log import REFEREE, Bundle, Log, read_bundles, verify_bundle
from pbem.replay.verify import verify

from .asides import OLD_VAULT
from .kept import KeptGame
from .onlookers import convicts
from .outsiders import readers_agree
from .post import a_byte_inside_changed
from .seat import Doing, Seat
from .shelf import RITA

_DISTURBING = frozenset({"conflict", "refusal", "refused", "spoofed-author", "wrong-key"})
_FORGED = frozenset({"spoofed-author", "wrong-key"})
"""What a byte of a name or of a key inside the packing makes of a turn: nobody can tell that from a forgery."""
_EXPLAINS = frozenset({"gap", "stale-home", "conflict", "refusal", "ruling-waits"})


def the_honest_are_never_blamed(world, doing: Doing) -> None:
    """Between two who are honest nothing is refused or disputed, and no proof can be made against either."""
    if not world.trusted:
        return
    said = {note.code or note.kind for note in doing.notes}
    if any(letter.spoilt == a_byte_inside_changed.__name__ for letter in doing.letters):
        said -= _FORGED
    assert not said & _DISTURBING, f"an honest player is told {said & _DISTURBING}"
    for game in doing.after.games.values():
        codes = set(game.codes.values())
        assert codes <= ({RULED} if world.court.ruled else set()), f"honest turns are refused: {codes}"


def what_waits_is_explained(world, doing: Doing) -> None:
    """Whoever holds something that they cannot use has been told why."""
    if doing.step.who in world.cheats or doing.died:
        return
    told = world.seats[doing.step.who].told
    for game in doing.after.games.values():
        if game.parked - {data for before in doing.before.games.values() for data in before.parked}:
            assert _EXPLAINS.intersection(told) or game.refused, "what waits is not explained"


def they_hold_what_convinces(world, seat: Seat, game: KeptGame) -> None:
    """An honest seat goes on, waits for what it can name, or holds what convinces an outsider."""
    readers_agree(world, game.session.log)
    if OLD_VAULT in seat.told[-1:]:
        assert seat.who in world.robbed, "only a thief renews keys behind the owner's back"
        return
    _everything_is_kept(world, seat, game)
    found = refusing.refusal_of(seat.shelf, game.session.clean())
    for data, code in game.codes.items() if found is not None else ():
        bad = read_bundles(data)[0]
        if bad.header.n == len(game.session.log.bundles) + 1 and code not in ("conflict", "ruled"):
            fault = verify(game.log + bad.encode()).fault
            assert code == getattr(fault, "code", ""), f"{code} is not what an outsider finds"


def _everything_is_kept(world, seat: Seat, game: KeptGame) -> None:
    log, seen = game.session.log, world.post.seen
    refused = {each.hash() for data in game.refused for each in read_bundles(data)}
    held = refused | {each.hash() for data in game.parked for each in read_bundles(data)}
    proved = {(proof.place, proof.seat) for proof in proofs.in_game(seat.shelf)}
    for key, bundle in seen.items():
        if key in game.bundles or not _authentic(bundle, log):
            continue
        assert key in held, f"turn file {bundle.header.n} is signed and is not kept"
        if key in refused or bundle.header.by == REFEREE:
            continue
        versions = [each for each in seen.values() if _same_place(each, bundle, log)]
        if len(versions) > 1:
            fork = len({each.header.prev for each in versions}) > 1
            assert fork or (bundle.header.n, bundle.header.by) in proved, "two versions, and no proof of them"


def no_proof_convicts_the_honest(world) -> None:
    """Whatever somebody makes of all that was ever sent."""
    log = world.seats["A"].session.log
    bare = Log(invite=log.invite, accept=log.accept)
    for proof in proofs._all(bare, list(world.post.seen.values()), ()):
        convicts(world, proof)


def _authentic(bundle: Bundle, log: Log) -> bool:
    """Whether the game key signed it that its seat has at its place, as far as the log tells."""
    key = RITA.public if bundle.header.by == REFEREE else log.key_at(bundle.header.by, bundle.header.n)
    try:
        verify_bundle(bundle, key, log.gid)
    except PbemError:
        return False
    return True


def _same_place(one: Bundle, two: Bundle, log: Log) -> bool:
    return (one.header.n, one.header.by) == (two.header.n, two.header.by) and _authentic(one, log)
