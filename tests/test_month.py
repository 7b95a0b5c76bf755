"""A month between people who come and go (``examples/month``): three verifiers say the same of it, and its papers hold."""

import shutil

import pytest
import second_verifier
from home.table import Player

from pbem.bytes import container
from pbem.replay.verify import verify
from tests.js.logs import said
from tests.js.node import needs_node
from tests.tools.build_month import PAGE, PAPERS, write


@needs_node
@pytest.mark.wider
def test_three_verifiers_say_the_same_and_a_stranger_checks_what_the_page_says(tmp_path, monkeypatch):
    data = container.unpack((PAGE / "campaign.pbem").read_bytes())
    verdict, second, third = verify(data), second_verifier.verify(data), said(data)
    assert ("verified", "ok", "ok") == (verdict.verdict, second.code, third.code)
    assert 1 == len({verdict.bundles, second.bundles, third.bundles})
    monkeypatch.chdir(tmp_path)
    for path in (PAGE / "campaign.pbem", *(PAGE / "papers").iterdir()):
        shutil.copy(path, tmp_path)
    printed = Player("Zoe", tmp_path)("verify", "campaign.pbem", *PAPERS).says(0).sentences
    assert printed.rstrip() in (PAGE / "README.md").read_text("utf-8")
    other = PAGE.parent / "june44" / "campaign.pbem"
    Player("Zoe", tmp_path)("verify", PAPERS[0], other).says(
        3,
        "pace.pbem is of the game",
        "(Dark December",
        "campaign.pbem of the game",
        "(June '44",
        "says anything of the other",
    )


@pytest.mark.night
def test_the_month_is_played_to_the_same_page_again(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    assert (PAGE / "README.md").read_text("utf-8") == write(tmp_path)
