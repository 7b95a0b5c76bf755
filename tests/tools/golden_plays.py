"""The games behind the golden logs (tests/golden): toy secrets, so that every run writes the same bytes."""

import sys
from collections.abc import Callable, Iterable
from pathlib import Path

import frozen
from attrs import evolve

from pbem.bytes import canon
from pbem.bytes.canon import Json
from pbem.bytes.errors import PbemError
from pbem.crypto.keys import Keypair
from pbem.games.registry import Game
from pbem.log import Bundle, Clause, Log, sign_bundle
from pbem.log.entries import PROTOCOL, Ruling
from pbem.papers import appointment
from pbem.papers.appointment import Appointed
from pbem.papers.rulings import make_ruling, possibilities
from pbem.protocol import genesis
from pbem.protocol.session import Session
from pbem.protocol.side_entries import note, offer_back, offer_upgrade, refusal, renew_keys, reply_offer
from pbem.protocol.vault import Vault
from tests.protocol.conftest import Pair, entropy, play, play_out
from tests.protocol.forging import signed_by

TESTS = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(TESTS), str(TESTS / "vectors")]
import bases  # noqa: E402  # the games of the vectors, by a writer that shares nothing with pbem
import writer  # noqa: E402

Entry = dict[str, Json]
Change = Callable[[list[Entry]], list[Entry]]


def game_of(name: str, version: str) -> Game:
    """One of the frozen games, that finds the others."""
    found = next(each for each in frozen.games() if (each.info.name, each.info.version) == (name, version))
    return evolve(found, find=frozen.find)


TINY, WHIST = ("tiny", "1"), ("whist", "1")
FORD, NEXT = ("ford", "0.1.0"), ("ford", "0.2.0")


def begin(
    which: tuple[str, str],
    seed: str,
    *,
    names: tuple[str, str] = ("Ann", "Ben"),
    referee: Clause | None = None,
) -> Pair:
    """A new game; the inviter plays the first side."""
    game = game_of(*which)
    keys = [Keypair.from_seed(entropy(f"golden/{seed}/id/{who}")(32)) for who in "ab"]
    vaults = [Vault.fresh(entropy(f"golden/{seed}/{seat}"), genesis.MIN_CHAIN) for seat in "AB"]
    scenario, side = game.rules.scenarios[0], game.rules.sides[0]
    offer = genesis.invite(
        keys[0], names[0], vaults[0], game, scenario=scenario, side=side, options={}, referee=referee
    )
    log = Log(invite=offer, accept=genesis.accept(keys[1], names[1], vaults[1], offer))
    return Pair(a=Session.begin(game, log, vaults[0]), b=Session.begin(game, log, vaults[1]))


def mover(pair: Pair) -> Session:
    return pair.a if pair.a.owed.seat == "A" else pair.b


def waiter(pair: Pair) -> Session:
    return pair.b if pair.a.owed.seat == "A" else pair.a


def seat(pair: Pair, name: str) -> Session:
    return pair.a if name == "A" else pair.b


def joined(pair: Pair, session: Session, bundle: Bundle) -> Pair:
    """The pair after a session has signed a bundle and the other has received it."""
    if session.seat == "A":
        return Pair(a=session, b=pair.b.receive(bundle))
    return Pair(a=pair.a.receive(bundle), b=session)


def on(pair: Pair, session: Session) -> Pair:
    """A session signs its draft, and the other receives it."""
    return joined(pair, *session.sealed())


def until(pair: Pair, whose: str, what: Iterable[str] = ("choice",)) -> Pair:
    """Play until this seat owes one of these, with nothing in a draft."""
    while not (pair.a.owed.seat == whose and pair.a.owed.kind in what):
        if not pair.a.owed.kind:
            raise AssertionError("the game is over")
        session = mover(pair)
        ahead = session.automatic()
        reached = ahead.owed.seat == whose == session.seat and ahead.owed.kind in what
        pair = on(pair, ahead if reached and ahead.draft else play(session, 0))
    return pair


def ended(pair: Pair) -> bytes:
    return play_out(pair).a.log.encode()


def forged(session: Session, entries: list[Entry], state: str = "00" * 32) -> Bundle:
    """These entries as the seat's next bundle, numbered and signed as they should be."""
    return signed_by(session, session.vault.keypair, entries, state)


def drafted(session: Session) -> list[Entry]:
    return [{key: value for key, value in canon.decode(line).items() if key != "i"} for line in session.draft]


def cheat(pair: Pair, kind: str, change: Callable[[Entry], Entry]) -> bytes:
    """The log as soon as somebody writes an entry of this kind: changed by a cheat, signed as it should be."""
    for _ in range(200):
        entries = drafted(play(mover(pair), 0))
        for place, entry in enumerate(entries):
            if entry["k"] == kind and change(entry) != entry:
                bundle = forged(mover(pair), [*entries[:place], change(entry), *entries[place + 1 :]])
                return evolve(pair.a.log, bundles=(*pair.a.log.bundles, bundle)).encode()
        pair = on(pair, play(mover(pair), 0))
    raise AssertionError(f"nobody ever writes {kind}")


