"""Recorded games fold to the same bytes: the signature of the rules' behaviour.

When this fails after a change that was to leave behaviour alone, the change is wrong. When behaviour was to change, raise
``version`` in the game's ``ruleset.toml``, record anew (``tests/tools/record_examples.py``) and say so.
"""

from __future__ import annotations

import gzip
import hashlib
import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from pbem.bytes import container
from pbem.mail import sources
from pbem.replay.fold import AppliedEntry
from pbem.replay.table import state_digest
from pbem.replay.verify import read
from tests.lists import tried_with
from tests.sampling import ALL, one_by_turns

ROOT = Path(__file__).resolve().parent.parent
EXAMPLES = ROOT / "examples"
PINNED = json.loads((EXAMPLES / "signature.json").read_text(encoding="utf-8"))
STATES = dict(
    reversed(line.split("  ", 1))
    for line in (ROOT / "tests" / "recorded_states.txt").read_text("ascii").splitlines()
)
"""For each recorded game the digest of its state's digests, one after every entry (SHA-256 over 32 bytes each)."""


def test_every_recorded_game_is_pinned() -> None:
    found = {
        path.relative_to(EXAMPLES).as_posix() for path in EXAMPLES.rglob("*.pbem") if "club" not in path.parts
    }
    assert found == set(PINNED)
    assert any(each["verdict"] == "verified" for each in PINNED.values())


@pytest.mark.wider
@tried_with("name", sorted(PINNED))
def test_the_recorded_game_has_its_pinned_verdict_and_state_after_every_entry(name: str) -> None:
    digest = hashlib.sha256()

    def add(happened: AppliedEntry[object]) -> None:
        digest.update(bytes.fromhex(state_digest(happened.position)))

    verdict = read((EXAMPLES / name).read_bytes(), watch=add).verdict
    assert verdict.fault is None
    found = {key: getattr(verdict, key) for key in ("entries", "result", "state", "verdict")}
    assert PINNED[name] == found
    assert STATES[name] == digest.hexdigest()


def test_the_states_after_every_entry_are_pinned_for_every_recorded_game() -> None:
    assert set(PINNED) == set(STATES)


@pytest.mark.wider
@pytest.mark.parametrize("hash_seed", one_by_turns(["1", "12345"]))
def test_it_folds_alike_under_any_hash_seed(hash_seed: str) -> None:
    """Set order depends on the hash seed; nothing that reaches a state may.

    The longest game is left to ``.ci/run``, which plays its like under another seed to the same bytes, and to the night.
    """
    script = (
        "import sys; from pathlib import Path; from pbem.replay.verify import verify; "
        "print(*(verify(Path(name).read_bytes()).state for name in sys.argv[1:]))"
    )
    names = sorted(name for name in PINNED if ALL or name != "campaign/campaign.pbem")
    path = os.pathsep.join((str(ROOT), str(ROOT / "rules")))
    done = subprocess.run(
        [sys.executable, "-c", script, *(str(EXAMPLES / name) for name in names)],
        env={"PYTHONHASHSEED": hash_seed, "PYTHONPATH": path, "PATH": os.environ.get("PATH", "")},
        capture_output=True,
        text=True,
        check=True,
    )
    assert [PINNED[name]["state"] for name in names] == done.stdout.split()


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
