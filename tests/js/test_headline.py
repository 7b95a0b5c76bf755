"""What the headline of a replay page may say, in a real browser: no more than was checked, and red where pbem rejects."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from pbem.bytes.canon import Json
from tests.js.browser import TEXT, drive, needs_browser, page_of
from tests.js.logs import GAMES, bytes_of, twice
from tests.verdict.conftest import Rejected, illegal, table  # noqa: F401  # fixtures
from tests.view.pages import small

pytestmark = [pytest.mark.wider, *needs_browser]

GREEN: dict[str, Json] = {"eval": "document.querySelectorAll('.ok').length"}
CLASS: dict[str, Json] = {"eval": "document.getElementById('verdict').className"}
PROOF: dict[str, Json] = {
    "eval": "(PBEM.page.tab('proof'), document.getElementById('panel-proof').textContent)"
}
SENTENCE = "Rejected at entry 7 (turn file 3, by Ben): illegal [10.11]: 505/82 is not adjacent. What comes before it holds."


def broken(first: int, last: int) -> dict[str, Json]:
    """Which entries are marked as not counting."""
    return {
        "eval": f"[...Array({last - first + 1}).keys()].map((n) => n + {first}).filter((n) => PBEM.page.broken(n))"
    }


def spanish(page: Path) -> list[Mapping[str, Json]]:
    return [
        {
            "eval": "((s) => { s.value = 'es'; s.dispatchEvent(new Event('change')); })(document.getElementById('language'))"
        },
        TEXT,
        PROOF,
    ]


def test_a_good_log_claims_what_was_checked_here_and_no_more(tmp_path: Path) -> None:
    page = page_of(tmp_path, small(log=twice()))
    said, name, proof, _, dice, _ = drive(page, TEXT, CLASS, PROOF, *spanish(page))
    assert "ok" == name
    assert str(said).startswith(
        "Signatures, dice and secrets hold. Whether every move is legal, only pbem can tell: it said “all of it holds; "
    )
    assert (
        "A page somebody sent you proves nothing by itself: take the log out of it and let your own program judge."
        in str(proof)
    )
    assert str(dice).startswith(
        "Las firmas, los dados y los secretos son válidos. Si cada jugada es legal, solo lo puede decir pbem"
    )


@pytest.mark.parametrize("place", [0, 5, 7, 10])
def test_a_log_that_pbem_rejects_for_its_rules_is_red_with_its_sentence_and_green_nowhere(place, tmp_path):
    page = page_of(tmp_path, small(SENTENCE, log=twice(), verdict="rejected", at=7))
    said, name, green, marks, bar, proof, green_too, _, other, told = drive(
        page, TEXT, CLASS, GREEN, broken(0, 10), {"eval": "document.getElementById('unproven').hidden"}, PROOF, GREEN,
        *spanish(page),
        at=f"#entry={place}",
    )  # fmt: skip
    assert (SENTENCE, "bad", 0, 0) == (said, name, green, green_too)
    assert ([7, 8, 9, 10], False) == (marks, bar)
    assert str(proof).startswith("✗ " + SENTENCE)
    assert SENTENCE == other
    assert "que conoce las reglas del juego, rechaza el registro de todos modos" in str(told)


def test_a_log_with_a_bad_die_is_red_whatever_the_page_was_told(tmp_path: Path) -> None:
    page = page_of(tmp_path, small(log=twice(dice=[1, 1])))
    said, name, green, marks = drive(page, TEXT, CLASS, GREEN, broken(0, 10), at="#entry=9")
    assert (
        "This log does not hold at entry 6: Other dice follow from the seeds than stand here. (better-dice)"
        == said
    )
    assert ("bad", 0, [6, 7, 8, 9, 10]) == (name, green, marks)


def test_when_both_find_something_pbem_has_the_first_word_and_the_earlier_entry_counts(tmp_path):
    page = page_of(tmp_path, small(SENTENCE, log=twice(dice=[1, 1]), verdict="rejected", at=7))
    said, marks, proof = drive(page, TEXT, broken(0, 10), PROOF)
    assert (SENTENCE, [6, 7, 8, 9, 10]) == (said, marks)
    assert "This log does not hold at entry 6: Other dice" in str(proof)


def test_a_real_log_with_an_illegal_move_is_red(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    found: Rejected = request.getfixturevalue("illegal")
    page = tmp_path / "page.html"
    assert 3 == found.home("replay", found.file, "--html", page).code
    said, name, green, proof = drive(page, TEXT, CLASS, GREEN, PROOF, at=f"#entry={found.entry - 1}")
    assert str(said).startswith("Rejected at entry ")
    assert found.said.removeprefix("rejected ") in str(said)
    assert ("bad", 0) == (name, green)
    assert (
        "Signatures, dice and secrets hold here; pbem, which knows the rules of the game, rejects the log all the same."
        in str(proof)
    )


def test_shuffles_are_proved_on_the_page_and_it_stays_awake(tmp_path: Path) -> None:
    """Four masks of five cards; meanwhile nothing holds the page up for longer than 0.3 seconds."""
    page = page_of(tmp_path, small(log=bytes_of(GAMES["cards"])))
    watch = (
        "(() => { window.longest = 0; let last = performance.now(); setInterval(() => { const now = performance.now();"
        " window.longest = Math.max(window.longest, now - last); last = now; }, 5); return PBEM.page.check(); })()"
    )
    counts = "(({ code, counts }) => [code, counts.masks, counts.masksMade, window.longest < 300])(PBEM.proof.verdict)"
    _, found = drive(page, {"eval": watch}, {"eval": counts})
    assert ["ok", 4, 4, True] == found
