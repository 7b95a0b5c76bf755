"""Coverage-guided fuzzing of everything that reads bytes from outside (``tests/fuzz/README.md``).

    python -m tests.tools.fuzz --inputs 10000000 --jobs 2
    python -m tests.tools.fuzz --target mail --inputs 50000
    python -m tests.tools.fuzz --replay FILE

Every target first runs for a moment; then the inputs are divided so that each gets about the same time, and none more
than an eighth. ``--ledger FILE`` adds what was tried to what earlier runs have tried, so that figures are of inputs that
were really run. Needs atheris (``pip install '.[dev]'``), which there is for CPython 3.11 to 3.13 on Linux.
"""

from __future__ import annotations

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from importlib.util import find_spec
from pathlib import Path

from attrs import evolve, field, frozen

ROOT = Path(__file__).resolve().parents[2]
NO_ATHERIS = (
    "atheris is not installed for this Python. It has wheels for CPython 3.11 to 3.13 on Linux; there: "
    "pip install '.[dev]'"
)
TRY = 1500
"""Inputs of the first moment of each target."""
TRY_SECONDS = 20
_COVERAGE = re.compile(r"cov: (\d+)")
_CORPUS = re.compile(r"corp: (\d+)/")
_UNITS = re.compile(r"stat::number_of_executed_units: (\d+)")


@frozen(kw_only=True)
class Figures:
    """What came of a target: inputs run, CPU seconds of the process, edges covered, inputs kept, worst time, failures."""

    inputs: int = 0
    cpu: float = 0.0
    edges: int = 0
    corpus: int = 0
    worst: float = 0.0
    failures: Mapping[str, str] = field(factory=dict)

    def __add__(self, more: Figures) -> Figures:
        return Figures(
            inputs=self.inputs + more.inputs,
            cpu=round(self.cpu + more.cpu, 3),
            edges=max(self.edges, more.edges),
            corpus=max(self.corpus, more.corpus),
            worst=max(self.worst, more.worst),
            failures={**self.failures, **more.failures},
        )

    @property
    def speed(self) -> float:
        """Inputs a CPU second."""
        return self.inputs / self.cpu if self.cpu else 0.0

    def line(self, name: str) -> str:
        """A row of the table."""
        return (
            f"{name:18} {self.inputs:>10,} {self.speed:>8,.0f} {self.edges:>7,} {self.corpus:>7,} "
            f"{self.worst * 1000:>8,.0f} {len(self.failures):>8}"
        )


HEAD = (
    f"{'target':18} {'inputs':>10} {'a CPU s':>8} {'edges':>7} {'corpus':>7} {'worst ms':>8} {'failures':>8}"
)


@frozen(kw_only=True)
class Campaign:
    """Where everything lies: what each target has kept, and what failed."""

    folder: Path
    seed: int
    quiet: bool = False

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


# --- dividing ---------------------------------------------------------------------------------------------------------


def shares(inputs: int, speeds: Mapping[str, float]) -> dict[str, int]:
    """So many inputs divided by speed, none more than an eighth of all (or its equal part, where there are few)."""
    most = max(inputs // 8, -(-inputs // max(1, len(speeds))))
    left, open_, found = inputs, dict(speeds), {}
    while open_:
        whole = sum(open_.values()) or 1.0
        full = [name for name, speed in open_.items() if left * speed / whole > most]
        for name in full or list(open_):
            found[name] = most if full else round(left * open_[name] / whole)
        if not full:
            break
        left -= most * len(full)
        open_ = {name: speed for name, speed in open_.items() if name not in full}
    return found


def campaign(asked: argparse.Namespace, names: Sequence[str], made: Campaign) -> dict[str, Figures]:
    """Every target a moment, then its share; at most ``--seconds`` each."""
    lock, found = threading.Lock(), dict.fromkeys(names, Figures())

    def run(name: str, inputs: int, seconds: int) -> None:
        if inputs > 0:
            figures = made.run(name, inputs, seconds)
            with lock:
                found[name] += figures
                _write_down(asked.ledger, name, figures)
                print(found[name].line(name), flush=True)

    def each(plan: Mapping[str, tuple[int, int]]) -> None:
        with ThreadPoolExecutor(asked.jobs) as pool:
            for done in [pool.submit(run, name, *what) for name, what in plan.items()]:
                done.result()

    print(HEAD, flush=True)
    if len(names) == 1:
        each({names[0]: (asked.inputs, asked.seconds)})
        return found
    first = min(TRY, max(1, asked.inputs // len(names)))
    each({name: (first, min(TRY_SECONDS, asked.seconds)) for name in names})
    left = asked.inputs - sum(figures.inputs for figures in found.values())
    if left > 0:
        parts = shares(left, {name: figures.speed for name, figures in found.items()})
        each({name: (part, asked.seconds) for name, part in parts.items()})
    return found


def _write_down(ledger: Path | None, name: str, figures: Figures) -> None:
    if ledger is None:
        return
    known = json.loads(ledger.read_text(encoding="utf-8")) if ledger.is_file() else {}
    before = Figures(**known.get(name, {}))
    after = before + figures
    known[name] = {
        key: getattr(after, key) for key in ("inputs", "cpu", "edges", "corpus", "worst", "failures")
    }
    fresh = ledger.with_suffix(".new")
    fresh.write_text(json.dumps(known, indent=1, sort_keys=True) + "\n", encoding="utf-8")
    fresh.replace(ledger)


# --- again ------------------------------------------------------------------------------------------------------------


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


@contextmanager
def _folder(chosen: Path | None) -> Iterator[Path]:
    if chosen is not None:
        yield chosen
        return
    with tempfile.TemporaryDirectory(prefix="pbem-fuzz-") as place:
        yield Path(place)


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
    began = time.monotonic()
    with _folder(asked.folder) as place:
        found = campaign(
            asked,
            [asked.target] if asked.target else list(targets()),
            Campaign(folder=place, seed=asked.seed),
        )
    whole = sum(found.values(), Figures())
    print(whole.line("all"))
    print(f"{whole.inputs:,} inputs in {time.monotonic() - began:,.0f} s")
    for name, figures in found.items():
        for key, said in figures.failures.items():
            where = (
                f"{asked.folder}/failures/{name}/{name}--{key}"
                if asked.folder
                else "use --folder to keep the input"
            )
            print(f"FAILED {name} {key}: {said} ({where})")
    return 1 if whole.failures else 0


def _asked(words: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(
        prog="python -m tests.tools.fuzz", description=__doc__.split("\n", 1)[0] if __doc__ else ""
    )
    parser.add_argument("--inputs", type=int, default=100_000, help="how many inputs in all")
    parser.add_argument("--jobs", type=int, default=1, help="how many processes at a time")
    parser.add_argument("--target", help="this target alone")
    parser.add_argument(
        "--seconds", type=int, default=86_400, help="at most so many seconds for a run of a target"
    )
    parser.add_argument(
        "--seed", type=int, default=1, help="the same one gives the same inputs, as far as time limits let it"
    )
    parser.add_argument(
        "--folder", type=Path, help="where to keep what was found; the next run goes on from it"
    )
    parser.add_argument("--ledger", type=Path, help="a file to which the figures of every run are added")
    parser.add_argument("--replay", type=Path, help="show a failing input again")
    return parser.parse_args(words)


if __name__ == "__main__":
    sys.exit(main())
