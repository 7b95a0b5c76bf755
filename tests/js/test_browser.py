"""The replay page in a real browser: it seeks, it proves, it turns red at the right entry, and no hostile name runs."""

import base64
import hashlib
from collections.abc import Mapping
from pathlib import Path

import pytest
from attrs import evolve

from pbem.bytes.canon import Json
from pbem.bytes.container import pack, unpack
from pbem.dev import demo as mails
from pbem.dev.demo_players import entropy
from pbem.games import registry
from pbem.home.exchange.invitations import Wanted, asked_for, join, new_game, start
from pbem.home.new_identity import create_identity
from pbem.home.viewing import film_page
from pbem.home.viewing import logs as looking
from pbem.home.viewing.languages import tongue
from pbem.port.scene import Counter
from pbem.store.home import Home
from tests.js.browser import PROVEN, TEXT, drive, needs_browser, page_of
from tests.js.logs import twice
from tests.view import demo
from tests.view.pages import small

pytestmark = [pytest.mark.wider, *needs_browser]

EVIL = "</script><img src=x onerror=hit()><svg onload=hit()>"
NET: dict[str, Json] = {"net": True}
HOLDS = (
    "Signatures, dice and secrets hold. Whether every move is legal, only pbem can tell: "
    "it said “all of it holds so far; the game goes on” when it made this page."
)
VALE = (
    "Las firmas, los dados y los secretos son válidos. Si cada jugada es legal, solo lo puede decir pbem: "
    "al hacer esta página dijo «todo es válido hasta aquí; la partida sigue»."
)


def _game(place: Path, turns: int, names: tuple[str, str]) -> bytes:
    """The log of a game of June 6 of so many turn files between players of these names."""
    homes = [Home(place / seat) for seat in "AB"]
    a, b = (
        create_identity(home, name, "", entropy(7, name)) for home, name in zip(homes, names, strict=True)
    )
    game = registry.load("june6")
    terms = asked_for(homes[0], Wanted(game="june6", scenario="landings", side=game.rules.sides[0]))
    offered = new_game(homes[0], a, terms, entropy=entropy(7, "a"))
    joined = join(homes[1], b, unpack(offered.file), entropy=entropy(7, "b"))
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
    page.write_text(film_page.page(looking.film_of_log(log), "game.pbem"), "utf-8")
    return page


def _encoded(data: bytes) -> str:
    return base64.b64encode(data).decode("ascii")


def test_a_real_game_proves_itself_and_asks_the_network_for_nothing(june6: Path, log: bytes) -> None:
    entries = looking.film_of_log(log).verdict.entries
    counts = {
        "eval": "(({ code, entries, counts, method }) => [code, entries, counts.dice > 0, method])(PBEM.proof.verdict)"
    }
    said, found, net = drive(june6, TEXT, counts, NET)
    assert HOLDS == said
    assert ["ok", entries, True, "webcrypto"] == found
    assert ["asked " + june6.as_uri()] == net


