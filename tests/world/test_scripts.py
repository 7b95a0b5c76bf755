"""Worlds in which something was found once, or that show one thing: kept as scripts, or as the few moves it takes."""

import tomllib
from collections.abc import Iterator
from pathlib import Path

import pytest
from protocol.forging import Entry, earlier, signed_by, turn_of
from protocol.tiny import GAME

from pbem.bytes import container
from pbem.bytes.errors import IllegalOrder, UsageError, VerifyError
from pbem.crypto.keys import Keypair
from pbem.home.disputes import refusing
from pbem.home.exchange import sending
from pbem.home.papers import evidence
from pbem.home.turns import import_notes
from pbem.log import read_bundles

from .games import only
from .hand import ordered, taken
from .kept import Kept
from .mutants import MUTANTS
from .post import Letter
from .script import SEATS, Step, parse
from .seat import Doing, Seat
from .shelf import sit_down
from .world import Broken, played

SCRIPTS: dict[str, str] = tomllib.loads(Path(__file__).with_name("scripts.toml").read_text("utf-8"))


@pytest.mark.parametrize("name", SCRIPTS)
def test_every_law_holds_where(name: str) -> None:
    played(parse(SCRIPTS[name]))


def test_a_program_that_drops_what_waits_is_found_by_a_turn_in_two_parts() -> None:
    mutant = next(each for each in MUTANTS if each.name == "keeps_no_early_turns")
    with mutant.in_force(), pytest.raises(Broken, match="what was taken in lies nowhere"):
        played(parse(SCRIPTS["one turn in two parts comes with the last part first"]))


@pytest.fixture
def seats() -> Iterator[dict[str, Seat]]:
    players = {who: Seat(who=who, name=who, path=Path("/nowhere"), seed="") for who in SEATS}
    with only("tiny"):
        sit_down(GAME, "found", players)
        yield players


def takes(seat: Seat, *files: bytes) -> None:
    """These turn files come."""
    doing = Doing(step=Step(who=seat.who, does="read"), before=Kept())
    taken(seat, doing, tuple(Letter(file=file) for file in files))


def sent(seat: Seat) -> bytes:
    """Every order that is owed, sent."""
    folder, identity, session = seat.game()
    _, out = sending.seal(folder, identity, ordered(folder, identity, session, 0.0, one=False), partial=True)
    return out.file


def stray(seat: Seat, entry: Entry) -> bytes:
    """A turn file with this entry alone, signed by the seat."""
    return turn_of([signed_by(seat.session, seat.session.vault.keypair, [entry])])


def hint(seat: Seat, file: bytes) -> str:
    """What an import of a turn file that does not hold says to do next."""
    bundle = read_bundles(container.unpack(file))[0]
    with pytest.raises((VerifyError, IllegalOrder)) as error:
        seat.session.clean().receive(bundle)
    return import_notes.refused(seat.session, bundle, error.value).hint


def test_what_comes_out_of_turn_is_passed_over_and_the_game_goes_on(seats: dict[str, Seat]) -> None:
    """A signed turn of the other side while the pen is ours: there is nothing to refuse, and no program stops at it."""
    a, b = seats.values()
    takes(a, stray(b, {"k": "reply", "yes": True}))
    assert ["out-of-turn"] == a.told
    assert refusing.refusal_of(a.shelf, a.session) is None
    assert "there is nothing to refuse" in hint(a, stray(b, {"k": "reply", "yes": False}))
    assert "`pbem dispute refuse` writes your signed refusal" in hint(
        b, stray(a, {"k": "reply", "yes": True})
    )
    with pytest.raises(UsageError, match="no turn file to refuse"):
        refusing.refuse(*a.game())
    takes(b, sent(a))
    assert a.session.log == b.session.log


def test_two_seats_that_both_sign_twice_under_one_number_are_both_convicted(seats: dict[str, Seat]) -> None:
    """Each has its own proof, in a file of its own: that of the one does not hide that of the other."""
    for seat in seats.values():
        for to in (1, 2):
            takes(seats["A"], stray(seat, {"k": "back", "to": to}))
    proofs = evidence.in_game(seats["A"].shelf)
    assert [("A", 1), ("B", 1)] == [(proof.seat, proof.about) for proof in proofs]


def test_a_stray_renewal_does_not_take_the_place_of_the_key_in_force(seats: dict[str, Seat]) -> None:
    """Anybody can send a renewal of the other seat's with a wrong signature: the turn beside it is taken all the same."""
    a, b = seats.values()
    takes(b, sent(a))
    takes(a, sent(b))
    turn = sent(a)
    thief = Keypair.from_seed(b"t" * 32)
    fields: Entry = {"k": "renew", "key": thief.public.hex(), "n": 1024, "tip": "5a" * 32, "vault": "5b" * 32}
    takes(b, turn_of([signed_by(earlier(a.session, 0), thief, [fields])]), turn)
    assert a.session.log == b.session.log
