"""Python for browsers itself: the crypto floor runs there on noble, with the answers it gives here."""

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

from pbem.bytes.errors import UsageError
from pbem.crypto import keys as crypto
from pbem.site import packages
from tests.browser import inside, judged
from tests.js.node import NODE, needs_node

pytestmark = [pytest.mark.night, needs_node]

HERE = Path(__file__).parent
ROOT = HERE.parents[1]


@pytest.fixture(scope="module")
def place(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the scripts, the packages of npm and the pure Python under pbem."""
    place = tmp_path_factory.mktemp("python")
    try:
        modules = packages.fetched(packages.cache(os.environ))
    except UsageError as error:
        pytest.skip(f"the packages are not to be had here: {error.message}")
    (place / "node_modules").symlink_to(modules)
    for script in (HERE / "python_run.mjs", next(Path(packages.__file__).parent.rglob("keys.mjs"))):
        shutil.copy(script, place)
    for name in packages.FROM_HERE:
        for path, data in packages.pure(name):
            (place / "pure" / path).parent.mkdir(parents=True, exist_ok=True)
            (place / "pure" / path).write_bytes(data)
    return place


def run(place: Path, script: Path, given: str) -> str:
    """What the script leaves as its answer."""
    assert NODE is not None
    words = [NODE, "python_run.mjs", str(script), str(ROOT), str(ROOT / "rules"), str(place / "pure")]
    done = subprocess.run(words, cwd=place, check=False, input=given, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr[-2000:]
    return done.stdout.splitlines()[-1]


def test_keys_boxes_and_points_come_out_in_a_browser_as_they_do_here(place: Path) -> None:
    locked = crypto.lock(inside.SECRET, "open it", "test")
    there = json.loads(run(place, HERE / "inside.py", locked.hex()))
    here = json.loads(inside.asked(locked))
    assert here["answers"] == there["answers"]
    assert {"bad-point", "bad-scalar", "small-order-key", "non-canonical-key", "not-a-key", "key-length"} <= {
        *there["answers"]
    }
    assert {"box", "password", "purpose", "key-file", "True", "False"} <= {*there["answers"]}
    assert inside.SECRET == crypto.unlock(bytes.fromhex(there["locked"]), "open it", "test")
    print({name: (here[name], there[name]) for name in ("lock_us", "check_us")})


def test_games_and_vectors_are_judged_in_a_browser_as_they_are_here(place, monkeypatch):
    for name in ("HERE", "SCHEMAS"):
        monkeypatch.setattr(judged.decks, name, getattr(judged.decks, name))
    published = {file.name: file.read_text() for file in judged.decks.HERE.glob("*.json")}
    there = json.loads(run(place, HERE / "judged.py", ""))
    here = json.loads(judged.judged(ROOT))
    print(here.pop("game_ms"), there.pop("game_ms"))
    assert here == there
    assert published == there["decks"]
    assert len(there["logs"]) > 100
