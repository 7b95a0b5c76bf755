"""The games behind the golden logs in which a referee rules (tests/golden): by a clause, by an appointment, and wrongly."""

from collections.abc import Callable

from attrs import evolve

from pbem.bytes import canon
from pbem.crypto.keys import Keypair
from pbem.log import Clause, sign_bundle
from pbem.log.entries import Ruling
from pbem.papers import appointment
from pbem.papers.appointment import Appointed
from pbem.papers.rulings import make_ruling, possibilities
from tests.protocol.conftest import Pair, entropy, play
from tests.tools.golden_plays import TINY, begin, ended, mover, on, until

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


PLAYS: dict[str, Callable[[], bytes]] = {
    "tiny-ruled": tiny_ruled,
    "tiny-ruled-over": tiny_ruled_over,
    "tiny-ruled-again": tiny_ruled_again,
}
"""By name; ``tests/golden/README.md`` says what is in each."""
