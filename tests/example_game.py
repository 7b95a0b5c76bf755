"""The example of rules/README.md as an installer leaves it behind, and commands where it is installed."""

import os
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
EXAMPLE = ROOT / "rules" / "example"


def install(place: Path) -> Path:
    """The example in ``place``, a folder of installed packages."""
    project = tomllib.loads((EXAMPLE / "pyproject.toml").read_text("utf-8"))["project"]
    shutil.copytree(
        EXAMPLE / "ford_rules", place / "ford_rules", ignore=shutil.ignore_patterns("__pycache__")
    )
    info = place / f"ford_game-{project['version']}.dist-info"
    info.mkdir()
    (info / "METADATA").write_text(
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n"
    )
    points = project["entry-points"]["pbem.rulesets"]
    lines = [f"{name} = {value}" for name, value in points.items()]
    (info / "entry_points.txt").write_text("\n".join(["[pbem.rulesets]", *lines, ""]))
    return place


def run(site: Path, *words: str | Path) -> subprocess.CompletedProcess[str]:
    """A command where the packages of ``site`` are installed."""
    path = os.pathsep.join(map(str, (site, ROOT, ROOT / "rules")))
    environ = {**os.environ, "PYTHONPATH": path, "PBEM_HOME": str(site / "home"), "PBEM_LANG": "en"}
    command = [sys.executable, "-m", "pbem", *map(str, words)]
    return subprocess.run(
        command, env=environ, capture_output=True, text=True, cwd=site, timeout=300, check=False
    )
