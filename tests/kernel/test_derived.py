"""What is worked out for a value hangs on that value, and is told apart by what it was worked out with."""

from __future__ import annotations

from attrs import frozen

from pbem.bytes.values import evolve
from pbem_rules.kernel.derived import derived


@frozen(slots=False)
class Numbered:
    n: int = 0


@derived
def total(value: Numbered, other: Numbered) -> int:
    return value.n + other.n


def test_an_argument_that_lies_where_another_lay_is_not_taken_for_it() -> None:
    value = Numbered(1)
    assert list(range(1, 301)) == [total(value, Numbered(n)) for n in range(300)]


def test_a_copy_works_out_its_own() -> None:
    value, other = Numbered(1), Numbered(2)
    assert (3, 7) == (total(value, other), total(evolve(value, n=5), other))


def test_an_answer_is_worked_out_once() -> None:
    asked: list[str] = []

    @derived
    def known(value: Numbered, name: str) -> str:
        asked.append(name)
        return name

    value = Numbered()
    assert ["a", "b", "a"] == [known(value, each) for each in ("a", "b", "a")]
    assert ["a", "b"] == asked
