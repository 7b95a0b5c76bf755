"""One run of the fuzzer in a process of its own: ``python -m tests.fuzz.worker TARGET``, started by ``tests.tools.fuzz``.

The coverage-guided part is libFuzzer's, through atheris, which measures every branch of pbem while an input runs. A
failure does not end the run: it is kept as a file, once for each cause.
"""

import argparse
import json
import os
import sys
import time
from collections.abc import Iterator, Sequence
from pathlib import Path

from attrs import define, field

ROOT = Path(__file__).resolve().parents[2]
CHANGES = 2
"""How often an input is changed at most, with regard to its structure, before it is tried."""


@define(kw_only=True)
class Run:
    """What has happened so far; ``place`` is where it is written, now and then and at the end."""

    place: Path
    failures: Path
    inputs: int = 0
    worst: float = 0.0
    spent: float = 0.0
    found: dict[str, str] = field(factory=dict)
    began: float = field(factory=time.process_time)
    _written: float = 0.0

    def write(self, *, now: bool = False) -> None:
        """The figures, at most twice a second."""
        if not now and time.monotonic() - self._written < 0.5:
            return
        self._written = time.monotonic()
        figures = {
            "inputs": self.inputs,
            "cpu": round(time.process_time() - self.began, 3),
            "worst": round(self.worst, 4),
            "failures": self.found,
        }
        fresh = self.place.with_suffix(".new")
        fresh.write_text(json.dumps(figures), encoding="utf-8")
        fresh.replace(self.place)


def keep(run: Run, target: str, key: str, data: bytes, trace: str) -> None:
    """Write a failing input down, and its trace beside it: the first of each cause."""
    if key in run.found:
        return
    file = run.failures / f"{target}--{key}"
    run.found[key] = trace.strip().rpartition("\n")[2][:300]
    file.write_bytes(data)
    file.with_suffix(".txt").write_text(trace, encoding="utf-8", errors="replace")
    run.write(now=True)


def main() -> None:
    """Fuzz one target until so many inputs have been tried, or so many seconds have passed."""
    asked = _arguments()
    try:
        import atheris  # noqa: PLC0415  said plainly where there is none
    except ImportError:
        sys.exit(77)
    # To measure a module takes a while as it is loaded: only what the target is the entrance to.
    measured = asked.measure.split(",")
    with atheris.instrument_imports(include=["pbem", "pbem_rules"], exclude=list(_beside(measured))):
        from tests.fuzz.harness import trial  # noqa: PLC0415  what is loaded in here is measured
        from tests.fuzz.targets import targets  # noqa: PLC0415

        target = targets()[asked.target]
        seeds = target.seeds()
    for number, seed in enumerate(seeds):
        (asked.corpus / f"seed-{number:03d}").write_bytes(seed[: target.largest])
    run = Run(place=asked.status, failures=asked.failures)

    def one(data: bytes) -> None:
        tried = trial(target, data)
        run.inputs += 1
        run.worst = max(run.worst, tried.seconds)
        if tried.failure is not None:
            keep(run, target.name, tried.failure.key, data, tried.failure.trace)
        run.write(now=run.inputs >= asked.inputs)

    def change(data: bytes, largest: int, seed: int) -> bytes:
        # Half of all inputs are changed as bytes: that is a dozen times as fast, and needs no idea of ours.
        if target.mutate is None or seed & 1:
            return bytes(atheris.Mutate(data, largest))
        for step in range(1 + (seed >> 1) % CHANGES):
            data = target.mutate(
                data, seed + step, lambda part, most: atheris.Mutate(part, max(1, min(most, largest)))
            )
        return data[:largest]

    words = asked.corpus.with_suffix(".dict")
    words.write_text("".join(f'"{_escaped(token)}"\n' for token in target.tokens if token), encoding="ascii")
    options = [
        *(
            f"-runs={asked.inputs}",
            f"-max_total_time={asked.seconds}",
            f"-seed={asked.seed}",
            f"-max_len={target.largest}",
        ),
        *([f"-dict={words}"] if target.tokens else []),
        *("-timeout=120", "-rss_limit_mb=4000", "-print_final_stats=1", "-reload=0", "-len_control=20"),
        f"-artifact_prefix={asked.failures}/{target.name}--",
    ]
    atheris.Setup([sys.argv[0], *options, str(asked.corpus)], one, custom_mutator=change)
    run.write(now=True)
    os.environ.pop("LD_PRELOAD", None)
    atheris.Fuzz()


def _beside(measured: Sequence[str]) -> Iterator[str]:
    """Every module of the product that is not below one of these."""
    for folder in (ROOT, ROOT / "rules"):
        for package in ("pbem", "pbem_rules"):
            for file in (folder / package).rglob("*.py"):
                name = ".".join(file.relative_to(folder).with_suffix("").parts).removesuffix(".__init__")
                if not any(name == each or name.startswith(f"{each}.") for each in measured):
                    yield name


def _escaped(token: bytes) -> str:
    return "".join(f"\\x{byte:02x}" for byte in token[:60])


def _arguments() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="python -m tests.fuzz.worker")
    parser.add_argument("target")
    parser.add_argument("--inputs", type=int, required=True)
    parser.add_argument("--seconds", type=int, required=True)
    parser.add_argument("--measure", default="pbem,pbem_rules", help="packages whose branches are measured")
    parser.add_argument("--seed", type=int, default=1)
    for name in ("corpus", "failures", "status"):
        parser.add_argument(f"--{name}", type=Path, required=True)
    return parser.parse_args()


if __name__ == "__main__":
    main()
