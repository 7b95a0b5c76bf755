"""Reading the published vectors."""

from __future__ import annotations

import json
from collections.abc import Mapping
from pathlib import Path
from typing import TypeAlias

from second_verifier import Json

VECTORS = Path(__file__).resolve().parents[2] / "schemas/vectors"
Vector: TypeAlias = dict[str, Json]


def vectors(folder: str) -> dict[str, Vector]:
    """The vectors of a folder by name."""
    paths = sorted((VECTORS / folder).glob("*.json"))
    return {path.stem: json.loads(path.read_text("ascii")) for path in paths}


def log_bytes(vector: Vector, others: Mapping[str, Vector]) -> bytes:
    """The log of a vector: its lines behind those that it shares with another one of its folder, or its bytes."""
    if "input_hex" in vector:
        return bytes.fromhex(str(vector["input_hex"]))
    lines = _lines(vector)
    if "base" in vector:
        lines = [*_lines(others[str(vector["base"])])[: int(str(vector["keep"]))], *lines]
    return "".join(f"{line}\n" for line in lines).encode()


def _lines(vector: Vector) -> list[Json]:
    lines = vector["lines"]
    assert isinstance(lines, list)
    return lines


def write_all(folder: Path, made: Mapping[str, Vector]) -> None:
    """All files of a folder anew; what is no vector any more goes."""
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.glob("*.json"):
        old.unlink()
    for name, value in made.items():
        text = json.dumps(value, indent=1, sort_keys=True, ensure_ascii=True) + "\n"
        (folder / f"{name}.json").write_text(text, encoding="ascii", newline="\n")
