"""Every option changes what its paragraph says, and nothing else: by cases that name it, and by all that do not."""

from __future__ import annotations

import pytest

from pbem.dev.game_lint.agreed import named_in
from pbem.games import registry
from tests.games.options import TOUCHED, Chosen, cases_of, holds, is_offered, touches, values, with_option
from tests.lists import tried_with
from tests.sampling import sampled

pytestmark = pytest.mark.wider

VALUES = list(values())
FEW = 40
"""So many cases are tried for each value; all of them with ``PBEM_ALL=1``."""


@tried_with("chosen", VALUES, ids=str)
def test_each_value_has_a_case_that_would_not_hold_at_another(chosen: Chosen) -> None:
    """Else the option could do nothing, and nobody would know."""
    tried = [case for case in cases_of(chosen.game) if chosen.named in named_in(case)]
    assert [case.name for case in tried if not holds(case)] == []
    alike = [
        other
        for other in chosen.others
        if all(holds(with_option(case, chosen.option.name, other)) for case in tried)
    ]
    assert [] == alike, f"no case tells {chosen} from it"


@tried_with("chosen", [each for each in VALUES if each.value != each.option.values[0]], ids=str)
def test_it_changes_no_case_of_other_paragraphs(chosen: Chosen) -> None:
    name = chosen.option.name
    words = (chosen.option.paragraph, *TOUCHED[chosen.game][name])
    others = [
        case
        for case in cases_of(chosen.game)
        if name not in dict(named_in(case)) and not touches(case, words) and is_offered(case, name)
    ]
    tried = sampled(others, FEW, f"options {chosen}")
    assert [] == [case.name for case in tried if not holds(with_option(case, name, chosen.value))]


def test_every_option_says_what_it_touches() -> None:
    offered: dict[str, set[str]] = {info.name: set() for info in registry.installed()}
    for each in VALUES:
        offered[each.game].add(each.option.name)
    assert offered == {game: set(options) for game, options in TOUCHED.items()}
