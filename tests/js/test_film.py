"""Seeking, jumping, links and notes of the replay page, run under Node."""

import json

import pytest
from attrs import evolve

from pbem.bytes.canon import Json
from pbem.port.game import Moment, Outcome
from pbem.view.page.film import Reel, Shot, reel
from tests.js.node import needs_node, run
from tests.view import demo

pytestmark = [pytest.mark.wider, needs_node]
FIRST = evolve(demo.scene(), arrows=())
LENGTH = 330


def _told(entry: int) -> tuple[Outcome, ...]:
    kinds = [("activated", 12), ("combat", 7), ("eliminated", 11), ("moved", 1)]
    return tuple(
        Outcome(kind=kind, text=f"{kind} in {entry}.", side="german", units=("634/VIII",))
        for kind, every in kinds
        if entry % every == 0 and entry % 5
    )


def _long() -> Reel:
    """330 entries: piles that come and go, turns of 100 and phases of 25 entries."""
    piles = FIRST.piles
    shots = [
        Shot(
            entry=entry,
            seat="AB"[entry % 2],
            kind="move",
            moment=Moment(turn=1 + entry // 100, turn_name="", phase=f"phase {entry // 25 % 4}"),
            outcomes=_told(entry),
            scene=None
            if entry % 3 == 2
            else evolve(
                FIRST,
                piles=tuple(p for i, p in enumerate(piles) if (entry + i) % (i + 2)),
                heading=f"after {entry}",
                panel=(f"turn {entry // 100}", f" line {entry // 10}"),
            ),
        )
        for entry in range(LENGTH)
    ]
    return reel(FIRST, Moment(turn=1, turn_name="", phase="phase 0"), shots)


REEL = _long()
VALUE: dict[str, Json] = {**REEL.value, "sides": list(REEL.sides)}


def _changes(step: Json) -> dict[str, Json]:
    return step[3]


def _one_by_one() -> list[Json]:
    """The position after each number of entries, by applying every change from the start."""
    steps, lines = VALUE["steps"], VALUE["lines"]
    piles: dict[str, Json] = {}
    state: dict[str, Json] = {"heading": "", "signs": []}
    told: list[Json] = []
    found: list[Json] = []
    for step in (VALUE["start"], *steps):
        changes = _changes(step)
        changed, panel = changes.get("p", {}), changes.get("l")
        piles = {k: v for k, v in {**piles, **changed}.items() if v}
        state["heading"] = changes.get("h", state["heading"])
        state["signs"] = changes.get("s", state["signs"])
        if isinstance(panel, list):
            head, tail, *between = (int(str(number)) for number in panel)
            told = told[:head] + [lines[number] for number in between] + told[len(told) - tail :]
        found.append({**state, "panel": told, "piles": dict(sorted(piles.items()))})
    return found


def test_any_entry_is_reached_from_any_other_as_if_one_by_one() -> None:
    expected = _one_by_one()
    counts = [LENGTH, 0, 100, 99, 101, 200, 1, 300, 299, 330, 199, *range(0, LENGTH + 1, 17)]
    case: dict[str, Json] = {"do": "seek", "reel": VALUE, "counts": list(counts)}
    assert [[expected[count] for count in counts]] == run("films.js", [case])


def test_jumps_lead_to_the_first_entry_of_a_turn_a_phase_an_activation_and_to_combats() -> None:
    case: dict[str, Json] = {
        "do": "jumps",
        "reel": VALUE,
        "at": [0, 30, 329],
        "to": [["turn", 100, 1], ["turn", 100, -1], ["turn", 300, 1], ["combat", -1, 1], ["combat", 7, -1]],
    }
    (found,) = run("films.js", [case])
    activations = [entry for entry in range(LENGTH) if entry % 12 == 0 and entry % 5]
    combats = [entry for entry in range(LENGTH) if entry % 7 == 0 and entry % 5]
    assert {
        "turn": [0, 100, 200, 300],
        "phase": list(range(0, LENGTH, 25)),
        "activation": activations,
        "combat": combats,
    } == found["jumps"]
    assert [[0, 12], [25, 36], [325, 330]] == found["chapter"]
    assert [200, 0, None, 7, None] == found["to"]


def test_losses_are_summed_and_the_strength_is_that_of_the_counters_on_the_map() -> None:
    (found,) = run("films.js", [{"do": "series", "reel": VALUE}])
    losses, strength = found["losses"], found["strength"]
    times = [entry for entry in range(LENGTH) if entry % 11 == 0 and entry % 5]
    assert [[0, 0], *([entry + 1, n] for n, entry in enumerate(times, 1))] == losses["german"]
    assert [[0, 0]] == losses["allied"]
    on_map = sum(c.steps for p in FIRST.piles for c in p.counters if c.side == "german" and p.cell[0] in "01")
    assert [0, on_map] == strength["german"][0]


def test_words_find_the_events_that_have_all_of_them() -> None:
    expected = [entry for entry in range(LENGTH) if entry % 11 == 0 and entry % 5 and "3" in str(entry)]
    assert [expected, []] == run(
        "films.js", [{"do": "search", "reel": VALUE, "words": w} for w in ("ELIMINATED 3", " ")]
    )


def test_a_link_names_an_entry_that_is_there_or_none() -> None:
    hashes = ["#entry=0", "#entry=412", "#entry=413", "#entry=-1", "#entry=1x", "", "#entry=99999999999"]
    assert [0, 412, None, None, None, None, None] == run(
        "films.js", [{"do": "link", "hash": text, "length": 413} for text in hashes]
    )


def test_notes_are_kept_and_written_and_read_again() -> None:
    (first,) = run("films.js", [{"do": "notes", "set": [[3, "a <b>"], [1, ""]]}])
    expected = [{"entry": 1, "text": ""}, {"entry": 3, "text": "a <b>"}]
    assert (expected, expected, True) == (first["all"], first["again"], first["kept"])
    (other,) = run("films.js", [{"do": "notes", "set": [[2, "mine"]], "read": first["file"]}])
    assert [expected[0], {"entry": 2, "text": "mine"}, expected[1]] == other["all"]


def test_a_file_that_is_no_notes_of_this_game_changes_nothing() -> None:
    def written(game: str, *notes: Json) -> str:
        return json.dumps({"pbem-notes": 1, "game": game, "notes": list(notes)})

    wrong: list[Json] = [{"entry": 10, "text": ""}, {"entry": 1, "text": 5}, None]
    bad = ["no json", "null", "[]", *(written("ab", each) for each in wrong)]
    found = run("films.js", [{"do": "notes", "read": text} for text in (*bad, written("cd"))])
    said = [(each["said"], each["all"]) for each in found if isinstance(each, dict)]
    assert [*[("badNotes", [])] * len(bad), ("otherGame", [])] == said


def test_a_browser_that_keeps_nothing_is_told_of() -> None:
    (found,) = run("films.js", [{"do": "notes", "set": [[1, "x"]], "full": True}])
    assert ([{"entry": 1, "text": "x"}], False) == (found["all"], found["kept"])


def test_seeking_is_a_matter_of_milliseconds() -> None:
    (milliseconds,) = run("films.js", [{"do": "time", "reel": VALUE}])
    assert isinstance(milliseconds, int | float)
    assert milliseconds < 20
