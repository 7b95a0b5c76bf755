"""Every sentence that some case brings about is said in Spanish too, not those of the recorded game alone."""

from __future__ import annotations

import pytest

from pbem.games import cases, registry
from pbem.home.viewing.languages import tongue
from pbem_rules.pegasus.play import Play


def test_every_sentence_of_the_cases_is_translated(monkeypatch: pytest.MonkeyPatch) -> None:
    heard: set[str] = set()
    finished = Play.finished

    def listening(play: Play) -> object:
        heard.update(each.text for each in play.outcomes)
        return finished(play)

    monkeypatch.setattr(Play, "finished", listening)
    for name, text in registry.cases("pegasus").items():
        case = cases.parse(text, name)
        assert cases.run(case).holds, name
    spanish = tongue(registry.load("pegasus"), "es")
    assert len(heard) > 300
    assert [] == sorted(each for each in heard if spanish.say(each) == each)
