"""All circles are collected with nothing installed but ``.[test]``: an extra is imported in its own folder alone."""

import os
import subprocess
import sys
from importlib import metadata
from pathlib import Path

import pytest
from packaging.requirements import Requirement

pytestmark = pytest.mark.wider

ROOT = Path(__file__).resolve().parents[1]
_BARRED = '''
import sys

class Without:
    """A finder that does not find the barred modules."""

    def __init__(self, finder):
        self.finder = finder

    def __getattr__(self, name):
        return getattr(self.finder, name)

    def find_spec(self, name, path=None, target=None):
        return None if name.partition(".")[0] in barred else self.finder.find_spec(name, path, target)

barred = set(sys.argv.pop(1).split(","))
sys.meta_path[:] = map(Without, sys.meta_path)
import pytest
sys.exit(pytest.main([*sys.argv[1:], "--collect-only", "-q", "-n", "0", "-p", "no:cacheprovider"]))
'''


def _installed_by(name: str, extras: frozenset[str], known: set[tuple[str, frozenset[str]]]) -> None:
    """Into ``known``: the distribution, with its extras, and whatever these require here."""
    if (name, extras) in known:
        return
    try:
        lines = metadata.requires(name) or ()
    except metadata.PackageNotFoundError:
        return
    known.add((name, extras))
    for line in lines:
        wanted = Requirement(line)
        if wanted.marker is None or any(wanted.marker.evaluate({"extra": extra}) for extra in (*extras, "")):
            _installed_by(wanted.name.lower().replace("_", "-"), frozenset(wanted.extras), known)


def beyond_test() -> list[str]:
    """Names under which modules of packages beyond ``.[test]`` would be imported here."""
    known = set[tuple[str, frozenset[str]]]()
    for name in ("pbem", "pip", "setuptools"):
        _installed_by(name, frozenset({"test"}), known)
    within = {name for name, _ in known}
    return sorted(
        module
        for module, owners in metadata.packages_distributions().items()
        if not within & {owner.lower().replace("_", "-") for owner in owners}
    )


def collected(*arguments: str) -> subprocess.CompletedProcess[str]:
    """All of it collected in a process in which those packages are not to be had."""
    barred = beyond_test()
    assert {"networkx", "dask", "pyarrow"} <= set(barred), "the extras have to be here to be barred"
    return subprocess.run(
        [sys.executable, "-c", _BARRED, ",".join(barred), *arguments],
        cwd=ROOT, env={**os.environ, "PBEM_COMPLETE": ""}, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_every_file_is_collected_with_nothing_but_what_the_tests_need() -> None:
    done = collected("-m", "")
    assert (0, []) == (done.returncode, [line for line in done.stdout.splitlines() if "rror" in line[:8]])


def test_a_file_that_imports_what_an_extra_brings_is_named(tmp_path: Path) -> None:
    file = tmp_path / "test_extra.py"
    file.write_text("import networkx\n\ndef test_it() -> None:\n    assert networkx\n", encoding="utf-8")
    done = collected(str(file), "--rootdir", str(tmp_path))
    assert done.returncode != 0
    assert "No module named 'networkx'" in done.stdout
