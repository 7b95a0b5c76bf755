"""Coverage-guided fuzzing of everything that reads bytes from outside (``tests/fuzz/README.md``).

    python -m tests.tools.fuzz --inputs 10000000 --jobs 2
    python -m tests.tools.fuzz --target mail --inputs 50000
    python -m tests.tools.fuzz --replay FILE

The inputs are divided evenly; no target runs longer than ``--seconds``. Needs atheris (``pip install '.[dev]'``), which
there is for CPython 3.11 to 3.13 on Linux.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from importlib.util import find_spec
from pathlib import Path

from attrs import evolve, field, frozen

ROOT = Path(__file__).resolve().parents[2]
NO_ATHERIS = (
    "atheris is not installed for this Python. It has wheels for CPython 3.11 to 3.13 on Linux; there: "
    "pip install '.[dev]'"
)
_COVERAGE = re.compile(r"cov: (\d+)")
_CORPUS = re.compile(r"corp: (\d+)/")
_UNITS = re.compile(r"stat::number_of_executed_units: (\d+)")
HEAD = f"{'target':18} {'inputs':>10} {'CPU s':>8} {'edges':>7} {'corpus':>7} {'worst ms':>8} {'failures':>8}"


@frozen(kw_only=True)
class Figures:
    """What came of a target: inputs run, CPU seconds of the process, edges covered, inputs kept, worst time, failures."""

    inputs: int = 0
    cpu: float = 0.0
    edges: int = 0
    corpus: int = 0
    worst: float = 0.0
    failures: Mapping[str, str] = field(factory=dict)

    def line(self, name: str) -> str:
        """A row of the table."""
        return (
            f"{name:18} {self.inputs:>10,} {self.cpu:>8,.0f} {self.edges:>7,} {self.corpus:>7,} "
            f"{self.worst * 1000:>8,.0f} {len(self.failures):>8}"
        )


@frozen(kw_only=True)
class Campaign:
    """Where everything lies: what each target has kept, and what failed."""

    folder: Path
    seed: int

    def run(self, name: str, inputs: int, seconds: int) -> Figures:
        """One run of one target in a process of its own."""
        from tests.fuzz.targets import targets  # noqa: PLC0415  the path has to be known first

        corpus, failures, status = (self.folder / part / name for part in ("corpus", "failures", "status"))
        for place in (corpus, failures, status.parent):
            place.mkdir(parents=True, exist_ok=True)
        status.unlink(missing_ok=True)
        command = [sys.executable, "-m", "tests.fuzz.worker", name, "--inputs", str(inputs)]
        command += ["--seconds", str(seconds), "--seed", str(self.seed), "--status", str(status)]
        command += ["--corpus", str(corpus), "--failures", str(failures)]
        command += ["--measure", ",".join(targets()[name].measured)]
        path = os.pathsep.join(filter(None, (str(ROOT), str(ROOT / "rules"), os.environ.get("PYTHONPATH"))))
        with tempfile.TemporaryFile() as said:
            done = subprocess.run(
                command,
                cwd=ROOT,
                env={**os.environ, "PYTHONPATH": path},
                stdout=said,
                stderr=said,
                check=False,
            )
            said.seek(0)
            return self._figures(name, done.returncode, said.read().decode("utf-8", "replace"), status)

    def _figures(self, name: str, code: int, said: str, status: Path) -> Figures:
        kept = json.loads(status.read_text(encoding="utf-8")) if status.is_file() else {}
        found = Figures(
            inputs=int(kept.get("inputs", 0)),
            cpu=float(kept.get("cpu", 0)),
            worst=float(kept.get("worst", 0)),
            failures=dict(kept.get("failures", {})),
            edges=max((int(each) for each in _COVERAGE.findall(said)), default=0),
            corpus=max((int(each) for each in _CORPUS.findall(said)), default=0),
        )
        units = _UNITS.search(said)
        if units is not None and not code:
            return evolve(found, inputs=int(units[1]))
        # What ends the process ends it at an input that libFuzzer keeps; or it never began.
        return evolve(
            found, failures={**found.failures, "ended": f"the process ended with {code}: {said[-600:]}"}
        )


def replay(file: Path, name: str) -> int:
    """One kept input once more, with everything it says."""
    sys.path.insert(0, str(ROOT / "rules"))
    from tests.fuzz.harness import trial, unbound  # noqa: PLC0415  not needed to show the help
    from tests.fuzz.targets import targets  # noqa: PLC0415

    name = name or file.name.partition("--")[0]
    try:
        target = targets()[name]
    except KeyError:
        print(f"There is no target {name!r}: say --target NAME.", file=sys.stderr)
        return 2
    tried = trial(target, file.read_bytes())
    unbound()
    if tried.failure is None:
        print(f"{name}: fine, {tried.seconds * 1000:.1f} ms of CPU")
        return 0
    print(f"{name}: {tried.failure.what} at {tried.failure.where}, {tried.seconds * 1000:.1f} ms of CPU")
    print(tried.failure.trace)
    return 1


def main(words: Sequence[str] | None = None) -> int:
    """0: no failure; 1: at least one; 2: cannot be run."""
    asked = _asked(words)
    if asked.replay is not None:
        return replay(asked.replay, asked.target or "")
    if find_spec("atheris") is None:
        print(NO_ATHERIS, file=sys.stderr)
        return 2
    sys.path.insert(0, str(ROOT / "rules"))
    from tests.fuzz.targets import targets  # noqa: PLC0415

    if asked.target and asked.target not in targets():
        print(f"There is no target {asked.target!r}; there are {', '.join(targets())}.", file=sys.stderr)
        return 2
    names = [asked.target] if asked.target else list(targets())
    made = Campaign(folder=asked.folder or Path(tempfile.mkdtemp(prefix="pbem-fuzz-")), seed=asked.seed)
    part, failed = max(1, asked.inputs // len(names)), 0
    print(HEAD, flush=True)
    with ThreadPoolExecutor(asked.jobs) as pool:
        runs = {name: pool.submit(made.run, name, part, asked.seconds) for name in names}
        for name, run in runs.items():
            print(run.result().line(name), flush=True)
            for key, said in run.result().failures.items():
                failed = 1
                print(f"FAILED {name} {key}: {said} ({made.folder}/failures/{name}/{name}--{key})")
    return failed


def _asked(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.tools.fuzz")
    parser.add_argument("--inputs", type=int, default=100_000, help="how many inputs in all")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes at a time")
    parser.add_argument("--target", help="this target alone")
    parser.add_argument("--seconds", type=int, default=3600, help="at most so many seconds for a target")
    parser.add_argument("--seed", type=int, default=1, help="the same one gives the same inputs")
    parser.add_argument(
        "--folder", type=Path, help="where what was found is kept; the next run goes on from it"
    )
    parser.add_argument("--replay", type=Path, help="show a failing input again")
    return parser.parse_args(words)


if __name__ == "__main__":
    sys.exit(main())
