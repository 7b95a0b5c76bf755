"""What each test file costs in seconds of processor, and whether that is what ``budget.toml`` allows.

A run of a whole circle measures set-up, call, tear-down and the children that were waited for, of all workers,
and divides by how fast this machine is (:func:`speed`). It is red when a file takes over twice its line and some
seconds, or over so many without a line (:data:`SLACK`), or when the circle is over its sum. ``python -m tests.budget
--write FILE...`` makes the table of what runs have measured (``PBEM_MEASURED=FILE`` keeps it); of several runs of one
circle, as of several games of the day, the dearest counts.
"""

import argparse
import json
import os
import time
import tomllib
from collections import Counter
from collections.abc import Iterator
from pathlib import Path

import pytest

HERE = Path(__file__).parent
TABLE = HERE / "budget.toml"
MOST_ITEMS = 4000
_REFERENCE = 0.055
"""Seconds of :func:`speed` on the machine on which the table is kept."""
SLACK = {"quick": 2.0, "wider": 25.0}
"""Seconds beside twice a line, and those that a file takes without one."""
_LINED = {"quick": 1.0, "wider": 10.0}
"""A file that takes so many has a line."""


def spent() -> float:
    """Seconds of processor of this process and of its children that were waited for."""
    taken = os.times()
    return taken.user + taken.system + taken.children_user + taken.children_system


def speed() -> float:
    """How long this machine takes for a fixed piece of work, beside the machine of the table: 2.0 is half as fast."""
    from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey  # noqa: PLC0415 - once a run

    key = Ed25519PrivateKey.from_private_bytes(bytes(32))
    signature, public = key.sign(b"pbem"), key.public_key()
    best = float("inf")
    for _ in range(3):
        began = time.process_time()
        for _ in range(200):
            public.verify(signature, b"pbem")
        work = Counter(str(number % 977) for number in range(100_000))
        assert sum(work.values()) == 100_000
        best = min(best, time.process_time() - began)
    return max(best / _REFERENCE, 0.05)


class Measuring:
    """Sums what is spent, by file: in each worker for its own reports, and in the first process for all of them."""

    def __init__(self, config: pytest.Config) -> None:
        self.last = spent()
        self.collecting = 0.0
        self.seconds = Counter[str]()
        self.items = Counter[str]()
        self.worker = hasattr(config, "workerinput")
        self.circle = {"not wider and not night": "quick", "wider": "wider"}.get(
            config.getoption("markexpr"), ""
        )
        self.whole = bool(self.circle) and list(config.args) == config.getini("testpaths")
        self.problems: list[str] = []
        self.speeds: list[float] = []

    def pytest_collection_finish(self, session: pytest.Session) -> None:
        """Collecting costs, too."""
        self.collecting, self.last = spent() - self.last, spent()
        if self.worker:
            session.config.workeroutput["collecting"] = self.collecting
            session.config.workeroutput["speed"] = speed()
            self.last = spent()

    def pytest_testnodedown(self, node: object) -> None:
        """A worker says what its collecting took, and how fast the machine was with the others at work."""
        said = getattr(node, "workeroutput", {})
        self.collecting += said.get("collecting", 0.0)
        self.speeds += [said["speed"]] if "speed" in said else []

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_makereport(self) -> Iterator[None]:
        """Each phase of a test takes along what was spent since the one before."""
        report = yield
        now = spent()
        report.spent, self.last = now - self.last, now
        return report

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        """Comes from every worker."""
        file = report.nodeid.partition("::")[0]
        self.seconds[file] += getattr(report, "spent", 0.0)
        self.items[file] += report.when == "call" or (report.when == "setup" and report.outcome != "passed")

    def pytest_sessionfinish(self, session: pytest.Session) -> None:
        """A circle that is over its budget is red."""
        if self.worker or session.config.option.collectonly or not self.whole:
            return
        scale = max(speed(), sum(self.speeds) / max(len(self.speeds), 1))
        measured = {file: round(self.seconds[file] / scale, 2) for file in sorted(self.seconds)}
        if kept := os.environ.get("PBEM_MEASURED", ""):
            text = json.dumps(
                {"circle": self.circle, "seconds": measured, "items": dict(sorted(self.items.items()))}
            )
            Path(kept).write_text(text + "\n", encoding="utf-8")
        total = (sum(self.seconds.values()) + self.collecting) / scale
        self.problems = list(problems(self.circle, measured, total, sum(self.items.values())))
        if self.problems and session.exitstatus == pytest.ExitCode.OK:
            session.exitstatus = pytest.ExitCode.TESTS_FAILED
        self.summary = (
            f"{self.circle}: {sum(self.items.values())} items, {total:.0f} s of processor, of them "
            f"{self.collecting / scale:.0f} s for collecting; this machine needs {scale:.2f} of the time of the table's"
        )

    def pytest_terminal_summary(self, terminalreporter: pytest.TerminalReporter) -> None:
        """What was measured, and what is too much."""
        if hasattr(self, "summary"):
            terminalreporter.write_line(self.summary)
        for problem in self.problems:
            terminalreporter.write_line(f"over budget: {problem}", red=True)


def problems(circle: str, measured: dict[str, float], total: float, items: int) -> Iterator[str]:
    """What is over its budget; seconds of the machine of the table."""
    table = tomllib.loads(TABLE.read_text("utf-8"))
    lines, most, slack = table[circle], table["most"], SLACK[circle]
    for file, seconds in measured.items():
        allowed = lines.get(file.removeprefix("tests/"))
        if allowed is None:
            if seconds > slack:
                yield f"{file} takes {seconds:.1f} s and has no line in tests/budget.toml"
        elif seconds > 2 * allowed + slack:
            yield f"{file} takes {seconds:.1f} s, its line in tests/budget.toml allows {allowed:.1f} s"
        if seconds > most[f"{circle}_file"]:
            yield f"{file} takes {seconds:.1f} s; no file may take over {most[f'{circle}_file']} s"
    if total > most[circle]:
        yield f"the circle {circle} takes {total:.0f} s; it may take {most[circle]} s"
    if circle == "quick" and items > MOST_ITEMS:
        yield f"{items} items; there may be {MOST_ITEMS}"


def written(runs: list[dict[str, object]]) -> str:
    """The table, from what runs have measured: limits, and circles that were not measured, stay as they are."""
    text, dearest = TABLE.read_text("utf-8"), dict[str, dict[str, float]]()
    for run in runs:
        seconds, kept = run["seconds"], dearest.setdefault(str(run["circle"]), {})
        for file, cost in seconds.items():
            kept[file] = max(cost, kept.get(file, 0.0))
    told = text.partition("\n[quick]")[0].rstrip().splitlines()
    for circle, costs in {**tomllib.loads(text), **dearest}.items():
        if circle in _LINED:
            rows = sorted((file.removeprefix("tests/"), cost) for file, cost in costs.items())
            told += ["", f"[{circle}]"]
            told += [f'"{file}" = {cost:.1f}' for file, cost in rows if cost >= _LINED[circle]]
    return "\n".join(told) + "\n"


def main() -> None:
    """Write the table."""
    parser = argparse.ArgumentParser(description=main.__doc__)
    parser.add_argument(
        "--write", nargs="+", metavar="FILE", required=True, help="files of PBEM_MEASURED, a circle each"
    )
    runs = [json.loads(Path(file).read_text("utf-8")) for file in parser.parse_args().write]
    TABLE.write_text(written(runs), encoding="utf-8")


if __name__ == "__main__":
    main()
