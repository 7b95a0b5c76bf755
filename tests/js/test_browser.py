"""The replay page in a real browser: it seeks, it proves, it turns red at the right entry, and no hostile name runs."""

from __future__ import annotations

import base64
import hashlib
import json
import shutil
import subprocess
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest
from attrs import evolve

from pbem import demo as mails
from pbem import registry
from pbem.canon import Json
from pbem.container import pack, unpack
from pbem.desk import looking
from pbem.desk.identity import create_identity
from pbem.desk.invitations import join, new_game, start
from pbem.desk.tongues import tongue
from pbem.scene import Counter
from pbem.store.home import Home
from tests.js.logs import GAMES, bytes_of, twice
from tests.js.node import HERE, NODE, needs_node
from tests.verdict.conftest import Rejected, illegal, table  # noqa: F401  # fixtures
from tests.view import demo
from tests.view.pages import small

BROWSER = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
pytestmark = [needs_node, pytest.mark.skipif(BROWSER is None, reason="no browser on this machine")]

EVIL = "</script><img src=x onerror=hit()><svg onload=hit()>"
PROVEN = {"wait": "globalThis.PBEM && PBEM.proof"}
TEXT: dict[str, Json] = {"eval": "document.getElementById('verdict-text').textContent"}
NET: dict[str, Json] = {"net": True}
HOLDS = (
    "Signatures, dice and secrets hold. Whether every move is legal, only pbem can tell: "
    "it said “all of it holds so far; the game goes on” when it made this page."
)
VALE = (
    "Las firmas, los dados y los secretos son válidos. Si cada jugada es legal, solo lo puede decir pbem: "
    "al hacer esta página dijo «todo es válido hasta aquí; la partida sigue»."
)


def _drive(page: Path, *commands: Mapping[str, Json], at: str = "") -> list[Json]:
    """What a browser answers to each command after it has opened a page and the page has checked its log."""
    assert NODE is not None
    assert BROWSER is not None
    given: Sequence[Mapping[str, Json]] = [{"goto": page.as_uri() + at}, PROVEN, *commands]
    done = subprocess.run(
        [NODE, str(HERE / "browser.js"), BROWSER], check=False, input=json.dumps(given).encode(), capture_output=True,
        timeout=300,
    )  # fmt: skip
    assert (0, b"") == (done.returncode, done.stderr)
    return [json.loads(line) for line in done.stdout.splitlines()][2:]


def _game(place: Path, turns: int, names: tuple[str, str]) -> bytes:
    """The log of a game of June 6 of so many turn files between players of these names."""
    homes = [Home(place / seat) for seat in "AB"]
    a, b = (
        create_identity(home, name, "", mails._entropy(7, name))
        for home, name in zip(homes, names, strict=True)
    )
    game = registry.load("june6")
    offered = new_game(
        homes[0],
        a,
        game=game.info.name,
        scenario="landings",
        side=game.rules.sides[0],
        entropy=mails._entropy(7, "a"),
    )
    joined = join(homes[1], b, unpack(offered.file), entropy=mails._entropy(7, "b"))
    begun = start(homes[0], a, unpack(joined.file))
    assert begun.session is not None
    assert joined.session is not None
    tables = {"A": begun.session, "B": joined.session}
    for _ in range(turns):
        mover = tables["A"].owed.seat
        tables[mover], bundle = mails.decide(tables[mover], 7).sealed()
        other = "B" if mover == "A" else "A"
        tables[other] = tables[other].receive(bundle)
    log: bytes = tables["A"].log.encode()
    return log


@pytest.fixture(scope="session")
def log(tmp_path_factory: pytest.TempPathFactory) -> bytes:
    """Sixty turn files of June 6, between players with hostile names."""
    return _game(tmp_path_factory.mktemp("game"), 60, (EVIL[:60], "Ben"))


