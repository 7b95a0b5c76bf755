"""A sheet of standing orders: the template, and every slip by its line."""

from __future__ import annotations

import pytest

from pbem.bytes.errors import DataError
from pbem.games import registry
from pbem.home.play import standing_orders
from pbem_rules.shared.standing_sheet import MOST_BYTES, MOST_NAMES
from tests.june6.build import rules
from tests.lists import tried_with
from tests.standing.sheets import FULL, play


def slips(text: str, side: str = "german") -> list[tuple[int, str]]:
    """Line and path of everything wrong with a sheet."""
    game = registry.load("june6")
    state = game.rules.setup("landings", {})
    found = standing_orders.faults(game, state, side, standing_orders.parse(text.encode()))
    assert all(fault.message.endswith(".") for fault in found)
    return [(fault.line, fault.path) for fault in found]


@pytest.mark.parametrize("side", ["allied", "german"])
def test_the_template_has_no_slips_and_the_full_sheets_have_none(side: str) -> None:
    state = rules().setup("landings", {})
    text = rules().standing_template(state, side)
    assert [] == slips(text, side)
    assert () == tuple(rules().standing_check(state, side, FULL[side]))


def test_the_template_with_its_comments_taken_away_has_no_slips() -> None:
    state = rules().setup("landings", {})
    for side in ("allied", "german"):
        lines = rules().standing_template(state, side).splitlines()
        text = "\n".join(line.removeprefix("# ") for line in lines[lines.index("") :])
        assert "\nodds" in text
        assert [] == slips(text, side)


@pytest.mark.wider
def test_templates_answer_nothing_in_a_whole_game() -> None:
    state = rules().setup("landings", {})
    empty = {
        side: dict(standing_orders.parse(rules().standing_template(state, side).encode()).tables)
        for side in ("allied", "german")
    }
    assert [] == play(3, empty).given


SLIPS = [
    ('[modes]\ndefault = "flee"', (2, "modes.default")),
    ('[modes]\n\nhexes = {E1 = "stand"}', (3, "modes.hexes.E1")),
    ('[modes]\nhexes = {E2040 = "fly"}', (2, "modes.hexes.E2040")),
    ('[modes]\nunits = {"505/82" = "stand"}', (2, "modes.units.505/82")),
    ('[support]\nartillery = "some"', (2, "support.artillery")),
    ("[support]\nair = -1", (2, "support.air")),
    ("[support]\nair = true", (2, "support.air")),
    ("[support]\nair = 1.5", (2, "support.air")),
    ("[support]\nhand_back = {turn = 1}", (2, "support.hand_back")),
    ('[losses]\nrule = "x"', (2, "losses.rule")),
    ('[losses]\nfirst = [\n"914/352",\n"nobody"]', (4, "losses.first.1")),
    ("[losses]\nfirst = 3", (2, "losses.first")),
    ("[losses]\nsecond = []", (2, "losses.second")),
    ('[retreat]\nrule = "fast"', (2, "retreat.rule")),
    ('[retreat]\ntoward = ["Carcassonne"]', (2, "retreat.toward.0")),
    ('[counterattack]\npolicy = "odds"', (2, "counterattack.policy")),
    ('[counterattack]\nodds = "0:1"', (2, "counterattack.odds")),
    ('[rout]\npolicy = "always"', (2, "rout.policy")),
    ('[storm]\nclaim = "maybe"', (2, "storm.claim")),
    ('[release]\nfailed = "x"', (2, "release.failed")),
    ('[initiative]\nmarker = ["29"]', (2, "initiative.marker.0")),
    ('[purchase]\nmarkers = ["free"]', (2, "purchase.markers.0")),
    ("[hand_back]\nturn = -1", (2, "hand_back.turn")),
    ('[losses]\n[losses.hand_back]\nunits = ["x"]', (3, "losses.hand_back.units.0")),
    ("retreat = 3", (1, "retreat")),
    ("[weather]", (1, "weather")),
]


@tried_with(("text", "found"), SLIPS, ids=[path for _, (_, path) in SLIPS])
def test_a_slip_is_named_with_its_line(text: str, found: tuple[int, str]) -> None:
    assert [found] == slips(text)


def test_too_many_names_and_too_many_bytes_are_slips() -> None:
    assert [(2, "losses.first")] == slips("[losses]\nfirst = " + str(["914/352"] * (MOST_NAMES + 1)))
    many = "".join(f"{table} = {['914/352'] * MOST_NAMES}\n" for table in ("first", "last"))
    hexes = ["E2040"] * MOST_NAMES
    text = f"[losses]\n{many}[retreat]\ntoward = {hexes}\navoid = {hexes}\n"
    assert len(text) > MOST_BYTES / 2
    wide = text + f"[hand_back]\nhexes = {hexes}\nunits = {['914/352'] * MOST_NAMES}\n"
    assert [(1, "")] == slips(wide)


@pytest.mark.parametrize("data", [b"[modes", b"\xff", b"x = 1979-05-27", b"[a]\n[a]", b"x = " + b"[" * 5000])
def test_what_is_no_toml_is_refused_in_one_sentence(data: bytes) -> None:
    with pytest.raises(DataError) as refused:
        standing_orders.parse(data)
    assert refused.value.code == "standing"
    assert refused.value.message.endswith(".")
