"""An entrant of a challenge who has seen the dice: what he can do about them, and that it shows."""

from __future__ import annotations

from pathlib import Path

import pytest
from attrs import evolve

from pbem.bytes import container
from pbem.bytes.canon import Json
from pbem.bytes.errors import VerifyError
from pbem.games import registry
from pbem.home.challenges import comparison
from pbem.home.viewing import logs as looking
from pbem.home.viewing.logs import Film
from pbem.protocol.side_entries import reject
from pbem.store.home import Home
from tests.protocol.conftest import Pair, begin, play_out
from tests.protocol.test_attacks import forge

CHALLENGE = Path(__file__).resolve().parents[2] / "examples" / "challenge"


def with_refusals(pair: Pair, count: int) -> Pair:
    """Seat A refuses what seat B sent, right or wrong, to burn rolls that it would rather not have."""
    for _ in range(count):
        sent = forge(pair.b, [{"k": "go", "to": 1}])
        a, bundle = pair.a.written(reject(sent, VerifyError("illegal", "no."))).sealed()
        pair = Pair(a=a, b=pair.b.receive(bundle))
    return pair


def test_rolls_that_refusals_burnt_are_named(tmp_path: Path) -> None:
    """Two bad dice skipped: the rolls that are missing show in the comparison, and it does not hold."""
    waiting = play_out(begin("burn"), most=1)
    assert "B" == waiting.a.owed.seat
    path = tmp_path / "entry.pbem"
    path.write_bytes(container.pack(play_out(with_refusals(waiting, 2)).a.log.encode()))
    film = looking.film(path, home=Home(tmp_path / "nobody"))
    assert film.verdict.good
    assert (1, 2) == comparison.entrant(path.name, film).skipped


@pytest.mark.parametrize("field", ["options", "rules", "data"])
def test_an_entry_on_easier_terms_is_not_compared(monkeypatch: pytest.MonkeyPatch, field: str) -> None:
    """The scenario has the same name; options, ruleset or a data pack of one's own make it another game."""
    with monkeypatch.context() as patch:
        patch.undo()
        patch.setattr(registry, "load", _LOAD)
        patch.setattr(registry, "info", _INFO)
        films = {path.name: looking.film(path) for path in sorted(CHALLENGE.glob("*.pbem"))}
        ann = films["ann.pbem"]
        easier: dict[str, Json] = {"options": {"easy": True}, "rules": "ab" * 32, "data": "cd" * 32}
        log = evolve(ann.log, invite=evolve(ann.log.invite, **{field: easier[field]}))

        def film(path: Path, **_: object) -> Film:
            return evolve(ann, log=log) if path.name == "ann.pbem" else films[path.name]

        patch.setattr(looking, "film", film)
        with pytest.raises(VerifyError) as caught:
            comparison.read([CHALLENGE / "ann.pbem", CHALLENGE / "ben.pbem"])
    assert "other-terms" == caught.value.code


_LOAD, _INFO = registry.load, registry.info
