"""What was found on the way and is no input of a target."""

from pathlib import Path

import pytest
from attrs import evolve

from pbem.bytes import canon
from pbem.bytes.canon import Json
from pbem.bytes.errors import FormatError, PbemError, UsageError
from pbem.log import Bundle, sign_bundle
from pbem.papers import equivocation, renewals
from pbem.protocol import signing_record
from pbem.store import journal
from pbem.table import forms
from tests.fuzz import fixtures


def _signed(entry: dict[str, Json]) -> Bundle:
    """A turn file of the small game's first seat with this one entry, as its first."""
    seat = fixtures.tiny_game().a
    line = canon.encode({**entry, "i": 0})
    return sign_bundle(
        seat.vault.keypair,
        by="A",
        gid=seat.log.gid,
        n=1,
        prev=seat.log.gid,
        lines=[line],
        rules=seat.log.invite.rules,
        state="00" * 32,
    )


@pytest.mark.parametrize("number", [True, "1", None, [1]])
def test_only_a_number_is_a_roll_that_somebody_has_asked_for(number: Json) -> None:
    """A request for roll ``true`` is none for roll 1: nobody is convicted of asking twice."""
    assert [1] == list(equivocation.requests(_signed({"k": "req", "j": 1})))
    assert {} == equivocation.requests(_signed({"k": "req", "j": number}))


@pytest.mark.parametrize(
    "odd", [{"vault": "zz"}, {"vault": 7}, {"vault": "5A" * 32}, {"tip": ""}, {"n": 7}, {"n": True}, {"x": 1}]
)
def test_what_a_renewal_in_a_paper_pins_is_what_the_log_would_pin(odd: dict[str, Json]) -> None:
    """Nobody folds it, so that its form is looked at where the paper is read."""
    log, key = fixtures.tiny_game().a.log, fixtures.tiny_game().b.vault.keypair.public.hex()
    entry: dict[str, Json] = {"k": "renew", "key": key, "n": 1024, "tip": "5a" * 32, "vault": "5a" * 32}
    renewals.check(evolve(log, bundles=(_signed(entry),)))
    with pytest.raises(FormatError, match="not a renewal"):
        renewals.check(evolve(log, bundles=(_signed({**entry, **odd}),)))


@pytest.mark.parametrize("given", ["--5", "-", "\u0665", "5 5", "9" * 5000, "1e3"])
def test_a_number_in_a_form_is_digits_with_one_sign_at_most(given: str) -> None:
    with pytest.raises(UsageError, match="cannot be read"):
        forms._value("slot", "number", given)
    assert -5 == forms._value("slot", "number", " -5 ")


@pytest.mark.parametrize("name", ["../x", "a/../../x", "/x", "", ".", "a//x", "..\\x", "a/./x"])
def test_a_journal_is_carried_out_in_its_folder_alone(name: str, tmp_path: Path) -> None:
    """A folder that somebody hands over may hold one; its digest is no secret."""
    folder = tmp_path / "game"
    folder.mkdir()
    (folder / journal.JOURNAL).write_bytes(journal._encode({name: b"x"}))
    with pytest.raises(PbemError, match="is damaged"):
        journal.recover(folder)
    assert [folder] == list(tmp_path.iterdir())
    assert [journal.JOURNAL] == [each.name for each in folder.iterdir()]


@pytest.mark.parametrize("odd", [{"x": "zz"}, {"x": "5"}, {"x": 7}, {"x": None}, {"j": True}, {"j": "1"}, {}])
def test_what_a_thief_signed_stops_nobody_from_signing(odd: dict[str, Json]) -> None:
    """It continues nothing known, so that nobody folds it, and yet it may tell which seeds have left."""
    entry: dict[str, Json] = {"k": "rsp", "j": 1, "x": "5a" * 32, **odd}
    told = signing_record.disclosed_by(_signed(entry), {}, lambda j, x: b"chain")
    assert () == told.seeds if odd else (((b"chain", 1), signing_record.UNKNOWN),) == told.seeds
