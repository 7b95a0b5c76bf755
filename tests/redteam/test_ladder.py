"""A ladder reads results from people who want to climb: what one player alone can make of them."""

import json
from pathlib import Path

from attrs import evolve
from click.testing import CliRunner, Result

from pbem.bytes import container
from pbem.bytes.canon import Json
from pbem.cli import main
from pbem.home.papers import result_comparison
from pbem.home.papers.verdict import judge
from pbem.log import Log
from pbem.papers import results
from pbem.papers.results import AGREED, PLAYED, RESIGNED, Outcome, ResultPaper
from pbem.papers.signed_sheet import sheet
from pbem.store.home import Home
from tests.keys.renewing import renewed
from tests.lists import tried_with
from tests.protocol.conftest import Pair, begin, play_out

DRAW = Outcome(how=AGREED, winner="", level="by agreement")


def claim(pair: Pair, **fields: Json) -> ResultPaper:
    """A result that Ben alone signs, with fields of his own."""
    paper = results.write(pair.b.log, Outcome(how=PLAYED, winner="blue", level="blue wins", score=3))
    line = sheet("result", pair.b.log.gid, {**paper.sheet.fields, **fields})
    return evolve(paper, sheet=line).signed(pair.b.vault.keypair)


@tried_with(
    "fields",
    [
        {"n": "18, and a referee has checked it"},
        {"n": -1},
        {"n": True},
        {"n": None},
        {"entry": "0"},
        {"head": {"x": 1}},
        {"head": "00"},
        {"level": " "},
        {"level": "draw "},
        {"score": "3"},
        {"score": True},
        {"v": True},
        {"winner": None},
    ],
)
def test_a_field_of_the_wrong_type_puts_no_words_into_a_verdict(ended: Pair, fields: dict[str, Json]) -> None:
    found = judge(claim(ended, **fields).encode())
    assert (False, "bad-paper") == (found.proved, found.code)


def test_what_one_player_says_of_a_game_is_called_a_claim(ended: Pair) -> None:
    """A program that reads the verdict alone must not take it for what both have signed."""
    assert "claimed" == judge(claim(ended).encode()).word


def stored(place: Path, name: str, lines: bytes) -> Path:
    path = place / f"{name}.pbem"
    path.write_bytes(container.pack(lines))
    return path


def codes(place: Path, *paths: Path) -> list[str]:
    return [each.code for each in result_comparison.contradictions(paths, home=Home(place / "nobody"))]


def test_a_claim_that_the_log_does_not_bear_out_is_named(ended: Pair, tmp_path: Path) -> None:
    log = stored(tmp_path, "log", ended.a.log.encode())
    lie = stored(tmp_path, "lie", claim(ended).encode())
    elsewhere = stored(tmp_path, "elsewhere", claim(ended, n=3).encode())
    assert ["other-result"] == codes(tmp_path, log, lie)
    assert ["other-head"] == codes(tmp_path, log, elsewhere)


def both(pair: Pair, outcome: Outcome) -> ResultPaper:
    paper = results.write(pair.a.log, outcome)
    return paper.signed(pair.a.vault.keypair).signed(pair.b.vault.keypair)


def test_an_offer_that_was_kept_for_worse_days_has_lapsed(ended: Pair, tmp_path: Path) -> None:
    """Ann offers a draw early; Ben plays on, loses, and signs her old offer: the log shows that both had gone on."""
    early = evolve(ended.a.log, bundles=ended.a.log.bundles[:4])
    paper = results.write(early, DRAW).signed(ended.a.vault.keypair).signed(ended.b.vault.keypair)
    assert judge(paper.encode()).proved
    offer, log = stored(tmp_path, "offer", paper.encode()), stored(tmp_path, "log", ended.a.log.encode())
    assert ["played-on"] == codes(tmp_path, offer, log)
    assert ["played-on"] == codes(tmp_path, log, offer)


def test_one_player_cannot_play_himself_out_of_an_agreement(ended: Pair, tmp_path: Path) -> None:
    """A single turn file after the agreement, signed by one of the two, does not undo it."""
    early = evolve(ended.a.log, bundles=ended.a.log.bundles[:4])
    later = evolve(ended.a.log, bundles=ended.a.log.bundles[:5])
    paper = results.write(early, DRAW).signed(ended.a.vault.keypair).signed(ended.b.vault.keypair)
    offer, log = stored(tmp_path, "offer", paper.encode()), stored(tmp_path, "log", later.encode())
    assert [] == codes(tmp_path, offer, log)