# --- the little game --------------------------------------------------------------------------------------------------


def tiny_played() -> bytes:
    pair = until(begin(TINY, "played", names=("Zoë", "Łukasz")), "A")
    pair = on(pair, note(play(pair.a, 1), "Viel Glück! ¿Otra vez? 42 €"))
    return ended(pair)


def tiny_cut() -> bytes:
    log = play_out(begin(TINY, "cut")).a.log
    return evolve(log, bundles=log.bundles[: len(log.bundles) // 2]).encode()


def tiny_refused() -> bytes:
    """Red steps nine spaces; blue refuses, red writes anew."""
    pair = until(begin(TINY, "refused"), "A")
    wrong = forged(pair.a, [{"k": "go", "to": 9}])
    try:
        pair.b.receive(wrong)
    except PbemError as error:
        no = refusal(pair.b, wrong, error)
    pair = Pair(a=pair.a.receive(no), b=pair.b.receive(no))
    return ended(pair)


def tiny_refused_falsely() -> bytes:
    """Blue refuses two legal turns, one of which asks for a roll, with a note behind the second refusal."""
    pair = begin(TINY, "falsely")
    for text in ("", "I do not like it."):
        pair = until(pair, "A")
        _, legal = play(pair.a, 0).sealed()
        no = refusal(pair.b, legal, PbemError("illegal", "no reason"))
        if text:
            entry = evolve(
                PROTOCOL.load({k: v for k, v in no.entries[0].items() if k != "i"}), code="illegal"
            )
            session = note(pair.b.clean().written(entry), text)
            no = session.sealed()[1]
        pair = Pair(a=pair.a.receive(no), b=pair.b.receive(no))
        pair = on(pair, play(mover(pair), 0))
    return ended(pair)


def tiny_taken_back() -> bytes:
    pair = until(begin(TINY, "back"), "A")
    first = pair.a.position.count - 1
    while pair.a.position.game.round == 1:
        pair = until(on(pair, play(pair.a, 0)), "A")
    for yes in (False, True):
        pair = on(pair, offer_back(pair.a, first))
        pair = on(pair, reply_offer(pair.b, yes=yes))
    return ended(pair)


def tiny_renewed() -> bytes:
    """Red renews twice, blue once, with entries of play between."""
    pair = begin(TINY, "renewed")
    for number, name in enumerate("ABA"):
        pair = until(pair, name, ("choice", "conceal", "roll"))
        pair = joined(pair, *renew_keys(seat(pair, name), entropy(f"golden/renewed/{number}")))
        pair = on(pair, play(mover(pair), 0))
    return ended(pair)


def tiny_unsigned_refusal() -> bytes:
    pair = until(begin(TINY, "unsigned"), "A")
    _, legal = play(pair.a, 0).sealed()
    no = refusal(pair.b, legal, PbemError("illegal", "no reason"))
    entry = {key: value for key, value in no.entries[0].items() if key != "i"}
    wrong = forged(pair.b, [{**entry, "head": "ab" * 32}], no.header.state)
    return evolve(pair.a.log, bundles=(*pair.a.log.bundles, wrong)).encode()


def tiny_better_dice() -> bytes:
    return cheat(begin(TINY, "better"), "open", lambda entry: {**entry, "dice": [6, 6]})


def tiny_other_dice() -> bytes:
    return cheat(begin(TINY, "other"), "req", lambda entry: {**entry, "dice": [[6, 1], [6, 2]]})


def tiny_illegal() -> bytes:
    return cheat(begin(TINY, "illegal"), "guard", lambda entry: {**entry, "guard": "fly"})


# --- cards ------------------------------------------------------------------------------------------------------------


def whist_played() -> bytes:
    return ended(begin(WHIST, "whist"))


def whist_cut() -> bytes:
    log = play_out(begin(WHIST, "whist-cut"), 1).a.log
    return evolve(log, bundles=log.bundles[: len(log.bundles) // 2]).encode()


def whist_forged() -> bytes:
    def swapped(entry: Entry) -> Entry:
        first, second, *rest = entry["p"]
        return {**entry, "p": [second, first, *rest]}

    return cheat(begin(WHIST, "whist-forged"), "deck-mask", swapped)


# --- the example game -------------------------------------------------------------------------------------------------


def ford_0_1_0() -> bytes:
    return ended(begin(FORD, "ford"))


def ford_0_2_0() -> bytes:
    return ended(begin(NEXT, "ford"))


def upgraded(seed: str, *, yes: bool) -> bytes:
    pair = begin(FORD, seed)
    while pair.a.position.game.turn < 3:
        pair = on(pair, play(mover(pair), 0))
    pair = until(pair, mover(pair).seat)
    pair = on(pair, offer_upgrade(mover(pair), game_of(*NEXT)))
    pair = on(pair, reply_offer(mover(pair), yes=yes))
    return ended(pair)


# --- referees --------------------------------------------------------------------------------------------------------

RITA, QUIN = (Keypair.from_seed(entropy(f"golden/referee/{name}")(32)) for name in ("Rita", "Quin"))


def ruled(pair: Pair, keypair: Keypair, ruling: Ruling, appointed: Appointed | None = None) -> Pair:
    """Both go on behind a ruling."""
    made = make_ruling(pair.a.game, pair.a.log, keypair, ruling, appointed)
    return Pair(a=pair.a.receive(made), b=pair.b.receive(made))


def tiny_ruled() -> bytes:
    """By the clause: void under a roll that is asked for, `stands` with a roll left out; then the game is played out."""
    pair = until(begin(TINY, "ruled", referee=Clause(key=RITA.public, days=14, then="loses")), "A")
    first = pair.a.position.count - 1
    pair = until(on(pair, play(pair.a, 0)), "B", ("choice", "answer"))
    can = possibilities(pair.a.game, pair.a.log)
    void = Ruling(how="void", to=first, j=can.j, text="Das war der falsche Weg: siehe 2.1 ü.", days=7)
    pair = ruled(pair, RITA, void)
    pair = until(on(pair, play(mover(pair), 1)), "A")
    stands = Ruling(how="stands", j=possibilities(pair.a.game, pair.a.log).j + 2, text="The turn is legal.")
    return ended(ruled(pair, RITA, stands))


def tiny_ruled_over() -> bytes:
    """Both appoint another referee than the clause names, who puts an end to the game under a roll."""
    pair = until(begin(TINY, "ruled-over", referee=Clause(key=RITA.public, days=30, then="referee")), "A")
    pair = on(pair, play(pair.a, 0))
    appointed = appointment.appoint(pair.a.log, QUIN.public, "Quin", 9)
    for session in (pair.a, pair.b):
        appointed = evolve(appointed, sheet=appointed.sheet.signed(session.vault.keypair))
    over = Ruling(how="over", winner="blue", level="silent for 9 days", text="Ann has not answered.")
    return ended(ruled(pair, QUIN, over, appointed))


def tiny_ruled_again() -> bytes:
    """A ruling that would have a roll of the game a second time: rejected there."""
    pair = until(begin(TINY, "ruled-again", referee=Clause(key=RITA.public, days=14, then="referee")), "A")
    log, end = pair.a.log, pair.a.end
    lines = [canon.encode({"i": end.entries, "how": "stands", "j": 1, "k": "ruling", "text": "Once more."})]
    wrong = sign_bundle(
        RITA,
        by="R",
        gid=log.gid,
        n=end.bundles + 1,
        prev=end.head,
        lines=lines,
        rules=end.rules,
        state="00" * 32,
    )
    return evolve(log, bundles=(*log.bundles, wrong)).encode()


# --- toss, by another writer ------------------------------------------------------------------------------------------


def toss(game: writer.Game) -> bytes:
    """A game as the writer of the vectors has it, not packed."""
    data: bytes = writer.log_of(*game.lines)
    return data


PLAYS: dict[str, Callable[[], bytes]] = {
    "tiny-played": tiny_played,
    "tiny-cut": tiny_cut,
    "tiny-refused": tiny_refused,
    "tiny-refused-falsely": tiny_refused_falsely,
    "tiny-taken-back": tiny_taken_back,
    "tiny-renewed": tiny_renewed,
    "tiny-better-dice": tiny_better_dice,
    "tiny-other-dice": tiny_other_dice,
    "tiny-illegal": tiny_illegal,
    "tiny-unsigned-refusal": tiny_unsigned_refusal,
    "tiny-ruled": tiny_ruled,
    "tiny-ruled-over": tiny_ruled_over,
    "tiny-ruled-again": tiny_ruled_again,
    "toss-rounds": lambda: toss(bases.rounds(15)),
    "toss-cut": lambda: toss(bases.rounds(6)),
    "toss-challenge": lambda: toss(bases.rounds(6, challenge=True)),
    "toss-asides": lambda: toss(bases.asides(24)),
    "toss-cards": lambda: toss(bases.decks(6)),
    "toss-talk": lambda: toss(bases.talk(60)),
    "whist-played": whist_played,
    "whist-cut": whist_cut,
    "whist-forged": whist_forged,
    "ford-0.1.0": ford_0_1_0,
    "ford-0.2.0": ford_0_2_0,
    "ford-upgraded": lambda: upgraded("upgraded", yes=True),
    "ford-declined": lambda: upgraded("declined", yes=False),
}
"""By name; ``tests/golden/README.md`` says what is in each."""
