"""The three circles: quick (no marker), ``wider`` (``.ci/run``) and ``night`` (``python -m tests.night``).

A file that belongs to another circle as a whole is not even imported: compiling what is not run costs as much as many tests.
"""

import re
from pathlib import Path

import pytest

QUICK = "not wider and not night"
"""The expression of ``pyproject.toml``."""

_WHOLE = re.compile(r"^pytestmark\s*=\s*(?:\[\s*)?(?:pytest\.)?mark\.(wider|night)\b", re.MULTILINE)


def circle_of(file: Path) -> str:
    """``wider`` or ``night`` for a file whose first mark for all its tests says so, else ""."""
    whole = _WHOLE.search(file.read_text("utf-8"))
    return whole[1] if whole else ""


def pytest_ignore_collect(collection_path: Path, config: pytest.Config) -> bool | None:
    """Quick leaves files alone that are of another circle as a whole; wider leaves those of the night alone."""
    name = collection_path.name
    if not (name.startswith("test_") and name.endswith(".py")):
        return None
    asked = config.getoption("markexpr")
    circle = circle_of(collection_path)
    return True if (circle and asked == QUICK) or (circle == "night" and asked == "wider") else None


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """A test of the night in a file of ``wider`` is of the night alone."""
    if config.getoption("markexpr") == "wider":
        left = [item for item in items if item.get_closest_marker("night")]
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if not item.get_closest_marker("night")]


def pytest_terminal_summary(terminalreporter: pytest.TerminalReporter, config: pytest.Config) -> None:
    """Who names a file of another circle is told how it is run."""
    asked = config.getoption("markexpr")
    for part in config.args:
        file = Path(part.partition("::")[0])
        circle = circle_of(file) if file.is_file() else ""
        if circle and circle not in asked.replace(f"not {circle}", ""):
            terminalreporter.write_line(
                f"{part} is of the circle {circle}: python -m pytest -m {circle} {part}"
            )
