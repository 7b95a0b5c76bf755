"""Recorded games fold to the same bytes: the signature of the rules' behaviour.

When this fails after a change that was to leave behaviour alone, the change is wrong. When behaviour was to change, raise
``version`` in the game's ``ruleset.toml``, record anew (``tests/tools/record_examples.py``) and say so. The order of sets
reaches no state: Python draws it anew for each run, and ``.ci/run`` verifies these games under a seed of its own.
"""

import gzip
import json
from pathlib import Path

import pytest

from pbem.bytes import container
from pbem.mail import sources
from tests.lists import tried_with
from tests.sampling import part_by_turns
from tests.tools import record_examples
from tests.tools.record_examples import folded

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "examples"
PINNED = json.loads((EXAMPLES / "signature.json").read_text(encoding="utf-8"))
STATES = dict(
    reversed(line.split("  ", 1)) for line in record_examples.STATES.read_text("ascii").splitlines()
)
"""For each recorded game the digest of its states."""


def test_every_recorded_game_is_pinned() -> None:
    games = (path for path in EXAMPLES.rglob("*.pbem") if not {"club", "papers"} & {*path.parts})
    found = {path.relative_to(EXAMPLES).as_posix() for path in games}
    assert found == set(PINNED) == set(STATES)
    assert any(each["verdict"] == "verified" for each in PINNED.values())


@pytest.mark.wider
@tried_with("name", part_by_turns(sorted(PINNED), 2))
def test_the_recorded_game_has_its_pinned_verdict_and_state_after_every_entry(name: str) -> None:
    assert (PINNED[name], STATES[name]) == folded((EXAMPLES / name).read_bytes())


def test_the_log_of_the_campaign_is_the_turns_in_its_mails(tmp_path: Path) -> None:
    """Nothing stands in the log but the first two mails' keys and the turns that were mailed, byte for byte."""
    folder = EXAMPLES / "campaign"
    log = container.unpack((folder / "campaign.pbem").read_bytes())
    mailed = b""
    for name in ("ann", "ben"):
        box = tmp_path / f"{name}.mbox"
        box.write_bytes(gzip.decompress((folder / f"{name}.mbox.gz").read_bytes()))
        turns = [turn for letter in sources.read(box) for turn in letter.turns()]
        mailed += b"".join(container.unpack(turn.data) for turn in turns)
    lines = set(mailed.splitlines())
    missing = [line for line in log.splitlines()[1:] if line not in lines]
    assert [] == missing
