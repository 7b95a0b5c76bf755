"""The first page of the manual, typed as it stands by two people."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from home.table import pbem

ROOT = Path(__file__).resolve().parents[2]


@pytest.mark.parametrize("language", ["en", "es"])
def test_two_people_begin_a_game_with_what_the_page_tells_them_to_type(
    language: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = (ROOT / "pbem/manual" / language / "start.md").read_text(encoding="utf-8")
    blocks = [
        block
        for block in re.findall(r"^```\n(.*?)^```$", text, re.MULTILINE | re.DOTALL)
        if "identity" in block
    ]
    assert len(blocks) == 2
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("PBEM_PASSWORD", "a password of theirs")
    for player, block in zip(("ann", "ben"), blocks, strict=True):
        monkeypatch.setenv("PBEM_HOME", str(tmp_path / player))
        for line in block.splitlines():
            pbem(*shlex.split(line, comments=True)[1:]).says(0)
    monkeypatch.setenv("PBEM_HOME", str(tmp_path / "ann"))
    started = pbem(*["accept", "acceptance.pbem"])
    assert "`pbem accept acceptance.pbem`" in text
    assert started.code == 0
    assert re.search(r"(\d{5} ){5}\d{5}", started.sentences), "the code of 30 digits that the page speaks of"
    five = re.findall(r"^\| `pbem ?(\w*)", text.partition(blocks[1])[2], re.MULTILINE)
    assert five == ["", "orders", "do", "send", "import"]
    assert pbem("orders").code == 0
    assert pbem().code == 0
