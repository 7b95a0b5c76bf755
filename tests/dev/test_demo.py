"""The main job: a whole game by mail and to its end; and what verification costs beside what no verifier does without."""

import base64
import re
from collections.abc import Iterator
from email import message_from_bytes
from pathlib import Path
from xml.etree import ElementTree

import pytest
from attrs import frozen

from pbem.bytes import container
from pbem.bytes.errors import UsageError
from pbem.dev import demo
from pbem.home.games import open_vault
from pbem.home.identity import unlock
from pbem.log import parse_log
from pbem.mail.extract import turns_in
from pbem.protocol.session import Session
from pbem.protocol.vault import Vault
from pbem.replay.loading import load_rules
from pbem.replay.verify import verify
from pbem.store.home import Home
from tests.tools.bench import folded

pytestmark = pytest.mark.wider

PLAYERS = ("ann", "ben")


@frozen(kw_only=True)
class Played:
    """A finished demonstration."""

    out: Path

    def vault(self, who: str) -> Vault:
        home = Home(self.out / who / "home")
        return open_vault(home.games()[0], unlock(home, ""))

    def mails(self, who: str) -> Iterator[Path]:
        """The mails in a player's Maildir, in order of name."""
        return iter(sorted((self.out / who / "Maildir" / "new").iterdir()))


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Played:
    """Pegasus Bridge, all its turns."""
    out = tmp_path_factory.mktemp("demo") / "out"
    demo.run(game="pegasus", out=out, progress=lambda _: None)
    return Played(out=out)


@pytest.fixture(scope="session")
def campaign(played: Played) -> bytes:
    return (played.out / "campaign.pbem").read_bytes()


def test_the_campaign_verifies(campaign: bytes) -> None:
    verdict = verify(campaign)
    assert ("verified", None) == (verdict.verdict, verdict.fault)


def test_both_players_store_the_same_log_and_it_is_the_campaign(played: Played, campaign: bytes) -> None:
    logs = [Home(played.out / who / "home").games()[0].log() for who in PLAYERS]
    assert [container.unpack(campaign)] * 2 == logs


def test_a_folder_that_holds_something_is_not_written_over(played: Played) -> None:
    with pytest.raises(UsageError, match="not empty"):
        demo.run(out=played.out, progress=lambda _: None)


def test_every_mail_carries_its_turn_and_each_stands_in_one_thread(played: Played) -> None:
    for who in PLAYERS:
        for place in played.mails(who):
            raw = place.read_bytes()
            assert 1 == len({found.digest for found in turns_in(raw)})
            assert str(message_from_bytes(raw)["Subject"]).strip().startswith("[pbem pegasus")


def forms(secret: bytes) -> tuple[bytes, ...]:
    """The ways in which 32 bytes might slip into a file."""
    return (
        secret,
        secret.hex().encode(),
        secret.hex().upper().encode(),
        base64.b64encode(secret).rstrip(b"="),
        base64.urlsafe_b64encode(secret).rstrip(b"="),
    )


def test_no_mail_and_no_picture_holds_a_secret(played: Played, campaign: bytes) -> None:
    """Keys and roots never leave; a seed leaves with its roll; the salts' key leaves with the audit at the end."""
    log = parse_log(container.unpack(campaign))
    game = load_rules(log)
    public = [p.read_bytes() for p in played.out.iterdir() if p.is_file()]
    for who, other in zip(PLAYERS, reversed(PLAYERS), strict=True):
        vault = played.vault(who)
        last = Session.open(game, log, vault).position.table.next_roll - 1
        never = [vault.current.key, vault.current.root, unlock(Home(played.out / who / "home"), "").secret]
        never += [vault.chain[j] for j in range(last + 1, last + 40)]
        letters = [place.read_bytes() for place in played.mails(other)]
        turns = [container.unpack(found.data) for raw in letters for found in turns_in(raw)]
        for secret in never:
            for form in forms(secret):
                assert not any(form in data for data in (*letters, *turns, *public))
        before_the_audit = [data for data in turns if b'"k":"audit"' not in data]
        assert len(turns) - 2 <= len(before_the_audit) < len(turns)
        for form in forms(vault.salts):
            assert not any(form in data for data in before_the_audit)


def test_there_is_a_map_for_each_turn_and_a_report_that_shows_them(played: Played) -> None:
    report = (played.out / "report.md").read_text(encoding="utf-8")
    for turn in (1, 2, 3):
        name = f"turn-{turn}.svg"
        assert name in report
        ElementTree.fromstring((played.out / name).read_text(encoding="utf-8"))
    assert "| Modifier | Rule | Value |" in report
    assert re.search(r"(?m)^\| [^|]+ \| \d+\.\d+ \|", report)


GAME = Path(__file__).resolve().parents[2] / "examples/pegasus/campaign.pbem"


def test_verification_costs_not_more_than_so_many_times_its_floor_and_an_entry_some_kilobytes() -> None:
    found = folded(container.unpack(GAME.read_bytes()), 1)
    assert 1 < found["verify_us"] / found["floor_us"] < 30
    assert found["acted_us"] < 1.5 * found["verify_us"]
    assert 1_000 < found["memory_an_entry"] < 20_000
