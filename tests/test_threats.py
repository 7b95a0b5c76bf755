"""Every attack in the threat model names a test that is there."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
TEXT = (ROOT / "schemas" / "threats.md").read_text(encoding="utf-8")
NAMED = re.findall(r"`(tests/[\w/]+\.py)::(\w+)`", TEXT)


def test_every_named_test_exists() -> None:
    texts = {path: (ROOT / path).read_text(encoding="utf-8") for path, _ in NAMED if (ROOT / path).is_file()}
    missing = [
        f"{path}::{name}"
        for path, name in NAMED
        if not re.search(rf"^\s*def {name}\(", texts.get(path, ""), re.MULTILINE)
    ]
    assert [] == missing


def test_no_attack_stands_there_twice() -> None:
    rows = [line.split(" | ")[0] for line in TEXT.splitlines() if line.startswith("| ")]
    assert [] == [row for row in set(rows) - {"| attack"} if rows.count(row) > 1]


def test_every_attack_has_a_test() -> None:
    rows = [line for line in TEXT.splitlines() if line.startswith("| ") and not line.startswith("| attack")]
    assert len(rows) >= 90
    assert [] == [row for row in rows if "::test_" not in row]


def test_every_command_of_the_table_of_attacks_names_files_that_are_there() -> None:
    """A row of the manual that says how to try an attack again has to run something."""
    text = (ROOT / "pbem/manual/en/attacks.md").read_text(encoding="utf-8")
    rows = [row for row in text.splitlines() if row.startswith("| ")]
    commands = [
        c for row in rows for c in re.findall(r"`((?:[A-Z_]+=\d+ )?(?:pytest|python -m) [^`]+)`", row)
    ]
    assert 15 <= len(commands)
    missing = []
    for command in commands:
        if module := re.search(r"python -m (tests\.\S+)", command):
            paths = [module[1].replace(".", "/") + ".py"]
        else:
            paths = [word for word in command.partition("pytest ")[2].split() if not word.startswith("-")]
        missing += [path for path in paths if not (ROOT / path).exists()]
    assert [] == missing