def test_the_counters_on_the_map_are_those_of_the_position(june6: Path, log: bytes) -> None:
    film = looking.film_of_log(log)
    for entry in (0, len(film.trail) // 2, len(film.trail) - 1):
        scene = film.scene(entry, None)
        names = {"eval": "PBEM.page.table.names().sort()"}
        heading: dict[str, Json] = {"eval": "document.getElementById('heading').textContent"}
        counters, head = drive(june6, names, heading, at=f"#entry={entry}")
        assert sorted(c.name for p in scene.piles for c in p.counters) == counters
        assert scene.heading == head


def test_keys_move_through_the_game_and_the_address_follows(june6: Path) -> None:
    place: dict[str, Json] = {"eval": "PBEM.page.count"}
    quiet: dict[str, Json] = {"eval": "document.getElementById('quiet').checked = false"}
    keys = [{"key": key} for key in ("Home", "ArrowRight", "ArrowRight", "ArrowLeft", "End", "ArrowRight")]
    steps = [step for key in keys for step in (key, place)]
    linked: dict[str, Json] = {"wait": "location.hash === '#entry=' + (PBEM.page.count - 1)"}
    about = {"eval": "[PBEM.page.film.length, PBEM.page.film.jumps.activation[0], location.hash]"}
    found = drive(june6, quiet, *steps, {"key": "Home"}, {"key": "a"}, linked, place, about)
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
    found = drive(
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
    both, language, blank, said = drive(june6, keys, {"eval": choose}, {"eval": empty}, TEXT)
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
    assert [[], 0] == drive(june6, {"eval": nameless}, {"eval": lost})


def test_it_fits_the_width_of_a_phone(june6: Path) -> None:
    phone: dict[str, Json] = {"size": [360, 740], "phone": True}
    assert 360 == drive(june6, phone, {"eval": "document.documentElement.scrollWidth"})[1]


def test_a_log_that_was_changed_is_red_from_the_turn_file_with_the_change(june6, log, tmp_path):
    film = looking.film_of_log(log)
    bundle = film.log.bundles[len(film.log.bundles) // 2]
    line = bundle.lines[0]
    place = log.index(line) + line.index(b'"k"') - 3
    changed = log[:place] + (b"8" if log[place : place + 1] != b"8" else b"9") + log[place + 1 :]
    whole, forged = (_encoded(pack(each)) for each in (log, changed))
    text = june6.read_text("utf-8")
    assert 1 == text.count(whole)
    page = page_of(tmp_path, text.replace(whole, forged))
    red = {
        "eval": f"[{bundle.header.first - 1}, {bundle.header.first}].map((entry) => PBEM.page.broken(entry))"
    }
    said, marks, name = drive(page, TEXT, red, {"eval": "document.getElementById('verdict').className"})
    assert str(said).startswith(f"This log does not hold at entry {bundle.header.first}: ")
    assert ([False, True], "bad") == (marks, name)


def test_pictures_of_another_game_are_found_out(june6: Path, log: bytes, tmp_path: Path) -> None:
    text = june6.read_text("utf-8").replace(_encoded(pack(log)), _encoded(pack(twice())))
    said, foreign = drive(page_of(tmp_path, text), TEXT, {"eval": "PBEM.proof.foreign"})
    assert ("The pictures do not belong to this log", True) == (said, isinstance(foreign, int))


def test_no_hostile_word_runs_anywhere_on_thepage_of(tmp_path: Path) -> None:
    drawn = demo.scene()

    def named(counter: Counter) -> Counter:
        return evolve(counter, name=EVIL, title=EVIL, values=EVIL, size=EVIL, marks=(EVIL,))

    piles = tuple(evolve(p, label=EVIL, counters=tuple(map(named, p.counters))) for p in drawn.piles)
    marks = tuple(evolve(mark, text=EVIL, title=EVIL) for mark in drawn.marks)
    page = page_of(
        tmp_path, small(EVIL, evolve(drawn, piles=piles, marks=marks, heading=EVIL, panel=(EVIL,)))
    )
    tabs: list[Mapping[str, Json]] = [
        {"eval": f"(PBEM.page.tab('{name}'), PBEM.page.bookmark(), PBEM.page.stepBy(1))"}
        for name in ("events", "position", "charts", "notes", "proof", "help")
    ]
    strange: dict[str, Json] = {
        "eval": "[document.querySelectorAll('img, svg[onload], svg svg').length, typeof hit]"
    }
    *_, found, net = drive(page, *tabs, strange, NET)
    assert [0, "undefined"] == found
    assert ["asked " + page.as_uri()] == net


def test_the_policy_of_the_page_stops_what_would_run_all_the_same(tmp_path: Path) -> None:
    page = page_of(
        tmp_path,
        small().replace("</body>", "<script>window.hit = 1</script><img src=x onerror='hit = 2'></body>"),
    )
    found, net = drive(page, {"eval": "typeof hit"}, NET)
    assert "undefined" == found
    assert any("Content Security Policy" in str(each) for each in net)


def test_a_page_in_spanish_begins_in_spanish_and_tells_its_events_so(log: bytes, tmp_path: Path) -> None:
    """Words of the page, of the game, and of the map's heading; the reader may still change the page to English."""
    film = looking.film_of_log(log)
    page = page_of(tmp_path, film_page.page(film, "game.pbem", tongue=tongue(film.game, "es")))
    told: dict[str, Json] = {
        "eval": "[document.documentElement.lang, document.getElementById('heading').textContent.split(',')[0],"
        " [...document.querySelectorAll('#chapter button')].map((each) => each.textContent).join()]"
    }
    said, (language, heading, events) = drive(page, TEXT, told, at="#entry=20")
    assert VALE == said
    assert ("es", "Turno 1") == (language, heading)
    assert "bando" in str(events) or "se mueve" in str(events) or "desembarca" in str(events)


def test_a_browser_without_decompression_says_that_it_is_too_old(june6: Path, tmp_path: Path) -> None:
    """One sentence in the place of the verdict, and no error behind it."""
    text = june6.read_text("utf-8").replace("root.DecompressionStream)", "root.NoSuchThing)")
    script = text.rsplit("<script>", 1)[1].split("</script>", 1)[0]
    old = june6.read_text("utf-8").rsplit("<script>", 1)[1].split("</script>", 1)[0]
    text = text.replace(_hash(old), _hash(script))
    page = page_of(tmp_path, text)
    said, net = drive(page, TEXT, NET, first={"wait": TEXT["eval"]})
    assert str(said).startswith(("This browser is too old", "Este navegador es demasiado viejo"))
    assert ["asked " + page.as_uri()] == net


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(hashlib.sha256(text.encode()).digest()).decode("ascii")