@pytest.fixture(scope="session")
def june6(log: bytes, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The page of that log."""
    page = tmp_path_factory.mktemp("page") / "game.html"
    page.write_text(looking.film_of_log(log).page("game.pbem"), "utf-8")
    return page


def _encoded(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def _page(place: Path, text: str) -> Path:
    page = place / "page.html"
    page.write_text(text, "utf-8")
    return page


def test_a_real_game_proves_itself_and_asks_the_network_for_nothing(june6: Path, log: bytes) -> None:
    entries = looking.film_of_log(log).verdict.entries
    counts = {
        "eval": "(({ code, entries, counts, method }) => [code, entries, counts.dice > 0, method])(PBEM.proof.verdict)"
    }
    said, found, net = _drive(june6, TEXT, counts, NET)
    assert HOLDS == said
    assert ["ok", entries, True, "webcrypto"] == found
    assert ["asked " + june6.as_uri()] == net


def test_the_counters_on_the_map_are_those_of_the_position(june6: Path, log: bytes) -> None:
    film = looking.film_of_log(log)
    for entry in (0, len(film.trail) // 2, len(film.trail) - 1):
        scene = film.scene(entry, None)
        names = {
            "eval": "[...document.querySelectorAll('#counters .counter')].map((each) => each.dataset.name).sort()"
        }
        heading: dict[str, Json] = {"eval": "document.getElementById('heading').textContent"}
        counters, head = _drive(june6, names, heading, at=f"#entry={entry}")
        assert sorted(c.name for p in scene.piles for c in p.counters) == counters
        assert scene.heading == head


def test_keys_move_through_the_game_and_the_address_follows(june6: Path) -> None:
    place: dict[str, Json] = {"eval": "PBEM.page.count"}
    quiet: dict[str, Json] = {"eval": "document.getElementById('quiet').checked = false"}
    keys = [{"key": key} for key in ("Home", "ArrowRight", "ArrowRight", "ArrowLeft", "End", "ArrowRight")]
    steps = [step for key in keys for step in (key, place)]
    linked: dict[str, Json] = {"wait": "location.hash === '#entry=' + (PBEM.page.count - 1)"}
    about = {"eval": "[PBEM.page.film.length, PBEM.page.film.jumps.activation[0], location.hash]"}
    found = _drive(june6, quiet, *steps, {"key": "Home"}, {"key": "a"}, linked, place, about)
    length, first, address = found[-1] if isinstance(found[-1], list) else (None, None, None)
    assert [0, 1, 2, 1, length, length] == [found[i] for i in (2, 4, 6, 8, 10, 12)]
    assert first == int(str(found[-2])) - 1
    assert f"#entry={first}" == address


def test_a_bookmark_with_its_comment_is_there_when_the_page_is_opened_again(june6: Path) -> None:
    write = (
        "(() => { const t = document.querySelector('#notes textarea'); t.value = '<b>here</b>';"
        " t.dispatchEvent(new Event('change')); return PBEM.page.notes.all(); })()"
    )
    again: dict[str, Json] = {
        "eval": "[document.querySelector('#notes textarea').value, document.querySelector('#notes b')]"
    }
    found = _drive(
        june6,
        {"key": "b"},
        {"eval": write},
        {"goto": "about:blank"},
        {"goto": june6.as_uri()},
        PROVEN,
        again,
        at="#entry=5",
    )
    assert [{"entry": 5, "text": "<b>here</b>"}] == found[1]
    assert ["<b>here</b>", None] == found[-1]


def test_every_word_of_the_page_is_there_in_both_languages(june6: Path) -> None:
    keys: dict[str, Json] = {
        "eval": "['en', 'es'].map((name) => Object.keys(PBEM.words[name]).sort().join())"
    }
    empty = "[...document.querySelectorAll('[data-word]')].filter((each) => !each.textContent).length"
    choose = (
        "(() => { const s = document.getElementById('language'); s.value = 'es';"
        " s.dispatchEvent(new Event('change')); return document.documentElement.lang; })()"
    )
    both, language, blank, said = _drive(june6, keys, {"eval": choose}, {"eval": empty}, TEXT)
    assert isinstance(both, list)
    assert both[0] == both[1]
    assert ("es", 0, VALE) == (language, blank, said)


def test_everything_that_can_be_pressed_has_a_name_and_can_be_reached(june6: Path) -> None:
    nameless = (
        "[...document.querySelectorAll('button, input, select, textarea')].filter((each) => each.offsetParent &&"
        " !(each.textContent.trim() || each.getAttribute('aria-label') || (each.labels && each.labels.length)))"
        ".map((each) => each.outerHTML)"
    )
    lost = (
        "[...document.querySelectorAll('button:not([role=tab])')].filter((each) => each.tabIndex < 0).length"
    )
    assert [[], 0] == _drive(june6, {"eval": nameless}, {"eval": lost})


def test_it_fits_the_width_of_a_phone(june6: Path) -> None:
    phone: dict[str, Json] = {"size": [360, 740], "phone": True}
    assert 360 == _drive(june6, phone, {"eval": "document.documentElement.scrollWidth"})[1]


def test_a_log_that_was_changed_is_red_from_the_turn_file_with_the_change(
    june6: Path, log: bytes, tmp_path: Path
) -> None:
    film = looking.film_of_log(log)
    bundle = film.log.bundles[len(film.log.bundles) // 2]
    line = bundle.lines[0]
    place = log.index(line) + line.index(b'"k"') - 3
    changed = log[:place] + (b"8" if log[place : place + 1] != b"8" else b"9") + log[place + 1 :]
    whole, forged = (_encoded(pack(each)) for each in (log, changed))
    text = june6.read_text("utf-8")
    assert 1 == text.count(whole)
    page = _page(tmp_path, text.replace(whole, forged))
    red = {
        "eval": f"[{bundle.header.first - 1}, {bundle.header.first}].map((entry) => PBEM.page.broken(entry))"
    }
    said, marks, name = _drive(page, TEXT, red, {"eval": "document.getElementById('verdict').className"})
    assert str(said).startswith(f"This log does not hold at entry {bundle.header.first}: ")
    assert ([False, True], "bad") == (marks, name)


def test_pictures_of_another_game_are_found_out(june6: Path, log: bytes, tmp_path: Path) -> None:
    text = june6.read_text("utf-8").replace(_encoded(pack(log)), _encoded(pack(twice())))
    said, foreign = _drive(_page(tmp_path, text), TEXT, {"eval": "PBEM.proof.foreign"})
    assert ("The pictures do not belong to this log", True) == (said, isinstance(foreign, int))


def test_no_hostile_word_runs_anywhere_on_the_page(tmp_path: Path) -> None:
    drawn = demo.scene()

    def named(counter: Counter) -> Counter:
        return evolve(counter, name=EVIL, title=EVIL, values=EVIL, size=EVIL, marks=(EVIL,))

    piles = tuple(evolve(p, label=EVIL, counters=tuple(map(named, p.counters))) for p in drawn.piles)
    marks = tuple(evolve(mark, text=EVIL, title=EVIL) for mark in drawn.marks)
    page = _page(tmp_path, small(EVIL, evolve(drawn, piles=piles, marks=marks, heading=EVIL, panel=(EVIL,))))
    tabs: list[Mapping[str, Json]] = [
        {"eval": f"(PBEM.page.tab('{name}'), PBEM.page.bookmark(), PBEM.page.stepBy(1))"}
        for name in ("events", "position", "charts", "notes", "proof", "help")
    ]
    strange: dict[str, Json] = {
        "eval": "[document.querySelectorAll('img, svg[onload], svg svg').length, typeof hit]"
    }
    *_, found, net = _drive(page, *tabs, strange, NET)
    assert [0, "undefined"] == found
    assert ["asked " + page.as_uri()] == net


def test_the_policy_of_the_page_stops_what_would_run_all_the_same(tmp_path: Path) -> None:
    page = _page(
        tmp_path,
        small().replace("</body>", "<script>window.hit = 1</script><img src=x onerror='hit = 2'></body>"),
    )
    found, net = _drive(page, {"eval": "typeof hit"}, NET)
    assert "undefined" == found
    assert isinstance(net, list)
    assert any("Content Security Policy" in str(each) for each in net)


def test_a_page_in_spanish_begins_in_spanish_and_tells_its_events_so(log: bytes, tmp_path: Path) -> None:
    """Words of the page, of the game, and of the map's heading; the reader may still change the page to English."""
    film = looking.film_of_log(log)
    page = _page(tmp_path, film.page("game.pbem", tongue=tongue(film.game, "es")))
    told: dict[str, Json] = {
        "eval": "[document.documentElement.lang, document.getElementById('heading').textContent.split(',')[0],"
        " [...document.querySelectorAll('#chapter button')].map((each) => each.textContent).join()]"
    }
    said, (language, heading, events) = _drive(page, TEXT, told, at="#entry=20")  # type: ignore[misc]
    assert VALE == said
    assert ("es", "Turno 1") == (language, heading)
    assert "bando" in str(events) or "se mueve" in str(events) or "desembarca" in str(events)


def test_a_browser_without_decompression_says_that_it_is_too_old(june6: Path, tmp_path: Path) -> None:
    """One sentence in the place of the verdict, and no error behind it."""
    text = june6.read_text("utf-8").replace("root.DecompressionStream)", "root.NoSuchThing)")
    script = text.rsplit("<script>", 1)[1].split("</script>", 1)[0]
    old = june6.read_text("utf-8").rsplit("<script>", 1)[1].split("</script>", 1)[0]
    text = text.replace(_hash(old), _hash(script))
    page = _page(tmp_path, text)
    given: Sequence[Mapping[str, Json]] = [{"goto": page.as_uri()}, {"wait": TEXT["eval"]}, TEXT, NET]
    assert NODE is not None
    done = subprocess.run(
        [NODE, str(HERE / "browser.js"), str(BROWSER)], check=False, input=json.dumps(given).encode(),
        capture_output=True, timeout=300,
    )  # fmt: skip
    *_, said, net = [json.loads(line) for line in done.stdout.splitlines()]
    assert str(said).startswith(("This browser is too old", "Este navegador es demasiado viejo"))
    assert ["asked " + page.as_uri()] == net


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")


# --- what the headline may say ------------------------------------------------------------------------------------------

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
    page = _page(tmp_path, small(log=twice()))
    said, name, proof, _, dice, _ = _drive(page, TEXT, CLASS, PROOF, *spanish(page))
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
def test_a_log_that_pbem_rejects_for_its_rules_is_red_with_its_sentence_and_green_nowhere(
    place: int, tmp_path: Path
) -> None:
    page = _page(tmp_path, small(SENTENCE, log=twice(), verdict="rejected", at=7))
    said, name, green, marks, bar, proof, green_too, _, other, told = _drive(
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
    page = _page(tmp_path, small(log=twice(dice=[1, 1])))
    said, name, green, marks = _drive(page, TEXT, CLASS, GREEN, broken(0, 10), at="#entry=9")
    assert (
        "This log does not hold at entry 6: Other dice follow from the seeds than stand here. (better-dice)"
        == said
    )
    assert ("bad", 0, [6, 7, 8, 9, 10]) == (name, green, marks)


def test_when_both_find_something_pbem_has_the_first_word_and_the_earlier_entry_counts(
    tmp_path: Path,
) -> None:
    page = _page(tmp_path, small(SENTENCE, log=twice(dice=[1, 1]), verdict="rejected", at=7))
    said, marks, proof = _drive(page, TEXT, broken(0, 10), PROOF)
    assert (SENTENCE, [6, 7, 8, 9, 10]) == (said, marks)
    assert "This log does not hold at entry 6: Other dice" in str(proof)


def test_a_real_log_with_an_illegal_move_is_red(request: pytest.FixtureRequest, tmp_path: Path) -> None:
    found: Rejected = request.getfixturevalue("illegal")
    page = tmp_path / "page.html"
    assert 3 == found.home("replay", found.file, "--html", page).code
    said, name, green, proof = _drive(page, TEXT, CLASS, GREEN, PROOF, at=f"#entry={found.entry - 1}")
    assert str(said).startswith("Rejected at entry ")
    assert found.said.removeprefix("rejected ") in str(said)
    assert ("bad", 0) == (name, green)
    assert (
        "Signatures, dice and secrets hold here; pbem, which knows the rules of the game, rejects the log all the same."
        in str(proof)
    )


def test_shuffles_are_proved_on_the_page_and_it_stays_awake(tmp_path: Path) -> None:
    """Four masks of five cards; meanwhile nothing holds the page up for longer than 0.3 seconds."""
    page = _page(tmp_path, small(log=bytes_of(GAMES["cards"])))
    watch = (
        "(() => { window.longest = 0; let last = performance.now(); setInterval(() => { const now = performance.now();"
        " window.longest = Math.max(window.longest, now - last); last = now; }, 5); return PBEM.page.check(); })()"
    )
    counts = "(({ code, counts }) => [code, counts.masks, counts.masksMade, window.longest < 300])(PBEM.proof.verdict)"
    _, found = _drive(page, {"eval": watch}, {"eval": counts})
    assert ["ok", 4, 4, True] == found