def test_a_log_of_turns_that_nobody_signed_takes_no_result_away(ended: Pair, tmp_path: Path) -> None:
    """Turn files whose signatures do not hold are no playing on."""
    early = evolve(ended.a.log, bundles=ended.a.log.bundles[:4])
    paper = results.write(early, DRAW).signed(ended.a.vault.keypair).signed(ended.b.vault.keypair)
    other = play_out(begin("other")).a.log.bundles
    forged: Log = evolve(early, bundles=(*early.bundles, *other[4:]))
    offer, log = stored(tmp_path, "offer", paper.encode()), stored(tmp_path, "log", forged.encode())
    assert [] == codes(tmp_path, offer, log)


def test_two_results_of_one_game_are_laid_side_by_side(ended: Pair, tmp_path: Path) -> None:
    """A draw that both signed, and a resignation from the drawer: whoever shows one of them is asked for the other."""
    draw = stored(tmp_path, "draw", both(ended, DRAW).encode())
    given = results.write(ended.a.log, Outcome(how=RESIGNED, winner="blue", level="red resigns"))
    lost = stored(tmp_path, "lost", given.signed(ended.a.vault.keypair).encode())
    assert ["two-results"] == codes(tmp_path, draw, lost)
    assert [] == codes(tmp_path, draw, draw.rename(tmp_path / "same.pbem"))


def test_one_game_counts_once(ended: Pair, tmp_path: Path) -> None:
    """The same result under two names, and two results with one winner: said, and no contradiction."""
    draw = stored(tmp_path, "draw", both(ended, DRAW).encode())
    copy = stored(tmp_path, "copy", both(ended, DRAW).encode())
    given = results.write(ended.a.log, Outcome(how=RESIGNED, winner="blue", level="red resigns"))
    lost = stored(tmp_path, "lost", given.signed(ended.a.vault.keypair).encode())
    agreed = stored(tmp_path, "agreed", both(ended, evolve(DRAW, winner="blue")).encode())
    for one, other, how in ((draw, copy, "is the same result as"), (lost, agreed, "speaks of the same game")):
        (found,) = result_comparison.contradictions((one, other), home=Home(tmp_path / "nobody"))
        assert (True, "counted-once") == (found.good, found.code)
        assert how in found.lines[0]
        said = CliRunner().invoke(main, ["--home", str(tmp_path / "nobody"), "verify", str(one), str(other)])
        assert (0, True) == (said.exit_code, "together: counted once." in said.output), said.output
        assert "counts once." in said.output.splitlines()[-1]
    log = stored(tmp_path, "log", ended.a.log.encode())
    assert ["counted-once"] == codes(tmp_path, draw, log, copy, log)


def test_a_thief_of_a_key_that_was_given_up_resigns_for_nobody(tiny: None, tmp_path: Path) -> None:
    """Red has renewed its keys; the thief of the old one leaves the renewal out. Beside the log it shows."""
    before = play_out(begin("thief"), most=2)
    after = play_out(renewed(before), most=6)
    given = Outcome(how=RESIGNED, winner="blue", level="red resigns")
    theirs = results.write(after.a.log, given)
    stolen = evolve(theirs, log=evolve(theirs.log, bundles=())).signed(before.a.vault.keypair)
    assert judge(stolen.encode()).proved
    log, paper = stored(tmp_path, "log", after.a.log.encode()), stored(tmp_path, "stolen", stolen.encode())
    assert ["old-key"] == codes(tmp_path, log, paper)
    own = stored(tmp_path, "own", theirs.signed(after.a.vault.keypair).encode())
    assert [] == codes(tmp_path, log, own)


def run(place: Path, who: str, *words: str, answer: str = "") -> Result:
    return CliRunner().invoke(main, ["--home", str(place / who), *words], input=answer)


def test_nothing_is_signed_unread(tmp_path: Path) -> None:
    """A paper called draw.pbem that gives the game away is shown, and signed only after a yes."""
    for who in ("ann", "ben"):
        assert 0 == run(tmp_path, who, "identity", "new", who.capitalize(), "--no-password").exit_code
    names = [str(tmp_path / f"{name}.pbem") for name in ("invite", "accept", "draw", "signed")]
    invite, accept, draw, signed = names
    for words in (
        ("ann", "invite", "tiny", "--side", "red", "--out", invite),
        ("ben", "accept", invite, "--out", accept),
        ("ann", "accept", accept),
    ):
        done = run(tmp_path, *words)
        assert 0 == done.exit_code, done.output
    for answer, there in (("n\n", False), ("y\n", True)):
        run(tmp_path, "ann", "end", "agree", "--winner", "red", "--out", draw, answer=answer)
        assert there == Path(draw).exists()
    asked = run(tmp_path, "ben", "end", "agree", draw, "--out", signed, answer="n\n")
    assert "red wins" in asked.output
    assert asked.exit_code
    assert not Path(signed).exists()
    assert 0 == run(tmp_path, "ben", "end", "agree", draw, "--out", signed, answer="y\n").exit_code
    verdict = json.loads(run(tmp_path, "nobody", "verify", "--json", signed).stdout)
    assert ("signed", "") == (verdict["verdict"], verdict["code"])
