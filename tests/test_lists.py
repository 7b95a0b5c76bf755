"""Lists in one test and samples: every failure is named, one case can be tried alone, everybody has the same sample."""

from pathlib import Path

import pytest

from tests import sampling
from tests.lists import held, tried_with

CASES = {"one": 1, "two words": 2, "three": 3}


def odd(number: int) -> None:
    if number == 3:
        raise KeyError("3")
    assert number % 2, "even"


@pytest.fixture(autouse=True)
def _all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PBEM_ONLY", raising=False)


def test_every_failure_is_named_with_the_command_for_one() -> None:
    with pytest.raises(pytest.fail.Exception) as failure:
        held(CASES, odd)
    said = str(failure.value)
    assert said.startswith("2 of 3\ntwo words: even")
    assert "three: KeyError: '3'" in said
    assert "\none: " not in said
    assert "PBEM_ONLY='two words' python -m pytest tests/test_lists.py::test_every_failure" in said


def test_what_fails_or_skips_by_a_word_is_a_failure_too() -> None:
    for word in (pytest.fail, pytest.skip):
        with pytest.raises(pytest.fail.Exception, match=r"two words: .*so it is"):
            held(CASES, lambda number, word=word: number == 2 and word("so it is"))


def test_one_is_tried_alone_and_another_list_says_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PBEM_ONLY", "three")
    with pytest.raises(KeyError):
        held(CASES, odd)
    held({"elsewhere": 2}, odd)


@pytest.mark.parametrize("only", ["", "one"])
def test_a_list_of_nothing_or_of_one_name_for_two_is_a_failure(only, monkeypatch):
    monkeypatch.setenv("PBEM_ONLY", only)
    for cases in ((), [("one", 1), ("one", 3)]):
        with pytest.raises(pytest.fail.Exception, match=r"no case|of one name: \['one'\]"):
            held(cases, odd)


@tried_with("number", [1, 2])
@tried_with(("word", "length"), [("a", 1), ("b", 1), ("b", 1)])
def test_cases_are_tried_with_each_other_in_a_folder_of_their_own(
    number: int, word: str, length: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert (3, []) == (len(CASES), [*tmp_path.iterdir()])
    monkeypatch.setitem(CASES, word, number)
    (tmp_path / "file").write_text(word * length)


def test_a_test_of_a_list_names_what_it_was_tried_with() -> None:
    seen: list[tuple[int, str]] = []

    @tried_with("number", [1, 2])
    @tried_with("word", ["a", "b", "b"])
    def whole(number: int, word: str) -> None:
        seen.append((number, word))
        assert number == 1

    with pytest.raises(pytest.fail.Exception, match=r"3 of 6\na-2: .*\nb-2: .*\nb \(2\)-2: "):
        whole()
    assert [(n, word) for word in "abb" for n in (1, 2)] == seen


def test_a_sample_is_the_same_each_time_and_keeps_the_order(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sampling, "ALL", False)
    items = range(100)
    once = sampling.sampled(items, 7, "one")
    assert (7, sorted(once), once) == (len(once), once, sampling.sampled(items, 7, "one"))
    assert once != sampling.sampled(items, 7, "another")
    monkeypatch.setattr(sampling, "ALL", True)
    assert list(items) == sampling.sampled(items, 7, "one")


def test_the_game_of_the_day_follows_the_number_of_the_commit(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("PBEM_GAME", raising=False)
    days = []
    for number in range(5):
        monkeypatch.setattr(sampling, "commits", lambda number=number: number)
        days.append(sampling.game_of_the_day())
    assert list(sampling.GAMES) == days
    monkeypatch.setenv("PBEM_GAME", "pegasus")
    assert sampling.game_of_the_day() == "pegasus"
