"""Floods, texts that lie, and what a cheat can do about chances: of rolls, of shared cards, of a challenge."""

import json
import random
import unicodedata
from collections.abc import Iterable
from pathlib import Path

import pytest
from attrs import evolve
from reading import log_bytes, vectors

from pbem.audit import chances
from pbem.bytes import container, text
from pbem.bytes.canon import Json
from pbem.bytes.errors import VerifyError
from pbem.games import registry
from pbem.home.challenges import comparison
from pbem.home.papers import evidence
from pbem.home.viewing import logs as looking
from pbem.home.viewing.logs import Film
from pbem.log import RESERVE, Bundle, Log
from pbem.papers import equivocation
from pbem.papers.evidence import Evidence
from pbem.protocol.side_entries import reject
from pbem.store.home import Home
from tests.protocol.conftest import Pair, begin, play_out
from tests.protocol.test_session import forge


def test_hundreds_of_versions_of_one_turn_are_one_proof_soon(ended, tmp_path, monkeypatch):
    log = evolve(ended.a.log, bundles=ended.a.log.bundles[:2])
    seat = evolve(
        ended.a, log=log, end=evolve(ended.a.end, bundles=2, entries=log.bundles[-1].header.last + 1)
    )
    versions = [forge(seat, [{"k": "go", "to": 1, "x": number}]) for number in range(200)]
    one, other = tmp_path / "log.pbem", tmp_path / "versions.pbem"
    one.write_bytes(container.pack(ended.a.log.encode()))
    other.write_bytes(container.pack(b"".join(each.encode() for each in versions)))
    compared = []
    between = equivocation.between

    def counted(log: Log, one: Bundle, other: Bundle, known: Iterable[Bundle] = ()) -> Evidence:
        compared.append(one.header.n)
        return between(log, one, other, known)

    monkeypatch.setattr(equivocation, "between", counted)
    found = evidence.in_files(one, other, Home(tmp_path / "nobody"))
    assert [("two-versions", 3)] == [(each.what, each.about) for each in found]
    assert len(compared) <= 10


ROOT = Path(__file__).resolve().parents[2]


def test_the_list_is_that_of_the_specification_and_every_character_of_it_is_known_here() -> None:
    shipped = (ROOT / "pbem/bytes/text.txt").read_bytes()
    assert (ROOT / "schemas" / "text.txt").read_bytes() == shipped
    first, last = text._ranges()
    for one, other in zip(first, last, strict=True):
        for code in range(one, other + 1):
            kind = unicodedata.category(chr(code))
            assert kind[0] in "LMNPS" or code == 0x20, (hex(code), kind)


def alarm(seed: int, dice: int, *, loaded: float = 0.0) -> bool:
    """Whether a log with so many d6 of each side raises the alarm; side A's show a six so much more often."""
    tests = []
    for side, more in (("A", loaded), ("B", 0.0)):
        source = random.Random(f"{seed}/{side}/{loaded}")
        faces = [6 if source.random() < more else source.randint(1, 6) for _ in range(dice)]
        tests.extend(chances.tested(f"{side}, d6", faces, 1, 6))
    return bool(chances.judge(tests).alarms)


def test_honest_dice_raise_the_alarm_as_often_as_is_said() -> None:
    """1,000 fair logs of 150 dice a side: 1 % is said; twice that would be beyond three standard deviations."""
    found = sum(alarm(seed, 150) for seed in range(1000))
    assert 0 < found <= 2 * chances.ALARM * 1000, found


def test_a_die_that_shows_a_six_too_often_is_seen_when_it_is_rolled_often_enough() -> None:
    """One roll in eight turned into a six: seen in most logs of 400 dice. One in thirty-three: in hardly any."""
    seen = {loaded: sum(alarm(seed, 400, loaded=loaded) for seed in range(60)) for loaded in (0.03, 0.125)}
    assert seen[0.125] > 40
    assert seen[0.03] < 10


def test_a_short_log_is_never_called_odd() -> None:
    """Tests that would have too few dice are left out."""
    for dice in range(20):
        assert not any(alarm(seed, dice) for seed in range(5)), dice


def test_bad_turns_without_end_do_not_fill_the_share_of_who_refuses_them() -> None:
    """What is refused counts for nobody's share, a refusal for its author's: as often as one may refuse, with as long
    words as there may be, it takes no more than the part of a share that is for answers alone.
    """
    changes = vectors("changes")
    lines = log_bytes(changes["ok-refuses-a-hundred-times"], changes).splitlines(keepends=True)
    refusals = [at for at, line in enumerate(lines) if json.loads(line)["k"] == "reject"]
    longest = max(sum(map(len, lines[at - 1 : at + 2])) for at in refusals)
    note = len('{"i":10000,"k":"note","text":""}\n') + 4 * 500
    assert 100 == len(refusals)
    assert 100 * (longest + 2 * 64 + note) < RESERVE
    assert "refused-often" == changes["refuses-101-times"]["expect"]


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
