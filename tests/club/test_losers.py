"""What a player tries with their own key to get out of a lost game of a club: one turn more, a refusal, another referee."""

from collections.abc import Callable
from pathlib import Path

import pytest
from attrs import evolve, frozen
from home.table import Said, pbem, use_tiny

from pbem.bytes import container
from pbem.bytes.errors import VerifyError
from pbem.crypto.keys import Keypair
from pbem.home.viewing.logs import film_of_log
from pbem.log import Bundle, Clause, Log
from pbem.log.entries import Ruling
from pbem.papers import appointment as appointments
from pbem.papers import results
from pbem.papers.results import AGREED, RESIGNED, RULED, Outcome
from pbem.papers.rulings import make_ruling
from pbem.protocol.session import Session
from pbem.protocol.side_entries import refusal
from pbem.replay.outcome import ending
from tests.club.test_club import club
from tests.protocol.conftest import Pair, begin, entropy, play, play_out
from tests.protocol.tiny import GAME

pytestmark = pytest.mark.wider

RITA, QUIN = (Keypair.from_seed(entropy(name)(32)) for name in ("Rita", "Quin"))
MOST = 40


@frozen(kw_only=True)
class Table:
    """A club with one pairing, Ann (seat A, red) and Ben (B, blue), and their game as it was played to its end."""

    place: Path
    pair: Pair

    @property
    def log(self) -> Log:
        return self.pair.a.log

    def add(self, *files: bytes) -> Said:
        """Hand files in, one after another; what was said of the last."""
        said = Said(1, "", "")
        for n, each in enumerate(files):
            path = self.place / f"file-{n}.pbem"
            path.write_bytes(container.pack(each))
            said = club(self.place, "add", path)
        return said

    def check(self) -> Said:
        return pbem("--home", self.place / "nobody", "club", "check", self.place / "club")

    def ends_at(self) -> int:
        """The number of the turn file with which the game ends."""
        return next(n for n in range(1, MOST) if _winner(evolve(self.log, bundles=self.log.bundles[:n])))


def _winner(log: Log) -> str:
    end = ending(film_of_log(log.encode()).at(None)[0])
    return end.winner if end is not None else ""


@pytest.fixture
def sit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[[str], Table]:
    """A table for a game that comes from a seed."""
    use_tiny(monkeypatch)

    def seated(seed: str, clause: Clause | None = None, most: int = 10_000) -> Table:
        pair = play_out(begin(seed, referee=clause), most=most)
        assert club(tmp_path, "new", "The Tiny Club").code == 0
        for name, seat in (("Ann", pair.a.log.invite.seat), ("Ben", pair.a.log.accepted.seat)):
            assert club(tmp_path, "member", name, seat.identity.hex()).code == 0
        assert club(tmp_path, "season", "spring", "--game", "tiny").code == 0
        assert "Ann (red) - Ben (blue)" in club(tmp_path, "pair", "spring").out
        unnumbered(tmp_path / "club/seasons/spring.toml")
        return Table(place=tmp_path, pair=pair)

    return seated


def seed_of(wanted: Callable[[Pair, Bundle], bool]) -> str:
    """A game whose last turn is as wanted."""
    for n in range(MOST):
        table = Table(place=Path(), pair=play_out(begin(f"losers/{n}")))
        if wanted(table.pair, table.log.bundles[table.ends_at() - 1]):
            return f"losers/{n}"
    raise AssertionError(wanted)


def side_of(log: Log, seat: str) -> str:
    return log.invite.sides["AB".index(seat)]


def unnumbered(season: Path) -> None:
    """A season of the time before a pairing had a number: these games were begun before it."""
    kept = [line for line in season.read_text().splitlines() if not line.startswith("number")]
    season.write_text("\n".join(kept) + "\n")


def vault_of(pair: Pair, seat: str) -> Keypair:
    key: Keypair = (pair.a if seat == "A" else pair.b).vault.keypair
    return key


def wins(pair: Pair, last: Bundle) -> bool:
    """Whether its author wins by the last turn."""
    return _winner(pair.a.log) == side_of(pair.a.log, last.header.by)


def test_whoever_resigned_wins_nothing_by_one_turn_more(sit: Callable[[str], Table]) -> None:
    """They show what they hold when the other takes it up, and only then write the turn that wins."""
    table = sit(seed_of(wins))
    log, end = table.log, table.ends_at()
    loser = log.bundles[end - 1].header.by
    other = side_of(log, "B" if loser == "A" else "A")
    before, after = (evolve(log, bundles=log.bundles[:n]) for n in (end - 1, end))
    outcome = Outcome(how=RESIGNED, winner=other, level=f"{side_of(log, loser)} resigns")
    paper = results.write(before, outcome).signed(vault_of(table.pair, loser))
    winner = "Ben" if loser == "A" else "Ann"
    assert f"{winner} wins by resignation" in table.add(paper.encode()).sentences
    said = table.add(after.encode())
    assert f"{winner} wins by resignation" in said.sentences, said
    assert table.check().code == 0


def test_an_offer_is_taken_back_by_the_turn_that_wins(sit: Callable[[str], Table]) -> None:
    """The loser signs an old offer of a draw when they have seen the end."""
    table = sit(seed_of(wins))
    log, end = table.log, table.ends_at()
    before, after = (evolve(log, bundles=log.bundles[:n]) for n in (end - 1, end))
    paper = results.write(before, Outcome(how=AGREED, winner="", level="by agreement"))
    paper = paper.signed(table.pair.a.vault.keypair).signed(table.pair.b.vault.keypair)
    said = table.add(after.encode(), paper.encode())
    assert "wins as played" in said.sentences, said
    assert table.check().code == 0


