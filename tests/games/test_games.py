"""What every installed game owes: cases that hold, paragraphs accounted for, orders that round-trip, data that is read."""

import re
from pathlib import Path

import pytest

from pbem.bytes.canon import encode_value
from pbem.bytes.errors import DataError
from pbem.games import cases, registry
from pbem.port.rulebook import coverage
from tests.lists import held

GAMES = [each.name for each in registry.installed()]
TEXTS = {"june6": "000_493e3fbb7c489838.txt"}


@pytest.mark.parametrize("game", GAMES)
def test_every_case_holds_and_is_named_by_a_paragraph(game: str) -> None:
    listed = {each.number for each in registry.paragraphs(game)}
    listed |= set(re.findall(r"\bN\d+\b", registry.text(game, "NOTES.md")))

    def holds(named: tuple[str, str]) -> None:
        name, text = named
        case = cases.parse(text, name)
        tried = cases.run(case)
        assert tried.holds, f"expected {tried.expected}, found {tried.found}"
        assert game == case.game
        number = name.partition("-")[0].rstrip("abcdefgh")
        assert number.isalpha() or any(each.startswith(number) for each in listed), (
            f"{number} is no paragraph"
        )

    held(((name, (name, text)) for name, text in registry.cases(game).items()), holds)


@pytest.mark.parametrize("game", GAMES)
def test_every_paragraph_is_accounted_for_and_every_rule_is_shown(game: str) -> None:
    rules = registry.load(game).rules
    found = coverage(rules.book, registry.paragraphs(game), cases.cited(registry.cases(game)))
    assert ((), ()) == (found.unaccounted, found.without_case)
    listed = (*found.implemented, *found.definition, *(number for number, _ in found.left_out))
    assert sorted(found.paragraphs) == sorted(listed)
    assert len(set(found.paragraphs)) == len(found.paragraphs)


@pytest.mark.parametrize("game", GAMES)
def test_no_function_is_bound_to_a_paragraph_that_is_not_listed(game: str) -> None:
    rules = registry.load(game).rules
    listed = {each.number for each in registry.paragraphs(game)}
    notes = set(re.findall(r"\bN\d+\b", registry.text(game, "NOTES.md")))
    assert set() == {each for each in rules.book.bound_paragraphs() if each not in listed | notes}


@pytest.mark.parametrize("game", GAMES)
def test_cases_cite_paragraphs_or_notes_that_exist(game: str) -> None:
    listed = {each.number for each in registry.paragraphs(game)}
    notes = set(re.findall(r"\bN\d+\b", registry.text(game, "NOTES.md")))
    cited = cases.cited(registry.cases(game))
    assert set() == {each for each in cited if each not in listed | notes}


@pytest.mark.parametrize("game", sorted(TEXTS))
def test_every_numbered_paragraph_of_the_text_is_listed(game: str, shared: Path) -> None:
    text = (shared / "rulebooks" / TEXTS[game]).read_text(encoding="utf-8")
    printed = set(re.findall(r"^\s*(\d{1,2}\.[1-9]\d?)\b", text, re.MULTILINE))
    listed = {each.number for each in registry.paragraphs(game)}
    missing = {n for n in printed if n not in listed and not any(each.startswith(n) for each in listed)}
    assert set() == missing


@pytest.mark.parametrize("game", GAMES)
def test_the_first_state_is_the_same_value_after_writing_and_reading(game: str) -> None:
    rules = registry.load(game).rules
    for scenario in rules.scenarios:
        state = rules.setup(scenario, {})
        assert encode_value(rules.dump(state)) == encode_value(rules.dump(rules.load(rules.dump(state))))
        assert encode_value(rules.dump(state)) == rules.write(state)


@pytest.mark.parametrize("game", GAMES)
def test_every_label_of_provenance_is_counted(game: str) -> None:
    found = registry.load(game).rules.provenance()
    assert {"typed", "typed in part", "published", "quoted", "inferred", "history", "reconstructed"} == set(
        found
    )
    assert found["published"] > 0


@pytest.mark.parametrize("game", GAMES)
def test_every_pile_that_a_side_sees_lies_in_a_place_of_its_own(game: str) -> None:
    rules = registry.load(game).rules
    for scenario in rules.scenarios:
        state = rules.setup(scenario, {})
        for side in rules.sides:
            places = [pile.cell for pile in rules.scene(state, side).piles if pile.counters]
            assert "" not in places
            assert sorted(set(places)) == sorted(places)


@pytest.mark.parametrize("game", ["darkdecember", "june44", "june6", "normandy"])
def test_a_phase_in_a_case_that_there_is_not_is_named(game: str) -> None:
    with pytest.raises(DataError, match="no phase 'nowhere'; known: "):
        registry.load(game).rules.place("empty", {"phase": "nowhere"})
