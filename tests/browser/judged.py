"""Recorded games and published vectors, judged in Python on a machine and in Python for browsers alike.

``path`` begins with the folder of the project; ``answer`` is JSON.
"""

import json
import tempfile
from pathlib import Path
from time import perf_counter

from pbem.bytes import container
from pbem.replay.verify import verify
from tests.vectors import make_deck_vectors as decks


def logs(root: Path) -> dict[str, str]:
    """The verdict on every log of ``schemas/vectors/log``, by its name."""
    found = {}
    for file in sorted((root / "schemas/vectors/log").glob("*.json")):
        value = json.loads(file.read_bytes())
        lines = "".join(f"{line}\n" for line in value.get("lines", ())).encode()
        found[file.name] = repr(verify(bytes.fromhex(value.get("input_hex", "")) or lines))
    return found


def made() -> dict[str, str]:
    """The vectors of shared decks, made anew: masks with their proofs, keys and cards."""
    with tempfile.TemporaryDirectory() as folder:
        decks.HERE = decks.SCHEMAS = Path(folder)
        (decks.HERE / "deck.md").write_text("")
        decks.main()
        return {file.name: file.read_text() for file in decks.HERE.glob("*.json")}


def judged(root: Path) -> str:
    """All of it as JSON, and how long the recorded game took (milliseconds)."""
    data = container.unpack((root / "examples/landings/campaign.pbem").read_bytes())
    begun = perf_counter()
    found = repr(verify(data))
    taken = perf_counter() - begun
    return json.dumps({"game": found, "logs": logs(root), "decks": made(), "game_ms": round(taken * 1000)})


if "path" in globals():
    answer = judged(Path(globals()["path"][0]))
