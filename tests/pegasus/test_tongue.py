"""Every sentence that some case brings about is said in Spanish too, not those of the recorded game alone."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from pbem.games import cases, registry
from pbem.home.viewing.languages import tongue
from pbem.port.game import Step
from pbem_rules.pegasus.game import Pegasus
from pbem_rules.pegasus.model import State


def test_every_sentence_of_the_cases_is_translated(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: set[str] = set()

    def listening(happens: Callable[..., Step[State]]) -> Callable[..., Step[State]]:
        def told(*given: object) -> Step[State]:
            step = happens(*given)
            heard.update(each.text for each in step.outcomes)
            return step

        return told

    monkeypatch.setattr(Pegasus, "apply", listening(Pegasus.apply))
    monkeypatch.setattr(Pegasus, "settled", listening(Pegasus.settled))
    for name, text in registry.cases("pegasus").items():
        case = cases.parse(text, name)
        assert cases.run(case).holds, name
    spanish = tongue(registry.load("pegasus"), "es")
    assert len(heard) > 300
    assert [] == sorted(each for each in heard if spanish.say(each) == each)