def refused(table: Table) -> tuple[Log, Bundle, Bundle, Session]:
    """The log up to the last turn, that turn, its refusal by whoever loses by it, and their session before it."""
    log, end = table.log, table.ends_at()
    before, last = evolve(log, bundles=log.bundles[: end - 1]), log.bundles[end - 1]
    pair = play_out(begin(seed_of(wins)), most=end - 1)
    waiter = pair.b if last.header.by == "A" else pair.a
    assert waiter.log == before
    no = refusal(waiter, last, VerifyError("illegal", "so it says", entry=last.header.first))
    return before, last, no, waiter


@pytest.mark.parametrize("first", ["the end", "the refusal"])
def test_refusing_the_turn_that_wins_gets_nobody_out_of_a_lost_game(sit, first):
    table = sit(seed_of(wins))
    before, last, no, _ = refused(table)
    whole, torn = (evolve(before, bundles=(*before.bundles, each)) for each in (last, no))
    files = [whole.encode(), torn.encode()]
    said = table.add(*(files if first == "the end" else files[::-1]))
    assert "wins as played" in said.sentences, said
    assert table.check().code == 0


def test_whoever_has_gone_along_with_a_refusal_does_not_get_back_behind_it(sit):
    """They wrote their turn anew: what they had written first is given up."""
    table = sit(seed_of(wins))
    before, last, no, waiter = refused(table)
    author = (table.pair.a if last.header.by == "A" else table.pair.b).seat
    pair = play_out(begin(seed_of(wins)), most=len(before.bundles))
    mover = (pair.a if author == "A" else pair.b).receive(no)
    _, anew = play(mover, 1).sealed()
    went = evolve(before, bundles=(*before.bundles, no, anew))
    assert waiter.seat != author
    said = table.add(went.encode(), evolve(before, bundles=(*before.bundles, last)).encode())
    if _winner(went):
        assert "wins as played" in said.sentences, said
    else:
        assert "not over yet" in said.sentences, said
    assert "part ways" not in table.check().sentences


def test_two_logs_show_a_false_refusal_and_a_win_by_who_refused_is_for_the_organiser(sit):
    table = sit("refuser", most=8)
    log = table.log
    last = log.bundles[-1]
    refuser = "B" if last.header.by == "A" else "A"
    pair = play_out(begin("refuser"), most=len(log.bundles) - 1)
    waiter = pair.b if refuser == "B" else pair.a
    no = refusal(waiter, last, VerifyError("nonsense", "so it says", entry=last.header.first))
    outcome = Outcome(
        how=RESIGNED, winner=side_of(log, refuser), level=f"{side_of(log, last.header.by)} resigns"
    )
    given = results.write(waiter.log, outcome).signed(vault_of(table.pair, last.header.by))
    assert "wins by resignation" in table.add(given.encode()).sentences
    both = [evolve(waiter.log, bundles=(*waiter.log.bundles, each)).encode() for each in (last, no)]
    said = table.add(*both)
    assert said.code == 0, said
    found = table.check()
    assert found.code == 1
    assert f"its winner refused a legal turn of it: {side_of(log, refuser)}" in found.sentences
    name = "Ann" if last.header.by == "A" else "Ben"
    said = club(table.place, "settle", "spring", 1, name, "won", "--why", "A legal turn was refused.")
    assert f"{name} wins, settled by the organiser" in said.sentences
    assert table.check().code == 0


@pytest.mark.parametrize("n", [4, 9_000])
def test_a_referee_in_whose_place_both_have_appointed_another_rules_nothing(sit, tmp_path, n):
    """They date their ruling back, or ahead of everything that the log has."""
    table = sit("ruled", Clause(key=RITA.public, days=14, then="referee"), most=6)
    made = appointments.appoint(table.log, QUIN.public, "Quin")
    sheet = made.sheet.signed(table.pair.a.vault.keypair).signed(table.pair.b.vault.keypair)
    stands = make_ruling(
        GAME, table.log, QUIN, Ruling(how="stands", text="Quin is here."), evolve(made, sheet=sheet)
    )
    log = evolve(table.log, bundles=(*table.log.bundles, stands))
    early = evolve(log, bundles=log.bundles[:4])
    ruled = results.write(early, Outcome(how=RULED, winner="blue", level="blue wins"))
    if n > len(log.bundles):
        line = ruled.sheet.line.replace(b'"n":4', b'"n":%d' % n)
        ruled = evolve(ruled, sheet=evolve(ruled.sheet, line=line))
    ruled = ruled.signed(RITA)
    said = table.add(log.encode(), ruled.encode())
    assert "wins" not in said.sentences, said
    assert "not over yet" in said.sentences
    for name, each in (("log", log.encode()), ("ruled", ruled.encode())):
        (tmp_path / f"{name}.pbem").write_bytes(container.pack(each))
    told = pbem("--home", tmp_path / "nobody", "verify", tmp_path / "ruled.pbem", tmp_path / "log.pbem")
    assert "in whose place both players have appointed somebody else" in told.sentences
    quin = results.write(log, Outcome(how=RULED, winner="red", level="red wins"), evolve(made, sheet=sheet))
    assert "Ann wins by the referee's ruling" in table.add(quin.signed(QUIN).encode()).sentences
