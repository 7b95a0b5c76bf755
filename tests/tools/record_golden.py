"""Records golden logs (tests/golden): ``python -m tests.tools.record_golden``. It adds; what is there stays as it is.

With ``--out DIR`` it writes everything into another folder, to look at.
"""

import argparse
import hashlib
import shutil
import sys
from pathlib import Path

from tests.tools import release_ruleset

GOLDEN = Path(__file__).resolve().parents[1] / "golden"
ROOT = GOLDEN.parents[1]
MODULES = {
    "tiny_1": ("protocol/tiny.py", "tests.protocol.tiny", "golden_rules.tiny_1"),
    "whist_1": ("deck/whist.py", "tests.deck.whist", "golden_rules.whist_1"),
    "toss_1": ("vectors/toss.py", "from toss_script import", "from golden_rules.toss_script_1 import"),
    "toss_script_1": ("vectors/toss_script.py", "", ""),
}
"""The little games: where their text is, and the name in it that becomes another."""

_HEAD = '"""Rules of the golden logs, frozen: never changed. See the README beside this folder."""\n'


def freeze(out: Path) -> None:
    """The rules, an archive each: the example's version at hand, that of the tests' shelf, the little games.

    What is frozen stays: what a game's folder in the product has gained since is no part of it.
    """
    files = release_ruleset.tree_of("ford", package=release_ruleset.EXAMPLE)
    shelf = release_ruleset.unpacked(ROOT / "tests" / "upgrade" / "shelf" / "ford-0.1.0.zip")
    little = {}
    for name, (source, before, after) in MODULES.items():
        text = (ROOT / "tests" / source).read_text("utf-8")
        little[f"{name}.py"] = (text.replace(before, after) if before else text).encode()
    add(out / "golden_rules" / "__init__.py", _HEAD.encode())
    for tree in (release_ruleset.renamed("ford", files, release_ruleset.EXAMPLE), shelf):
        name = next(iter(tree)).partition("/")[0]
        own = {path: data.replace(b"pbem_released.", b"golden_rules.") for path, data in tree.items()}
        add(out / "golden_rules" / f"{name}.zip", release_ruleset.packed(own))
    add(out / "golden_rules" / "little_1.zip", release_ruleset.packed(little))


def add(place: Path, data: bytes) -> bool:
    """Write a file that is not there yet; whether it was written."""
    if place.exists():
        return False
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(data)
    return True


def record(out: Path) -> None:
    """The logs that are not there yet, each with its verdict under the frozen rules."""
    sys.path.insert(0, str(out))
    import frozen  # noqa: PLC0415  # of the folder that is written

    from tests.tools import golden_plays  # noqa: PLC0415  # it needs those rules

    for name, make in golden_plays.PLAYS.items():
        place = out / "logs" / f"{name}.jsonl"
        if place.exists():
            continue
        data = make()
        said = frozen.verdict(data)
        print(f"{name}: {len(data)} bytes, {said['verdict']}, {said['entries']} entries, {said['error']}")
        add(place, data)
        add(out / "verdicts" / f"{name}.json", frozen.written(said))


def list_digests(out: Path) -> None:
    """Write digests.txt anew: it has a line more for every file that was added, and no other line changes."""
    place = out / "digests.txt"
    before = place.read_text("ascii").splitlines() if place.exists() else []
    folders = [out / name for name in ("golden_rules", "logs", "verdicts")]
    files = sorted(each for folder in folders for each in folder.rglob("*") if each.is_file())
    lines = [
        f"{hashlib.sha256(each.read_bytes()).hexdigest()}  {each.relative_to(out).as_posix()}"
        for each in files
        if each.suffix != ".pyc"
    ]
    if not set(before) <= set(lines):
        raise SystemExit(f"a golden file was changed: {sorted(set(before) - set(lines))[:3]}")
    place.write_text("".join(f"{line}\n" for line in lines), "ascii")


def main() -> None:
    """Freeze, record, list."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=GOLDEN)
    out = parser.parse_args().out
    out.mkdir(parents=True, exist_ok=True)
    if out != GOLDEN:
        shutil.copy(GOLDEN / "frozen.py", out)
    freeze(out)
    record(out)
    list_digests(out)


if __name__ == "__main__":
    main()
