"""Nothing is skipped but for a reason that ``absent.toml`` names: any other skip has failed.

With ``PBEM_COMPLETE=1``, as ``.ci/run`` sets it, whatever could be installed must be there, and each such skip is red.
"""

import os
import tomllib
from collections import Counter
from collections.abc import Iterator
from importlib.util import find_spec
from pathlib import Path

import pytest
from attrs import frozen

from tests.circles import QUICK

COMPLETE = os.environ.get("PBEM_COMPLETE", "") == "1"


@frozen(kw_only=True)
class Absent:
    """What may be missing: ``about`` says what to install; ``system`` that it cannot be installed."""

    name: str
    about: str
    reasons: tuple[str, ...]
    modules: tuple[str, ...] = ()
    system: bool = False


def entries() -> tuple[Absent, ...]:
    """All of ``absent.toml``, in its order."""
    written = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))
    return tuple(
        Absent(
            name=name,
            about=row["about"],
            reasons=tuple(row["reasons"]),
            modules=tuple(row.get("modules", ())),
            system=row.get("system", False),
        )
        for name, row in written.items()
    )


def entry(reason: str) -> Absent | None:
    """Which entry knows the reason of a skip."""
    reason = reason.removeprefix("Skipped: ")
    return next((row for row in entries() if reason.startswith(row.reasons)), None)


def objection(reason: str) -> str:
    """Why a skip with this reason is a failure, or ""."""
    row = entry(reason)
    if row is None:
        return f"skipped with a reason that tests/absent.toml does not name: {reason}"
    if COMPLETE and not row.system:
        return f"nothing may be missing here (PBEM_COMPLETE=1), and this is: {row.name}. Install {row.about}"
    return ""


def _judge(report: pytest.TestReport | pytest.CollectReport) -> None:
    if not report.skipped or hasattr(report, "wasxfail"):
        return
    reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
    if problem := objection(reason):
        report.outcome, report.longrepr = "failed", problem


def without_modules() -> list[Absent]:
    """Entries whose folders are left out here."""
    return [row for row in entries() if any(find_spec(name) is None for name in row.modules)]


def pytest_configure(config: pytest.Config) -> None:
    """Where nothing may be missing, no extra is."""
    if COMPLETE and config.getoption("markexpr") != QUICK and (missing := without_modules()):
        raise pytest.UsageError(
            f"nothing may be missing here (PBEM_COMPLETE=1), and this is: {missing[0].about}"
        )


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Iterator[None]:
    """A test that was skipped for no reason of the list has failed."""
    report = yield
    _judge(report)
    return report


@pytest.hookimpl(wrapper=True)
def pytest_make_collect_report() -> Iterator[None]:
    """A file, too."""
    report = yield
    _judge(report)
    return report


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """One line for each thing that is missing."""
    if config.getoption("markexpr") != QUICK:
        for row in without_modules():
            terminalreporter.write_line(f"not here, left out: {row.name} ({row.about})")
    missing = Counter[str]()
    for report in terminalreporter.stats.get("skipped", []):
        reason = report.longrepr[2] if isinstance(report.longrepr, tuple) else str(report.longrepr)
        row = entry(reason)
        if row is not None and not row.system:
            missing[f"{row.name} ({row.about})"] += 1
    for what, count in missing.items():
        terminalreporter.write_line(f"not here, {count} skipped: {what}")
