"""Every rule is shown by a case that fails without it: each bound function is switched off in turn."""

from __future__ import annotations

import pytest

import pbem_rules.june6 as folder
from pbem.games import cases, registry
from pbem_rules.june6.book import BOOK
from tests.switched_off import Rule, modules_of, nearest_first, parts, some_case_fails, switch_off

CASES = [cases.parse(text, name) for name, text in registry.cases("june6").items()]
MODULES = modules_of(folder)


@pytest.mark.parametrize(
    ("where", "numbers", "function", "empty"), [pytest.param(*p, id=p[0]) for p in parts(BOOK)]
)
def test_some_case_fails_without_the_rule(
    where: str, numbers: tuple[str, ...], function: Rule, empty: Rule, monkeypatch: pytest.MonkeyPatch
) -> None:
    switch_off(monkeypatch, MODULES, where.rsplit(".", 1)[1], function, empty)
    assert some_case_fails("june6", nearest_first(CASES, numbers))


def test_every_paragraph_with_a_function_stands_as_carried_out() -> None:
    standing = {each.number: each.standing for each in registry.paragraphs("june6")}
    bound = {number for number in BOOK.bound_paragraphs() if not number.startswith("N")}
    assert set() == {number for number in bound if standing[number] != "implemented"}
