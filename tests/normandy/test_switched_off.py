"""Rules of combat, air, ships, 6 June and the dice of the night: without each of them a case fails.

The other rules of the game are not tried here yet.
"""

from __future__ import annotations

import sys
from collections.abc import Callable

import pytest

from pbem.games import cases, registry
from pbem_rules.normandy.book import BOOK
from pbem_rules.normandy.rules.combat import price
from tests.switched_off import Rule, nearest_first, parts, some_case_fails, switch_off

GAME = "normandy"
PREFIX = "pbem_rules.normandy."
registry.load(GAME)
MODULES = [module for name, module in sorted(sys.modules.items()) if name.startswith(PREFIX)]
CASES = [cases.parse(text, name) for name, text in registry.cases(GAME).items()]
SECTIONS = tuple(
    f"{PREFIX}rules.{name}"
    for name in ("combat", "air", "june6", "mulberry", "sail", "weather", "withdrawal")
)
PLAIN: dict[str, tuple[Rule, Callable[..., object]]] = {
    "of_defence": (price.of_defence, lambda *_: 0),  # what it is given is a price as well
}
"""Rules whose plain stand-in says what they say; another takes its place."""
TRIED = [each for each in parts(BOOK) if each[0].startswith(SECTIONS)]


def test_with_nothing_switched_off_every_case_holds() -> None:
    assert not some_case_fails(GAME, CASES)


@pytest.mark.parametrize(
    ("where", "numbers", "function", "empty"),
    [pytest.param(*each, id=each[0].removeprefix(PREFIX)) for each in TRIED],
)
def test_some_case_fails_without_the_rule(
    where: str, numbers: tuple[str, ...], function: Rule, empty: Rule, monkeypatch: pytest.MonkeyPatch
) -> None:
    name = where.rsplit(".", 1)[1]
    known, other = PLAIN.get(name, (function, empty))
    assert known is function
    switch_off(monkeypatch, MODULES, name, function, other)
    assert some_case_fails(GAME, nearest_first(CASES, numbers))
